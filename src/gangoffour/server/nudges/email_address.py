"""Addresses of mailboxes: the plain ones only, so that no part of a mail reads more into them."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

MAX_LENGTH: Final = 254
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_PLAIN: Final = re.compile(
    rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+[A-Za-z]{{2,63}}"
)


def is_address(text: str) -> bool:
    """Whether this is one address, and nothing that a mail's header would read as another.

    >>> [is_address(one) for one in ("ann+4@mail.example", "a..b@mail.example", "=?x?=@b.co")]
    [True, False, False]
    """
    return len(text) <= MAX_LENGTH and "=?" not in text and _PLAIN.fullmatch(text) is not None


def mailbox(address: str) -> str:
    """What addresses have in common that mostly lead to one mailbox, unreadable.

    >>> mailbox("Ann.B+4@Mail.example") == mailbox("annb@mail.example")
    True
    """
    name, _, host = address.lower().rpartition("@")
    return sha256(f"{name.partition('+')[0].replace('.', '')}@{host}".encode()).hexdigest()
