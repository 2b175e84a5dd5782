"""Nothing that leaves the server tells one seat what only another may know.

The proof is by permutation: the cards that a viewer cannot see are dealt anew behind its back, and
everything it is sent must stay the same to the byte. A crude search for hands comes on top.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangoffour.rules.actions import Action, Give, Play
from gangoffour.rules.cards import Cards
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.runtime.logs import JsonLines
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.handle import handle, why_not
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from gangoffour.table.views.facts import happenings
from gangoffour.table.views.public_view import public
from tests.support.client import Client, Refused
from tests.support.hidden import permuted
from tests.support.length import slice_of
from tests.support.limits import without_limits
from tests.support.live import Live, live
from tests.support.stored_tables import Ear, listen
from tests.table.scene import as_ask, playing

FOUR = ("ann", "bob", "cid", "dan")


def world(table: Table, match: Match) -> Table:
    return msgspec.structs.replace(table, match=match)


def room_of(table: Table) -> Room:
    """A room in which every seat and a spectator listen."""
    room = Room("t1", "CODE")
    room.table = table
    for who in (*FOUR, "spectator"):
        listen(room, Ear(who))
    room.publish([], table.since)  # so that the next update holds only what has changed
    return room


def told(room: Room, viewer: str) -> list[bytes]:
    return next(one.raw for one in room.watchers if one.person_id == viewer)  # type: ignore[attr-defined]


@settings(max_examples=slice_of(60, 8))
@given(st.integers(0, 2**32), st.sampled_from(("automatic", "call")), st.booleans())
def test_unseen_cards_never_change_what_a_room_sends(
    seed: int, last_card: Any, chinese: bool
) -> None:
    """Over whole rounds: states, updates, refusals and checks, for each seat and a spectator."""
    rng = random.Random(seed)
    options = Options(
        clock="none",
        target=40,
        last_card=last_card,
        chinese_deal=chinese,
        look_back=rng.random() < 0.5,
    )
    scene = playing("bob", "cid", "dan", options=options)
    compared = 0
    for _ in range(60):
        if scene.table.phase == "over":
            break
        if scene.table.phase == "between":
            for who in FOUR:
                scene.do(who, c.Ready())
            continue
        match, turn = scene.table.match, scene.turn
        assert match is not None
        action = rng.choice(match.view(turn).actions)
        kept = action.combination.codes if isinstance(action, Play) else []
        if isinstance(action, Give):
            kept = [action.card]
        ask = as_ask(action, match.version)
        viewer = rng.choice((0, 1, 2, 3, None))
        name = "spectator" if viewer is None else FOUR[viewer]
        other = permuted(match, viewer, rng, {turn: kept} if turn != viewer else None)
        odd_asks = _odd_asks(match.version, rng)
        outputs = []
        for one in (match, other):
            table = world(scene.table, one)
            room = room_of(table)
            room.facts.extend(happenings(Table(), (), table))
            ear = next(w for w in room.watchers if w.person_id == name)
            sent = [room.state_for(ear, 0, scene.now)]
            sent += [_refusal(table, name, odd) for odd in odd_asks]
            sent += _checks(table, name)
            try:
                after, caused = handle(
                    table, c.Command(ask, c.Person(FOUR[turn], "x"), "", "s"), scene.now
                )
            except Refusal:
                sent = []  # the other world has another duty to block: it is no pair
            else:
                room.table = after
                room.publish(happenings(table, caused, after), scene.now)
                sent += told(room, name)
            outputs.append(sent)
        if all(outputs):
            compared += 1
            # a round that ends shows how many cards are left, and ties are broken by hands
            assert outputs[0] == outputs[1]
        scene.move(partial(_given, action))
    assert compared > 20


def _given(action: Action, _: object) -> Action:
    return action


def _odd_asks(version: int, rng: random.Random) -> list[c.PersonAsk]:
    codes = ["G1", "Y5", "R10", "M1", "RD", "GP"]
    return [
        *(c.Play([code], version) for code in codes),
        c.Play(rng.sample(codes, 2), version),
        c.Pass(version),
        c.Pass(version - 1),
        c.Call(),
    ]


def _refusal(table: Table, who: str, ask: c.PersonAsk) -> bytes:
    """What comes back when somebody tries something; success shows in updates, not here."""
    try:
        handle(table, c.Command(ask, c.Person(who, who), "", "s"), table.since)
    except Refusal as refusal:
        return msgspec.json.encode(refusal.as_dict())
    return b"accepted"


def _checks(table: Table, who: str) -> list[bytes]:
    found = []
    for cards in (["G1"], ["G1", "Y1"], ["R5"], ["RD"], ["M1"]):
        refusal = why_not(table, c.Person(who, who), cards)
        found.append(b"" if refusal is None else msgspec.json.encode(refusal.as_dict()))
    return found


def test_the_permutation_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof proves something: show the hands to everybody, and it fails."""
    scene = playing("bob", "cid", "dan", options=Options(clock="none"))
    match = scene.table.match
    assert match is not None
    other = permuted(match, 0, random.Random(1))
    assert other.round.hands[0] == match.round.hands[0]
    assert other.round.hands != match.round.hands
    shown = [public(world(scene.table, one), scene.now) for one in (match, other)]
    assert msgspec.json.encode(shown[0]) == msgspec.json.encode(shown[1])
    leaked = [msgspec.json.encode(one.round.hands) for one in (match, other)]
    assert leaked[0] != leaked[1]


@pytest.mark.anyio
async def test_hints_come_from_ones_own_view() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="none"))
    match = scene.table.match
    assert match is not None
    found = []
    for one in (match, permuted(match, scene.turn, random.Random(2))):
        bots = LocalBots()
        bots._rng.seed(7)
        found.append(msgspec.json.encode(await bots.hint(one.view(scene.turn))))
        await bots.close()
    assert found[0] == found[1]


PATHS = (
    "/healthz",
    "/openapi.json",
    "/api/no/such/thing",
    *(one.path for one in ENDPOINTS if one.method == "GET"),
)
"""Every address that answers, and one that does not."""


async def everything(server: Live, room: Room, client: Client) -> list[bytes]:
    """All that a client can get out of the server about a table, in a fixed order."""
    start = len(client.frames)
    client._ids = itertools.count(1)
    client.seqs.clear()
    await client.watch(room.id)
    client.seqs[room.id] = 2
    await client.watch(room.id)
    version = room.table.match.version if room.table.match else 0
    for ask in (
        c.Play(["G1", "R7"], version),
        c.Play(["RD", "RD"], version),
        c.Pass(version - 1),
        c.Give("RD", version),
        c.Call(),
        c.Ready(),
        c.Start(),
    ):
        with pytest.raises(Refused):
            await client.do(room.id, ask, "same id")
    for message in (
        {"type": "check", "table": room.id, "cards": ["RD"], "id": "1"},
        {"type": "check", "table": room.id, "cards": ["G5", "Y5"], "id": "2"},
        {"type": "arrange", "table": room.id, "id": "2a"},
        {"type": "lobby", "on": True, "id": "3"},
        {"type": "lobby", "on": False, "id": "4"},
        {"type": "ping", "id": "5"},
    ):
        await client.ask(message)
    if room.table.seats[room.table.turn or 0].person != client.me["id"]:
        await client.ask({"type": "hint", "table": room.id, "id": "6"})
    bodies = []
    blanks = {"id": f"{room.id}-1", "code": room.code, "who": client.me["id"]}
    blanks |= {"day": "2026-11-01", "board": "rules"}
    for path in PATHS:
        place = path.format_map(blanks)
        answer = await server.http.get(place, headers={"Authorization": f"Bearer {client.token}"})
        bodies.append(f"{place} {answer.status_code} ".encode() + answer.content)
    return client.frames[start:] + bodies


@pytest.mark.proof
@pytest.mark.anyio
async def test_nothing_that_leaves_the_server_tells_of_unseen_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running server with real sockets: behind each viewer's back the cards are dealt anew."""
    lines: list[str] = []
    handler = logging.Handler(logging.DEBUG)
    handler.addFilter(lambda record: record.name != "gangoffour.loop_lag")  # the machine's own pace
    formatter = JsonLines()
    handler.emit = lambda record: lines.append(formatter.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    monkeypatch.setattr("gangoffour.server.lobby.lobby.PUSH_S", 60.0)
    monkeypatch.setattr("gangoffour.server.upkeep.SWEEP_S", 3600.0)  # it notes who is still here
    try:
        async with live(
            tmp_path / "one.db", messages_per_second=100_000, requests_per_minute=1_000_000
        ) as server:
            await _compare_worlds(server, lines)
    finally:
        logging.getLogger().removeHandler(handler)


async def _compare_worlds(server: Live, lines: list[str]) -> None:
    without_limits(server.server)
    people = [await server.person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
    room = await server.match(*people, options=Options(clock="none", target=200))
    eve = await server.person("Eve")
    await eve.watch(room.id)
    for one in (*people, eve):  # they are told soon after
        await one.until(lambda one=one: one.tables[room.id]["watching"] == 1)  # type: ignore[misc]
    clock = server.server.clock.now()
    server.server.clock.now = lambda: clock  # type: ignore[method-assign]
    rng = random.Random(5)
    for _ in range(slice_of(2, 1)):
        for _ in range(6):
            mover = await server.settled(room, *people)
            await mover.do(room.id, mover.choice(room.id))
        await server.settled(room, *people)
        true = room.table
        assert true.match is not None
        for client in (*people, eve):
            seat = true.seat_of(client.me["id"])
            outputs = []
            for match in (true.match, permuted(true.match, seat, rng)):
                room.table = world(true, match)
                logged = len(lines)
                outputs.append(await everything(server, room, client))
                outputs[-1].append("".join(_timeless(line) for line in lines[logged:]).encode())
            room.table = true
            for one, other in zip(*outputs, strict=True):
                assert one == other
            scan(b"".join(outputs[0]), true.match, seat)
        metrics = (await server.http.get("/metrics")).content
        scan(metrics, true.match, None)
        scan("".join(lines).encode(), true.match, None)


def _timeless(line: str) -> str:
    return json.dumps({**json.loads(line), "at": ""})


def scan(raw: bytes, match: Match, viewer: int | None) -> None:
    """The crude search: no seed, no list of another hand's cards, no dead hand."""
    assert match.seed.encode() not in raw
    hidden = [hand for seat, hand in enumerate(match.round.hands) if seat != viewer]
    for word in (*hidden, match.round.dead):
        codes = Cards(word).codes
        if len(codes) >= 4:
            for form in (json.dumps(codes), json.dumps(codes, separators=(",", ":"))):
                assert form[1:-1].encode() not in raw
            assert str(Cards(word)).encode() not in raw
        if word:
            assert str(word).encode() not in raw or len(str(word)) < 6


@pytest.mark.anyio
async def test_records_and_replays_of_a_running_match_are_refused(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.match(ann, bob)
        for what in ("record", "replay"):
            answer = await server.http.get(f"/api/matches/{room.id}-1/{what}")
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "match_running"


@pytest.mark.anyio
async def test_the_commitment_comes_first_the_seed_last_and_the_record_checks_out(
    tmp_path: Path,
) -> None:
    from gangoffour.rules.deal import commitment
    from gangoffour.rules.reader import parse_record

    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.table(ann, bob, options=Options(clock="none", target=2))
        await ann.do(room.id, c.Start())
        promised = ann.state(room.id)["match"]["commitment"]
        first = next(one for one in ann.frames if b'"dealt"' in one)
        assert promised.encode() in first, "the promise comes with the deal, before any card"
        while room.table.phase != "over":
            mover = await server.settled(room, ann, bob)
            assert all(one.state(room.id)["match"]["seed"] is None for one in (ann, bob))
            await mover.do(room.id, mover.choice(room.id))
            await asyncio.sleep(0)
            while room.table.bot_to_act is not None:
                await asyncio.sleep(0.005)
        await ann.until(lambda: ann.state(room.id)["phase"] == "over")
        seed = ann.state(room.id)["match"]["seed"]
        assert commitment(seed) == promised
        answer = await server.http.get(f"/api/matches/{room.id}-1/record")
        assert answer.status_code == 200, "whoever was told that it is over can have the record"
        (tmp_path / "match.gof").write_text(answer.text)
        record = parse_record(answer.text)
        assert record.match.seed == seed
        assert record.match == room.table.match or record.match.results
        _verify(tmp_path / "match.gof")


def _verify(path: Path) -> None:
    """As ``gangoffour verify FILE`` does."""
    from typer.testing import CliRunner

    from gangoffour.cli import app

    result = CliRunner().invoke(app, ["verify", str(path)])
    assert result.exit_code == 0, result.output


def test_every_event_is_shown_without_its_secret() -> None:
    """Only the start of a match holds a secret, and what is shown of it is a number."""
    scene = playing("bob", options=Options(clock="none"))
    before = Table()
    started = e.Started(1, "a secret seed")
    facts = happenings(before, (started,), scene.table)
    assert b"secret" not in msgspec.json.encode(facts)
