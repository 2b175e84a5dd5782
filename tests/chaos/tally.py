"""What all runs under faults have come to, so that many short ones count like one long one.

Each run of ``tests.chaos.one_server``, ``cluster`` and ``floods`` adds a line to a file
(``.chaos.jsonl``, or the one that ``CHAOS_TALLY`` names), whether it held or not: no failure is
forgotten. ``python -m tests.chaos.tally`` prints the sums.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from gangoffour import __version__
from tests.support.regular import Report

STARVED: Final = "STARVED"
TOO_LONG: Final = "too long a standstill"


class Run(Struct, frozen=True):
    """One run under faults, in numbers."""

    part: str
    seed: int
    version: str
    faults: dict[str, int]
    acknowledged: int
    resent: int
    events: int
    matches: int
    sights: int
    longest_ms: int
    starved: bool
    """Whether the machine had too little to give: then times say nothing."""
    trouble: str = ""

    @property
    def held(self) -> bool:
        """Whether nothing was lost, done twice or shown."""
        return not self.trouble or self.late

    @property
    def late(self) -> bool:
        """Whether all was proved but that no match stood still for too long, for want of cores."""
        return self.starved and TOO_LONG in self.trouble

    @property
    def kills(self) -> int:
        """How many processes were ended with kill -9."""
        return sum(count for name, count in self.faults.items() if "kill" in name)


_decode = msgspec.json.Decoder(Run).decode


def place() -> Path:
    """The file of all runs."""
    return Path(os.environ.get("CHAOS_TALLY", ".chaos.jsonl"))


def runs() -> list[Run]:
    """All runs so far."""
    file = place()
    return [_decode(line) for line in file.read_bytes().splitlines()] if file.exists() else []


def _add(run: Run) -> None:
    with place().open("ab") as file:
        file.write(msgspec.json.encode(run) + b"\n")


@contextmanager
def counted(part: str, seed: int, report: Report) -> Iterator[None]:
    """Count a run by its report, which is filled meanwhile; if it fails, that is counted, too."""
    trouble = "interrupted"
    try:
        yield
        trouble = ""
    except Exception as error:
        trouble = f"{type(error).__name__}: {error}"[:500]
        raise
    finally:
        if trouble != "interrupted":
            _add(_run(part, seed, report, trouble))


def _run(part: str, seed: int, report: Report, trouble: str) -> Run:
    return Run(
        part=part,
        seed=seed,
        version=__version__,
        faults=dict(report.faults),
        acknowledged=len(report.acknowledged),
        resent=report.resent,
        events=report.events,
        matches=report.matches,
        sights=report.sights,
        longest_ms=report.longest.ms,
        starved=STARVED in report.machine,
        trouble=trouble,
    )


def summed(all_runs: Iterable[Run]) -> str:
    """What some runs come to, part by part and in all."""
    parts: defaultdict[str, list[Run]] = defaultdict(list)
    for one in all_runs:
        parts[one.part].append(one)
        parts["in all"].append(one)
    lines = []
    for part, mine in sorted(parts.items(), key=lambda item: item[0] == "in all"):
        held = [one for one in mine if one.held]
        faults: Counter[str] = Counter()
        for one in held:
            faults.update(one.faults)
        quiet = [one.longest_ms for one in held if not one.starved]
        longest = f"{max(quiet) / 1000:.1f} s" if quiet else "unknown (all starved)"
        lines += [
            f"{part}: {len(mine)} runs, {len(mine) - len(held)} of them failed, "
            f"{sum(one.late for one in mine)} stood still too long on a starved machine; "
            "of those that held:",
            f"  {sum(one.kills for one in held)} kills of {faults.total()} faults",
            f"  {sum(one.acknowledged for one in held):,} actions acknowledged, "
            f"{sum(one.resent for one in held):,} sent again, "
            f"{sum(one.events for one in held):,} events, "
            f"{sum(one.matches for one in held):,} matches over, "
            f"{sum(one.sights for one in held):,} hands compared, lost or twice: 0",
            f"  longest standstill where the machine was not starved: {longest}",
        ]
        if part != "in all":
            lines.append("  " + ", ".join(f"{n} {name}" for name, n in sorted(faults.items())))
        lines += [f"  FAILED with seed {one.seed}: {one.trouble}" for one in mine if not one.held]
    return "\n".join(lines) or "no run yet"


def main() -> None:
    sys.stdout.write(summed(runs()) + "\n")


if __name__ == "__main__":
    main()
