"""Matches that are kept: one of them, its record, its replay."""

from __future__ import annotations

from starlette.responses import Response

from gangoffour.server.api.endpoint import Call, Endpoint
from gangoffour.server.history import MatchLine
from gangoffour.server.replays import Replay


async def match(call: Call) -> MatchLine:
    person = None if call.identity is None else call.identity.id
    return await call.server.results.match(call.path("id"), person)


async def record(call: Call) -> Response:
    key = call.path("id")
    text = await call.server.results.record(key)
    headers = {"content-disposition": f'attachment; filename="gangoffour-{key}.gof"'}
    return Response(text, headers=headers, media_type="text/plain")


async def replay(call: Call) -> Replay:
    return await call.server.results.replay(call.path("id"))


ENDPOINTS = (
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
        refusals=("unknown_match", "match_running"),
        media_type="text/plain",
    ),
    Endpoint(
        "GET",
        "/api/matches/{id}/replay",
        replay,
        "A finished match step by step, all hands open",
        Replay,
        refusals=("unknown_match", "match_running"),
    ),
)
