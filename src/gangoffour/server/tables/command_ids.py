"""Which commands a table has carried out: a command sent again is applied once, and never mistaken
for another one.

A command's id counts for the person and the session it came by, so a program that begins to count
anew in a session of its own meets nothing of old. With each id goes a digest of what was asked.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from msgspec import Struct

from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.commands import Command

REMEMBERED: Final = 1024
"""How many of a table's last commands are remembered: far more than anybody waits to send again."""
_CONTENT_BITS: Final = 32
_CONTENT: Final = (1 << _CONTENT_BITS) - 1
_IS_DIGEST: Final = re.compile(rf"[0-9a-f]{{{_CONTENT_BITS // 4}}}").fullmatch


class CommandId(Struct, frozen=True):
    """Who asked, by which session and under which id (the key); what, as a digest; and both
    together as they are stored."""

    key: str
    content: int
    stored: str

    @property
    def old(self) -> str:
        """How version 0.2 would have named it, which knew of no sessions."""
        person, _, name = self.key.split(":", 2)
        return f"{person}:{name}"


def id_of(command: Command) -> CommandId | None:
    """The id under which a command is applied once; None for the server's own."""
    if command.by is None or not command.id:
        return None
    key = f"{command.by.id}:{command.session}:{command.id}"
    content = sha256(encode(command.what)).hexdigest()[: _CONTENT_BITS // 4]
    return CommandId(key, int(content, 16), f"{key}#{content}")


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

    def add(self, carried_out: CommandId, seq: int) -> None:
        """A command was carried out; ``seq`` is the number of its last event."""
        self._note(carried_out.key, seq << _CONTENT_BITS | carried_out.content)

    def load(self, stored: str, seq: int) -> None:
        """The same of one that is read from storage."""
        key, _, content = stored.rpartition("#")
        if _IS_DIGEST(content):
            self._note(key, seq << _CONTENT_BITS | int(content, 16))
        else:  # by version 0.2, which kept no digest
            self._note(stored, -seq)
            self._any_old = True

    def _note(self, key: str, answer: int) -> None:
        if len(self._found) >= REMEMBERED:
            del self._found[next(iter(self._found))]
        self._found[hash(key)] = answer

    def answer(self, wanted: CommandId | None) -> int | None:
        """The number that this command was answered with; None if it is new, or has no id.

        Refused if the id was used for something else.
        """
        if wanted is None:
            return None
        found = self._found.get(hash(wanted.key))
        if found is None:
            old = self._found.get(hash(wanted.old)) if self._any_old else None
            return None if old is None else abs(old)
        if found & _CONTENT != wanted.content:
            raise ServerRefusal("id_reused")
        return found >> _CONTENT_BITS
