"""Names of people: what may be one, and when two of them look the same."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from gangoffour.bots.registry import INFOS
from gangoffour.server.people.lookalikes import skeleton
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import clean, visible

MIN_NAME: Final = 2
MAX_NAME: Final = 20
MAX_KEY: Final = 60
MAX_LOOK: Final = 200
SOMEBODY: Final = "somebody"
"""What is left of a name when its person has deleted their data."""

_MARKS: Final = " -_.'’"
_TWINS: Final = str.maketrans(
    "01iı|аеіорсухкмтвнαειορυχκντ",
    "ollllaelopcyxkmtbhaelopyxkvt",
)
"""Letters that name the same account: digits, and the Cyrillic and Greek twins of Latin ones."""


def checked_name(raw: str) -> str:
    """A name as it is shown: one clean line of letters, digits and a few marks; else refused."""
    if len(raw) > 8 * MAX_NAME:
        raise ServerRefusal("bad_name")
    plain = visible(unicodedata.normalize("NFKC", visible(raw)))
    name = clean(clean(plain))  # twice: a mark may have come first
    key = name_key(name)
    look = name_look(name)
    fits = MIN_NAME <= len(name) <= MAX_NAME and 1 <= len(key) <= MAX_KEY
    fits = fits and len(look) <= MAX_LOOK and any(map(str.isalnum, name))
    if not fits or name != clean(name) or not all(_allowed(letter) for letter in name):
        raise ServerRefusal("bad_name")
    if key in RESERVED or look in _reserved_looks():
        raise ServerRefusal("name_reserved", name=name)
    return name


def _allowed(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind[0] in "LM" or kind == "Nd" or letter in _MARKS


def name_key(name: str) -> str:
    """What two names have in common that look the same: case, spaces and lookalikes folded.

    >>> name_key("Anna-Lena") == name_key("ANNA LENA") == name_key("annaiena")
    True
    """
    plain = unicodedata.normalize("NFKC", visible(name)).casefold()
    folded = visible(unicodedata.normalize("NFKC", plain))
    letters = "".join(one for one in folded if unicodedata.category(one)[0] in "LMN")
    return letters.translate(_TWINS)


def name_look(name: str) -> str:
    """What a name looks like: no two accounts have the same.

    >>> name_look("modern") == name_look("MODEM") == name_look("m o d e r n")
    True
    """
    return "".join(one for one in skeleton(name) if unicodedata.category(one)[0] in "LMN")


def keys_of(name: str) -> dict[str, str]:
    """What is stored beside an account's name, so that nobody else has it."""
    return {"name_key": name_key(name), "name_look": name_look(name)}


_RESERVED_NAMES: Final = (
    *(text for info in INFOS for text in (info.name, info.title)),
    *("admin", "administrator", "moderator", "mod", "root", "system", "server", "support"),
    *("official", "staff", "host", "dealer", "bot", "guest", "gang of four", "gangoffour"),
    *(SOMEBODY, "nobody", "anybody", "everybody", "anonymous", "deleted", "null", "undefined"),
)
RESERVED: Final = frozenset(map(name_key, _RESERVED_NAMES))
"""Names nobody may take, as keys."""


@cache
def _reserved_looks() -> frozenset[str]:
    return frozenset(map(name_look, _RESERVED_NAMES))
