"""What may be said at a table: quick phrases by code, and short plain text."""

from __future__ import annotations

import unicodedata
from typing import Final

from gangoffour.table.refusals import TableRefusal

PHRASES: Final[tuple[str, ...]] = (
    "hello",
    "good_luck",
    "well_played",
    "nice_gang",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "hurry",
    "one_moment",
    "good_game",
    "bye",
)
MAX_TEXT: Final = 200
MAX_MARKS: Final = 2
"""How many combining marks may stand on one letter."""


def checked_phrase(code: str) -> str:
    """A quick phrase, or a refusal."""
    if code not in PHRASES:
        raise TableRefusal("unknown_phrase", input=code[:40])
    return code


def checked_text(raw: str) -> str:
    """Text as one clean line: no control or direction-changing characters, no stacked marks."""
    if len(raw) > 4 * MAX_TEXT:
        raise TableRefusal("text_too_long", limit=MAX_TEXT)
    cleaned = clean(raw)
    if not cleaned:
        raise TableRefusal("empty_text")
    if len(cleaned) > MAX_TEXT:
        raise TableRefusal("text_too_long", limit=MAX_TEXT)
    return cleaned


def clean(raw: str) -> str:
    """One line of visible letters, spaces folded, at most two marks on a letter."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", raw):
        kind = unicodedata.category(letter)
        if kind.startswith("M"):
            marks += 1
            if marks > MAX_MARKS or not kept:
                continue
        else:
            marks = 0
            if kind.startswith("Z") or letter in "\t\n\r":
                letter = " "
            elif kind.startswith("C"):
                continue
        kept.append(letter)
    return " ".join("".join(kept).split())
