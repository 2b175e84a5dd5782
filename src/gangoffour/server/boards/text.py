"""What may stand on a board: plain text of limited length, and how it is searched.

Nothing in it is markup: it is stored and sent as it is, and clients draw cards, rules and links to
matches where they find them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from gangoffour.server.people.lookalikes import visible
from gangoffour.table.chat import clean
from gangoffour.table.refusals import TableRefusal

MAX_TITLE: Final = 100
MAX_POST: Final = 4_000
MAX_LINES: Final = 120
MAX_WORDS: Final = 6
"""So many words of a search count."""
MAX_FOLDED: Final = 6_000
"""Of a text that is searched: one sign may be many letters once it is folded."""
MAX_ASKED: Final = 100
"""Of all words of a search together, once they are folded."""
_RUN: Final = re.compile(r"(.)\1{3,}")
EXCERPT: Final = 160
_ODD: Final = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "’": "'"})
"""Letters that are more than a letter with an accent."""


def checked_title(raw: str) -> str:
    """A title as one clean line, or a refusal."""
    if len(raw) > 4 * MAX_TITLE:
        raise TableRefusal("text_too_long", limit=MAX_TITLE)
    title = clean(visible(raw))
    _require(title, MAX_TITLE)
    return title


def checked_post(raw: str) -> str:
    """Lines of visible text, at most one empty line between two of them; or a refusal.

    Invisible letters and those that turn the direction are taken out, as in chat and names.
    """
    if len(raw) > 4 * MAX_POST:
        raise TableRefusal("text_too_long", limit=MAX_POST)
    lines: list[str] = []
    for line in visible(raw.replace("\r\n", "\n").replace("\r", "\n")).split("\n"):
        kept = clean(line)
        if kept or (lines and lines[-1]):
            lines.append(kept)
    text = "\n".join(lines[:MAX_LINES]).strip()
    _require(text, MAX_POST)
    if len(lines) > MAX_LINES:
        raise TableRefusal("text_too_long", limit=MAX_POST)
    return text


def _require(text: str, limit: int) -> None:
    if not any(map(str.isprintable, text.replace("\n", ""))):
        raise TableRefusal("empty_text")
    if len(text) > limit:
        raise TableRefusal("text_too_long", limit=limit)


def folded(text: str) -> str:
    """A text as it is searched: small letters without accents, none more than thrice in a row.

    >>> folded("Große Straße, ÉTÉ, Łódź, ™, oooooh")
    'grosse strasse, ete, lodz, tm, oooh'
    """
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_ODD))[: 3 * MAX_FOLDED]
    plain = "".join(one for one in apart if not unicodedata.category(one).startswith("M"))
    return _RUN.sub(r"\1\1\1", plain.casefold())[:MAX_FOLDED]


def words_of(query: str) -> list[str]:
    """The words of a search; those of one letter find too much."""
    found = dict.fromkeys(word for word in folded(query)[:MAX_ASKED].split() if len(word) > 1)
    return list(found)[:MAX_WORDS]


def excerpt(text: str, word: str) -> str:
    """The part of a text around a word of the search, on one line."""
    plain = " ".join(text.split())
    at = max(0, folded(plain).find(word) - EXCERPT // 3)
    at = 0 if at == 0 else plain.find(" ", at) + 1  # from the next word on
    part = plain[at : at + EXCERPT]
    return ("… " if at else "") + part + (" …" if at + EXCERPT < len(plain) else "")
