"""Tables: open one, those that are open, and one by its short code."""

from __future__ import annotations

from msgspec import Struct, structs

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.lobby.lobby import open_table_of
from gangoffour.server.matches.stakes import Stakes, stakes_at
from gangoffour.server.runtime.household import customer
from gangoffour.server.runtime.rate_limits import require_no_wait
from gangoffour.server.tables.room import Room
from gangoffour.server.wire.messages import OpenTable
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.commands import Person
from gangoffour.table.options import Options


class TableBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses; everything has a sensible default."""

    options: Options = Options()


class TablePlace(Struct, frozen=True):
    """Where a table is: its id for links, its code to read out."""

    table: str
    code: str


class TableFound(TablePlace, frozen=True):
    """A table whose code somebody has."""

    running: bool
    """Whether a match is in progress."""
    seat: bool
    """Whether the caller sits there, or may sit down now."""
    shown: OpenTable | None = None
    """The table as lists show it; nothing where the caller may not even watch."""
    host: int | None = None
    """The seat of who invites."""


class TableList(Struct, frozen=True):
    tables: list[OpenTable]


async def open_table(call: Call) -> TablePlace:
    return await opened(call, call.body.options)


async def opened(call: Call, options: Options) -> TablePlace:
    """A new table of the caller's, unless they have as many as they may."""
    me, server = call.me, call.server
    host = Person(me.id, me.name, me.karma, me.avatar)
    async with server.table_cap.turn(me.id):
        await server.table_cap.require_room(me.id)
        room = await server.tables.open(host, options)
    return TablePlace(room.id, room.code)


async def open_tables(call: Call) -> TableList:
    return TableList(call.server.lobby.state().tables)


async def by_code(call: Call) -> TableFound:
    """However many addresses a customer of the network has, they guess as one."""
    code = call.path("code").upper()
    limits, whose = call.server.limits, customer(call.arrival.network)
    require_no_wait(limits.wait("wrong_code", whose))
    table = await call.server.events.find(code)
    if table is None:
        limits.allow("wrong_code", whose)
        raise ServerRefusal("unknown_table", table=code)
    return _found(call, await call.server.tables.get(table))


async def by_id(call: Call) -> TableFound:
    """For who has the address of a table instead of an invitation: whoever may watch learns no
    more by this."""
    found = _found(call, await call.server.tables.get(call.path("id")))
    if found.shown is None:
        raise ServerRefusal("no_spectators")
    return found


def _found(call: Call, room: Room) -> TableFound:
    at = room.table
    mine = call.identity is not None and at.seat_of(call.identity.id) is not None
    free = not at.running and not all(seat.taken for seat in at.seats)
    found = TableFound(room.id, room.code, at.running, mine or free)
    if not (mine or at.open_to_all):
        return found
    return structs.replace(found, shown=open_table_of(room), host=at.seat_of(at.host))


async def stakes(call: Call) -> Stakes:
    server = call.server
    room = await server.tables.get(call.path("id"))
    return await stakes_at(room.table, call.me.id, server.database, server.addresses.shared)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        "Open a table and sit down as its host",
        TablePlace,
        TableBody,
        signed_in=True,
        limit="table",
        refusals=(
            *("too_many_tables", "bad_options", "rated_fixed", "unknown_edition"),
            *("unknown_rule_field", "bad_rule_value", "too_busy"),
        ),
    ),
    Endpoint("GET", "/api/tables", open_tables, "Public tables to join or to watch", TableList),
    Endpoint(
        "GET",
        "/api/tables/code/{code}",
        by_code,
        "The table with a short code, who sits there, and whether there is a seat",
        TableFound,
        refusals=("unknown_table", "table_damaged"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}",
        by_id,
        "A table that the caller may watch, by its id",
        TableFound,
        refusals=("unknown_table", "table_damaged", "no_spectators"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/stakes",
        stakes,
        "What is at stake at a table where one sits: who is rated, what leaving costs",
        Stakes,
        signed_in=True,
        refusals=("unknown_table", "table_damaged", "not_seated"),
    ),
)
