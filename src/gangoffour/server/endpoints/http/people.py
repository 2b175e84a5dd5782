"""Other people: profiles, the leaderboard, and reports."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint, Id
from gangoffour.server.matches.leaderboard import Leader
from gangoffour.server.matches.profiles import Profile


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list."""

    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    offset: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Leaderboard(Struct, frozen=True):
    leaders: list[Leader]


class ReportBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A complaint; with a table, what was said there goes with it."""

    about: Id
    reason: str
    table: Id | None = None


class Reported(Struct, frozen=True):
    id: str


async def profile(call: Call) -> Profile:
    return await call.server.profiles.profile(call.path("who"))


async def leaderboard(call: Call) -> Leaderboard:
    page = call.query
    return Leaderboard(await call.server.profiles.leaderboard(page.limit, page.offset))


async def report(call: Call) -> Reported:
    body = call.body
    moderation = call.server.moderation
    return Reported(await moderation.report(call.me.id, body.about, body.reason, body.table))


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/people/{who}",
        profile,
        "Somebody by id, or an account or a bot by name",
        Profile,
        refusals=("unknown_person",),
    ),
    Endpoint(
        "GET",
        "/api/leaderboard",
        leaderboard,
        "The best accounts with at least three rated matches",
        Leaderboard,
        query=Page,
    ),
    Endpoint(
        "POST",
        "/api/reports",
        report,
        "Complain about somebody to the host of the server",
        Reported,
        ReportBody,
        signed_in=True,
        limit="report",
        refusals=(
            *("unknown_person", "unknown_table", "table_damaged", "not_yourself"),
            *("empty_text", "text_too_long"),
        ),
    ),
)
