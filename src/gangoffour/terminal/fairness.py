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
    record = read_record(path)
    seed = record.match.seed
    screen.console.print(Text(f"seed        {seed}"))
    screen.console.print(Text(f"SHA-256     {commitment(seed)}"))
    kept = verify_commitment(record)
    said = {True: "kept", False: "BROKEN", None: "none was published in this record"}[kept]
    screen.console.print(Text(f"commitment  {said}"))
    mixed = verify_sources(record)
    if mixed is not None:
        said = "everybody's, as promised" if mixed else "NOT AS PROMISED"
        screen.console.print(Text(f"seed from   {said}"))
    checks = verify_deals(record)
    for number, fair in checks:
        said = "the seed's" if fair else "NOT THE SEED'S"
        screen.console.print(Text(f"round {number:<5} {said}"))
    if kept is False:
        raise Failure(f"{path}: the seed is not the one that was committed to.")
    if mixed is False:
        raise Failure(f"{path}: the seed is not mixed from what was promised.")
    wrong = [str(number) for number, fair in checks if not fair]
    if wrong:
        raise Failure(f"{path}: the cards of round {', '.join(wrong)} do not come from the seed.")
    rounds = f"{len(checks)} round{'s' if len(checks) != 1 else ''}"
    screen.console.print(Text(f"fair: all cards of {rounds} come from the seed"))
