"""The WebSocket: who gets in, what is understood, what it costs, and how it ends."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket as sockets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from gangoffour import classify
from gangoffour.server.runtime import rate_limits as limits
from gangoffour.server.runtime.rate_limits import Bucket, Budget
from gangoffour.server.transport.connections import CLOSE_SIGNED_OUT
from gangoffour.server.transport.protocol import PatientProtocol
from gangoffour.server.wire.incoming import decoded
from gangoffour.server.wire.messages import MAX_MESSAGE
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.house import StandingClock
from tests.support.client import Client, Refused
from tests.support.length import slice_of
from tests.support.limits import standing_limits
from tests.support.live import CALM, Live, live

pytestmark = pytest.mark.anyio
FOUR = ("Ann", "Bob", "Cid", "Dan")


class Tap:
    """A transport that notes what is written."""

    def __init__(self, transport: asyncio.Transport, written: list[bytes]) -> None:
        self._transport, self._written = transport, written

    def write(self, data: bytes) -> None:
        self._written.append(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)


async def refused_at_the_door(server: Live, **headers: str) -> tuple[int, str]:
    """The status and the code with which a handshake is refused."""
    with pytest.raises(InvalidStatus) as caught:
        await Client(server.url, "", **{"X-Nothing": "", **headers}).connect()
    response = caught.value.response
    assert response.body is not None
    return response.status_code, json.loads(response.body)["error"]["code"]


async def test_who_may_come_in_is_decided_at_the_handshake(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        token = await server.token("Ann")
        cookie = f"gof_session={token}"
        foreign = 403, "foreign_origin"
        nobody = 401, "not_signed_in"
        own = server.url
        assert await refused_at_the_door(server) == foreign
        assert await refused_at_the_door(server, Cookie=cookie) == foreign
        for origin in (
            "https://evil.example",
            "null",
            "http://[",
            "file://",
            own.replace("127.0.0.1", "127.0.0.1.evil.example"),
            own + ".evil.example",
        ):
            found = await refused_at_the_door(server, Cookie=cookie, Origin=origin)
            assert found == foreign, origin
        bearer = f"Bearer {token}"
        assert (
            await refused_at_the_door(server, Authorization=bearer, Origin="https://evil.example")
            == foreign
        )
        assert await refused_at_the_door(server, Authorization="Bearer wrong") == nobody
        assert await refused_at_the_door(server, Authorization=f"Basic {token}") == foreign
        assert await refused_at_the_door(server, Origin=own) == nobody
        assert await refused_at_the_door(server, Origin=own, Cookie="gof_session=wrong") == nobody
        await server.client(token, Origin=own, Cookie=cookie)
        await server.client(token, Authorization=bearer)


async def test_other_origins_can_be_allowed_by_name(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", origins="https://play.example, http://other/") as server:
        cookie = f"gof_session={await server.token('Ann')}"
        for origin in ("https://play.example", "http://other"):
            await server.client("", Origin=origin, Cookie=cookie)
        found = await refused_at_the_door(server, Cookie=cookie, Origin="https://play.example.evil")
        assert found == (403, "foreign_origin")


async def test_no_secret_is_taken_from_the_address(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        token = await server.token("Ann")
        address = server.url.replace("http", "ws", 1) + f"/ws?token={token}"
        with pytest.raises(InvalidStatus):
            await connect(address, additional_headers={"Origin": server.url})


async def test_the_banned_stay_outside_and_live_sockets_close(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        await server.server.moderation.ban(ann.me["name"], "cheating")
        assert await ann.gone() == CLOSE_SIGNED_OUT
        found = await refused_at_the_door(server, Authorization=f"Bearer {ann.token}")
        assert found == (403, "banned")


async def test_with_an_account_its_bots_are_banned(tmp_path: Path) -> None:
    """And come back with it, but for one that was banned by itself."""
    async with live(tmp_path / "one.db") as server:
        moderation, people = server.server.moderation, server.server.people
        owner, _ = await people.register("Ann", "a good password")
        robby, token = await people.bot_token(owner, "Robby")
        rude, _ = await people.bot_token(owner, "Rude")
        program = await server.client(token)
        await moderation.ban(rude.id, "rude")
        await moderation.ban(owner.id, "cheating")
        assert await program.gone() == CLOSE_SIGNED_OUT
        bearer = {"Authorization": f"Bearer {token}"}
        assert await refused_at_the_door(server, **bearer) == (403, "banned")
        refused = await server.http.post("/api/tables", json={}, headers=bearer)
        assert refused.json()["error"]["code"] == "banned"
        await moderation.unban(owner.id)
        known = {one.id: one.ban_reason for one in await moderation.everybody()}
        assert known == {owner.id: None, robby.id: None, rude.id: "rude"}
        await (await server.client(token)).close()
        await moderation.end_sessions(owner.id)
        assert await refused_at_the_door(server, **bearer) == (401, "not_signed_in")


async def test_a_new_ban_is_the_new_ban_of_the_bots_too(tmp_path: Path) -> None:
    """A week becomes for ever, and is lifted whole."""
    clock = StandingClock()
    async with live(tmp_path / "one.db", clock=clock) as server:
        moderation, people = server.server.moderation, server.server.people
        owner, _ = await people.register("Ann", "a good password")
        _, token = await people.bot_token(owner, "Robby")
        bearer = {"Authorization": f"Bearer {token}"}
        await moderation.ban(owner.id, "rude", days=7)
        clock.at += 3_600_000
        await moderation.ban(owner.id, "cheating")
        clock.at += 8 * 86_400_000
        await moderation.poll()
        assert await refused_at_the_door(server, **bearer) == (403, "banned")
        await moderation.unban(owner.id)
        assert {one.ban_reason for one in await moderation.everybody()} == {None}
        await (await server.client(token)).close()


async def test_logging_out_closes_the_sockets_of_that_session(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        tab = await server.client(ann.token)
        await server.server.people.logout(ann.token)
        assert await ann.gone() == CLOSE_SIGNED_OUT
        assert await tab.gone() == CLOSE_SIGNED_OUT


async def test_connections_are_capped_for_each_person_and_each_address(tmp_path: Path) -> None:
    async with live(
        tmp_path / "one.db", connections_per_person=2, connections_per_address=3
    ) as server:
        ann = await server.person("Ann")
        await server.client(ann.token)
        full = 429, "too_many_connections"
        assert await refused_at_the_door(server, Authorization=f"Bearer {ann.token}") == full
        bob = await server.person("Bob")
        cid = await server.token("Cid")
        assert await refused_at_the_door(server, Authorization=f"Bearer {cid}") == full
        await bob.close()
        await _until(lambda: server.server.connections.count == 2)
        await server.client(cid)


async def test_connections_that_open_at_once_are_counted_as_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with live(tmp_path / "one.db", connections_per_person=2) as server:
        ann = await server.person("Ann")
        await ann.close()
        await _until(lambda: server.server.connections.count == 0)

        async def status() -> int:
            try:
                await server.client(ann.token)
            except InvalidStatus as refused:
                return refused.response.status_code
            return 101

        found = await asyncio.gather(*(status() for _ in range(10)))
        assert sorted(found) == [101] * 2 + [429] * 8
        for one in server.clients:
            await one.close()
        await _until(lambda: server.server.connections.count == 0)
        assert not server.server.connection_cap.count_of(ann.me["id"])
        await server.client(ann.token)


async def test_connecting_too_often_is_refused(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", connects_per_minute=1) as server:
        standing_limits(server.server)
        ann = await server.person("Ann")
        refused: list[tuple[int, str]] = []
        for _ in range(60):
            try:
                await (await Client(server.url, ann.token).connect()).close()
            except InvalidStatus:
                refused.append(
                    await refused_at_the_door(server, Authorization=f"Bearer {ann.token}")
                )
                break
        assert refused == [(429, "too_fast")]


async def test_a_message_too_large_closes_with_1009(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        fits = json.dumps({"type": "ping", "id": "x", "padding": ""})
        await ann.send(fits + " " * (MAX_MESSAGE - len(fits)))
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"
        await ann.send("x" * (MAX_MESSAGE + 1))
        assert await ann.gone() == 1009
        assert (await bob.ask({"type": "ping"}))["type"] == "pong"


BAD: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"ping"',
    "NaN",
    '{"type":"ping","id":NaN}',
    '{"type":"ping","id":1e999}',
    '{"type":"ping"}',
    '{"type":"ping","id":1}',
    '{"type":"no such","id":"a"}',
    '{"type":"ping","id":"a","more":1}',
    '{"type":"do","id":"a","table":"t","ask":{"do":"fly"}}',
    '{"type":"do","id":"a","table":"t","ask":{"do":"open","table":"t","options":{}}}',
    '{"type":"do","id":"a","table":"t","ask":{"do":"play","cards":[1],"version":0}}',
    '{"type":"do","id":"a","table":"t","ask":{"do":"pass","version":' + "9" * 5000 + "}}",
    '{"type":"do","id":"a","table":"t","ask":{"do":"pass","version":1.5}}',
    '{"type":"ping","id":"\\ud800"}',
    '{"type":"ping","id":"' + "x" * 65 + '"}',
    "[" * 5000,
    '{"type":"ping","id":' + "[" * 5000,
    '{"a":' * 2500 + "1" + "}" * 2500,
    b"\xff\xfe\x00",
    b'{"type":"ping","id":"\xff"}',
    b"\x00" * 100,
]


async def test_what_is_not_understood_is_refused_and_hurts_nobody(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        ann, before = people[0], room.table
        for bad in BAD:
            seen = len(ann.frames)
            await ann.send(bad)
            await ann.until(lambda seen=seen: len(ann.frames) > seen)  # type: ignore[misc]
            answer = json.loads(ann.frames[-1])
            assert answer["type"] == "refused", bad
            assert answer["error"]["code"] == "bad_message", bad
            assert answer["error"]["message"]
            if isinstance(bad, str) and '"id":"a"' in bad:
                assert answer["id"] == "a", "the sender learns which message it was"
        assert room.table is before
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"


async def test_a_text_frame_that_is_no_utf8_closes_only_its_sender(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        assert ann._socket is not None
        async with ann._socket.send_context():
            ann._socket.protocol.send_frame(Frame(Opcode.TEXT, b"\xff\xfe"))
        assert await ann.gone() == 1007
        assert (await bob.ask({"type": "ping"}))["type"] == "pong"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
almost = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ("do", "watch", "check", "arrange", "hint", "quick", "lobby", "ping", "unwatch")
        )
    },
    optional={
        "id": st.text(max_size=70) | json_values,
        "table": st.text(max_size=10) | json_values,
        "seq": st.integers() | json_values,
        "cards": st.lists(st.text(max_size=3), max_size=30) | json_values,
        "ask": st.fixed_dictionaries(
            {"do": st.sampled_from(("sit", "play", "give", "set_options", "say", "set_bot", "x"))},
            optional={
                "seat": json_values,
                "cards": json_values,
                "version": json_values,
                "options": json_values,
                "text": json_values,
                "card": json_values,
                "bot": json_values,
            },
        ),
        "wait_s": json_values,
        "on": json_values,
    },
)


@settings(max_examples=slice_of(1_000, 30))
@given(st.binary(max_size=200) | almost.map(lambda one: json.dumps(one).encode()))
def test_decoding_answers_or_refuses(raw: bytes) -> None:
    """Whatever comes in is a message or a refusal, and nothing else."""
    code = ""
    try:
        message = decoded(raw)
    except ServerRefusal as refusal:
        code = refusal.code
    else:
        assert isinstance(message.id, str)
    assert code in ("", "bad_message")


@pytest.mark.proof
async def test_almost_right_messages_never_break_the_server(tmp_path: Path) -> None:
    """Thousands of odd messages from somebody who plays: the match does not notice."""
    async with live(tmp_path / "one.db", messages_per_second=100_000) as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        ann, before = people[0], room.table
        tried: list[Any] = []

        @settings(
            max_examples=slice_of(600, 30),
            suppress_health_check=[HealthCheck.too_slow],
            deadline=None,
        )
        @given(almost)
        def collect(message: dict[str, Any]) -> None:
            if message["type"] != "do" or message.get("ask", {}).get("do") != "say":
                tried.append({**message, "table": room.id} if len(tried) % 2 else message)

        collect()
        for message in tried:
            await ann.send(json.dumps(message))
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"
        for frame in ann.frames:
            told = json.loads(frame)
            assert told["type"] != "refused" or told["error"]["message"]
        assert room.table.match is before.match
        await server.settled(room, *people)
        await people[0].close()


async def test_illegal_plays_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db", messages_per_second=100_000) as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        version = mover.state(room.id)["match"]["version"]
        hand = mover.own(room.id)["hand"]
        legal = {
            tuple(sorted(play.split()))
            for plays in mover.own(room.id)["plays"].values()
            for play in plays
        }
        before = room.table
        tries: list[c.PersonAsk] = [
            c.Play([], version),
            c.Play(hand, version),
            c.Play(["RD", "RD"], version),
            c.Play(["G1"] * 20, version),
            c.Play(["<script>"], version),
            c.Pass(version),
            c.Pass(version + 1),
            c.Pass(10**18),
            c.Give(hand[0], version),
            c.Call(),
            c.Ready(),
            c.Resume(),
            c.Start(),
            c.Rematch(),
            c.Unseat(1),
            c.SetBot(1, "tiger"),
            c.SetOptions(Options()),
            c.Sit(2),
        ]
        tries += [
            c.Play([one, two], version)
            for one in hand[:6]
            for two in hand[:6]
            if tuple(sorted((one, two))) not in legal
        ]
        for ask in tries:
            with pytest.raises(Refused) as caught:
                await mover.do(room.id, ask)
            assert caught.value.error["message"]
            assert room.table is before, ask
        for other in people:
            if other is not mover:
                with pytest.raises(Refused):
                    await other.do(room.id, mover.choice(room.id))
        assert room.table is before


async def test_only_the_owner_acts_at_that_table(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        eve = await server.person("Eve")
        await eve.watch(room.id)
        other = await server.table(eve)
        choice = mover.choice(room.id)
        for who, table, code in (
            (eve, room.id, "not_seated"),
            (mover, other.id, "not_seated"),
            (mover, "nowhere", "unknown_table"),
            (mover, "", "unknown_table"),
            (mover, "../" * 20, "unknown_table"),
        ):
            with pytest.raises(Refused) as caught:
                await who.do(table, choice)
            assert caught.value.code == code
        assert eve.tables[room.id]["own"] is None
        assert (await eve.ask({"type": "hint", "table": room.id}))["error"]["code"] == "not_seated"
        with pytest.raises(Refused) as caught:
            await eve.do(room.id, c.Say("I see it all"))
        assert caught.value.code == "spectators_silent"


async def test_only_named_bots_sit_down(tmp_path: Path) -> None:
    """A name from outside never loads a file or starts a program."""
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.table(ann)
        for name in ("cmd:touch x", "bot.py:Bot", "level:3", "greedy", "", "x" * 5000):
            with pytest.raises(Refused) as caught:
                await ann.do(room.id, c.SetBot(1, name))
            assert caught.value.code == "unknown_bot"
            assert len(json.dumps(caught.value.error)) < 1000


async def test_two_tabs_show_one_seat_and_both_may_act(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        tab = await server.client(mover.token)
        await tab.watch(room.id)
        assert tab.own(room.id) == mover.own(room.id)
        await tab.do(room.id, tab.choice(room.id))
        await mover.until(lambda: mover.seqs[room.id] == room.table.seq)
        await tab.until(lambda: tab.seqs[room.id] == room.table.seq)
        assert tab.tables[room.id]["own"] == mover.tables[room.id]["own"]
        await tab.close()
        await asyncio.sleep(0)
        seat = mover.own(room.id)["seat"]
        assert room.table.seats[seat].dropped_at is None


async def test_a_stale_choice_is_answered_with_the_new_state(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        stale = mover.choice(room.id)
        await mover.do(room.id, stale)
        mover.tables.clear()
        with pytest.raises(Refused) as caught:
            await mover.do(room.id, stale)
        assert caught.value.code == "stale_version"
        await mover.until(lambda: room.id in mover.tables)
        assert mover.state(room.id)["seq"] == room.table.seq


async def test_resending_after_a_lost_line_applies_once(tmp_path: Path) -> None:
    """Reconnect while an action is pending: the same id finds out what became of it."""
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        choice, before = mover.choice(room.id), room.table.match
        assert before is not None
        message = {"type": "do", "id": "pending", "table": room.id, "ask": choice}
        await mover.send(msgspec.json.encode(message).decode())
        await mover.vanish()
        await mover.connect()
        await mover.watch(room.id)
        seq = await mover.do(room.id, choice, "pending")
        assert await mover.do(room.id, choice, "pending") == seq
        match = room.table.match
        assert match is not None and match.version == before.version + 1


async def test_checks_and_hints(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        people = [await server.person(name) for name in FOUR]
        room = await server.match(*people)
        mover = next(one for one in people if one.may_act(room.id))
        waiter = next(one for one in people if one is not mover)
        play = next(iter(mover.own(room.id)["plays"].values()))[0].split()
        checked = await mover.ask({"type": "check", "table": room.id, "cards": play})
        assert checked["kind"] is not None and checked["error"] is None
        checked = await mover.ask({"type": "check", "table": room.id, "cards": ["G1", "R7"]})
        assert checked["kind"] is None and checked["error"]["code"] == "not_a_combination"
        checked = await mover.ask({"type": "check", "table": room.id, "cards": ["no card"]})
        assert checked["type"] == "refused" and checked["error"]["code"] == "unknown_card"
        hinted = await mover.ask({"type": "hint", "table": room.id})
        assert hinted["plays"]
        answer = await waiter.ask({"type": "hint", "table": room.id})
        assert answer["error"]["code"] == "hint_not_now"
        arranged = await waiter.ask({"type": "arrange", "table": room.id})
        laid = sorted(code for group in arranged["groups"] for code in group)
        assert laid == sorted(waiter.own(room.id)["hand"])
        assert all(classify(group) is not None for group in arranged["groups"])
        stranger = await server.person("Eve")
        answer = await stranger.ask({"type": "check", "table": room.id, "cards": play})
        assert answer["error"]["code"] == "not_watching"
        await stranger.watch(room.id)
        answer = await stranger.ask({"type": "arrange", "table": room.id})
        assert answer["error"]["code"] == "not_seated"
        rated = await server.match(*people, options=Options(rated=True))
        mover = next(one for one in people if one.may_act(rated.id))
        answer = await mover.ask({"type": "hint", "table": rated.id})
        assert answer["error"]["code"] == "hint_not_here"


async def test_a_flood_is_slowed_to_the_rate_that_is_allowed(tmp_path: Path) -> None:
    """60 at once and 20 a second: 100 messages take 2 s, and nobody else waits."""
    async with live(tmp_path / "one.db", messages_per_second=20) as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number in range(100):  # not pings: they are answered while others wait
            await ann.send(json.dumps({"type": "arrange", "table": "none", "id": str(number)}))
        assert (await bob.ask({"type": "ping"}))["type"] == "pong"
        assert b'"id":"99"' not in ann.frames[-1] or loop.time() - begun > 1.8
        await ann.until(lambda: b'"id":"99"' in ann.frames[-1])
        assert loop.time() - begun > 1.8


def test_a_bucket_gives_what_was_promised() -> None:
    bucket = Bucket(Budget(10, 5), 0.0)
    assert [bucket.take(0.0) for _ in range(6)] == [0, 0, 0, 0, 0, 0.1]
    assert bucket.take(0.1) == 0
    assert bucket.take(100.0) == 0
    assert bucket.tokens == 4


async def test_chat_is_limited(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        standing_limits(server.server)
        ann = await server.person("Ann")
        room = await server.table(ann)
        for _ in range(int(limits.BUDGETS["chat"].burst)):
            await ann.do(room.id, c.Say("hello"))
        with pytest.raises(Refused) as caught:
            await ann.do(room.id, c.Say("hello again"))
        assert caught.value.code == "too_fast"
        assert caught.value.error["params"]["seconds"] >= 1


async def test_a_reader_that_stands_still_is_dropped_and_its_queue_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "patience_s", 0.5)
    async with live(tmp_path / "one.db", queue_messages=20, messages_per_second=100_000) as server:
        ann = await server.person("Ann")
        room = await server.table(ann)
        raw = raw_socket(server.url, await server.token("Slow"))
        await _until(lambda: server.server.connections.count == 2)
        raw.sendall(text_frame(json.dumps({"type": "watch", "id": "w", "table": room.id})))
        await _until(lambda: len(room.watchers) == 2)
        (slow,) = (one for one in room.watchers if one.person_id != ann.me["id"])
        longest = 0
        for number in range(20_000):
            if server.server.connections.count == 1:
                break
            room.publish_anew(server.server.clock.now())
            longest = max(longest, len(slow._backlog))  # type: ignore[attr-defined]
            await asyncio.sleep(0 if number % 50 else 0.01)
        await _until(lambda: server.server.connections.count == 1)
        assert longest <= 20
        assert room.watchers == {one for one in room.watchers if one.person_id == ann.me["id"]}
        raw.close()
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"


async def test_messages_that_come_together_leave_together_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        (here,) = server.server.connections.of(ann.me["id"])
        real = here._write_now
        assert real is not None
        protocol = real.__self__  # type: ignore[attr-defined]
        monkeypatch.setattr(protocol, "transport", Tap(protocol.transport, written))
        for number in range(3):
            here.send(b'{"type":"pong","id":"%d"}' % number)
        assert not written  # until the loop turns
        here.close(CLOSE_SIGNED_OUT, "enough")
        assert await ann.gone() == CLOSE_SIGNED_OUT
        assert [json.loads(one)["id"] for one in ann.frames[-3:]] == ["0", "1", "2"]
        assert len(written) == 2, "one write for the messages, one for the close"
        assert b'"2"' in written[0] and b"enough" in written[1]


async def test_pings_keep_a_connection_and_silence_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead line is noticed by the server within 35 s; here the times are shorter."""
    from gangoffour.server import serve as command

    assert command.PING_INTERVAL_S + command.PING_TIMEOUT_S <= 37
    monkeypatch.setattr(command, "PING_INTERVAL_S", 0.2)
    monkeypatch.setattr(command, "PING_TIMEOUT_S", 0.2)
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        raw = raw_socket(server.url, await server.token("Dead"))
        await _until(lambda: server.server.connections.count == 2)
        await _until(lambda: server.server.connections.count == 1)
        raw.close()
        assert (await ann.ask({"type": "ping"}))["type"] == "pong"


async def test_a_watched_table_is_not_watched_for_ever(tmp_path: Path) -> None:
    async with live(tmp_path / "one.db") as server:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        room = await server.table(ann, options=CALM)
        await bob.watch(room.id)
        assert room.spectators == 1
        assert (await bob.ask({"type": "unwatch", "table": room.id}))["type"] == "done"
        assert room.spectators == 0
        await bob.watch(room.id)
        await bob.vanish()
        await _until(lambda: room.spectators == 0)


def raw_socket(url: str, token: str) -> sockets.socket:
    """A WebSocket by hand, of which nobody reads."""
    place = urlsplit(url)
    assert place.hostname is not None and place.port is not None
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect((place.hostname, place.port))
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    return raw


def text_frame(text: str) -> bytes:
    """A client's text frame of less than 126 bytes."""
    raw = text.encode()
    assert len(raw) < 126
    return bytes([0x81, 0x80 | len(raw), 0, 0, 0, 0]) + raw


async def _until(reached: Any) -> None:
    async with asyncio.timeout(60):
        while not reached():
            await asyncio.sleep(0.005)


async def test_what_cannot_be_seen_is_no_name_and_no_word(tmp_path: Path) -> None:
    """Names of tables and on score pads, chat: each of them is a text that others see."""
    async with live(tmp_path / "one.db") as house:
        ann = await house.person("Ann")
        bearer = {"Authorization": f"Bearer {ann.token}"}
        for name, shown in (("\u3164\u2800", ""), ("tea\u115f", "tea")):
            asked = {"options": {"name": name}}
            table = (await house.http.post("/api/tables", json=asked, headers=bearer)).json()
            await ann.watch(table["table"])
            assert ann.state(table["table"])["options"]["name"] == shown
        with pytest.raises(Refused, match="empty_text"):
            await ann.do(table["table"], c.Say("\u3164"))
        sheet = {"edition": "official", "names": ["\u3164", "\u2800", "\u115f"], "lines": []}
        refused = await house.http.post("/api/pads", json=sheet)
        assert refused.json()["error"]["code"] == "bad_pad_name"
