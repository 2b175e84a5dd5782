"""What is asked of a command that makes rows of bots' play: which deals, by which rules, where."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from gangoffour.bots.errors import BotError
from gangoffour.bots.outside.made_of import Watched, changed
from gangoffour.bots.registry import load_bot
from gangoffour.data_files import DataCard, DataError, begun_with, part_of, write_on
from gangoffour.lab.errors import LabError
from gangoffour.lab.processes import leave_if_kept
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match

Row = dict[str, Any]


class Asked(NamedTuple):
    """The deals, the rules, and how many processes are at work on them."""

    seed: str = "0"
    seats: int = 4
    edition: str = "official"
    jobs: int = os.cpu_count() or 1

    @property
    def by_name(self) -> dict[str, Any]:
        """As the functions that make rows take them."""
        return {"seed": self.seed, "seats": self.seats, "rules": self.edition, "jobs": self.jobs}

    def check(self, bots: Sequence[str] = ()) -> None:
        """Refuse what cannot be played, before any file is made."""
        Match.new(seed=self.seed, seats=self.seats, rules=self.edition)
        for bot in bots:
            try:
                with chdir(os.curdir):  # it may go elsewhere
                    load_bot(bot)
            except BotError as problem:
                if problem.code != "unknown_bot":
                    raise
                raise LabError("unknown_rows", **problem.params) from None

    def next_number(self, last: dict[str, Any] | None) -> int:
        """Of the deal that follows the one of a row; the first if there is none."""
        return 0 if last is None else int(last["seed"].removeprefix(f"{self.seed}/")) + 1

    def words(self, number: int) -> str:
        """The part of the command that makes the same rows again."""
        again = f"--number {number} --seed {quote(self.seed)} --seats {self.seats}"
        return f"{again} --edition {quote(self.edition)}"


def write_made(
    file: Path, bots: Sequence[str], rest: Callable[[Row | None], Iterable[Row]], card: DataCard
) -> int:
    """Write rows of bots, or go on with them as long as the bots are the same: rows of two versions
    of one are never in one file."""
    watched = Watched(bots)

    def require_same(change: tuple[str, object, object] | None) -> None:
        if change is not None:
            field, there, here = change
            path = str(part_of(file))
            raise LabError("other_rows", path=path, field=field, found=there, wanted=here)

    def of_the_same(last: Row | None) -> Iterator[Row]:
        for row in rest(last):
            require_same(watched.changed())
            yield row

    require_same(changed(begun_with(file), watched.made_of))
    return write_on(file, of_the_same, card, watched.made_of)


def add_to(parser: argparse.ArgumentParser, number: str, default: int) -> None:
    """The arguments of such a command; ``number`` is its own word for how many."""
    parser.add_argument("file", type=Path, help="a new file: .jsonl or, with pyarrow, .parquet")
    parser.add_argument(number, "--number", dest="number", type=int, default=default)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--edition", default="official")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)


def asked_in(given: argparse.Namespace) -> Asked:
    return Asked(given.seed, given.seats, given.edition, given.jobs)


def told_shortly(make: Callable[[], int], say: Callable[[int], str]) -> int:
    """Make the rows and say how many; trouble is one sentence. The status of the command, which no
    thread of a bot keeps from its end."""
    before = threading.enumerate()
    status = _status(make, say)
    leave_if_kept(status, before)
    return status


def _status(make: Callable[[], int], say: Callable[[int], str]) -> int:
    try:
        number = make()
    except (BotError, DataError, LabError, Refusal) as problem:
        sys.stderr.write(f"gangoffour: {problem}\n")
        return 1
    except OSError as problem:
        place = "" if problem.filename is None else f"{problem.filename!r} cannot be used: "
        sys.stderr.write(f"gangoffour: {place}{problem.strerror or problem}.\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("gangoffour: stopped. The same command goes on from here.\n")
        return 130
    sys.stdout.write(f"{say(number)}\n")
    return 0
