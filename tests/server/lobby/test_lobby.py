"""The lobby: open tables, who is online, quick matches, private tables, whose turn it is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import Client
from tests.support.deals import everybodys_hand_is_in, promised_quick_match
from tests.support.live import CALM, live

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangoffour.server.lobby.lobby.PUSH_S", 0.01)


async def follow(client: Client) -> None:
    assert (await client.ask({"type": "lobby", "on": True}))["type"] == "done"


def shown(client: Client) -> dict[str, dict[str, object]]:
    assert client.lobby is not None
    return {one["id"]: one for one in client.lobby["tables"]}


async def test_open_tables_are_shown_live(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        await follow(bob)
        room = await server.table(ann, options=Options(clock="none", name="Tea house", seats=3))
        await bob.until(lambda: room.id in shown(bob))
        await bob.until(lambda: shown(bob)[room.id]["free"] == 0)
        assert shown(bob)[room.id]["options"]["name"] == "Tea house"  # type: ignore[index]
        assert shown(bob)[room.id]["code"] == room.code
        assert shown(bob)[room.id]["bots"] == [None, "dumpling", "dumpling"]
        await ann.do(room.id, c.Unseat(2))
        await bob.until(lambda: shown(bob)[room.id]["free"] == 1)
        await bob.watch(room.id)
        await bob.until(lambda: shown(bob)[room.id]["watching"] == 1)
        await bob.do(room.id, c.Sit())
        await bob.until(lambda: shown(bob)[room.id]["watching"] == 0)
        await ann.do(room.id, c.Start())
        await bob.until(lambda: shown(bob)[room.id]["phase"] == "playing")
        await bob.do(room.id, c.Leave())
        await ann.do(room.id, c.Leave())
        await bob.ask({"type": "lobby", "on": False})


async def test_a_match_is_shown_with_its_round_and_its_score(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        await follow(bob)
        room = await server.table(ann, options=CALM)
        await bob.until(lambda: room.id in shown(bob))
        assert (shown(bob)[room.id]["round"], shown(bob)[room.id]["totals"]) == (None, [])
        await ann.do(room.id, c.Start())
        await bob.until(lambda: shown(bob)[room.id]["round"] == 1)
        assert shown(bob)[room.id]["totals"] == [0, 0, 0, 0]
        while ann.state(room.id)["phase"] == "playing":
            await ann.until(lambda: ann.may_act(room.id))
            if ann.state(room.id)["phase"] == "playing":
                await ann.do(room.id, ann.choice(room.id))
        await bob.until(lambda: shown(bob)[room.id]["totals"] != [0, 0, 0, 0])
        points = ann.state(room.id)["match"]["totals"]
        assert (shown(bob)[room.id]["round"], shown(bob)[room.id]["totals"]) == (2, points)


async def test_a_table_is_shown_when_its_host_gets_there_late(tmp_path: Path) -> None:
    """They sit there already, so nothing happens at the table when their window opens."""
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        await follow(bob)
        host = c.Person(ann.me["id"], "Ann")
        room = await server.server.tables.open(host, Options(clock="none"))
        cid = await server.person("Cid")  # once Bob hears of Cid, all before that was told
        await bob.until(lambda: cid.me["id"] in {one["id"] for one in bob.lobby["online"]})  # type: ignore[index]
        assert room.id not in shown(bob)
        await ann.watch(room.id)
        await bob.until(lambda: room.id in shown(bob))


async def test_private_tables_and_those_without_spectators_are_not_listed(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        await follow(bob)
        private = await server.table(ann, options=Options(private=True, clock="none"))
        closed = await server.match(ann, options=Options(spectators=False, clock="none"))
        opened = await server.table(ann)
        await bob.until(lambda: opened.id in shown(bob))
        assert private.id not in shown(bob)
        assert closed.id not in shown(bob)
        listed = (await server.http.get("/api/tables")).json()["tables"]
        assert [one["id"] for one in listed] == [opened.id]
        where = (await server.http.get(f"/api/tables/code/{private.code.lower()}")).json()
        assert where["table"] == private.id
        await bob.watch(private.id)


async def test_who_is_online_is_shown_once_each(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        await follow(ann)
        bob = await server.person("Bob")
        tab = await server.client(bob.token)
        await ann.until(lambda: (ann.lobby or {})["online_count"] == 2)
        assert ann.lobby is not None
        assert sorted(one["name"] for one in ann.lobby["online"]) == ["Ann", "Bob"]
        await tab.close()
        await bob.close()
        await ann.until(lambda: (ann.lobby or {})["online_count"] == 1)


async def test_a_quick_match_alone_is_filled_with_bots(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        answer = await ann.ask({"type": "quick", "seats": 3, "wait_s": 0, "level": 2})
        assert answer["type"] == "done"
        await ann.until(lambda: bool(ann.matched))
        state = await ann.watch(ann.matched[0])
        kinds = sorted(seat["kind"] for seat in state["public"]["seats"])
        assert kinds == ["bot", "bot", "person"]
        assert state["public"]["phase"] == "playing"
        assert state["public"]["options"]["private"]
        await ann.until(lambda: ann.may_act(ann.matched[0]))


async def test_two_who_seek_are_brought_together(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob, cid = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        await follow(cid)
        await bob.ask({"type": "quick", "seats": 4, "wait_s": 120})
        await cid.until(lambda: (cid.lobby or {})["seeking"] == 1)
        await ann.ask({"type": "quick", "seats": 4, "wait_s": 0})
        for one in (ann, bob):
            await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
        assert ann.matched == bob.matched
        await cid.until(lambda: (cid.lobby or {})["seeking"] == 0)
        for one in (ann, bob):
            await one.watch(ann.matched[0])
        people = [seat["name"] for seat in ann.state(ann.matched[0])["seats"] if seat["person"]]
        assert sorted(people) == ["Ann", "Bob"]


async def test_a_full_table_of_seekers_begins_at_once(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        for one in people:
            await one.ask({"type": "quick", "seats": 3, "wait_s": 120})
        for one in people:
            await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
        assert len({one.matched[0] for one in people}) == 1


async def test_a_quick_match_is_dealt_with_everybodys_hand_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.table.clock.REVEAL_MS", 600_000)
    async with live(tmp_path / "one.db") as server:
        ann, bob, program = [await server.person(name) for name in ("Ann", "Bob", "Program")]
        bad = await ann.ask({"type": "quick", "seats": 3, "wait_s": 120, "promise": "G" * 64})
        assert bad["error"]["code"] == "bad_contribution"
        await promised_quick_match(ann, bob, program)
        room = await server.server.tables.get(ann.matched[0])
        everybodys_hand_is_in(room.table, ann, bob)


async def test_who_stops_or_leaves_is_not_seated(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob, cid = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        await follow(cid)
        await ann.ask({"type": "quick", "wait_s": 120})
        await bob.ask({"type": "quick", "wait_s": 120})
        await cid.until(lambda: (cid.lobby or {})["seeking"] == 2)
        assert (await ann.ask({"type": "quick_stop"}))["type"] == "done"
        await bob.close()
        await cid.until(lambda: (cid.lobby or {})["seeking"] == 0)
        await cid.ask({"type": "quick", "wait_s": 0})
        await cid.until(lambda: bool(cid.matched))
        await cid.watch(cid.matched[0])
        assert not ann.matched


async def test_who_avoids_somebody_is_never_seated_with_them(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob, cid, dan = [await server.person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
        ids = [one.me["id"] for one in (ann, bob)]
        headers = {"Authorization": f"Bearer {bob.token}"}
        added = await server.http.put(f"/api/me/avoided/{ids[0]}", headers=headers)
        assert added.status_code == 204
        assert ids[0] in await server.server.relations.muted_by(ids[1])
        for one in (ann, bob, cid, dan):
            await one.ask({"type": "quick", "seats": 3, "wait_s": 120})
        for one in (ann, cid, dan):
            await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
        assert not bob.matched
        opened = await server.table(bob, options=Options(clock="none", seats=3))
        await bob.do(opened.id, c.Unseat(2))
        answer = await ann.ask({"type": "do", "table": opened.id, "ask": {"do": "sit"}})
        assert answer["error"]["code"] == "not_together"
        await cid.do(opened.id, c.Sit())
        gone = await server.http.delete(f"/api/me/avoided/{ids[0]}", headers=headers)
        assert gone.status_code == 204
        await cid.do(opened.id, c.Leave())
        await ann.do(opened.id, c.Sit())


async def test_a_quick_match_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gangoffour.server.storage.database import StorageUnavailable

    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")

        async def fail(*_: object) -> None:
            raise StorageUnavailable("full")

        with monkeypatch.context() as broken:
            broken.setattr(server.server.events, "append", fail)
            await ann.ask({"type": "quick", "wait_s": 0, "id": "q1"})
            await ann.until(lambda: any(b'"refused"' in one for one in ann.frames))
        assert any(b'"id":"q1"' in one and b"storage_unavailable" in one for one in ann.frames)


async def test_who_is_elsewhere_hears_that_it_is_their_turn(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.match(ann, bob, options=Options(clock="days"))
        mover = await server.settled(room, ann, bob)
        waiter = bob if mover is ann else ann
        await waiter.ask({"type": "unwatch", "table": room.id})
        for _ in range(20):
            if waiter.turns:
                break
            await mover.do(room.id, mover.choice(room.id))
            async with asyncio.timeout(60):
                while not (mover.may_act(room.id) or waiter.turns):
                    await asyncio.sleep(0.005)
        assert waiter.turns[0] == room.id


async def test_muted_words_stay_away_over_the_wire(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob, cid = [await server.person(name) for name in ("Ann", "Bob", "Cid")]
        room = await server.table(ann, bob, cid)
        answer = await server.http.put(
            f"/api/me/mutes/{bob.me['id']}", headers={"Authorization": f"Bearer {ann.token}"}
        )
        assert answer.status_code < 300
        await bob.do(room.id, c.Say("unheard of words"))
        await cid.until(lambda: any(b"unheard of words" in one for one in cid.frames))
        await ann.until(lambda: ann.seqs[room.id] == room.table.seq)
        again = await server.client(ann.token)
        await again.watch(room.id)
        assert not any(b"unheard of words" in one for one in (*ann.frames, *again.frames))


async def test_a_calm_table_can_be_watched_by_many(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.table(ann, options=CALM)
        for number in range(5):
            eve = await server.person(f"Eve {number}")
            await eve.watch(room.id)
        assert room.spectators == 5
        await ann.watch(room.id)
        assert ann.tables[room.id]["watching"] == 5
