"""Tables with storage: persist, then broadcast; once each; two writers; restarts; lost storage."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.event_log import Conflict
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.tables.room import KEPT_FACTS, Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.stored_tables import (
    CALM,
    Ear,
    HandClock,
    StoredTables,
    listen,
    match_of,
    person,
    player,
    stored_tables,
)

pytestmark = pytest.mark.anyio
FOUR = ("ann", "bob", "cid", "dan")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


async def stored(path: Path, table_id: str) -> list[Entry]:
    """What another reader finds in the database."""
    other = StoredTables(path, HandClock())
    try:
        return await other.events.read(table_id)
    finally:
        await other.close()


async def test_what_is_told_is_stored_already(path: Path) -> None:
    """Persist, then broadcast: at the moment of telling, a second connection can read it."""
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        ear = Ear("ann")
        checked = []

        def on_hearing() -> None:
            with sqlite3.connect(path) as connection:
                (found,) = connection.execute(
                    "select max(seq) from events where table_id = ?", (room.id,)
                ).fetchone()
            connection.close()
            checked.append((ear.heard[-1]["seq"], found))

        listen(room, ear)
        ear.on_hearing = on_hearing
        for _ in range(10):
            await one.move(room)
        assert len(checked) == 10
        assert all(told <= found for told, found in checked)


async def test_what_cannot_be_stored_is_neither_told_nor_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        ear = Ear("ann")
        listen(room, ear)
        before = room.table

        async def fail(*_: object) -> None:
            raise StorageUnavailable("full")

        with monkeypatch.context() as broken:
            broken.setattr(one.events, "append", fail)
            with pytest.raises(StorageUnavailable):
                await one.move(room)
        assert room.table is before
        assert ear.raw == []
        await one.move(room)
        assert ear.heard[-1]["seq"] == room.table.seq


async def test_a_command_sent_twice_is_applied_once(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        who, ask = player(room), None
        match = match_of(room)
        assert match.turn is not None
        ask = c.Play(next(iter(match.view(match.turn).plays)).codes, match.version)
        first = await one.do(room, who, ask, "x1")
        version = match_of(room).version
        assert await one.do(room, who, ask, "x1") == first
        assert match_of(room).version == version
        results = await asyncio.gather(*(one.do(room, who, c.Say("hi"), "x2") for _ in range(5)))
        assert len(set(results)) == 1
        assert room.table.seq == results[0]


async def test_another_persons_command_of_the_same_id_is_their_own(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.seated("ann", "bob")
        first = await one.do(room, "ann", c.Say("hi"), "1")
        assert await one.do(room, "bob", c.Say("hi"), "1") == first + 1


async def test_a_command_sent_again_after_a_restart_is_applied_once(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        seq = await one.do(room, "ann", c.Say("hello"), "c1")
        for number in range(60):
            await one.do(room, "bob", c.Phrase("wow"), f"n{number}")
    async with stored_tables(path) as again:
        room = await again.tables.get(room.id)
        assert await again.do(room, "ann", c.Say("hello"), "c1") == seq
        assert await again.do(room, "bob", c.Phrase("wow"), "n3") == seq + 4
        assert [one.text for one in room.sayings if one.text] == []


async def test_a_command_sent_again_to_another_process_is_applied_once(path: Path) -> None:
    """The other one has not heard of it: it finds the number taken, reads, and finds the id."""
    async with stored_tables(path) as one, stored_tables(path) as two:
        room = await one.playing(*FOUR)
        other = await two.tables.get(room.id)
        for number in range(5):
            seq = await one.do(room, "ann", c.Say("hello"), f"c{number}")
            assert other.table.seq == seq - 1
            assert await two.do(other, "ann", c.Say("hello"), f"c{number}") == seq
            assert other.table.seq == room.table.seq == seq


async def test_what_an_earlier_version_stored_is_known_again(path: Path) -> None:
    """It kept the person and the id, and no session: servers of two versions run side by side."""
    async with stored_tables(path) as one:
        room = await one.seated("ann")
        room.commands.load("ann:new", 2)
        assert await one.do(room, "ann", c.Say("hello"), "new") == 2
        assert await one.do(room, "ann", c.Say("hello"), "newer") == room.table.seq > 2


async def test_a_stale_choice_is_refused(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        who, version = player(room), match_of(room).version
        await one.move(room)
        with pytest.raises(Refusal) as caught:
            await one.do(room, who, c.Pass(version))
        assert caught.value.code == "stale_version"


async def test_two_writers_of_one_number_and_only_one_wins(path: Path) -> None:
    async with stored_tables(path) as one, stored_tables(path) as two:
        entry = Entry("t", 1, 0, None, b"{}")
        results = await asyncio.gather(
            *(log.append([entry]) for log in (one.events, two.events) for _ in range(5)),
            return_exceptions=True,
        )
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 9
        assert len(await one.events.read("t")) == 1


async def test_a_conflict_in_a_group_hurts_nobody_else(path: Path) -> None:
    async with stored_tables(path) as one:
        await one.events.append([Entry("t", 1, 0, None, b"{}")])
        results = await asyncio.gather(
            one.events.append([Entry("u", 1, 0, None, b"{}")]),
            one.events.append([Entry("t", 1, 0, None, b"{}")]),
            one.events.append([Entry("v", 1, 0, None, b"{}")]),
            return_exceptions=True,
        )
        assert [isinstance(result, Conflict) for result in results] == [False, True, False]
        assert len(await one.events.read("u")) == len(await one.events.read("v")) == 1


async def test_two_processes_at_one_table_tell_the_same_story(path: Path) -> None:
    """Whoever is second reads again and retries; the watchers of both hear of everything."""
    async with stored_tables(path) as one:
        here = await one.seated("ann", "bob", options=Options(clock="none", chat="all"))
        async with stored_tables(path) as two:
            there = await two.tables.get(here.id)
            ears = Ear("ann"), Ear("bob")
            listen(here, ears[0])
            listen(there, ears[1])
            said = [
                *(one.do(here, "ann", c.Say(f"a{n}"), f"a{n}") for n in range(10)),
                *(two.do(there, "bob", c.Say(f"b{n}"), f"b{n}") for n in range(10)),
            ]
            await asyncio.gather(*said)
            await one.do(here, "ann", c.Say("end here"))
            await two.do(there, "bob", c.Say("end there"))
            everything = await one.events.read(here.id)
            assert [entry.seq for entry in everything] == list(range(1, len(everything) + 1))
            texts = [entry.body for entry in everything if b'"said"' in entry.body]
            assert len(texts) == 22
            await one.do(here, "ann", c.Say("all"))
            assert _told(ears[0]) == list(_facts(here, ears[0]))


def _told(ear: Ear) -> list[object]:
    return [fact for update in ear.heard for fact in update["events"]]


def _facts(room: Room, ear: Ear) -> list[object]:
    first = ear.heard[0]["events"][0]["seq"]
    return [msgspec.to_builtins(one) for one in room.facts if one.seq >= first]


async def test_a_restart_gives_back_tables_seats_clocks_and_matches(path: Path) -> None:
    clock = HandClock()
    options = Options(clock="blitz")
    async with stored_tables(path, clock) as one:
        room = await one.playing(*FOUR, options=options)
        for _ in range(7):
            clock.at += 12_000
            await one.move(room)
        before = room.table
        assert sum(seat.bank_ms for seat in before.seats) == 4 * 60_000 - 7 * 2_000
    clock.at += 86_400_000
    async with stored_tables(path, clock) as again:
        room = await again.tables.get(room.id)
        after = room.table
        assert after.match == before.match
        assert [seat.bank_ms for seat in after.seats] == [seat.bank_ms for seat in before.seats]
        assert [seat.person for seat in after.seats] == list(FOUR)
        assert after.since == clock.at, "the outage burnt nobody's clock"
        assert after.seq == before.seq + 1
        assert room.timer is None, "nobody is there yet"
        await again.tables.watch(room, Ear(player(room)), person(player(room)), 0)
        assert room.timer is not None
        await again.move(room)


async def test_bots_go_on_after_a_restart_when_a_person_is_back(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing("ann", "bob")
        await one.do(room, "bob", c.Leave())
        await _until(lambda: room.table.turn == 0)
        await one.events.close()  # nothing more is stored by this process
    async with stored_tables(path) as again:
        room = await again.tables.get(room.id)
        before = match_of(room).version
        assert room.bot_task is None and room.table.asleep
        await again.tables.watch(room, Ear("ann"), person("ann"), 0)
        await _until(lambda: room.table.turn == 0 and not room.table.asleep)
        await again.move(room)
        await _until(lambda: room.table.turn == 0 and match_of(room).version > before + 1)


async def test_deadlines_are_kept_by_the_server(path: Path) -> None:
    clock = HandClock()
    async with stored_tables(path, clock) as one:
        room = await one.playing(*FOUR, options=Options(clock="blitz"))
        assert room.timer is not None
        who = player(room)
        clock.at += 90_000 - 5
        await one.do(room, who, c.Say("thinking"))  # plans the timer anew: 5 ms from now
        clock.at += 5
        seat = room.table.seat_of(who)
        assert seat is not None
        await _until(lambda: room.table.seats[seat].away_reason == "time")
        await _until(lambda: room.table.turn != seat)


async def test_a_timer_that_fires_early_is_planned_again(path: Path) -> None:
    clock = HandClock()
    async with stored_tables(path, clock) as one:
        room = await one.playing(*FOUR, options=Options(clock="blitz"))
        clock.at += 90_000 - 2
        await one.do(room, "ann", c.Say("soon"))
        await asyncio.sleep(0.05)  # fires while the hand-set clock has not moved
        seat = room.table.turn
        assert seat is not None
        clock.at += 2
        await _until(lambda: room.table.seats[seat].away_reason == "time")


async def test_who_comes_back_gets_the_gap(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR, options=Options(clock="none", look_back=True))
        ear = next(one for one in room.watchers if one.person_id == "bob")
        seen = room.table.seq
        await one.tables.unwatch(room, ear, person("bob"))
        for _ in range(5):
            await one.move(room)
        state = await _state(one, room, "bob", seen)
        assert next(fact["seq"] for fact in state["events"]) == seen + 1
        assert {fact["seq"] for fact in state["events"]} == set(range(seen + 1, room.table.seq + 1))
        assert state["public"]["seq"] == room.table.seq


async def test_a_gap_too_long_is_a_fresh_state_without_half_a_story(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.seated("ann", "bob")
        for number in range(KEPT_FACTS + 10):
            await one.do(room, "bob", c.Phrase("wow"), f"{number}")
        state = await _state(one, room, "ann", 3)
        assert state["events"] == []
        assert state["public"]["seq"] == room.table.seq
        recent = await _state(one, room, "ann", room.table.seq - 100)
        assert len(recent["events"]) >= 100


async def test_who_watches_in_vain_is_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If coming back cannot be stored, the connection is not left behind in the room."""
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        ear = next(one for one in room.watchers if one.person_id == "bob")
        await one.tables.unwatch(room, ear, person("bob"))

        async def fail(*_: object) -> None:
            raise StorageUnavailable("locked")

        with monkeypatch.context() as broken:
            broken.setattr(one.events, "append", fail)
            with pytest.raises(StorageUnavailable):
                await one.tables.watch(room, ear, person("bob"), 0)
        assert ear not in room.watchers


async def test_a_lost_connection_is_stored_when_storage_is_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.server.tables.presence.RETRY_S", 0.01)
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        ear = next(one for one in room.watchers if one.person_id == "bob")

        async def fail(*_: object) -> None:
            raise StorageUnavailable("locked")

        with monkeypatch.context() as broken:
            broken.setattr(one.events, "append", fail)
            await one.tables.unwatch(room, ear, person("bob"))
            await asyncio.sleep(0.05)
        await _until(lambda: room.table.seats[1].dropped_at is not None)


async def test_who_never_looks_at_the_match_counts_as_gone(path: Path) -> None:
    """Seated by a quick match or another tab that closed at once: the grace runs for them too."""
    async with stored_tables(path) as one:
        room = await one.seated("ann", "bob", options=CALM, present=False)
        await one.tables.watch(room, Ear("ann"), person("ann"), 0)
        with pytest.raises(Refusal) as caught:
            await one.do(room, "ann", c.Start())
        assert caught.value.code == "not_everybody_here"
        await one.tables.do(room.id, c.Command(c.Start(), person("ann"), agreed=True))
        async with asyncio.timeout(60):
            while room.table.seats[1].dropped_at is None:
                await asyncio.sleep(0)
        assert room.table.seats[0].dropped_at is None


async def test_a_table_without_spectators_shows_its_match_to_nobody_else(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.seated(*FOUR, options=Options(clock="none", spectators=False))
        spectator = Ear("eve")
        await one.tables.watch(room, spectator, person("eve"), 0)
        await one.do(room, "ann", c.Start())
        await one.move(room)
        assert not any(update["public"].get("match") for update in spectator.heard)
        with pytest.raises(Refusal) as caught:
            await one.tables.watch(room, Ear("fay"), person("fay"), 0)
        assert caught.value.code == "no_spectators"


async def test_what_was_said_among_players_stays_among_them(path: Path) -> None:
    """Where nobody may watch, whoever comes after the match is told neither of it nor their words,
    not even in its place."""
    options = Options(clock="none", spectators=False, target=1)
    async with stored_tables(path) as one:
        room = await one.seated(*FOUR, options=options)
        await one.do(room, "ann", c.Start())
        await one.do(room, "ann", c.Say("my number is 555-0000"))
        while room.table.phase != "over":
            await one.move(room)
        for who, told in (("bob", True), ("eve", False)):
            state = msgspec.json.decode(await one.tables.watch(room, Ear(who), person(who), 1))
            assert (bool(state["events"]), bool(state["chat"])) == (told, told), who
        await one.do(room, "bob", c.Leave())
        await one.do(room, "eve", c.Sit())
        ears = [Ear("bob"), Ear("eve")]
        for ear, told in zip(ears, (True, False), strict=True):
            watching = await one.tables.watch(room, ear, person(ear.person_id), 1)
            assert bool(msgspec.json.decode(watching)["chat"]) is told, ear.person_id
        await one.do(room, "ann", c.Say("welcome"))
        assert all("welcome" in str(ear.heard[-1]) for ear in ears)


async def test_muted_words_are_hidden_everywhere(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.seated("ann", "bob")
        ear = Ear("ann", frozenset({"bob"}))
        await one.tables.watch(room, ear, person("ann"), 0)
        await one.do(room, "bob", c.Say("rude words"))
        await one.do(room, "bob", c.Phrase("hurry"))
        state = await _state(one, room, "ann", 1, frozenset({"bob"}))
        everything = b"".join(ear.raw) + repr(state).encode()
        assert b"rude" not in everything and b"hurry" not in everything
        assert ear.heard[-1]["seq"] == room.table.seq, "the number moves on all the same"


async def test_two_tabs_are_one_seat(path: Path) -> None:
    async with stored_tables(path) as one:
        room = await one.playing(*FOUR)
        (tab,) = (one for one in room.watchers if one.person_id == "bob")
        assert isinstance(tab, Ear)
        tabs = tab, Ear("bob")
        await one.tables.watch(room, tabs[1], person("bob"), 0)
        await one.tables.unwatch(room, tabs[0], person("bob"))
        assert room.table.seats[1].dropped_at is None, "the other tab is still there"
        await one.move(room)
        while room.table.turn != 1:
            await one.move(room)
        assert tabs[1].heard[-1]["own"]["seat"] == 1
        assert tabs[0].heard[-1:] != tabs[1].heard[-1:]
        await one.tables.unwatch(room, tabs[1], person("bob"))
        assert room.table.seats[1].dropped_at is not None


async def test_tables_do_not_hear_of_each_other(path: Path) -> None:
    async with stored_tables(path) as one:
        here, there = await one.playing(*FOUR), await one.playing("eve", "fay")
        version = match_of(there).version
        with pytest.raises(Refusal) as caught:
            await one.do(there, "ann", c.Pass(version))
        assert caught.value.code == "not_seated"
        with pytest.raises(Refusal) as caught:
            await one.tables.do("no such table", c.Command(c.Sit(), person("ann")))
        assert caught.value.code == "unknown_table"
        assert here.table.seq != 0


async def test_an_event_log_that_is_closed_refuses_at_once(path: Path) -> None:
    async with stored_tables(path) as one:
        await one.events.close()
        with pytest.raises(StorageUnavailable):
            await asyncio.wait_for(one.events.append([Entry("t", 1, 0, None, b"")]), 1)


async def test_trouble_nobody_thought_of_leaves_nobody_waiting(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stored_tables(path) as one:

        def explode(*_: object) -> None:
            raise ValueError("unthought of")

        with monkeypatch.context() as broken:
            broken.setattr(one.database, "store", explode)
            with pytest.raises(StorageUnavailable):
                await asyncio.wait_for(one.events.append([Entry("t", 1, 0, None, b"")]), 1)
        await one.events.append([Entry("t", 1, 0, None, b"")])


async def test_many_commands_share_a_transaction(path: Path) -> None:
    async with stored_tables(path) as one:
        rooms = await asyncio.gather(*(one.seated("ann") for _ in range(60)))
        groups = one.events.groups
        await asyncio.gather(*(one.do(room, "ann", c.Say("hi")) for room in rooms for _ in "1234"))
        assert one.events.groups - groups <= 8


async def _state(
    one: StoredTables, room: Room, who: str, seq: int, muted: frozenset[str] = frozenset()
) -> Any:
    ear = Ear(who, muted)
    state = await one.tables.watch(room, ear, person(who), seq)
    room.dismiss(ear)
    return msgspec.json.decode(state)


async def _until(reached: Callable[[], bool]) -> None:
    """Wait until something is so: the server's own tasks need the loop for it."""
    async with asyncio.timeout(60):
        while not reached():
            await asyncio.sleep(0.005)
