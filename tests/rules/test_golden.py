"""The golden playthroughs are still what the library plays (R1–R9)."""

from __future__ import annotations

import pytest

from gangoffour import EDITIONS, RuleSet
from tests.golden import HERE, path, playthrough, tables


@pytest.mark.parametrize(("name", "rules", "seats", "seed"), tables())
def test_playthrough(name: str, rules: RuleSet, seats: int, seed: int) -> None:
    """R1–R9: every view at every state of a match, as written down; see ``tests/golden``."""
    assert playthrough(name, rules, seats, seed) == path(name).read_text()


def test_every_edition_and_number_of_players() -> None:
    """R9: each has its playthrough, and no file is left over."""
    names = {name for name, *_ in tables()}
    assert {f"{name}-{n}" for name, rules in EDITIONS.items() for n in rules.seats} <= names
    assert {file.stem for file in HERE.glob("*.txt")} == names


def test_playthroughs_show_what_matters() -> None:
    """R4–R7: the files hold exchanges, calls, barred players, ends of matches and three players."""
    text = "".join(path(name).read_text() for name, *_ in tables())
    for what in ("card_taken", "card_given", "called", "barred", "match_ended", "trick_taken"):
        assert f"> {what} " in text
    for what in ("must block", "may call", "spectator ", '"ceremony": {'):
        assert what in text
