"""The daily at two servers at once: one set of deals, one first attempt, one result."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select, text

from gangoffour.server.storage.deal_models import CostRow
from tests.server.daily.test_daily import begin, get, play_round
from tests.support.live import Live
from tests.support.servers import Nats
from tests.support.several import servers
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio


async def test_two_servers_have_one_day_and_one_first_attempt(database: str, nats: Nats) -> None:
    async with servers(database, nats, messages_per_second=100_000) as (here, there):
        token = await here.token("Ann")
        ann, same = await here.client(token), await there.client(token)
        looked = await asyncio.gather(*(get(one, "/api/daily/today", ann) for one in (here, there)))
        assert looked[0]["commitment"] == looked[1]["commitment"]
        tables = await asyncio.gather(begin(here.url, ann), begin(there.url, ann))
        assert len(set(tables)) == 1
        await same.watch(tables[0])
        await play_round(same, tables[0])
        await there.server.daily.costs.judge(f"{tables[0]}-1")
        await here.server.daily.costs.judge(f"{tables[0]}-1")
        mine = (await get(here, "/api/daily/today", ann))["mine"]
        assert len(mine["rounds"]) == 1 and mine["counts"]
        async with here.server.database.reading() as connection:
            judged = (await connection.execute(select(CostRow.match_id))).scalars().all()
        assert judged == [f"{tables[0]}-1"]
        await one_browser_has_one_first_attempt(here, there)


async def one_browser_has_one_first_attempt(here: Live, there: Live) -> None:
    """Two names in one browser begin at the same moment, each at another server."""

    async def counts(server: Live, name: str) -> bool:
        session = {"authorization": f"Bearer {await server.token(name)}"}
        mark = {"gof_browser": "the same browser"}
        async with visitor(server.url, headers=session, cookies=mark) as http:
            answer = await http.post("/api/daily/today/play")
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["counts"])

    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with here.server.database.writing() as connection:
        await connection.execute(text("LOCK TABLE deal_attempts IN SHARE MODE"))
        both = asyncio.gather(counts(here, "Bea"), counts(there, "Cid"))
        async with asyncio.timeout(60):
            while (await connection.execute(waiting)).scalar_one() < 2:
                await asyncio.sleep(0.01)  # both have seen that nobody has begun
    assert sorted(await both) == [False, True]
