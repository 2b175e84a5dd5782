"""Matches alone against bots that go from this server to somebody's own device, and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, structs

from gangoffour.rules.deal import mixed_seed
from gangoffour.server.bots.local import BOT_NAMES, EXACT
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.matches.settlement import match_id
from gangoffour.server.storage.stored_event import Entry
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.commands import Carry, Person
from gangoffour.table.events import Voided, decode_event
from gangoffour.table.fold import apply
from gangoffour.table.options import Options
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table

MAX_ACTIONS: Final = 3000
MAX_TIMES: Final = 20
"""How often a match may come and go at the same point of it."""
ACTIONS_PER_COMMAND: Final = 2
"""So many actions are charged as one command, which stores as much with what follows on it."""
Secret = Annotated[str, Meta(pattern=r"^[\x20-\x7e]{1,200}$")]


class Done(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One action, and whose."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    action: dict[str, Any]


class CarriedBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A match against bots that was played, or begun, without this server."""

    options: Options
    bots: Annotated[list[str | None], Meta(min_length=3, max_length=4)]
    """Seat by seat; null where the person sits."""
    seed: Secret
    actions: Annotated[list[Done], Meta(max_length=MAX_ACTIONS)]
    """Everything that was done, in order."""
    contributions: Annotated[list[Secret | None], Meta(max_length=4)] = []
    """What the seed is mixed with, seat by seat, if people had a hand in it."""
    finished: bool = False
    """Only if it is over."""


class CarriedPlace(Struct, frozen=True):
    """Where a match that was taken over is."""

    table: str
    match: str
    over: bool


class Logged(Struct, frozen=True):
    """One event of a table, as it is stored."""

    seq: int
    at: int
    body: str


class TableLog(Struct, frozen=True):
    """What happened at a table until its match was given up."""

    events: list[Logged]


async def carry(call: Call) -> CarriedPlace:
    """Take a match over: it is played again under the rules, and counts nowhere."""
    async with call.server.table_cap.turn(call.me.id):
        return await _carry(call)


async def _carry(call: Call) -> CarriedPlace:
    me, server, body = call.me, call.server, call.body
    seed = mixed_seed(body.seed, body.contributions) if any(body.contributions) else body.seed
    await server.daily.seeds.require_free(seed, me.id)
    for time in range(MAX_TIMES):
        key = f"{me.id}/{seed}/{len(body.actions)}/{time}"
        table = sha256(key.encode()).hexdigest()[:16]
        found = await _known(call, table)
        if found is None:
            break
        if found.match is not None:  # it has come before; without one, it went again
            return _place(found)
    for bot in body.bots:
        if bot is not None and bot not in (*BOT_NAMES, EXACT):
            raise TableRefusal("unknown_bot", input=bot[:40], bots=", ".join(BOT_NAMES))
    await server.table_cap.require_room(me.id)
    _spend(call)
    actions = tuple((one.seat, one.action) for one in body.actions)
    ask = Carry(table, _casual(body.options), tuple(body.bots), seed, actions, body.finished)
    host = Person(me.id, me.name, me.karma, me.avatar)
    try:
        async with server.carrying:
            room = await server.tables.open(host, ask)
    except TableRefusal as refusal:
        if refusal.code != "already_open":
            raise
        room = await server.tables.get(table)  # by another process, just now
    return _place(room.table)


def _spend(call: Call) -> None:
    """Charge what is about to be stored to the budgets of person and address, before any work."""
    limits, count = call.server.limits, 1 + len(call.body.actions) // ACTIONS_PER_COMMAND
    limits.require("command", call.me.id, count)
    limits.require("carried_address", call.address, count)


async def _known(call: Call, table: str) -> Table | None:
    with suppress(ServerRefusal):
        return (await call.server.tables.get(table)).table
    return None


def _casual(options: Options) -> Options:
    """The same game, for nobody but whoever plays it."""
    return structs.replace(
        options,
        rated=False,
        clock="none",
        spectators=False,
        private=True,
        minimum_karma=0,
        name="",
    )


def _place(table: Table) -> CarriedPlace:
    return CarriedPlace(table.id, match_id(table), table.phase == "over")


async def log(call: Call) -> TableLog:
    """What happened at a table until its one person gave the match up: to take it along. Before
    that the seed is nobody's to know."""
    room = await call.server.tables.get(call.path("id"))
    if room.table.running:
        raise ServerRefusal("match_running")
    if room.table.purpose is not None:
        raise TableRefusal("deals_given")
    entries = await call.server.events.read(room.id)
    before = await asyncio.to_thread(_until_given_up, entries)
    if before is None:
        raise TableRefusal("no_match_running")
    number, table = before
    if table.seat_of(call.me.id) is None:
        raise TableRefusal("not_seated")
    told = entries[:number]
    return TableLog([Logged(one.seq, one.at, one.body.decode()) for one in told])


def _until_given_up(entries: Sequence[Entry]) -> tuple[int, Table] | None:
    """How many events there were before the last match was given up, and the table then."""
    table, found = Table(), None
    for number, entry in enumerate(entries):
        event = decode_event(entry.body)
        if isinstance(event, Voided):
            found = (number, table) if event.reason == "given_up" else None
        table = apply(table, event, entry.at)
    return found


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/me/carried",
        carry,
        "Go on here with a match against bots that was begun without this server, or add it to "
        "one's matches if it is over",
        CarriedPlace,
        CarriedBody,
        signed_in=True,
        limit="carry",
        refusals=(
            *(
                "against_rules",
                "match_not_over",
                "not_alone",
                "unknown_bot",
                "too_many_tables",
                "bad_options",
            ),
            *("unknown_edition", "unknown_rule_field", "bad_rule_value", "too_busy"),
            *("deals_still_open", "table_damaged"),
        ),
        notes="Everything is done again under the rules, and counts nowhere. The same match sent "
        "again is the same match.",
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/log",
        log,
        "What happened at one's table until one gave up the match there, to go on without this "
        "server",
        TableLog,
        signed_in=True,
        limit="replay",
        refusals=(
            *("unknown_table", "table_damaged", "match_running", "deals_given"),
            *("no_match_running", "not_seated"),
        ),
    ),
)
