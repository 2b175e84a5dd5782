"""Lobbies of several processes: changes go to all, the whole goes to whoever asks, losses heal."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from gangoffour.server.cluster.local_bus import LocalBus
from gangoffour.server.lobby import other_lobbies
from gangoffour.server.lobby.other_lobbies import SharedLobbies
from gangoffour.server.wire.messages import LobbyState, OnlinePerson

pytestmark = pytest.mark.anyio
EVERYTHING = 10_000


class Noted(LocalBus):
    """Notes what is told, and loses it if told to."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, bytes]] = []
        self.deaf = False

    async def publish(self, subject: str, news: bytes) -> None:
        self.told.append((subject, news))
        if not self.deaf:
            await super().publish(subject, news)


class Process:
    """One process: how many people are there, and what it knows of the others."""

    def __init__(self, bus: Noted, people: int) -> None:
        self.changed = asyncio.Event()
        self.shared = SharedLobbies(bus, self.changed.set)
        self.people = people

    def own(self) -> LobbyState:
        names = [f"{id(self)}-{number}" for number in range(self.people)]
        online = [OnlinePerson(name, name, "guest", 1500, None) for name in names]
        return LobbyState([], online, len(online), 0, 0)

    async def tell(self) -> None:
        await self.shared.publish(self.own)

    @property
    def shown(self) -> int:
        return len(self.shared.with_others(self.own(), EVERYTHING).online)


async def test_changes_go_to_all_and_the_whole_to_whoever_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(other_lobbies, "ASK_AGAIN_S", 0.0)
    bus = Noted()
    several = [Process(bus, people) for people in (50, 60, 70)]
    for _ in range(3):  # whoever is new is asked for the whole, and tells it
        for one in several:
            await one.tell()
    assert [one.shown for one in several] == [180] * 3
    bus.told.clear()
    several[0].people += 1
    await several[0].tell()
    assert [one.shown for one in several] == [181] * 3
    ((subject, news),) = bus.told
    assert subject == "lobby" and len(news) < 400
    bus.deaf = True
    several[1].people += 1
    await several[1].tell()  # nobody hears of it
    bus.deaf = False
    several[1].people += 1
    await several[1].tell()
    assert [one.shown for one in several] == [181, 183, 181]
    bus.told.clear()
    await several[0].tell()
    await several[1].tell()
    assert [one.shown for one in several] == [183, 183, 181], "the one that asked, and nobody else"
    wholes = [subject for subject, raw in bus.told if msgspec.json.decode(raw).get("whole")]
    assert len(wholes) == 1 and wholes[0].startswith("lobby_for.")
