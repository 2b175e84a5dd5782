"""Clubs: found one, join, look after it, open a table for it, take its ladder along."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from gangoffour.daily.day import days_before
from gangoffour.rules.errors import Refusal
from gangoffour.server.boards.hosts import ClubReport
from gangoffour.server.clubs.clubs import ClubCard, ClubDraft, ClubMember, Entry
from gangoffour.server.clubs.csv_export import sheet
from gangoffour.server.clubs.roles import MEMBERS, Role
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.endpoints.http.tables import TableBody, TablePlace, opened
from gangoffour.server.lobby.lobby import open_table_of
from gangoffour.server.wire.deals import DealScore
from gangoffour.server.wire.messages import OpenTable
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table.options import private


class ClubBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner decides."""

    name: str
    about: str = ""
    entry: Entry = "approval"
    open_board: bool = False


class ClubPlace(Struct, frozen=True):
    id: str


class ClubList(Struct, frozen=True):
    """One's own clubs first, then those one may ask to join."""

    clubs: list[ClubCard]


class ClubDaily(Struct, frozen=True):
    """How the members compare on a day's deals: today's once the reader is through with them,
    else yesterday's."""

    day: str
    ranking: list[DealScore]
    """By cost, points beside it; members who are through."""


class ClubPage(Struct, frozen=True):
    """A club as its reader may see it."""

    club: ClubCard
    members: list[ClubMember]
    """Nobody for who is no member."""
    link: str
    """The end of the invitation; for hosts only."""
    tables: list[OpenTable]
    daily: ClubDaily | None
    """Null for who is no member, and where neither day may be seen."""


class ClubReports(Struct, frozen=True):
    reports: list[ClubReport]


class JoinBody(Struct, frozen=True, forbid_unknown_fields=True):
    """With the end of an invitation, or without one to ask."""

    link: Annotated[str, Meta(max_length=40)] | None = None


class Joined(Struct, frozen=True):
    role: Role


class RoleBody(Struct, frozen=True, forbid_unknown_fields=True):
    role: Literal["owner", "host", "member", "banned"]


class ClubLink(Struct, frozen=True):
    link: str


async def clubs(call: Call) -> ClubList:
    return ClubList(await call.server.clubs.listed(call.identity))


async def found_club(call: Call) -> ClubPlace:
    return ClubPlace(await call.server.clubs.found(call.me, _draft(call.body)))


async def club(call: Call) -> ClubPage:
    club_id, part = call.path("id"), call.server.clubs
    card = await part.card(call.identity, club_id)
    members, link = await part.people(call.identity, club_id)
    if not members:
        return ClubPage(card, members, link, [], None)
    return ClubPage(card, members, link, await _tables(call, club_id), await _daily(call, members))


async def _daily(call: Call, members: list[ClubMember]) -> ClubDaily | None:
    daily = call.server.daily
    inside = frozenset(one.id for one in members if one.role in MEMBERS)
    for day in (daily.sets.today, days_before(daily.sets.today, 1)):
        try:
            one = await daily.sets.day(day)
        except ServerRefusal:  # nobody asked for it
            continue
        ranking = await daily.standings.among(one, call.me.id, inside)
        if ranking is not None:
            return ClubDaily(day, ranking)
    return None


async def _tables(call: Call, club_id: str) -> list[OpenTable]:
    """The club's tables where somebody is."""
    found = []
    for table_id in await call.server.clubs.tables(club_id):
        try:
            room = await call.server.tables.get(table_id)
        except Refusal:  # it was deleted this very moment
            continue
        if room.table.people and room.table.phase != "over":
            found.append(open_table_of(room))
    return found


async def change_club(call: Call) -> None:
    await call.server.clubs.change(call.me, call.path("id"), _draft(call.body))


async def end_club(call: Call) -> None:
    await call.server.clubs.end(call.me, call.path("id"))


async def join_club(call: Call) -> Joined:
    call.server.limits.require("join_address", call.address)
    members = call.server.clubs.members
    return Joined(await members.join(call.me, call.path("id"), call.body.link))


async def set_role(call: Call) -> None:
    members = call.server.clubs.members
    await members.set_role(call.me, call.path("id"), call.path("person"), call.body.role)


async def remove_member(call: Call) -> None:
    await call.server.clubs.members.remove(call.me, call.path("id"), call.path("person"))


async def renew_link(call: Call) -> ClubLink:
    return ClubLink(await call.server.clubs.members.renew_link(call.me, call.path("id")))


async def open_club_table(call: Call) -> TablePlace:
    club_id = call.path("id")
    await call.server.clubs.require_member(call.me, club_id)
    place = await opened(call, private(call.body.options))
    await call.server.clubs.add_table(club_id, place.table)
    return place


async def club_sheet(call: Call) -> Response:
    members, link = await call.server.clubs.people(call.me, call.path("id"))
    if not link:
        raise ServerRefusal("hosts_only")
    headers = {"content-disposition": 'attachment; filename="gangoffour-club.csv"'}
    daily = await _daily(call, members)
    text = sheet(members, *(("", []) if daily is None else (daily.day, daily.ranking)))
    return Response(text, headers=headers, media_type="text/csv")


async def club_reports(call: Call) -> ClubReports:
    return ClubReports(await call.server.boards.hosts.reports(call.me, call.path("id")))


def _draft(body: ClubBody) -> ClubDraft:
    return ClubDraft(body.name, body.about, body.entry, body.open_board)


NAMES = ("bad_club_name", "club_name_taken", "name_reserved", "text_too_long")
ENDPOINTS = (
    Endpoint("GET", "/api/clubs", clubs, "The caller's clubs, and those to ask", ClubList),
    Endpoint(
        "POST",
        "/api/clubs",
        found_club,
        "Found a club",
        ClubPlace,
        ClubBody,
        signed_in=True,
        limit="club",
        refusals=("account_needed", "list_full", *NAMES),
    ),
    Endpoint(
        "GET",
        "/api/clubs/{id}",
        club,
        "A club; for members with its people, open tables and the day's ranking",
        ClubPage,
        refusals=("unknown_club",),
    ),
    Endpoint(
        "PUT",
        "/api/clubs/{id}",
        change_club,
        "Change one's club",
        None,
        ClubBody,
        signed_in=True,
        limit="club_change",
        refusals=("unknown_club", "hosts_only", *NAMES),
    ),
    Endpoint(
        "DELETE",
        "/api/clubs/{id}",
        end_club,
        "End one's club and its board",
        None,
        signed_in=True,
        refusals=("unknown_club", "hosts_only"),
    ),
    Endpoint(
        "POST",
        "/api/clubs/{id}/join",
        join_club,
        "Join a club by its invitation, or ask to",
        Joined,
        JoinBody,
        signed_in=True,
        limit="join",
        refusals=("unknown_club", "account_needed", "wrong_club_link", "club_full", "list_full"),
    ),
    Endpoint(
        "PUT",
        "/api/clubs/{id}/members/{person}",
        set_role,
        "Take somebody in, make them host or owner, or keep them out",
        None,
        RoleBody,
        signed_in=True,
        limit="club_change",
        refusals=(
            *("unknown_club", "unknown_person", "hosts_only", "members_only"),
            *("not_yourself", "club_full", "list_full"),
        ),
    ),
    Endpoint(
        "DELETE",
        "/api/clubs/{id}/members/{person}",
        remove_member,
        "Leave a club, or take somebody out of it",
        None,
        signed_in=True,
        limit="club_change",
        refusals=("unknown_club", "unknown_person", "hosts_only", "members_only", "owner_stays"),
    ),
    Endpoint(
        "POST",
        "/api/clubs/{id}/link",
        renew_link,
        "A new invitation in place of the old one",
        ClubLink,
        signed_in=True,
        limit="club_change",
        refusals=("unknown_club", "hosts_only"),
    ),
    Endpoint(
        "POST",
        "/api/clubs/{id}/tables",
        open_club_table,
        "Open a table for a club and sit down as its host",
        TablePlace,
        TableBody,
        signed_in=True,
        limit="table",
        refusals=(
            *("unknown_club", "members_only", "too_many_tables", "bad_options", "rated_fixed"),
            *("unknown_edition", "unknown_rule_field", "bad_rule_value", "too_busy"),
        ),
    ),
    Endpoint(
        "GET",
        "/api/clubs/{id}/reports",
        club_reports,
        "What is complained about on a club's board; for its hosts",
        ClubReports,
        signed_in=True,
        refusals=("unknown_board", "hosts_only"),
    ),
    Endpoint(
        "GET",
        "/api/clubs/{id}/sheet",
        club_sheet,
        "A club's members with role, rating and the day's deals, as CSV; for its hosts",
        str,
        signed_in=True,
        limit="export",
        refusals=("unknown_club", "hosts_only"),
        media_type="text/csv",
    ),
)
