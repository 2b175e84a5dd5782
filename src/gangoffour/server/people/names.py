"""Names of people: what may be one, and when two of them look the same."""

from __future__ import annotations

import unicodedata
from typing import Final

from gangoffour.bots.registry import INFOS
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.chat import clean

MIN_NAME: Final = 2
MAX_NAME: Final = 20
MAX_KEY: Final = 60
SOMEBODY: Final = "somebody"
"""What is left of a name when its person has deleted their data."""

_MARKS: Final = " -_.'’"
_LOOKALIKES: Final = str.maketrans(
    "01iı|аеіорсухкмтвнαειορυχκντ",
    "ollllaelopcyxkmtbhaelopyxkvt",
)
"""Letters that are taken for another: digits, and the Cyrillic and Greek twins of Latin ones."""


def checked_name(raw: str) -> str:
    """A name as it is shown: one clean line of letters, digits and a few marks; else refused."""
    if len(raw) > 8 * MAX_NAME:
        raise ServerRefusal("bad_name")
    name = clean(clean(unicodedata.normalize("NFKC", raw)))  # twice: a mark may have come first
    key = name_key(name)
    fits = MIN_NAME <= len(name) <= MAX_NAME and 1 <= len(key) <= MAX_KEY
    if not fits or name != clean(name) or not all(_allowed(letter) for letter in name):
        raise ServerRefusal("bad_name")
    if key in RESERVED:
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
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(one for one in folded if unicodedata.category(one)[0] in "LMN")
    return letters.translate(_LOOKALIKES)


RESERVED: Final = frozenset(
    name_key(name)
    for name in (
        *(text for info in INFOS for text in (info.name, info.title)),
        *("admin", "administrator", "moderator", "mod", "root", "system", "server", "support"),
        *("official", "staff", "host", "dealer", "bot", "guest", "gang of four", "gangoffour"),
        *(SOMEBODY, "nobody", "anybody", "everybody", "anonymous", "deleted", "null", "undefined"),
    )
)
"""Names nobody may take, as keys."""
