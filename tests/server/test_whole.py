"""What only the parts together do: karma reaches connections, the deleted leave, the banned go."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from gangoffour.server.people.moderation import Moderation
from gangoffour.server.tables import presence
from gangoffour.server.tables.presence import Presence
from gangoffour.server.tables.room import Room
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.client import Client, Refused
from tests.support.live import CALM, live
from tests.support.several import until

pytestmark = pytest.mark.anyio

SHORT = Options(clock="none", target=1)
LONG = Options(clock="none", target=40)


async def play_out(room: Room, *people: Client) -> None:
    """Play a match to its end."""
    while room.table.phase != "over":  # any of them may be next
        await asyncio.sleep(0.001)
        for one in people:
            if room.table.phase != "over" and one.may_act(room.id):
                await one.do(room.id, one.choice(room.id))


async def test_karma_after_a_match_counts_at_the_next_table(tmp_path: Path) -> None:
    """Who has finished a match may sit down where that much karma is asked for."""
    async with live(tmp_path / "one.db") as house:
        anna, bert = await house.person("Anna"), await house.person("Bert")
        room = await house.match(anna, bert, options=LONG)
        await play_out(room, anna, bert)
        connection = house.server.connections.of(room.table.seats[0].person or "")[0]
        await until(lambda: connection.person.karma == 51)


async def test_who_agreed_to_another_match_did_not_agree_to_other_options(tmp_path: Path) -> None:
    """A host cannot make the rematch a rated one after the others have asked for it."""
    async with live(tmp_path / "one.db") as house:
        anna, bert = await house.person("Anna"), await house.person("Bert")
        room = await house.match(anna, bert, options=SHORT)
        await play_out(room, anna, bert)
        await bert.do(room.id, c.Rematch())
        await anna.do(room.id, c.SetOptions(Options(clock="none", rated=True)))
        await anna.do(room.id, c.Rematch())
        assert room.table.phase == "over", "asked anew, of what is set up now"
        await bert.do(room.id, c.Rematch())
        assert room.table.running and room.table.options.rated


async def test_a_seat_that_the_last_match_did_not_have_has_no_hand(tmp_path: Path) -> None:
    """After the match the table gets a fourth seat: who sits there may ask, and is told no."""
    async with live(tmp_path / "one.db") as house:
        anna, bert, cleo = [await house.person(name) for name in ("Anna", "Bert", "Cleo")]
        room = await house.match(anna, bert, options=structs.replace(SHORT, seats=3))
        await play_out(room, anna, bert)
        await anna.do(room.id, c.SetOptions(structs.replace(SHORT, seats=4)))
        await cleo.watch(room.id)
        await cleo.do(room.id, c.Sit(3))
        assert room.table.match is not None and room.table.match.seats == 3
        asks = ({"type": "arrange"}, {"type": "hint"}, {"type": "check", "cards": ["G1"]})
        answers = [await cleo.ask({**one, "table": room.id}) for one in asks]
        codes = [one["error"]["code"] for one in answers]
        assert codes[:2] == ["not_seated", "hint_not_now"]
        assert (await cleo.ask({"type": "ping"}))["type"] == "pong"
        arranged = await anna.ask({"type": "arrange", "table": room.id})
        assert arranged["type"] == "arranged"


async def test_a_line_that_breaks_again_and_again_in_a_rated_match_is_leaving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it is forgiven, twice there is nothing to gain, the third time it is leaving."""
    monkeypatch.setattr("gangoffour.table.options.NO_CLOCK_GRACE_MS", 1)
    async with live(tmp_path / "one.db") as house:
        anna, bert = await house.person("Anna"), await house.person("Bert")
        room = await house.match(anna, bert, options=Options(clock="none", rated=True))

        def told(who: Client) -> str:
            return str(who.state(room.id)["seats"][1]["cost"])

        for cost in ("spared", "no_gain", "left"):
            mover = await house.settled(room, anna, bert)
            while mover is not bert or room.table.phase != "playing":
                await mover.do(room.id, mover.choice(room.id))
                mover = await house.settled(room, anna, bert)
            await bert.vanish()
            await anna.until(lambda cost=cost: told(anna) == cost)  # type: ignore[misc]
            await bert.connect()
            await bert.watch(room.id)
            assert told(bert) == cost and not bert.stands_in(room.id)
        assert [seat.absences for seat in room.table.seats] == [0, 3, 0, 0]


async def test_who_is_deleted_leaves_and_is_forgotten_by_live_rooms(tmp_path: Path) -> None:
    """A bot plays on; neither the name nor the words stay in memory."""
    async with live(tmp_path / "one.db") as house:
        people = [await house.person(name) for name in ("Anna", "Bert", "Cleo", "Dora")]
        room = await house.match(*people, options=CALM)
        await people[1].do(room.id, c.Say("my secret"))
        gone = room.table.seats[1].person or ""
        await house.server.people.delete(gone)
        await people[0].until(lambda: room.table.seats[1].name != "Bert")
        assert room.table.seats[1].stand_in is not None
        assert all("my secret" not in str(one) for one in room.sayings)
        assert await people[1].gone() == CLOSE_SIGNED_OUT


async def test_who_has_left_a_match_that_is_over_is_forgotten_there(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as house:
        anna, bert = await house.person("Anna"), await house.person("Bert")
        room = await house.match(anna, bert, options=SHORT)
        await play_out(room, anna, bert)
        await bert.do(room.id, c.Leave())
        assert room.table.played[1].name == "Bert" and room.table.seats[1].person is None
        await house.server.people.delete(bert.me["id"])
        await anna.until(lambda: room.table.played[1].name == "somebody")


async def test_a_ban_from_the_command_line_closes_live_sockets(tmp_path: Path) -> None:
    """The running server finds a ban that another process has stored."""
    async with live(tmp_path / "one.db") as house:
        _, token = await house.server.people.register("Annabel", "correct horse", None)
        anna = await house.client(token)
        admin = Moderation(house.server.database, house.server.clock, house.server.sessions)
        await admin.ban("Annabel", "cheating")
        await house.server.moderation.poll()
        assert await anna.gone() == CLOSE_SIGNED_OUT


async def nobody_is_noted_as_gone(self: Presence, room: Room, person: c.Person) -> None:
    """As where a process is killed."""


async def test_who_was_there_when_the_server_was_killed_is_seen_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host who does not come back can be relieved; no rematch begins without them."""
    with monkeypatch.context() as killed:
        killed.setattr(Presence, "note_gone", nobody_is_noted_as_gone)
        async with live(tmp_path / "one.db") as house:
            tokens = [await house.token(name) for name in ("Ann", "Bob", "Cid")]
            ann, bob, cid = [await house.client(token) for token in tokens]
            waits = await house.table(bob, ann, options=Options(seats=3, clock="none"))
            options = Options(seats=3, target=1, clock="none")
            over = await house.match(ann, bob, cid, options=options)
            await play_out(over, ann, bob, cid)
            await bob.do(over.id, c.Rematch())
            await ann.do(over.id, c.Rematch())
            await cid.do(over.id, c.Leave())
    monkeypatch.setattr(presence, "COMING_S", 0.05)
    async with live(tmp_path / "one.db") as house:
        ann = await house.client(tokens[0])
        for room in (waits, over):
            await ann.watch(room.id)
        async with asyncio.timeout(10):
            while ann.state(waits.id)["seats"][0]["connected"]:
                await asyncio.sleep(0.005)
        with pytest.raises(Refused, match="host_awaited"):
            await ann.do(waits.id, c.TakeHost())
        await ann.do(over.id, c.SetBot(2, "dumpling"))
        assert (await house.server.tables.get(over.id)).table.phase == "over"
