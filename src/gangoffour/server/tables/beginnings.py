"""What a match that begins needs and a table cannot know: a secret, and whether it may be rated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from gangoffour.server.runtime.secrets import new_seed
from gangoffour.table.commands import Command
from gangoffour.table.state import Table

HeldBack = Callable[[Sequence[str | None]], Awaitable[tuple[int, ...]]]
"""How often each, seat by seat, has lately held back what they had promised for a deal."""
ShareAddress = Callable[[Sequence[str]], Awaitable[bool]]
"""Whether two of these people come from one address: then their match is casual."""
NextSeed = Callable[[Table], Awaitable[str]]
"""What the next match of a table is dealt from: a fresh secret, unless its deals are given."""


class Beginnings:
    """Adds it to the command that may begin a match."""

    def __init__(
        self,
        share_address: ShareAddress | None,
        next_seed: NextSeed | None,
        held_back: HeldBack | None,
    ) -> None:
        self._share_address = share_address
        self._next_seed = next_seed
        self._held_back = held_back

    async def prepared(self, table: Table, command: Command) -> Command:
        """The command with what it needs for the table as it is; as it came if it will be refused,
        as it is a stranger's."""
        person = None if command.by is None else command.by.id
        if person != table.host and table.seat_of(person) is None:
            return command
        same = False
        if table.options.rated and self._share_address is not None:
            people = [table.seats[seat].person or "" for seat in table.people]
            same = await self._share_address(people)
        seed = new_seed() if self._next_seed is None else await self._next_seed(table)
        held: tuple[int, ...] = ()
        if table.options.rated and self._held_back is not None:
            held = await self._held_back([seat.person for seat in table.seats])
        return replace(command, seed=seed, same_address=same, held_back=held)
