"""One word for one thing: all texts keep to ``docs/translating/glossary.json``."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.languages import LOCALES
from tests.words.texts import GLOSSARY, messages, texts

TERMS: dict[str, dict[str, Any]] = GLOSSARY["terms"]
FORBIDDEN: dict[str, list[dict[str, Any]]] = GLOSSARY["forbidden"]
PARALLEL = {name: term for name, term in TERMS.items() if "english" in term}


def offences(locale: str, text: str) -> list[str]:
    """The words of a text that the glossary forbids, with what to say instead."""
    text = re.sub(r"\{[^}]*\}", "", text)
    return [
        f"{found[0]}: say {rule['instead']} ({rule['why']})"
        for rule in FORBIDDEN[locale]
        if (found := re.search(rule["pattern"], text, 0 if rule.get("case") else re.IGNORECASE))
    ]


def test_every_term_has_a_word_in_every_language() -> None:
    assert FORBIDDEN.keys() == set(LOCALES)
    for name, term in TERMS.items():
        assert term["words"].keys() == set(LOCALES), name
        assert all(term["words"].values()), name
        if "english" in term:
            assert term["stems"].keys() == set(LOCALES) - {"en"}, name


@pytest.mark.parametrize("locale", LOCALES)
def test_messages_that_are_a_word_are_that_word(locale: str) -> None:
    known = messages(locale)
    for name, term in TERMS.items():
        if "message" in term:
            bare = re.sub(r"^(de|het|le|la|il|die|der|das|el) ", "", term["words"][locale])
            assert flat(known[term["message"]]) == flat(bare), name


def flat(text: str) -> str:
    return text.replace("\u202f", " ").lower()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_forbidden_word(locale: str) -> None:
    found = {where: wrong for where, text in texts(locale) if (wrong := offences(locale, text))}
    assert not found


@pytest.mark.parametrize("locale", [one for one in LOCALES if one != "en"])
def test_a_term_is_said_in_its_word(locale: str) -> None:
    """Where the English text has a term, the same text in another language has its word."""
    there = dict(texts(locale))
    missing = []
    for where, text in texts("en"):
        english = re.sub(r"\{[^}]*\}", "", text)
        for name, term in PARALLEL.items():
            if where in term.get("free", []) or where not in there:
                continue
            if re.search(term["english"], english, re.IGNORECASE) and not re.search(
                term["stems"][locale], there[where], re.IGNORECASE
            ):
                missing.append((name, where, english, there[where]))
    assert not missing


@pytest.mark.parametrize("name", PARALLEL)
def test_terms_occur(name: str) -> None:
    """A term that no text has any more is a rule that holds nothing; so is a stale exception."""
    term = PARALLEL[name]
    found = {where for where, text in texts("en") if re.search(term["english"], text, re.I)}
    assert found
    assert not set(term.get("free", [])) - found


WRONG = [
    ("en", "Lay a pair."),
    ("en", "The dead hand has sixteen cards."),
    ("en", "It costs two points a round."),
    ("nl", "Kies een uitgave."),
    ("fr", "Tigre mène."),
    ("it", "Manca l’avviso."),
    ("de", "Du musst einen Gang spielen."),
    ("de", "Du darfst anspielen."),
    ("es", "Juega las mismas cartas."),
    ("fi", "Pienin summa voittaa."),
    ("pl", "Nowa runda."),
]


@pytest.mark.parametrize(("locale", "text"), WRONG)
def test_a_forbidden_word_is_seen(locale: str, text: str) -> None:
    assert offences(locale, text)
