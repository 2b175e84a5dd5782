"""Who is looking: a page of theirs is on a screen, by way of this process or another one."""

from __future__ import annotations

from typing import Final

from gangoffour.server.cluster.bus import Bus, Stop
from gangoffour.server.transport.connections import Connections

SUBJECT: Final = "looking"
WAIT_S: Final = 0.5


class Lookers:
    """Answers whether somebody looks, and asks the other processes."""

    def __init__(self, bus: Bus, connections: Connections) -> None:
        self._bus = bus
        self._connections = connections
        self._stop: Stop | None = None

    def start(self) -> None:
        if not self._bus.alone:
            self._stop = self._bus.answer(SUBJECT, self._answer)

    async def looks(self, person_id: str) -> bool:
        if self._here(person_id):
            return True
        answers = await self._bus.ask_all(SUBJECT, person_id.encode(), WAIT_S, enough=1)
        return bool(answers)

    def _here(self, person_id: str) -> bool:
        return any(one.looking and not one.closing for one in self._connections.of(person_id))

    async def _answer(self, question: bytes) -> bytes | None:
        return b"yes" if self._here(question.decode()) else None

    def close(self) -> None:
        if self._stop is not None:
            self._stop()
