"""What may be said at a table: quick phrases by code, and short plain text."""

from __future__ import annotations

import re
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
INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's default-ignorable characters, and the blanks of Braille and of music: nothing of them
is seen."""
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


def visible(text: str) -> str:
    """A text without what nobody can see."""
    return INVISIBLE.sub("", text)


def clean(raw: str) -> str:
    """One line of letters that can be seen, spaces folded, at most two marks on a letter."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", visible(raw)):
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
