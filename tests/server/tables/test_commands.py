"""Commands through real sockets, on SQLite and on PostgreSQL: one's trouble stays one's own, an id
stands for one command, and no answer is untrue."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from gangoffour.rules.deal import commitment
from gangoffour.server.runtime.rate_limits import BUDGETS, Budget, Limits
from gangoffour.server.storage import event_log as log
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables import event_cap
from gangoffour.server.tables.command_ids import REMEMBERED, CommandIds
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import Client, Refused
from tests.support.limits import standing_limits
from tests.support.live import Live, live
from tests.support.proxy import Proxy
from tests.support.servers import Postgres
from tests.support.stored_tables import waiting_at

pytestmark = pytest.mark.anyio
KINDS = ["sqlite", "postgres"]


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Where a server stores: nothing said is SQLite."""
    return {} if request.param == "sqlite" else {"database": request.getfixturevalue("database")}


def saying(words: str, table: str, command_id: str = "1") -> str:
    return json.dumps(
        {"type": "do", "id": command_id, "table": table, "ask": {"do": "say", "text": words}}
    )


async def said(house: Live, table: str) -> list[str]:
    """What the database holds of a table's chat."""
    found = await house.server.events.read(table)
    bodies = [json.loads(one.body) for one in found]
    return [one["text"] for one in bodies if one["event"] == "said"]


async def refusal(client: Client, raw: str | bytes) -> dict[str, Any]:
    """The refusal of a frame sent as it is."""
    known = len(client.frames)
    await client.send(raw)
    await client.until(lambda: len(client.frames) > known)
    answer: dict[str, Any] = json.loads(client.frames[known])
    assert answer["type"] == "refused", answer
    error: dict[str, Any] = answer["error"]
    return error


async def test_control_characters_are_refused_in_every_id_and_text(
    tmp_path: Path, where: dict[str, Any]
) -> None:
    async with live(tmp_path / "one.db", **where) as house:
        ann = await house.person("Ann")
        room = await house.table(ann)
        for bad in ("\0", "a\0b", "\x1b[31m", "\x7f", "\x85", "a\x08"):
            assert (await refusal(ann, saying("hi", room.id, bad)))["code"] == "bad_message"
            assert (await refusal(ann, saying(bad, room.id)))["code"] == "bad_message"
            assert (await refusal(ann, saying("hi", bad)))["code"] == "bad_message"
            name = {"do": "set_options", "options": {"name": bad}}
            odd = json.dumps({"type": "do", "id": "1", "table": room.id, "ask": name})
            assert (await refusal(ann, odd))["code"] == "bad_message"
        for half in ("\\ud800", "\\udc00x", "\\udc00\\ud800"):
            raw = saying("hi", room.id).replace("hi", half)
            assert (await refusal(ann, raw))["code"] == "bad_message"
        assert (await refusal(ann, saying("hi", room.id, "two\nlines")))["code"] == "bad_message"
        assert await ann.do(room.id, c.Say("two\nlines \N{GRINNING FACE}"))
        assert await said(house, room.id) == ["two lines \N{GRINNING FACE}"]
        for method, path, body in (
            ("POST", "/api/guest", {"name": "An\0n"}),
            ("POST", "/api/login", {"name": "Ann", "password": "\0\0\0\0\0\0\0\0\0"}),
            ("GET", "/api/people/%00", None),
            ("GET", "/api/leaderboard?offset=%00", None),
        ):
            answer = await house.http.request(method, path, json=body)
            assert answer.status_code == 400, (path, answer.text)
            assert answer.json()["error"]["code"] == "bad_message", path


async def test_one_bad_command_fails_alone(tmp_path: Path, where: dict[str, Any]) -> None:
    """Whatever slips through the edge: the transaction that it shared is tried part by part."""
    async with live(tmp_path / "one.db", **where) as house:
        events = house.server.events
        tables = ["a", "b", "bad", "c"]
        entries = [Entry(one, 1, 1, None, b"{}") for one in tables]
        entries[2] = entries[2]._replace(command_id="x\0")
        if not where:  # SQLite takes any text
            entries[2] = entries[2]._replace(body=object())  # type: ignore[arg-type]
        groups = events.groups
        done = await asyncio.gather(
            *(events.append([one]) for one in entries), return_exceptions=True
        )
        assert [type(one) for one in done] == [
            type(None),
            type(None),
            StorageUnavailable,
            type(None),
        ]
        assert events.groups == groups + 3, "they were one group, and were tried one by one"
        assert [len(await events.read(one)) for one in tables] == [1, 1, 0, 1]


async def test_an_id_stands_for_one_command(tmp_path: Path, where: dict[str, Any]) -> None:
    path = tmp_path / "one.db"
    async with live(path, **where) as house:
        ann = await house.person("Ann")
        room = await house.table(ann)
        seat = await ann.do(room.id, c.Unseat(3), "1")
        started = await ann.do(room.id, c.SetBot(3, "dumpling"), "2")
        begun = await ann.do(room.id, c.Start(), "3")  # several events at once
        for command_id, ask, seq in (
            ("1", c.Unseat(3), seat),
            ("2", c.SetBot(3, "dumpling"), started),
            ("3", c.Start(), begun),
        ):
            assert await ann.do(room.id, ask, command_id) == seq, "the same answer"
            with pytest.raises(Refused, match="id_reused"):
                await ann.do(room.id, c.Say("something else"), command_id)
        again = await house.client(ann.token)  # another line of the same session
        assert await again.do(room.id, c.Start(), "3") == begun
        bob = await house.person("Bob")
        with pytest.raises(Refused, match="spectators_silent"):
            await bob.do(room.id, c.Say("mine"), "3")
    async with live(path, **where) as house:  # after a restart, or at another process
        ann = await house.client(ann.token)
        assert await ann.do(room.id, c.Start(), "3") == begun
        with pytest.raises(Refused, match="id_reused"):
            await ann.do(room.id, c.Pause(), "3")
        assert await said(house, room.id) == []


async def test_ids_count_for_a_session_or_a_run_of_it(tmp_path: Path) -> None:
    """A program that begins to count anew is never taken for the one before it."""
    async with live(tmp_path / "one.db") as house:
        first = await house.person("Ann")
        room = await house.table(first)
        await first.do(room.id, c.Say("one"), "1")
        async with house.server.database.writing() as connection:
            another = await house.server.sessions.open(connection, first.me["id"])
        second = await house.client(another)
        await second.do(room.id, c.Say("two"), "1")
        run = Client(house.url, first.token)
        run.path = "/ws?run=a"
        house.clients.append(run)
        await run.connect()
        await run.do(room.id, c.Say("three"), "1")
        await run.do(room.id, c.Say("three"), "1")
        assert await said(house, room.id) == ["one", "two", "three"]


def test_few_ids_are_remembered() -> None:
    ids = CommandIds()
    for number in range(3 * REMEMBERED):
        ids.load(f"ann::{number}#00000000", number)
    assert len(ids) == REMEMBERED


@asynccontextmanager
async def behind_a_line(
    postgres: Postgres, url: str, path: Path
) -> AsyncIterator[tuple[Live, Proxy]]:
    """A server that reaches its database by way of a line that can be cut."""
    line = Proxy(postgres.port)
    await line.start()
    try:
        async with live(path, database=url.replace(str(postgres.port), str(line.port))) as house:
            yield house, line
    finally:
        await line.close()


async def test_a_line_cut_after_commit_is_answered_with_what_was_stored(
    tmp_path: Path, postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with behind_a_line(postgres, database, tmp_path / "one.db") as (house, line):
        ann = await house.person("Ann")
        room = await house.table(ann)
        seqs: list[int] = []
        for number in range(5):
            line.swallow(b"COMMIT", int(number > 0), arrives=number % 2 == 0)
            seqs.append(await ann.do(room.id, c.Phrase("wow"), f"{number}") or 0)
        assert line.swallowed == 4
        assert seqs == [seqs[0] + more for more in range(5)], "each is stored, and once"
        assert len(await house.server.events.read(room.id)) == seqs[-1] == room.table.seq
        monkeypatch.setattr(log, "PATIENCE_S", 0.1)
        line.swallow(b"COMMIT", for_good=True)
        with pytest.raises(Refused) as unknown:
            await ann.do(room.id, c.SetBot(1, "lantern"), "last")
        assert unknown.value.code == "outcome_unknown"
        with pytest.raises(Refused, match="outcome_unknown"):  # and again, as long as it is not
            await ann.do(room.id, c.SetBot(1, "lantern"), "last")
        with pytest.raises(Refused, match="storage_unavailable"):
            await ann.do(room.id, c.SetBot(2, "lantern"), "another")
        line.mend()
        seq = await ann.do(room.id, c.SetBot(1, "lantern"), "last")
        assert len(await house.server.events.read(room.id)) == seq == room.table.seq


async def test_a_line_cut_before_commit_changes_nothing(
    tmp_path: Path, postgres: Postgres, database: str
) -> None:
    async with behind_a_line(postgres, database, tmp_path / "one.db") as (house, line):
        ann = await house.person("Ann")
        room = await house.table(ann)
        before = room.table.seq
        line.swallow(b"BEGIN")
        with pytest.raises(Refused) as refused:
            await ann.do(room.id, c.Phrase("wow"), "1")
        assert refused.value.code == "storage_unavailable"
        other = Database(database)
        async with other.reading() as connection:
            query = text("select max(seq) from events")
            assert (await connection.execute(query)).scalar_one() == before
        await other.close()
        assert await ann.do(room.id, c.Phrase("wow"), "1") == before + 1


async def test_a_request_whose_commit_was_not_heard_says_so(
    tmp_path: Path, postgres: Postgres, database: str
) -> None:
    async with behind_a_line(postgres, database, tmp_path / "one.db") as (house, line):
        for name in ("Ann", "Ben", "Cid", "Dot"):  # the server itself may commit just then
            line.swallow(b"COMMIT")
            answer = await house.http.post("/api/guest", json={"name": name})
            if answer.is_error:
                break
            house.http.cookies.clear()
        assert answer.json()["error"]["code"] == "outcome_unknown"
        assert answer.status_code == 503


async def test_what_is_stored_has_budgets(
    tmp_path: Path, where: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turning an option on and off all day stores little, and what is sent again costs nothing."""
    async with live(tmp_path / "one.db", messages_per_second=100_000, **where) as house:
        standing_limits(house.server)
        ann, bob = await house.person("Ann"), await house.person("Bob")
        room, calm = await house.table(ann, bob), Options(clock="none", target=200)
        other = replace(calm, target=100)
        before, answered, code = room.table.seq, None, ""
        assert await ann.do(room.id, c.SetOptions(calm)) == before, "nothing is stored of nothing"
        for number in range(1000):
            try:
                ask = c.SetOptions(calm if number % 2 else other)
                answered = await ann.do(room.id, ask, f"{number}")
            except Refused as refused:
                code = refused.code
                break
        assert code == "too_fast"
        assert room.table.seq - before <= BUDGETS["arranging"].burst + 5
        last = c.SetOptions(other if number % 2 else calm)
        assert await ann.do(room.id, last, f"{number - 1}") == answered, "it was stored"
        assert await bob.do(room.id, c.Leave()), "others are not stopped by that"
        for _ in range(3 * int(BUDGETS["watch"].burst)):
            answer = await ann.ask({"type": "watch", "table": room.id, "seq": 0})
        assert answer["error"]["code"] == "too_fast", "coming and going is stored as well"
        monkeypatch.setattr(event_cap, "MAX_EVENTS", room.table.seq)
        with pytest.raises(Refused, match="table_spent"):
            await bob.do(room.id, c.Sit())
        assert await ann.do(room.id, c.Leave())


async def test_guests_cannot_use_up_what_a_host_may_do_at_the_table(
    tmp_path: Path, where: dict[str, Any]
) -> None:
    """They come and go; the host still chooses, and whom the host unseats does not come back at
    once."""
    async with live(tmp_path / "one.db", messages_per_second=100_000, **where) as house:
        few = {**BUDGETS, "arranging_table": Budget(1e-9, 6), "unseated": Budget(0.1, 1)}
        house.server.limits = Limits(lambda: 0.0, **few)
        ann, bob, eve = [await house.person(name) for name in ("Ann", "Bob", "Eve")]
        room, calm = await house.table(ann, options=Options(clock="none")), Options(clock="none")
        await ann.do(room.id, c.Unseat(1))
        for one in (bob, eve):
            await one.watch(room.id)
        while house.server.limits.left("arranging_table", room.id) >= 1:
            await eve.do(room.id, c.Sit())
            await eve.do(room.id, c.Leave())
        with pytest.raises(Refused, match="too_fast"):
            await eve.do(room.id, c.Sit())
        await ann.do(room.id, c.SetOptions(replace(calm, name="ours")))
        house.server.limits = Limits(lambda: 0.0, **{**few, "arranging_table": Budget(1, 99)})
        await eve.do(room.id, c.Sit())
        await ann.do(room.id, c.Unseat(1))
        with pytest.raises(Refused, match="just_unseated") as refused:
            await eve.do(room.id, c.Sit())
        assert refused.value.error["params"] == {"seconds": 10}
        assert await bob.do(room.id, c.Sit()), "anybody else may"
        await bob.do(room.id, c.Leave())
        house.server.limits = Limits(**few)
        assert await eve.do(room.id, c.Sit()), "and after a while they may, too"


async def test_whoever_waits_to_sit_down_is_judged_when_their_turn_has_come(
    tmp_path: Path, where: dict[str, Any]
) -> None:
    """Sent away meanwhile, they do not sit there again at once; and of two who are never seated
    together only the first one sits down."""
    async with live(tmp_path / "one.db", **where) as house:
        ann, bob, eve = [await house.person(name) for name in ("Ann", "Bob", "Eve")]
        room = await house.table(ann, bob, options=Options(clock="none", seats=4))
        for seat in (2, 3):
            await ann.do(room.id, c.Unseat(seat))
        async with room.lock:
            gone = asyncio.create_task(ann.do(room.id, c.Unseat(1)))
            await waiting_at(room, 1)
            back = asyncio.create_task(bob.do(room.id, c.Sit(1)))
            await waiting_at(room, 2)
        await gone
        with pytest.raises(Refused, match="just_unseated"):
            await back
        standing_limits(house.server)
        headers = {"Authorization": f"Bearer {eve.token}"}
        await house.http.put(f"/api/me/avoided/{bob.me['id']}", headers=headers)
        await eve.watch(room.id)
        async with room.lock:
            both = [asyncio.create_task(one.do(room.id, c.Sit())) for one in (bob, eve)]
            await waiting_at(room, 2)
        found = await asyncio.gather(*both, return_exceptions=True)
        (refused,) = (one for one in found if isinstance(one, Refused))
        assert refused.error["code"] == "not_together"
        assert [seat.taken for seat in room.table.seats] == [True, True, False, False]


async def test_contributions_go_over_the_wire_and_survive_a_restart(
    tmp_path: Path, where: dict[str, Any]
) -> None:
    """What was said of the deal is in the events: another process deals the same cards."""
    path, parts = tmp_path / "one.db", {"Ann": "ab" * 32, "Bob": "cd" * 32}
    async with live(path, **where) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        room = await house.table(ann, bob)
        for one in (ann, bob):
            await one.do(room.id, c.Promise(commitment(parts[one.me["name"]])))
        await ann.do(room.id, c.Start())
        await bob.until(lambda: bob.state(room.id)["phase"] == "dealing")
        assert bob.state(room.id)["deal"]["seed"] is None
        await bob.do(room.id, c.Contribute(parts["Bob"]))
        await ann.do(room.id, c.Contribute(parts["Ann"]))
        await ann.until(lambda: ann.state(room.id)["phase"] == "playing")
        assert ann.state(room.id)["deal"]["contributions"][:2] == [parts["Ann"], parts["Bob"]]
        hand, match = ann.own(room.id)["hand"], room.table.match
        assert match is not None and match.seed.encode() not in b"".join(ann.frames)
        late = await house.table(bob)
        await bob.do(late.id, c.Promise(commitment(parts["Bob"])))
        await bob.do(late.id, c.Start())
    async with live(path, **where) as house:
        again = await house.client(ann.token)
        await again.watch(room.id)
        assert set(again.own(room.id)["hand"]) <= set(hand)
        waiting = await house.server.tables.get(late.id)
        bob = await house.client(bob.token)
        await bob.watch(late.id)
        await bob.until(lambda: bob.state(late.id)["phase"] == "playing")
        assert waiting.table.sources is not None and waiting.table.sources.replaced == (0,)
