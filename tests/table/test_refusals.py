"""Every code of refusal is reached by a test, has a sentence, and fills it in."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from gangoffour.table.refusals import TABLE_REASONS, TableRefusal

TESTS = Path(__file__).parents[1]


@cache
def quoted() -> frozenset[str]:
    """All words between quotation marks in the tests of the table and of the server."""
    places = [*(TESTS / "table").rglob("test_*.py"), *(TESTS / "server").rglob("test_*.py")]
    others = (path.read_text() for path in places if path.name != "test_refusals.py")
    return frozenset(word for text in others for word in re.findall(r'(?="(\w+)")', text))


@pytest.mark.parametrize("code", TABLE_REASONS)
def test_every_code_is_expected_by_a_test(code: str) -> None:
    """The tests of the table and of the server name each code they provoke."""
    assert code in quoted(), f"no test provokes {code}"


@pytest.mark.parametrize("code", TABLE_REASONS)
def test_every_sentence_is_filled_in(code: str) -> None:
    sentence = TABLE_REASONS[code].sentence
    names = re.findall(r"{(\w+)", sentence)
    refusal = TableRefusal(code, **dict.fromkeys(names, "this"))
    assert refusal.message.endswith((".", "this"))
    assert "{" not in refusal.message
    assert refusal.as_dict()["code"] == code
