"""Every code of refusal is reached by a test, has a sentence, and fills it in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gangoffour.table.refusals import TABLE_REASONS, TableRefusal

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("code", TABLE_REASONS)
def test_every_code_is_expected_by_a_test(code: str) -> None:
    """The tests of the table and of the server name each code they provoke."""
    places = [*(TESTS / "table").rglob("test_*.py"), *(TESTS / "server").rglob("test_*.py")]
    for path in sorted(places):
        if path.name != "test_refusals.py" and f'"{code}"' in path.read_text():
            return
    raise AssertionError(f"no test provokes {code}")


@pytest.mark.parametrize("code", TABLE_REASONS)
def test_every_sentence_is_filled_in(code: str) -> None:
    sentence = TABLE_REASONS[code].sentence
    names = re.findall(r"{(\w+)", sentence)
    refusal = TableRefusal(code, **dict.fromkeys(names, "this"))
    assert refusal.message.endswith((".", "this"))
    assert "{" not in refusal.message
    assert refusal.as_dict()["code"] == code
