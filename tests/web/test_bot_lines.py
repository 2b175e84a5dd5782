"""What bots say: every character has lines of its own for each mood, in every language, short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangoffour.server.bots.local import BOT_NAMES
from tests.support.languages import LOCALES

LINES = Path(__file__).parents[2] / "web" / "messages" / "bots"
MOODS = ["glad", "shocked", "sad"]
LONGEST = 30
"""A bubble has room for so much beside a face, over what the seat did last."""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_bot_has_lines_for_every_mood(locale: str) -> None:
    found = json.loads((LINES / f"{locale}.json").read_text(encoding="utf-8"))
    assert list(found) == list(BOT_NAMES)
    assert all(list(moods) == MOODS for moods in found.values())
    said = [one for moods in found.values() for lines in moods.values() for one in lines]
    assert all(len(lines) == 3 for moods in found.values() for lines in moods.values())
    assert len(set(said)) == len(said), "each has a voice of its own"
    assert [one for one in said if not 3 <= len(one) <= LONGEST] == []
