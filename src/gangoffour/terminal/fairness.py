"""Whether the deals of a record are the ones its seed gives."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

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
    drawing = Table.grid(padding=(0, 2))
    drawing.add_row(words("verify_seed"), seed)
    drawing.add_row("SHA-256", commitment(seed))
    drawing.add_row(words("verify_commitment"), words(f"verify_{_answer(kept)}"))
    if mixed is not None:
        drawing.add_row(words("verify_sources"), words(f"verify_sources_{_answer(mixed)}"))
    for number, fair in checks:
        drawing.add_row(
            words("table_round", round=number), words("verify_deal" if fair else "verify_deal_not")
        )
    screen.console.print(drawing, width=screen.width)
    if kept is False:
        raise Failure("verify_other_seed", path=path)
    if mixed is False:
        raise Failure("verify_other_sources", path=path)
    wrong = [str(number) for number, fair in checks if not fair]
    if wrong:
        raise Failure("verify_other_deal", path=path, rounds=", ".join(wrong))
    screen.console.print(words("verify_fair", count=len(checks)), markup=False)


def _answer(kept: bool | None) -> str:
    return {True: "kept", False: "broken", None: "none"}[kept]
