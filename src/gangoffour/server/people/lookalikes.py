"""What a text looks like: the skeleton of Unicode's confusables (UTS #39), letter case aside.

The table beside this module is made from Unicode's by ``tools/confusables.py``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from gangoffour.table.chat import visible

_SMALL_CAPITALS: Final = dict(
    zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋĸʟɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghljkklnoprstuvwyz", strict=True)
)
_OURS: Final = str.maketrans({"i": "l", "ᴍ": "rn", "ʍ": "rn", **_SMALL_CAPITALS})
"""Alike to people, though not by Unicode's table: ``i`` is ``l`` once it was ``I``, and a Cyrillic
small letter such as ``н`` has a small capital for prototype."""


def skeleton(text: str) -> str:
    """What texts that look the same have in common; nothing to be shown.

    >>> skeleton("Paypal") == skeleton("РауpаI") == skeleton("PAYPA1")
    True
    """
    shown = _prototypes(unicodedata.normalize("NFKD", visible(text)))
    small = _prototypes(unicodedata.normalize("NFKD", shown.casefold()))
    return small.casefold().translate(_OURS)


def _prototypes(text: str) -> str:
    table = _table()
    return unicodedata.normalize("NFD", "".join(table.get(one, one) for one in text))


@cache
def _table() -> Mapping[str, str]:
    """The prototype of every letter that has one."""
    text = Path(__file__).with_name("confusables.txt").read_text("ascii")
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {_letter(one): "".join(map(_letter, looks)) for one, *looks in pairs}


def _letter(number: str) -> str:
    return chr(int(number, 16))
