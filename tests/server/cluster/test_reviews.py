"""A review asked of two servers at once: a worker judges it, one of them makes it, both have it."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from gangoffour.server.bots.fair import FairBots
from gangoffour.server.bots.remote import RemoteBots
from gangoffour.server.bots.worker import Worker
from gangoffour.server.cluster.nats_bus import NatsBus
from tests.server.house import Played
from tests.support.live import Live
from tests.support.servers import Nats
from tests.support.several import servers

pytestmark = pytest.mark.anyio


async def asked(live: Live) -> bytes:
    """A review, asked for until it is there."""
    async with asyncio.timeout(60):
        while (answer := await live.http.get("/api/matches/a1-1/review")).status_code == 202:
            await asyncio.sleep(0.05)
    assert answer.status_code == 200, answer.text
    return answer.content


async def test_two_servers_and_a_worker_make_one_review(database: str, nats: Nats) -> None:
    one = Worker(NatsBus(nats.url))
    await one.start()
    async with servers(database, nats) as (here, there):
        ann, _ = await here.server.people.guest("Ann")
        played = Played("a1", [ann], target=10)
        begun = played.start()
        await here.server.results.receive(played.table, played.room.facts, begun)
        running = await there.http.get("/api/matches/a1-1/review")
        assert running.json()["error"]["code"] == "match_running"
        played.play_on()
        await here.server.results.receive(played.table, played.room.facts, played.last)
        first, second = await asyncio.gather(asked(here), asked(there))
        assert first == second
        several = [live.server for live in (here, there)]
        assert sum(server.reviews.counted["made"] for server in several) == 1
        assert played.table.match is not None
        judged: Counter[str] = Counter()
        for server in several:
            assert isinstance(server.bots, FairBots) and isinstance(server.bots.bots, RemoteBots)
            judged += server.bots.bots.judged
        # Whoever waits for too long, on a busy machine, judges a round itself.
        assert judged["worker"] and judged.total() == len(played.table.match.results)
        text = (await here.http.get("/metrics")).text + (await there.http.get("/metrics")).text
        assert f'gangoffour_review_rounds_total{{place="worker"}} {judged["worker"]:.1f}' in text
    await one.close()
