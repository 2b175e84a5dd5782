"""Which commands a table has carried out: a command sent again is applied once, and never mistaken
for another one.

A command's id counts for the person and the session it came by, so a program that begins to count
anew in a session of its own meets nothing of old. With each id goes a digest of what was asked.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.commands import Command

REMEMBERED: Final = 1024
"""How many of a table's last commands are remembered: far more than anybody waits to send again."""
_CONTENT_BITS: Final = 32
_IS_DIGEST: Final = re.compile(rf"[0-9a-f]{{{_CONTENT_BITS // 4}}}").fullmatch


class CommandId(NamedTuple):
    """Who asked, by which session and under which id (the key); what, as a digest; both together
    as they are stored; and how version 0.2 would have named it."""

    key: str
    content: str
    stored: str
    old: str


def id_of(command: Command) -> CommandId | None:
    """The id under which a command is applied once; None for the server's own."""
    if command.by is None or not command.id:
        return None
    person, session, name = command.by.id, command.session, command.id
    content = sha256(encode(command.what)).hexdigest()[: _CONTENT_BITS // 4]
    key = f"{person}:{session}:{name}"
    return CommandId(key, content, f"{key}#{content}", f"{person}:{name}")


class CommandIds:
    """The last commands of a table, with the numbers that they were answered with."""

    def __init__(self) -> None:
        self._found: dict[int, int] = {}
        """By the key's hash: number and digest in one, for they are many."""
        self._any_old = False

    def __len__(self) -> int:
        return len(self._found)

    def clear(self) -> None:
        self._found.clear()

    def add(self, stored: str, seq: int) -> None:
        """A command was carried out; ``seq`` is the number of its last event."""
        key, _, content = stored.rpartition("#")
        if len(self._found) >= REMEMBERED:
            del self._found[next(iter(self._found))]
        if _IS_DIGEST(content):
            self._found[hash(key)] = seq << _CONTENT_BITS | int(content, 16)
        else:  # by version 0.2, which knew of no sessions and kept no digest
            self._found[hash(stored)] = -seq
            self._any_old = True

    def answer(self, wanted: CommandId) -> int | None:
        """The number that this command was answered with; None if it is new.

        Refused if the id was used for something else.
        """
        found = self._found.get(hash(wanted.key))
        if found is None:
            old = self._found.get(hash(wanted.old)) if self._any_old else None
            return None if old is None else abs(old)
        if found & (1 << _CONTENT_BITS) - 1 != int(wanted.content, 16):
            raise ServerRefusal("id_reused")
        return found >> _CONTENT_BITS
