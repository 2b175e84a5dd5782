"""Names of clubs: what may be one, and when two of them look the same."""

from __future__ import annotations

import unicodedata
from typing import Final

from gangoffour.server.people.names import RESERVED, name_key, name_look
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import clean, visible

MIN_NAME: Final = 3
MAX_NAME: Final = 40
MAX_LOOK: Final = 400
_MARKS: Final = " -_.'’&"


def checked_club_name(raw: str) -> str:
    """A name as it is shown, or a refusal."""
    if len(raw) > 4 * MAX_NAME:
        raise ServerRefusal("bad_club_name")
    name = clean(clean(visible(unicodedata.normalize("NFKC", visible(raw)))))
    fits = MIN_NAME <= len(name) <= MAX_NAME and len(name_look(name)) <= MAX_LOOK
    if not fits or not name_key(name) or not all(map(_allowed, name)):
        raise ServerRefusal("bad_club_name")
    if name_key(name) in RESERVED:
        raise ServerRefusal("name_reserved", name=name)
    return name


def _allowed(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind[0] in "LM" or kind == "Nd" or letter in _MARKS
