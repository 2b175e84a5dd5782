"""Matches that are kept: one of them, its record, its replay, its review."""

from __future__ import annotations

from msgspec import Struct
from starlette.responses import Response

from gangoffour.server.endpoints.http.dispatch import json_response
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint, Id
from gangoffour.server.matches.replay_steps import Replay
from gangoffour.server.matches.reviews import Asker
from gangoffour.server.wire.matches import MatchLine
from gangoffour.server.wire.reviews import MatchReview, ReviewProgress


class Whose(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose matches; everybody's if nobody is named."""

    person: Id | None = None


class RecentMatches(Struct, frozen=True):
    """Finished matches, the latest first."""

    matches: list[MatchLine]


async def recent(call: Call) -> RecentMatches:
    return RecentMatches(await call.server.history.recent(call.query.person))


class RecordBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A ``.gof`` file."""

    record: str


async def match(call: Call) -> MatchLine:
    person = None if call.identity is None else call.identity.id
    return await call.server.history.match(call.path("id"), person)


async def _open_match(call: Call) -> str:
    """A match whose cards the caller may see; others may be about to play the same."""
    key, person = call.path("id"), None if call.identity is None else call.identity.id
    await call.server.daily.sets.require_open_cards(key, person)
    return key


async def record(call: Call) -> Response:
    key = await _open_match(call)
    text = await call.server.records.record(key)
    headers = {"content-disposition": f'attachment; filename="gangoffour-{key}.gof"'}
    return Response(text, headers=headers, media_type="text/plain")


async def replay(call: Call) -> Response:
    def allow() -> None:
        call.server.limits.require("replay_match", call.address)

    found = await call.server.replays.of(await _open_match(call), allow, call.address)
    return Response(found, media_type="application/json")


async def opened(call: Call) -> Response:
    found = await call.server.replays.opened(call.body.record, call.address)
    return Response(found, media_type="application/json")


async def review(call: Call) -> Response:
    def allow() -> None:
        call.server.limits.require("review", call.address)

    asker = Asker(call.address, "" if call.identity is None else call.identity.id)
    found = await call.server.reviews.of(await _open_match(call), allow, asker)
    if isinstance(found, ReviewProgress):
        response = json_response(found, 202)
        response.headers["retry-after"] = "1"
        return response
    return Response(found, media_type="application/json")


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/matches",
        recent,
        "The last finished matches that everybody could watch",
        RecentMatches,
        query=Whose,
    ),
    Endpoint(
        "GET",
        "/api/matches/{id}",
        match,
        "A match and who plays it",
        MatchLine,
        refusals=("unknown_match",),
    ),
    Endpoint(
        "GET",
        "/api/matches/{id}/record",
        record,
        "A finished match as a .gof file",
        str,
        refusals=("unknown_match", "match_running", "deals_still_open"),
        media_type="text/plain",
    ),
    Endpoint(
        "GET",
        "/api/matches/{id}/replay",
        replay,
        "A finished match step by step, all hands open",
        Replay,
        refusals=("unknown_match", "match_running", "deals_still_open", "too_busy"),
        notes="The last ones are remembered; only one that has to be made counts against the "
        "budget.",
    ),
    Endpoint(
        "GET",
        "/api/matches/{id}/review",
        review,
        "What a finished match's decisions were worth, judged by what each seat could see",
        MatchReview,
        refusals=("unknown_match", "match_running", "deals_still_open", "too_busy"),
        meanwhile=ReviewProgress,
        notes="Made when it is first asked for, then kept. Only beginning one counts against the "
        "budget, not asking how far it is.",
    ),
    Endpoint(
        "POST",
        "/api/replays",
        opened,
        "A .gof file from anywhere step by step; it is checked and kept nowhere",
        Replay,
        RecordBody,
        limit="replay",
        refusals=("bad_record", "no_finished_round", "too_busy"),
    ),
)
