"""What a nudge says, in the person's language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

HERE: Final = files("gangoffour.server.nudges") / "words"
FIRST: Final = "en"
MAX_FILLED: Final = 80
"""So much of a name or a topic at most."""
BLANK: Final = re.compile(r"\{(\w+)\}")


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(one.name.removesuffix(".json") for one in HERE.iterdir()))


@cache
def _words(language: str) -> dict[str, str]:
    known = language if language in languages() else FIRST
    words: dict[str, str] = json.loads((HERE / f"{known}.json").read_text(encoding="utf-8"))
    return words


def worded(language: str, key: str, filled: Mapping[str, str] | None = None) -> str:
    """A text of a language, with its blanks filled in; on one line, whatever a name holds. A blank
    that nothing is given for stays.

    >>> worded("en", "turn_title"), worded("xx", "turn_title")
    ('Your turn', 'Your turn')
    """
    given = filled or {}

    def fill(blank: re.Match[str]) -> str:
        return " ".join(given.get(blank[1], blank[0]).split())[:MAX_FILLED]

    return BLANK.sub(fill, _words(language)[key])
