"""The daily at two servers at once: one set of deals, one first attempt, one result."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from gangoffour.server.storage.deal_models import CostRow
from tests.server.daily.test_daily import begin, get, play_round
from tests.support.servers import Nats
from tests.support.several import servers

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
