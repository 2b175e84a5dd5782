"""What people share although they are at different processes: lobby, quick match, limits, bans."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.tables import table_cap
from gangoffour.server.transport import connection_cap
from gangoffour.server.transport.connections import CLOSE_TOO_MANY
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import Client
from tests.support.deals import everybodys_hand_is_in, promised_quick_match
from tests.support.live import Live
from tests.support.patience import SHIPPED_S
from tests.support.servers import Nats
from tests.support.several import joined, servers, until

pytestmark = pytest.mark.anyio


async def seek(one: Client, wait_s: int, seats: int = 3) -> None:
    answer = await one.ask({"type": "quick", "seats": seats, "wait_s": wait_s, "level": 1})
    assert answer["type"] == "done"


async def test_one_lobby(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        await bob.ask({"type": "lobby", "on": True})
        host = c.Person(ann.me["id"], "Ann", 50)
        room = await here.server.tables.open(host, Options(clock="none", name="Tea"))
        await ann.watch(room.id)

        def shown() -> bool:
            assert bob.lobby is not None
            names = {one["name"] for one in bob.lobby["online"]}
            tables = [one["id"] for one in bob.lobby["tables"]]
            return names == {"Ann", "Bob"} and tables == [room.id]

        await bob.until(shown)
        assert bob.lobby is not None and bob.lobby["online_count"] == 2
        await bob.watch(room.id)
        await bob.until(lambda: bob.lobby is not None and bob.lobby["tables"][0]["watching"] == 1)
        assert len(bob.lobby["tables"]) == 1
        await ann.close()
        await bob.until(lambda: bob.lobby is not None and bob.lobby["online_count"] == 1)


async def test_seekers_at_different_processes_play_together(database: str, nats: Nats) -> None:
    async with servers(database, nats, 3) as several:
        seekers = [
            await one.person(name) for one, name in zip(several, ("Ann", "Bob", "Cid"), strict=True)
        ]
        await asyncio.gather(*(seek(one, 60) for one in seekers))
        for one in seekers:
            await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
        tables = {one.matched[0] for one in seekers}
        assert len(tables) == 1
        state = await seekers[0].watch(tables.pop())
        names = {seat["name"] for seat in state["public"]["seats"]}
        assert names == {"Ann", "Bob", "Cid"}
        assert all(one.server.lobby.matchmaking.count == 0 for one in several)


async def test_a_quick_match_across_processes_has_everybodys_hand_in_it(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.table.clock.REVEAL_MS", 600_000)
    async with servers(database, nats) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        program = await here.person("Program")
        await promised_quick_match(ann, bob, program)
        room = await here.server.tables.get(ann.matched[0])
        await until(lambda: room.table.match is not None)
        everybodys_hand_is_in(room.table, ann, bob)


async def test_bots_fill_up_when_a_wait_is_over(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        ann, bob, cid = (
            await here.person("Ann"),
            await there.person("Bob"),
            await there.person("C3"),
        )
        await seek(bob, 60, seats=4)
        await seek(cid, 60, seats=3)
        await asyncio.sleep(0.3)
        await seek(ann, 0, seats=4)
        for one in (ann, bob):
            await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
        assert ann.matched == bob.matched
        state = await ann.watch(ann.matched[0])
        kinds = [seat["kind"] for seat in state["public"]["seats"]]
        assert kinds == ["person", "person", "bot", "bot"]
        assert cid.matched == []
        await cid.ask({"type": "quick_stop"})
        assert there.server.lobby.matchmaking.count == 0


async def test_budgets_are_shared(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database, nats) as (here, there):
        used, shared = here.server.logins.limits, there.server.logins.limits
        tried = here.server.logins.tries, there.server.logins.tries
        for one in (used, shared, *tried):  # however slow the machine is, nothing comes back
            monkeypatch.setattr(one, "_time", lambda: 0.0)
        await joined(here.server.bus, there.server.bus)
        for _ in range(29):
            assert used.allow("login", "10.0.0.1") == 0
        await until(lambda: shared.left("login", "10.0.0.1") < 2)
        assert shared.allow("login", "10.0.0.1") == 0
        assert shared.allow("login", "10.0.0.1") > 0
        with pytest.raises(ServerRefusal, match="too much at once"):
            await there.server.logins.login("nobody", "a wrong password", Arrival("10.0.0.1"))
        assert shared.allow("login", "10.0.0.2") == 0
        for _ in range(5):
            tried[0].begin("10.0.0.3 ann")
        await until(lambda: tried[1].wait("10.0.0.3 ann") > 0)


async def test_connections_are_counted_wherever_they_are(database: str, nats: Nats) -> None:
    async with servers(database, nats, connections_per_person=2, connections_per_address=3) as (
        here,
        there,
    ):
        counts = there.server.connection_cap
        token = await here.token("Ann")
        first, second = await here.client(token), await here.client(token)
        ann = first.me["id"]
        await until(lambda: counts.count_of(ann) == 2)
        assert counts.count_from("127.0.0.1") == 2
        with pytest.raises(InvalidStatus, match="429"):
            await there.client(token)
        bob = await there.person("Bob")
        await until(lambda: here.server.connection_cap.count_from("127.0.0.1") == 3)
        other = await here.token("Cid")
        with pytest.raises(InvalidStatus, match="429"):
            await here.client(other)
        await first.close()
        await until(lambda: counts.count_of(ann) == 1)
        assert (await there.client(token)).me["id"] == ann
        await second.close()
        await bob.close()


async def test_connections_that_open_everywhere_at_once_are_no_more_than_elsewhere(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.server.transport.connection_cap.TELL_S", 1.0)
    async with servers(database, nats, 3, connections_per_person=5) as several:
        token = await several[0].token("Ann")
        opened: list[Client] = []

        async def open_at(one: Live) -> None:
            with suppress(InvalidStatus, ConnectionClosed):  # it has heard of the others already,
                try:
                    opened.append(await one.client(token))
                except ConnectionResetError as just_then:  # … or does, before its welcome
                    if str(CLOSE_TOO_MANY) not in str(just_then):
                        raise

        await asyncio.gather(*(open_at(one) for one in several for _ in range(5)))
        ann = opened[0].me["id"]
        caps = [one.server.connection_cap for one in several]

        def connected() -> int:
            return sum(one.server.connections.count for one in several)

        await until(lambda: connected() <= 5)
        await until(lambda: [cap.count_of(ann) for cap in caps] == [5, 5, 5])
        assert connected() == 5
        await until(lambda: sum(one.closed == CLOSE_TOO_MANY for one in opened) == len(opened) - 5)


async def test_who_connected_to_a_process_that_died_is_not_counted_for_long(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database, nats) as (here, there):
        ann = await here.person("Ann")
        await until(lambda: there.server.connection_cap.count_of(ann.me["id"]) == 1)
        await here.server.connection_cap._tasks.close()  # without a word
        shipped_s = SHIPPED_S["transport.connection_cap"]
        assert shipped_s < 6
        monkeypatch.setattr(connection_cap, "FORGET_S", shipped_s)
        await until(lambda: there.server.connection_cap.count_of(ann.me["id"]) == 0)


async def test_tables_are_counted_wherever_they_are(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cap, "ASK_S", 30.0)  # though the machine stands still
    async with servers(database, nats, tables_per_person=3) as (here, there):

        async def open_at(one: Live, token: str) -> int:
            headers = {"authorization": f"Bearer {token}"}
            answer = await one.http.post("/api/tables", json={"options": {}}, headers=headers)
            return answer.status_code

        leases = [one.server.leases for one in (here, there)]
        await until(lambda: all(one is not None and one.peers == 2 for one in leases))
        ann = await here.token("Ann")
        assert [await open_at(one, ann) for one in (here, there, here)] == [200] * 3
        assert [await open_at(one, ann) for one in (here, there)] == [409, 409]

        # Both have seen that there is room for one more, and neither has taken it yet.
        bob = await here.token("Bob")
        assert [await open_at(one, bob) for one in (here, there)] == [200] * 2
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        async with here.server.database.writing() as connection:
            await connection.execute(text("LOCK TABLE tables IN SHARE MODE"))
            both = [asyncio.ensure_future(open_at(one, bob)) for one in (here, there)]
            async with asyncio.timeout(60):
                while (await connection.execute(waiting)).scalar_one() + sum(
                    one.done() for one in both
                ) < 2:
                    await asyncio.sleep(0.01)
        at_once = [await one for one in both]
        assert at_once.count(200) <= 1 and set(at_once) <= {200, 409, 503}
        later = [await open_at(one, bob) for one in (here, there)]
        assert (at_once + later).count(200) == 1, "who was told to wait has their place"


async def test_who_signs_out_or_changes_does_so_everywhere(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        token = await here.token("Ann")
        first, second = await here.client(token), await there.client(token)
        headers = {"authorization": f"Bearer {token}"}
        answer = await here.http.patch("/api/me", json={"name": "Anna"}, headers=headers)
        assert answer.status_code == 200, answer.text
        connections = there.server.connections.of(second.me["id"])
        await until(lambda: connections[0].identity.name == "Anna")
        await here.server.people.logout(token)
        assert await first.gone() == await second.gone() == 4401


async def test_a_turn_is_called_wherever_somebody_is(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        host = c.Person(ann.me["id"], "Ann", 50)
        room = await here.server.tables.open(host, Options(clock="none", seats=3))
        await ann.watch(room.id)
        await here.server.tables.do(room.id, c.Command(c.Sit(), c.Person(bob.me["id"], "Bob")))
        await ann.do(room.id, c.SetBot(2, "dumpling"))
        await here.server.tables.do(room.id, c.Command(c.Start(), host, agreed=True))
        await until(lambda: room.table.turn == 1 or ann.may_act(room.id))
        for _ in range(20):
            if bob.turns:
                break
            if ann.may_act(room.id):
                await ann.do(room.id, ann.choice(room.id))
            await asyncio.sleep(0.1)
        assert bob.turns[0] == room.id


async def test_who_watches_is_counted_across_processes(database: str, nats: Nats) -> None:
    async with servers(database, nats) as (here, there):
        ann, bob, eve = (
            await here.person("Ann"),
            await there.person("Bob"),
            await there.person("Eve"),
        )
        host = c.Person(ann.me["id"], "Ann", 50)
        room = await here.server.tables.open(host, Options(clock="none"))
        for one in (ann, bob, eve):
            await one.watch(room.id)
        for one in (ann, bob, eve):
            await one.until(lambda one=one: one.tables[room.id]["watching"] == 2)  # type: ignore[misc]
        await eve.close()
        for one in (ann, bob):
            await one.until(lambda one=one: one.tables[room.id]["watching"] == 1)  # type: ignore[misc]
