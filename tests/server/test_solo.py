"""Matches against bots over real sockets: they wait for their person, and bots for the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangoffour.server.bots.fair import FairBots
from gangoffour.table import commands as c
from tests.support.client import WAIT_S, Client, Refused
from tests.support.limits import without_limits
from tests.support.live import Live, live
from tests.support.process import ServerProcess, admit
from tests.support.visitor import visitor

pytestmark = pytest.mark.anyio


async def quick(client: Client, **wish: object) -> str:
    """A match against bots, at once."""
    known = len(client.matched)
    answer = await client.ask({"type": "quick", "wait_s": 0, **wish})
    if answer["type"] == "refused":
        raise Refused(answer["error"])
    await client.until(lambda: len(client.matched) > known)
    return client.matched[-1]


async def turns(client: Client, count: int = 25) -> None:
    """Let the server do whatever it would do by itself."""
    for _ in range(count):
        await client.ask({"type": "ping"})


async def in_the_middle(client: Client, table: str) -> int:
    """Play a few moves until it is this person's turn again; the match's version."""
    await client.watch(table)
    for _ in range(3):
        await client.until(lambda: client.may_act(table))
        await client.do(table, client.choice(table))
    await client.until(lambda: client.may_act(table))
    return int(client.state(table)["match"]["version"])


async def test_leaving_and_a_broken_line_leave_the_match_as_it_was(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        table = await quick(ann)
        version = await in_the_middle(ann, table)
        hand = ann.own(table)["hand"]
        await ann.do(table, c.Leave())
        await turns(ann)
        await ann.vanish()
        room = await server.server.tables.get(table)
        bob = await server.person("Bob")
        async with asyncio.timeout(WAIT_S):  # until the server has noticed
            while room.table.stage != "alone":
                await turns(bob, 1)
        await turns(bob)
        assert room.table.match is not None and room.table.match.version == version
        assert room.table.seats[0].stand_in is None and room.table.stage == "alone"
        assert server.server.lobby.state().tables == []
        await ann.connect()
        await ann.watch(table)
        assert ann.own(table)["hand"] == hand and ann.may_act(table)
        assert ann.state(table)["match"]["version"] == version
        assert ann.me["karma"] == 50


async def test_a_match_against_bots_waits_through_kill_and_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--messages-per-second", "100000")
    (identity, token) = (await admit(server.database, ["Ann"]))["Ann"]
    await server.start()
    ann = await Client(server.url, token).connect()
    try:
        table = await quick(ann)
        version = await in_the_middle(ann, table)
        match = ann.state(table)["match"]  # by three moves a bot may have gone out already
        for end, away in ((server.kill, False), (server.kill, True), (server.stop, True)):
            if away:
                await ann.close()
            await end()
            await server.start()
            if away:
                async with visitor(server.url) as http:
                    bearer = {"Authorization": f"Bearer {token}"}
                    lines = (await http.get("/api/me/matches", headers=bearer)).json()["matches"]
                assert [(one["table"], one["state"]) for one in lines] == [(table, "waiting")]
                assert lines[0]["round"] == match["round"]
                assert [one["total"] for one in lines[0]["players"]] == match["totals"]
            ann = await Client(server.url, token).connect()
            await ann.watch(table)
            assert ann.state(table)["match"]["version"] == version
            assert ann.me["id"] == identity and ann.may_act(table)
    finally:
        await ann.close()
        await server.stop()


async def begun_by_a_bot(server: Live, ann: Client) -> str:
    """A match in which a bot is to begin."""
    while True:
        table = await quick(ann)
        room = await server.server.tables.get(table)
        if room.table.match is not None and room.table.turn != 0:
            return table


async def test_bots_wait_until_the_deal_is_on_every_screen(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", tables_per_person=1000) as server:
        without_limits(server.server)
        ann = await server.person("Ann")
        table = await begun_by_a_bot(server, ann)
        room = await server.server.tables.get(table)
        assert room.table.asleep and room.bot_task is None, "she is not there yet"
        await ann.ask({"type": "watch", "table": table, "screen": True})
        await turns(ann)
        assert room.unpainted and ann.state(table)["match"]["version"] == 0
        await ann.ask({"type": "seen", "table": table, "match": 1, "round": 1})
        await ann.until(lambda: ann.state(table)["match"]["version"] > 0)
        program = await server.person("Program")
        table = await begun_by_a_bot(server, program)
        await program.watch(table)
        await program.until(lambda: program.state(table)["match"]["version"] > 0, 2)


async def test_bots_do_not_wait_for_ever_for_a_screen(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", tables_per_person=1000) as server:
        server.server.tables._automatic._screens_s = 0.05
        ann = await server.person("Ann")
        table = await begun_by_a_bot(server, ann)
        await ann.ask({"type": "watch", "table": table, "screen": True})
        await ann.until(lambda: ann.state(table)["match"]["version"] > 0)


async def test_a_quick_match_is_one_match_and_counts_as_a_table(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", tables_per_person=2) as server:
        ann = await server.person("Ann")
        for number in ("1", "2"):  # as a page does that is not sure of its answer
            await ann.send(f'{{"type": "quick", "id": "q{number}", "wait_s": 0}}')
        await ann.until(lambda: bool(ann.matched))
        await turns(ann)
        assert len(ann.matched) == 1
        await ann.watch(ann.matched[0])
        await ann.do(ann.matched[0], c.Leave())
        await ann.ask({"type": "unwatch", "table": ann.matched[0]})
        server.server.tables._rooms._rooms.clear()  # as if nobody had looked for long
        await quick(ann)
        with pytest.raises(Refused) as refused:
            await quick(ann)
        assert refused.value.code == "too_many_tables"
        await ann.do(ann.matched[0], c.GiveUp())
        await quick(ann)


async def test_who_asks_much_waits_for_themselves() -> None:
    """One person fills the queue; another one's question is the next to be answered."""

    class Slow:
        def __init__(self) -> None:
            self.served: list[str] = []
            self.go = asyncio.Semaphore(0)

        async def decide(self, bot: str, view: object, whose: str = "") -> str:
            self.served.append(whose)
            await self.go.acquire()
            return bot

    slow = Slow()
    fair = FairBots(slow, slots=1, share=1)  # type: ignore[arg-type]
    asked = [asyncio.create_task(fair.decide("x", None, "much")) for _ in range(20)]  # type: ignore[arg-type]
    await asyncio.sleep(0)
    asked[3].cancel()
    asked.append(asyncio.create_task(fair.decide("x", None, "little")))  # type: ignore[arg-type]
    for _ in range(20):
        slow.go.release()
    await asyncio.gather(*asked, return_exceptions=True)
    assert slow.served.index("little") <= 2
    assert len(slow.served) == 20


async def test_hints_serve_people_in_turn(tmp_path: Path) -> None:
    """One person asks for hints at many tables at once; another one's is not behind all of them."""
    served: list[str] = []
    go = asyncio.Semaphore(0)

    async def slowly(view: object, whose: str = "") -> list[object]:
        served.append(whose)
        await go.acquire()
        return []

    async with live(tmp_path / "one.db", tables_per_person=20) as server:
        without_limits(server.server)
        ann, bob = await server.person("Ann"), await server.person("Bob")
        lines = [await server.client(ann.token) for _ in range(8)]
        rooms = [await server.match(one) for one in lines]
        his = await server.match(bob)
        fair = server.server.bots
        assert isinstance(fair, FairBots)
        fair.bots.hint = slowly  # type: ignore[method-assign, assignment]
        asked = [
            asyncio.create_task(one.ask({"type": "hint", "table": room.id}))
            for one, room in zip(lines, rooms, strict=True)
        ]
        async with asyncio.timeout(60):
            while len(served) + fair.gauges()["bots_waiting"] < 8:
                await asyncio.sleep(0.001)
        before = len(served)
        asked.append(asyncio.create_task(bob.ask({"type": "hint", "table": his.id})))
        async with asyncio.timeout(60):
            while len(served) + fair.gauges()["bots_waiting"] < 9:
                await asyncio.sleep(0.001)
        for _ in asked:
            go.release()
        await asyncio.gather(*asked)
        assert before < 8, "some of hers had to wait"
        assert served.index(bob.me["id"]) <= before + 1


async def test_who_is_back_while_the_others_are_asked_is_not_told_gone(tmp_path: Path) -> None:
    """Else a match against bots would sleep under the eyes of its person."""
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.match(ann)
        asked, answered = asyncio.Event(), asyncio.Event()

        async def slowly(
            subject: str, question: bytes, wait_s: float, enough: int = 0
        ) -> list[bytes]:
            asked.set()
            await answered.wait()
            return []

        server.server.bus.ask_all = slowly  # type: ignore[method-assign]
        await ann.leave()
        async with asyncio.timeout(60):
            await asked.wait()
        await ann.connect()
        await ann.watch(room.id)
        before = room.table.seq
        answered.set()
        await turns(ann)
        assert room.table.seq == before and not room.table.asleep
