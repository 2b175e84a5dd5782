"""What nudges say exists in every language of the client, with the same blanks."""

from __future__ import annotations

import json
import re

import pytest

from gangoffour.server.nudges.nudge import KINDS
from gangoffour.server.nudges.words import HERE, languages, worded
from tests.support.languages import LOCALES


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((HERE / f"{language}.json").read_text(encoding="utf-8"))
    return found


def blanks(texts: dict[str, str]) -> dict[str, list[str]]:
    return {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in texts.items()}


def test_the_languages_are_those_of_the_client() -> None:
    assert set(languages()) == set(LOCALES)
    assert {f"{kind}_{part}" for kind in KINDS for part in ("title", "body")} <= words("en").keys()


@pytest.mark.parametrize("language", LOCALES)
def test_every_text_is_there_with_its_blanks(language: str) -> None:
    assert blanks(words(language)) == blanks(words("en"))


def test_a_name_stays_on_its_line() -> None:
    told = worded("en", "answer_title") + worded("en", "turn_body", {"names": "A\r\nBcc: b" * 50})
    assert "\n" not in told and "\r" not in told and len(told) < 200
