"""What a review says is the same in eight languages, and the client says all of it."""

from __future__ import annotations

import json
import re

import pytest

from gangoffour.bots.advice.review_reasons import COMPARISONS
from tests.support.languages import LOCALES
from tests.web.test_messages import WEB

FOLDER = WEB / "messages" / "review"


def words(locale: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / f"{locale}.json").read_text(encoding="utf-8"))
    return found


def test_every_locale_is_there_and_no_other() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(LOCALES)


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
def test_they_say_the_same(locale: str) -> None:
    english, other = words("en"), words(locale)
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert text.strip() and text != english[key], key
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key
        plain = re.sub(r"\{\w+\}", "", text)
        assert not re.search(r"\b(the|and|player|round|better|match)\b", plain, re.I), text


def test_none_is_unused_or_missing() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (WEB / "src" / "pages" / "replay" / "review").iterdir()
    )
    said = set(re.findall(r"'([a-z_]+)'", source))
    kept = words("en").keys()
    assert not kept - said - COMPARISONS.keys() - {"mistake", "doubtful"}
    assert set(re.findall(r"say\('([a-z_]+)'", source)) <= kept
    assert COMPARISONS.keys() <= kept
