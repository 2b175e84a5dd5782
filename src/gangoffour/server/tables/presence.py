"""Who is at a table: with several processes, a person's connections may be at any of them.

A process knows its own watchers and asks those that hold the table as well ("the roll") before it
tells the table that somebody is gone. Should that be wrong, because an answer was lost, it heals:
whoever sees a person told gone who is here says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

import msgspec

from gangoffour.rules.errors import Refusal
from gangoffour.server.cluster.bus import Bus, Stop
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.state import Table

ROLL_S: Final = 0.4
"""How long the other processes have to answer the roll."""
RETRY_S: Final = 1.0
COMING_S: Final = 15.0
"""How long the others have to come, or to come back, to a table to which somebody has come."""
AT_ONCE: Final = 20
BEGINS: Final = frozenset[type]({e.Started, e.Shuffled})
PLAYS_ON: Final = BEGINS | {e.TookBack}
"""After these somebody plays who may not be looking."""
OF_PRESENCE: Final = PLAYS_ON | {e.Dropped}
"""What has to do with who is there: moves have not."""
log = logging.getLogger("gangoffour.presence")

Do = Callable[[str, c.Command], Awaitable[int]]
_decode = msgspec.json.Decoder(list[str]).decode


def about_who_is_there(table: Table, command: c.Command) -> bool:
    """Whether a command is decided by who is there: a match begins, or somebody is to be host."""
    match command.what:
        case c.Start() | c.Rematch():
            return not command.agreed
        case c.SetBot():  # with the last one a rematch may begin
            return table.phase == "over"
        case c.Leave():
            return command.by is not None and command.by.id == table.host
    return isinstance(command.what, c.TakeHost)


class Presence:
    """Tells tables who came and who is gone."""

    def __init__(self, do: Do, bus: Bus) -> None:
        self._do = do
        self._bus = bus
        self._answering: dict[str, Stop] = {}
        self._looks: dict[str, asyncio.TimerHandle] = {}
        self._tasks = Tasks()
        self._few = asyncio.Semaphore(AT_ONCE)

    def begin(self, room: Room) -> None:
        """Answer from now on who is at a table by way of this process."""
        if room.id not in self._answering and not self._bus.alone:
            answer = partial(self._answer_roll, room)
            self._answering[room.id] = self._bus.answer(f"roll.{room.id}", answer)

    def end(self, room: Room) -> None:
        if (look := self._looks.pop(room.id, None)) is not None:
            look.cancel()
        if (stop := self._answering.pop(room.id, None)) is not None:
            stop()

    async def _answer_roll(self, room: Room, _: bytes) -> bytes | None:
        if not room.watchers:
            return None
        return msgspec.json.encode(sorted({one.person_id for one in room.watchers}))

    async def elsewhere(self, room: Room) -> set[str]:
        """Who is at this table by way of another process."""
        async with self._few:
            answers = await self._bus.ask_all(f"roll.{room.id}", b"", ROLL_S)
        return {person for one in answers for person in _decode(one)}

    def expect_others(self, room: Room) -> None:
        """Somebody has come to a table: look who else is there once the others had time to come,
        too. A process may have gone without a word, and they with it."""
        if room.id not in self._looks and self._missing(room):
            later = asyncio.get_running_loop().call_later
            self._looks[room.id] = later(COMING_S, self._look, room)

    def _look(self, room: Room) -> None:
        del self._looks[room.id]
        self.note_absent(room)

    def note_absent(self, room: Room) -> None:
        """Who sits there but does not look (seated from afar, the tab closed) counts as gone."""
        if self._missing(room):
            self._tasks.spawn(self.mark_absent(room), f"roll of {room.id}")

    async def mark_absent(self, room: Room) -> None:
        """Tell the table of everybody who should be there but is not, here or elsewhere."""
        if not self._missing(room):
            return
        elsewhere = await self.elsewhere(room)
        for person in self._missing(room):
            if person.id not in elsewhere:
                try:
                    await self._do(room.id, c.Command(c.Disconnect(), person))
                except (Refusal, StorageUnavailable):
                    log.warning("an absence could not be stored", extra={"table": room.id})

    def _missing(self, room: Room) -> list[c.Person]:
        """Who should be at the table but is not here, and has not been told gone."""
        here = {one.person_id for one in room.watchers}
        seats = [room.table.seats[seat] for seat in room.table.present_people]
        return [
            c.Person(one.person, one.name)
            for one in seats
            if one.person is not None and one.person not in here and one.dropped_at is None
        ]

    def collect_absent(self, rooms: Iterable[Room]) -> None:
        """Another process is gone, and with it perhaps somebody's connection."""
        for room in rooms:
            self.note_absent(room)

    async def note_gone(self, room: Room, person: c.Person) -> None:
        """Somebody's last connection here is gone: the table hears of it, sooner or later."""
        if not await self._settled(room, person):
            log.warning("a lost connection could not be stored", extra={"table": room.id})
            self._tasks.spawn(self._note_gone_later(room, person), f"gone from {room.id}")

    async def _settled(self, room: Room, person: c.Person) -> bool:
        """Tell the table that a person is gone, unless they are not; whether that is settled."""
        if room.watched_by(person.id):
            return True
        if room.table.seat_of(person.id) is None or person.id in await self.elsewhere(room):
            return True
        if room.watched_by(person.id):  # back while the others were asked
            return True
        try:
            await self._do(room.id, c.Command(c.Disconnect(), person))
        except (Refusal, StorageUnavailable):
            return False
        return True

    async def _note_gone_later(self, room: Room, person: c.Person) -> None:
        settled = False
        while not settled:
            await asyncio.sleep(RETRY_S)
            settled = await self._settled(room, person)

    def contradict(self, room: Room) -> None:
        """Whoever was told gone by another process but is here: the table hears of it."""
        for seat in room.table.seats:
            gone = seat.dropped_at is not None or seat.away_reason == "connection"
            if gone and seat.person is not None and room.watched_by(seat.person):
                person = c.Person(seat.person, seat.name)
                self._tasks.spawn(self._here(room, person), f"back at {room.id}")

    async def _here(self, room: Room, person: c.Person) -> None:
        try:
            await self._do(room.id, c.Command(c.Connect(), person))
        except (Refusal, StorageUnavailable):
            log.warning("a return could not be stored", extra={"table": room.id})

    async def close(self) -> None:
        for look in self._looks.values():
            look.cancel()
        await self._tasks.close()
