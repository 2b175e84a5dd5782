"""The rules say the same in eight languages: number by number, card by card, figure by figure."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from gangoffour.rules.combinations import catalogue
from gangoffour.rules.editions import EDITIONS, FIELDS
from gangoffour.rules.scoring import points_for
from gangoffour.terminal.languages import LANGUAGES
from gangoffour.terminal.rulebook import edition_words, rule_texts

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
KINDS = ("single", "pair", "triple", "straight", "flush", "full_house", "straight_flush")
ENGLISH = re.compile(r"\b(the|and|you|your|with|must|which|cards?|player|round|trick)\b", re.I)
CODE = re.compile(r"`([^`]+)`")
WORDS: dict[str, tuple[str, ...]] = {
    "en": ("dummy hand", "phoenix", "dragon", "trick", "barred"),
    "fr": ("main morte", "phénix", "dragon", "pli", "hors jeu"),
    "de": ("übrigen karten", "phönix", "drache", "stich", "gesperrt"),
    "nl": ("dode hand", "feniks", "draak", "slag", "uitgeschakeld"),
    "es": ("cartas sobrantes", "fénix", "dragón", "baza", "fuera"),
    "it": ("carte da parte", "fenice", "drago", "presa", "fuori"),
    "fi": ("ylimääräinen pino", "feenix", "lohikäärme", "tikki", "ulkona"),
    "pl": ("dziadek", "feniks", "smok", "lewa", "poza grą"),
}
"""Words of the game that no message of the client holds by themselves."""


@cache
def messages(language: str) -> dict[str, object]:
    folder = ROOT / "web" / "messages"
    found: dict[str, object] = {}
    for part in (folder, folder / "table"):
        found |= json.loads((part / f"{language}.json").read_text(encoding="utf-8"))
    return found


def blocks(text: str) -> list[str]:
    return [block for block in text.strip().split("\n\n") if block]


def shape(block: str) -> tuple[object, ...]:
    """What kind of block it is, and of how many parts."""
    lines = block.splitlines()
    if block.startswith("|"):
        return ("table", len(lines), *(line.count("|") for line in lines))
    if block.startswith("- "):
        return ("list", sum(line.startswith("- ") for line in lines))
    return (lines[0].split(" ")[0] if block.startswith("#") else "paragraph",)


def figures(text: str) -> Counter[str]:
    """The numbers in a text, whatever separates their thousands; codes apart.

    Not 1: some languages write ones where others count "the multicoloured 1".
    """
    plain = re.sub(r"(?<=\d)[ ,.\u00a0\u202f](?=\d{3}\b)", "", CODE.sub("", text))
    return Counter(number for number in re.findall(r"\d+", plain) if number != "1")


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|") and "---" not in line
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_same_rules_in_the_same_shape(language: str) -> None:
    english, other = rule_texts("en"), rule_texts(language)
    assert list(other) == list(english)
    for number, text in english.items():
        assert [*map(shape, blocks(other[number]))] == [*map(shape, blocks(text))], number


@pytest.mark.parametrize("language", OTHERS)
def test_same_cards_and_figures(language: str) -> None:
    for number, text in rule_texts("en").items():
        other = rule_texts(language)[number]
        assert Counter(CODE.findall(other)) == Counter(CODE.findall(text)), number
        assert figures(other) == figures(text), number


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left(language: str) -> None:
    english = {block for text in rule_texts("en").values() for block in blocks(text)}
    for number, text in rule_texts(language).items():
        same = {block for block in english & set(blocks(text)) if not block.startswith("#")}
        assert not same, number
        found = ENGLISH.findall(CODE.sub("", text))
        assert not found, (number, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game(language: str) -> None:
    known = messages(language)
    kinds = [row[0].lower() for row in rows(rule_texts(language)["R2"])]
    assert kinds[1:8] == [str(known[f"kind_{kind}"]).lower() for kind in KINDS]
    gang = str(known["kind_gang"]).split(" (")[0].lower()
    assert kinds[8].startswith(gang)
    call = rule_texts(language)["R5.1"].replace("\N{NO-BREAK SPACE}", " ")
    assert str(known["last_card_call"]).replace("\N{NO-BREAK SPACE}", " ") in call
    assert str(known["card_multicoloured_1"]).lower() in rule_texts(language)["R1.1"].lower()
    assert str(known["round_word"]).lower() in rule_texts(language)["R4"].lower()
    whole = " ".join("".join(rule_texts(language).values()).lower().split())
    assert not [word for word in WORDS[language] if word not in whole]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_agree_with_the_library(language: str) -> None:
    """R2.3, R6.1, R9: the printed numbers are the library's."""
    texts = rule_texts(language)
    counted = Counter(
        f"gang of {one.size}" if one.is_gang else one.kind.code for one in catalogue()
    )
    printed = figures("\n".join("|".join(row) for row in rows(texts["R2.3"])))
    assert printed == Counter(str(count) for count in counted.values() if count != 1)
    for cells, each, example in rows(texts["R6.1"])[1:]:
        low, *rest = (int(number) for number in re.findall(r"\d+", cells))
        for left in range(low, (rest or [low])[0] + 1):
            assert points_for(left) == left * int(each)
        left, points = (int(number) for number in re.findall(r"\d+", example))
        assert points_for(left) == points
    fields = [row[0].strip("`") for row in rows(texts["R9"])]
    assert [one for one in fields if one in EDITIONS] == list(EDITIONS)
    assert [one for one in fields if one in FIELDS] == list(FIELDS)
    assert all(all(edition_words(edition, language)) for edition in EDITIONS)


MARKS = {
    "en": "our decision",
    "de": "unsere Entscheidung",
    "es": "decisión nuestra",
    "fi": "oma ratkaisumme",
    "fr": "notre choix|est le nôtre",
    "it": "scelta nostra|è nostra",
    "nl": "onze keuze",
    "pl": "nasza decyzja",
}


@pytest.mark.parametrize("language", OTHERS)
def test_our_decisions_are_marked_alike(language: str) -> None:
    """R2.4, R3.6, R5.2, R5.4, R5.5: where the books are silent, each language says so."""

    def marks(language: str) -> dict[str, int]:
        texts = {number: " ".join(text.split()) for number, text in rule_texts(language).items()}
        found = {number: len(re.findall(MARKS[language], text)) for number, text in texts.items()}
        return {number: count for number, count in found.items() if count}

    assert {"R2.4", "R3.6", "R5.2", "R5.4", "R5.5"} <= marks("en").keys()
    assert marks(language) == marks("en")
