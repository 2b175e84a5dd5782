"""The words beside a number fit it: one is not told as several, nor several as one."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.terminal.languages import words_in
from tests.support.languages import LOCALES
from tests.web.test_messages import messages, variants
from tests.words.texts import ROOT

LIMITED: Final = ("refusal_opening_too_large", "advice_open_limit")
WITH_PLURAL: Final = ("en", "de", "nl", "es")
"""Who says "with 5 points"; the others say "points: 5" or "a total of 5"."""
SEVERAL_NEEDED: Final = re.compile(r"(nötig sind|hacen falta|ne servono) 1\b")
THEM: Final = {"en": "lists them", "nl": "toont ze", "es": "las", "it": "le", "fr": "la liste"}


@pytest.mark.parametrize("key", LIMITED)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_first_combination_of_one_card_at_most(locale: str, key: str) -> None:
    """R9: the limit may be 1."""
    words = words_in(locale)
    assert words(key, limit=5).replace("5", "1") != words(key, limit=1)


def test_the_library_says_it_for_one_card_as_well() -> None:
    """R9: the limit may be 1."""
    assert "1 cards" not in Refusal("opening_too_large", size=2, limit=1).message


@pytest.mark.parametrize("locale", LOCALES)
def test_one_card_needed(locale: str) -> None:
    """R3.1: on a single."""
    words = words_in(locale)
    said = words("refusal_wrong_size", size=2, needed=1)
    assert "1" in said
    assert not SEVERAL_NEEDED.search(said)


@pytest.mark.parametrize("key", ["pad_won", "pad_won_shared"])
@pytest.mark.parametrize("locale", WITH_PLURAL)
def test_a_match_won_with_one_point(locale: str, key: str) -> None:
    forms = variants(messages(locale)[key])
    assert forms.get("one") not in (None, forms.get("other"))


@pytest.mark.parametrize("locale", THEM)
def test_one_combination_is_not_called_them(locale: str) -> None:
    words = words_in(locale)
    tail = words("advice_beats", count=1).split("?")[1]
    assert not re.search(rf"\b{THEM[locale]}\b", tail)


@pytest.mark.parametrize("locale", LOCALES)
def test_five_deals_a_day_are_not_called_one_round(locale: str) -> None:
    """In the client, its settings and the nudges alike."""
    path = ROOT / "src" / "gangoffour" / "server" / "nudges" / "words" / f"{locale}.json"
    nudge = json.loads(path.read_text(encoding="utf-8"))["daily_title"]
    known = messages(locale)
    assert nudge == known["nudge_kind_daily"]
    assert nudge.lower().endswith(known["daily_title"].lower())
    assert known["round_word"].lower() not in nudge.lower().split()
