"""Signs as each language sets them: spaces, quotation marks, ellipses, numbers, percent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.support.languages import LOCALES
from tests.words.texts import ROOT, texts

NARROW, HARD = "\u202f", "\u00a0"
QUOTES: Final = {
    "en": "“”",
    "nl": "‘’",
    "fr": "«»",
    "it": "«»",
    "de": "„“",
    "es": "«»",
    "fi": "””",
    "pl": "„”",
}
"""How a quotation begins and ends, as the booklets of each language have it."""
MARKS: Final = set('"“”„‘«»‹›‚')
THOUSANDS: Final = {
    "en": ",",
    "nl": ".",
    "it": ".",
    "de": ".",
    "fr": NARROW,
    "es": HARD,
    "fi": HARD,
    "pl": HARD,
}
"""What stands between thousands, as ``Intl.NumberFormat`` writes them."""
PERCENT: Final = {
    **dict.fromkeys(("en", "nl", "it", "pl"), ""),
    **dict.fromkeys(("de", "es", "fi"), HARD),
    "fr": NARROW,
}
"""What stands before a percent sign."""
PLAIN: Final = {"pages.refusal_bad_name", "pages.refusal_bad_club_name"}
"""Shows signs as they are typed."""


def bare(text: str) -> str:
    """Without code, addresses and tags."""
    return re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "x", text)


def rules(locale: str) -> dict[str, str]:
    """What may not occur in a text of this language, by its name."""
    percent, thousands = PERCENT[locale], THOUSANDS[locale]
    found = {
        "typewriter's sign": r"['\"]|\.\.\.|\w - \w",
        "ellipsis": r"\w\s?…" if locale == "de" else r"\w\s…",
        "percent": rf"[\d}}](?!{percent}%)\s?%",
        "thousands": rf"(?<![\d.,])\d{{1,3}}(?!{re.escape(thousands)})[ .,{HARD}{NARROW}]\d{{3}}"
        r"(?![\d]|[.,]\d)",
        "space before a sign": r"\w\s[:;!?]",
    }
    if locale == "de":
        found["ellipsis"] = rf"\w(?!{HARD}…)\s?…"
    if locale == "fr":
        del found["space before a sign"]
        found["French spacing"] = rf"[^{NARROW}\s|-][:;!?»](?!\S*//)|«[^{NARROW}]|[ {HARD}][:;!?»]"
    return found


def faults(locale: str, text: str) -> list[str]:
    """What is set otherwise than the language sets it."""
    text = bare(text)
    opening, closing = QUOTES[locale][0], QUOTES[locale][1]
    found = [name for name, wrong in rules(locale).items() if re.search(wrong, text)]
    if set(text) & MARKS - {opening, closing}:
        found.append("another language's quotation marks")
    if opening != closing and closing != "’" and text.count(opening) != text.count(closing):
        found.append("a quotation without end")
    return found


@pytest.mark.parametrize("locale", LOCALES)
def test_signs_are_set_as_the_language_sets_them(locale: str) -> None:
    found = {
        where: wrong
        for where, text in texts(locale)
        if where not in PLAIN and (wrong := faults(locale, text))
    }
    assert not found


@pytest.mark.parametrize("locale", LOCALES)
def test_no_space_is_left_over(locale: str) -> None:
    for where, text in texts(locale):
        if ":" not in where:
            assert text == text.strip() and "  " not in text, where


WRONG: Final = [
    ("en", 'the "gang"'),
    ("en", "it's yours"),
    ("en", "wait..."),
    ("en", "One moment …"),
    ("en", "32 % of hands"),
    ("en", "12 352 plays"),
    ("en", "a dash - here"),
    ("nl", "“Kaart!”"),
    ("fr", "Attention : oui"),
    ("fr", "Carte!"),
    ("fr", "« Carte »"),
    ("fr", "32\u00a0% des mains"),
    ("it", "“Ultima carta!”"),
    ("de", "„Letzte Karte!”"),
    ("de", "32% der Hände"),
    ("de", "Laden…"),
    ("es", "32% de las manos"),
    ("fi", "“Yksi kortti!”"),
    ("pl", "„Ostatnia karta!“"),
    ("pl", "32 % rąk"),
]


@pytest.mark.parametrize(("locale", "text"), WRONG)
def test_a_wrong_sign_is_seen(locale: str, text: str) -> None:
    assert faults(locale, text)


def sources() -> list[Path]:
    web = ROOT / "web" / "src"
    found = [*web.glob("**/*.svelte"), *web.glob("**/*.ts")]
    return [path for path in found if "paraglide" not in path.parts]


BY_HAND: Final = {
    r"\.toLocale(Date|Time)?String\(\)": "dates and numbers go through Intl",
    r"\}\s?%[^;\w)\"]": "percentText writes the sign as the language does",
    r"\)\}: (?!Props)": "labelled() writes the colon as the language does",
    r"\]\}: ": "labelled() writes the colon as the language does",
}


def test_numbers_and_colons_are_left_to_the_language() -> None:
    found = [
        (path.name, number, why)
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for pattern, why in BY_HAND.items()
        if re.search(pattern, line)
    ]
    assert not found
