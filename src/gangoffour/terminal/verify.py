"""Whether the deals of a record are the ones its seed gives."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from gangoffour.rules.deal import commitment
from gangoffour.rules.fairness import verify_commitment, verify_deals, verify_sources
from gangoffour.terminal.console import Screen
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.files import read_record


def verify_file(path: Path, screen: Screen) -> None:
    """Recompute every deal and the commitment; the first that differs ends in a failure."""
    record, words = read_record(path), screen.words
    seed = record.match.seed
    kept, mixed, checks = verify_commitment(record), verify_sources(record), verify_deals(record)
    rows = [
        (words("verify_seed"), seed),
        ("SHA-256", commitment(seed)),
        (words("verify_commitment"), words(f"verify_{_answer(kept)}")),
    ]
    if mixed is not None:
        rows.append((words("verify_sources"), words(f"verify_sources_{_answer(mixed)}")))
    for number, fair in checks:
        said = words("verify_deal" if fair else "verify_deal_not")
        rows.append((words("table_round", round=number), said))
    width = max(len(name) for name, _ in rows)
    for name, said in rows:  # a number to compare stands on one line, however long
        screen.console.print(Text(f"{name:<{width}}  {said}"), soft_wrap=True)
    if kept is False:
        raise Failure("verify_other_seed", path=path)
    if mixed is False:
        raise Failure("verify_other_sources", path=path)
    wrong = [str(number) for number, fair in checks if not fair]
    if wrong:
        raise Failure("verify_other_deal", path=path, rounds=", ".join(wrong))
    screen.console.print(Text(words("verify_fair", count=len(checks))))


def _answer(kept: bool | None) -> str:
    return {True: "kept", False: "broken", None: "none"}[kept]
