"""Deals that are the same for everybody: the daily, and challenges."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.server.endpoints.http.cookies import mark_of, set_mark
from gangoffour.server.endpoints.http.dispatch import json_response
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.endpoints.http.tables import TablePlace
from gangoffour.server.runtime.secrets import new_seed
from gangoffour.server.wire.deals import DealSetView, MyChallenges, MyDays, MyLadder
from gangoffour.table.commands import Person

TODAY: Final = "today"


class ChallengeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose deals: those of a day that is over, of a match that one played, or fresh ones."""

    day: str | None = None
    match: str | None = None


class DealsPlace(TablePlace, frozen=True):
    """The table at which somebody plays deals that are the same for everybody."""

    counts: bool
    """It is ranked, if it is finished in time; if not, it is for fun."""


class ChallengePlace(Struct, frozen=True):
    """A challenge by its id, for a link."""

    challenge: str


async def _day(call: Call) -> DealSet:
    day = call.path("day")
    return await call.server.daily.sets.day(call.server.daily.sets.today if day == TODAY else day)


async def _challenge(call: Call) -> DealSet:
    return await call.server.daily.sets.challenge(call.path("id"))


async def _view(call: Call, one: DealSet) -> DealSetView:
    me = None if call.identity is None else call.identity.id
    return await call.server.daily.standings.view(one, me)


async def _play(call: Call, one: DealSet) -> Response:
    """A browser keeps a mark, so that a second name in it is no second first attempt. Without one
    an attempt is for fun; a bot account is known by its owner, and ranked in challenges."""
    me, mark = call.me, mark_of(call)
    new = None if mark or not call.by_cookie else new_seed()
    browser = mark or new
    digest = None if browser is None else sha256(browser.encode()).hexdigest()
    person = Person(me.id, me.name, me.karma, me.avatar)
    known = one.kind == "challenge" if me.kind == "bot" else browser is not None
    room, counts = await call.server.daily.attempts.play(one, person, digest, known=known)
    response = json_response(DealsPlace(room.id, room.code, counts))
    if new is not None:
        set_mark(call, response, new)
    return response


async def day(call: Call) -> DealSetView:
    return await _view(call, await _day(call))


async def play_day(call: Call) -> Response:
    return await _play(call, await _day(call))


async def my_days(call: Call) -> MyDays:
    return await call.server.daily.standings.days(call.me.id)


async def my_ladder(call: Call) -> MyLadder:
    return await call.server.daily.ladders.of(call.me.id)


async def my_challenges(call: Call) -> MyChallenges:
    return await call.server.daily.challenges.of(call.me.id)


async def challenge(call: Call) -> DealSetView:
    return await _view(call, await _challenge(call))


async def play_challenge(call: Call) -> Response:
    return await _play(call, await _challenge(call))


async def new_challenge(call: Call) -> ChallengePlace:
    sets = call.server.daily.sets
    await sets.require_room(call.me.id)
    call.server.limits.require("challenge_address", call.address)
    match_id = call.body.match
    if match_id is not None:

        async def read() -> Match:
            record = await call.server.records.bare_record(match_id)
            return (await asyncio.to_thread(parse_record, record)).match

        return ChallengePlace((await sets.challenge_with(call.me.id, match_id, read)).id)
    like = None if call.body.day is None else await sets.day(call.body.day)
    return ChallengePlace((await sets.new_challenge(call.me.id, like)).id)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/daily/{day}",
        day,
        "The deals of a day, or of `today`: until when, one's own rounds, the ranking once one is "
        "through",
        DealSetView,
        refusals=("unknown_day",),
    ),
    Endpoint(
        "POST",
        "/api/daily/{day}/play",
        play_day,
        "Begin a day's deals or go on with them: the first time counts",
        DealsPlace,
        signed_in=True,
        limit="table",
        refusals=("unknown_day", "too_busy"),
    ),
    Endpoint(
        "GET",
        "/api/me/daily",
        my_days,
        "The caller's days and how many in a row",
        MyDays,
        signed_in=True,
    ),
    Endpoint(
        "GET",
        "/api/me/ladder",
        my_ladder,
        "The caller's medals alone against bots, level by level, and the next step",
        MyLadder,
        signed_in=True,
    ),
    Endpoint(
        "GET",
        "/api/me/challenges",
        my_challenges,
        "The caller's open challenges: those they made, and those they took up",
        MyChallenges,
        signed_in=True,
    ),
    Endpoint(
        "POST",
        "/api/challenges",
        new_challenge,
        "A challenge for three days: fresh deals, those of a day or of a match that is over",
        ChallengePlace,
        ChallengeBody,
        signed_in=True,
        limit="table",
        refusals=(
            *("unknown_day", "deals_still_open", "unknown_match", "match_running"),
            *("not_your_match", "unfit_match", "too_many_challenges"),
        ),
    ),
    Endpoint(
        "GET",
        "/api/challenges/{id}",
        challenge,
        "A challenge: one's own rounds, and everybody's once one is through",
        DealSetView,
        refusals=("unknown_challenge",),
    ),
    Endpoint(
        "POST",
        "/api/challenges/{id}/play",
        play_challenge,
        "Take a challenge up or go on with it",
        DealsPlace,
        signed_in=True,
        limit="table",
        refusals=("unknown_challenge", "challenge_over", "too_busy"),
    ),
)
