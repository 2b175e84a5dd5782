"""The client's longer texts, the summary cards and "about": the same in eight languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.languages import LOCALES
from tests.web.test_messages import WEB

ABOUT = WEB / "src" / "pages" / "about" / "texts"
SUMMARY = WEB / "src" / "rulebook" / "summary" / "words"
OTHERS = [locale for locale in LOCALES if locale != "en"]
ENGLISH = re.compile(r"\b(the|and|you|your|with|must|which|cards?|player|round|trick)\b", re.I)


def words(locale: str) -> dict[str, Any]:
    text = (SUMMARY / f"{locale}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def leaves(value: Any, name: str = "") -> dict[str, str]:
    """Every text of a value, by where it stands."""
    if isinstance(value, str):
        return {name: value}
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return {
        key: text for part, inner in pairs for key, text in leaves(inner, f"{name}.{part}").items()
    }


def figures(text: str) -> list[str]:
    """The numbers but 1, which some languages write as a word."""
    return sorted(number for number in re.findall(r"\d+", text) if number != "1")


def about(locale: str) -> str:
    return (ABOUT / f"{locale}.md").read_text(encoding="utf-8")


def test_every_locale_has_its_texts_and_no_other() -> None:
    for folder in (SUMMARY, ABOUT):
        assert {path.stem for path in folder.iterdir()} == set(LOCALES)


@pytest.mark.parametrize("locale", OTHERS)
def test_summary_cards_say_the_same(locale: str) -> None:
    english, other = leaves(words("en")), leaves(words(locale))
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert text.strip() and text != english[key], key
        assert re.findall(r"`[^`]+`", text) == re.findall(r"`[^`]+`", english[key]), key
        assert figures(text) == figures(english[key]), key
        assert not ENGLISH.search(text), text


@pytest.mark.parametrize("locale", LOCALES)
def test_about_names_whose_game_it_is(locale: str) -> None:
    text = about(locale)
    for name in ("Lee F. Yih", "Days of Wonder", "Choh Dai Di", "Elliott Riva", "2002", "2015"):
        assert name in text, name
    shape = [line for line in about("en").splitlines() if line.startswith("<a id")]
    assert [line for line in text.splitlines() if line.startswith("<a id")] == shape
    assert text.count("\n\n") == about("en").count("\n\n")
    assert "(/rules#R9)" in text and "(/account)" in text


@pytest.mark.parametrize("locale", OTHERS)
def test_about_has_no_english_left(locale: str) -> None:
    assert not ENGLISH.findall(re.sub(r"\([^)]*\)", "", about(locale)))
    english = set(about("en").split("\n\n"))
    same = {
        part
        for part in english & set(about(locale).split("\n\n"))
        if not part.startswith(("<", "#"))
    }
    assert not same


def test_texts_are_read_where_they_are() -> None:
    """Each folder of texts is loaded by a page; none is in the first load."""
    sources = {
        "docs/rules": WEB / "src" / "rulebook" / "rulebook.ts",
        "./words/": SUMMARY.parent / "summary_words.ts",
        "./texts/": ABOUT.parent / "AboutPage.svelte",
    }
    for folder, source in sources.items():
        glob = re.search(
            r"import\.meta\.glob<\w+>\(\s*'([^']+)'([^)]*)\)", Path(source).read_text("utf-8")
        )
        assert glob and folder in glob[1] and "eager" not in glob[2]
