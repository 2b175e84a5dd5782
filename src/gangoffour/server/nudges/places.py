"""Places for nudges that are on their way, so that nobody waits for what nobody answers.

There are few, and each is somebody's for a moment: a delivery that takes longer gives its place up
and goes on beside the others. One person has one at a time, however many nudges they are due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 16
MOMENT_S: Final = 2.0
SLOW: Final = 100
"""So many that take longer go on at once; if there are more, they keep their places."""


class Place:
    """Where one nudge is on its way."""

    def __init__(self, places: Places, person: str) -> None:
        self._places = places
        self._person = person
        self._timer = asyncio.get_running_loop().call_later(MOMENT_S, self._give_way)

    def _give_way(self) -> None:
        self._places.give_way(self._person)

    def leave(self) -> None:
        self._timer.cancel()
        self._places.leave(self._person)


class Places:
    """Who has a place; ``freed`` is called when there is one more."""

    def __init__(self, freed: Callable[[], None]) -> None:
        self._freed = freed
        self._quick: set[str] = set()
        self._slow: set[str] = set()

    @property
    def free(self) -> int:
        return AT_ONCE - len(self._quick)

    @property
    def people(self) -> frozenset[str]:
        """Those for whom something is on its way."""
        return frozenset(self._quick | self._slow)

    def take(self, person: str) -> Place:
        self._quick.add(person)
        return Place(self, person)

    def give_way(self, person: str) -> None:
        if len(self._slow) < SLOW:
            self._quick.discard(person)
            self._slow.add(person)
            self._freed()

    def leave(self, person: str) -> None:
        self._quick.discard(person)
        self._slow.discard(person)
        self._freed()
