"""What no id and no text of a message may hold: control characters, and halves of letters.

PostgreSQL stores no U+0000, and nobody can read the others. They are refused before anything is
done with them, whatever field they stand in.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from gangoffour.server.wire.refusals import ServerRefusal

_MAY_HOLD_ONE: Final = re.compile(rb"[\\\x00-\x1f\x7f]|\xc2[\x80-\x9f]")
"""Only where one of these bytes stands can there be a control character, as itself or escaped."""
_UNREADABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Lines and tabs are no trouble: a report may have several lines."""


def is_plain_ascii(raw: bytes) -> bool:
    """Whether every text in this JSON can be printed as it stands: nothing escaped, nothing odd."""
    return raw.isascii() and b"\\" not in raw and raw.decode().isprintable()


def require_plain_json(raw: bytes) -> None:
    """Refuse JSON, well-formed already, in which any text or name holds a control character."""
    if _MAY_HOLD_ONE.search(raw):
        _require_plain(msgspec.json.decode(raw))


def require_plain_text(text: str) -> None:
    found = _UNREADABLE.search(text)
    if found is not None:
        number = f"U+{ord(found[0]):04X}"
        raise ServerRefusal("bad_message", problem=f"a text holds a control character ({number})")


def require_plain_id(text: str, limit: int) -> None:
    """Refuse what is too long or cannot be printed."""
    if len(text) > limit:
        raise ServerRefusal("bad_message", problem=f"an id has at most {limit} characters")
    if not text.isprintable():
        raise ServerRefusal("bad_message", problem="an id has characters that cannot be printed")


def _require_plain(value: Any) -> None:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            require_plain_text(one)
        elif isinstance(one, dict):
            waiting.extend(one)
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
