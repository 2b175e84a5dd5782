"""How text is searched: folded, so that case and accents do not count; a few words; an excerpt."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_WORDS: Final = 6
"""So many words of a search count."""
MAX_FOLDED: Final = 6_000
"""Of a text that is searched: one sign may be many letters once it is folded."""
MAX_ASKED: Final = 100
"""Of all words of a search together, once they are folded."""
EXCERPT: Final = 160
_RUN: Final = re.compile(r"(.)\1{3,}")
_ODD: Final = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "’": "'"})
"""Letters that are more than a letter with an accent."""


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
