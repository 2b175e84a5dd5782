"""Every visible word exists in eight languages: none missing, unused, or with other blanks."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gangoffour.bots.advice.reasons import REASONS as HINT_REASONS
from gangoffour.rules.errors import REASONS
from gangoffour.server.wire.refusals import SERVER_REASONS
from gangoffour.table.refusals import TABLE_REASONS
from tests.support.languages import LOCALES, MESSAGES

WEB = Path(__file__).parents[2] / "web"
FORMS = {
    **{locale: {"one", "other"} for locale in ("en", "de", "nl", "fi")},
    **{locale: {"one", "many", "other"} for locale in ("fr", "es", "it")},
    "pl": {"one", "few", "many", "other"},
}
"""The plural forms that each language has for whole numbers (CLDR)."""
OWN_CODES = {"unreachable", "unexpected"}
"""Refusals that the client makes itself."""
NEVER_SEEN = {"bad_cut", "bad_deal", "bad_position", "bad_record", "bad_seed"}
"""Refusals of the library that no table can cause."""


@cache
def files(locale: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    found = []
    for pattern in MESSAGES:
        path = WEB / pattern.format(locale=locale)
        content = json.loads(path.read_text(encoding="utf-8"))
        content.pop("$schema", None)
        found.append((str(path.relative_to(WEB)), content))
    return tuple(found)


@cache
def messages(locale: str) -> dict[str, Any]:
    return {key: value for _, content in files(locale) for key, value in content.items()}


@cache
def used() -> frozenset[str]:
    """All keys that the source names, as ``m.key``."""
    keys: set[str] = set()
    for path in (*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.ts")):
        if "paraglide" not in path.parts:
            keys |= set(re.findall(r"\bm\.([a-z0-9_]+)\b", path.read_text(encoding="utf-8")))
    return frozenset(keys - {"js"})


def variants(message: Any) -> dict[str, str]:
    """The texts of a message, by plural form; one without a form if it has no plural."""
    if isinstance(message, str):
        return {"": message}
    texts = {}
    for part in message:
        for condition, text in part["match"].items():
            texts[", ".join(re.findall(r"=([a-z*]+)", condition))] = text
    return texts


def blanks(message: Any) -> set[str]:
    return {name for text in variants(message).values() for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_is_missing(locale: str) -> None:
    known = messages(locale)
    assert not used() - known.keys(), "used in the source, but not written"
    assert not messages("en").keys() ^ known.keys(), "not the same messages as in English"


@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_is_empty(locale: str) -> None:
    empty = {
        key
        for key, message in messages(locale).items()
        if not all(text.strip() for text in variants(message).values())
    }
    assert not empty


def test_no_message_is_unused() -> None:
    codes = {*REASONS, *TABLE_REASONS, *SERVER_REASONS, *OWN_CODES}
    by_code = {f"refusal_{code}" for code in codes} | {f"reason_{code}" for code in HINT_REASONS}
    assert not messages("en").keys() - used() - by_code


def test_reasons_and_refusals_are_translated() -> None:
    known = messages("en").keys()
    codes = {*REASONS, *TABLE_REASONS, *SERVER_REASONS, *OWN_CODES} - NEVER_SEEN
    assert not {code for code in codes if f"refusal_{code}" not in known}
    assert not {code for code in HINT_REASONS if f"reason_{code}" not in known}


def test_what_a_table_refuses_is_among_its_words() -> None:
    """The words of all other pages need not be there yet (`web/src/app/language/messages.ts`)."""
    words = dict(files("en"))["messages/table/en.json"].keys()
    assert not {f"refusal_{code}" for code in TABLE_REASONS} - words
    assert not {f"reason_{code}" for code in HINT_REASONS} - words


def test_no_message_is_written_twice() -> None:
    keys = [key for _, content in files("en") for key in content]
    assert len(keys) == len(set(keys)), sorted({key for key in keys if keys.count(key) > 1})


@pytest.mark.parametrize("locale", LOCALES)
def test_blanks_are_the_same(locale: str) -> None:
    english = messages("en")
    different = {
        key: (sorted(blanks(english[key])), sorted(blanks(message)))
        for key, message in messages(locale).items()
        if key in english and blanks(message) != blanks(english[key])
    }
    assert not different


@pytest.mark.parametrize("locale", LOCALES)
def test_plural_forms_are_those_of_the_language(locale: str) -> None:
    wrong = {}
    for key, message in messages(locale).items():
        forms = set(variants(message))
        if "one" in forms and forms != FORMS[locale]:
            wrong[key] = forms
    assert not wrong


def test_every_locale_of_the_offline_page() -> None:
    page = (WEB / "public" / "offline.html").read_text(encoding="utf-8")
    assert set(re.findall(r'<p lang="(\w+)">', page)) == set(LOCALES)
