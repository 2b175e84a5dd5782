"""What belongs to the caller: name, settings, bots, lists of others, matches, all their data."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from gangoffour.server.endpoints.http.cookies import set_cookie
from gangoffour.server.endpoints.http.dispatch import json_response
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.endpoints.http.sign_in import NameBody, me_of
from gangoffour.server.people.relations import Brief
from gangoffour.server.storage.models import GIVEN
from gangoffour.server.wire.matches import MatchLine
from gangoffour.server.wire.messages import Me
from gangoffour.server.wire.refusals import ServerRefusal

Setting = bool | int | float | str | None


class Myself(Struct, frozen=True):
    """Who the caller is; ``me`` is nothing before they have come in."""

    me: Me | None
    settings: dict[str, Setting] = {}
    banned: str | None = None
    """Why, if they are banned."""


class MyselfBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What to change. A setting that is null is taken away."""

    name: str | None = None
    avatar: str | None = None
    """A face of those that can be chosen, or an empty text for none."""
    settings: dict[Annotated[str, Meta(min_length=1, max_length=40)], Setting] | None = None


class PeopleList(Struct, frozen=True):
    people: list[Brief]


class MatchList(Struct, frozen=True):
    """Matches that wait for the caller, then live ones, then those over."""

    matches: list[MatchLine]


class BotToken(Struct, frozen=True):
    """A bot account and its token, which is shown this once."""

    me: Me
    token: str


async def get_me(call: Call) -> Response:
    identity = call.identity
    if identity is None:
        return json_response(Myself(None))
    settings = await call.server.people.settings(identity.id)
    response = json_response(Myself(me_of(identity), settings, identity.banned))
    if call.by_cookie and call.token is not None:
        set_cookie(call, response, call.token)
    return response


async def change_me(call: Call) -> Myself:
    people, me, body = call.server.people, call.me, call.body
    if body.name is not None:
        me = await people.rename(me, body.name)
    if body.avatar is not None:
        me = await people.choose_avatar(me, body.avatar)
    if me != call.me:
        for connection in call.server.connections.of(me.id):
            connection.become(me)
        call.server.news.publish(me.id, "change")
    if body.settings is not None:
        return Myself(me_of(me), await people.change_settings(me.id, body.settings))
    return Myself(me_of(me), await people.settings(me.id))


async def export(call: Call) -> Response:
    found = await call.server.people.export(call.me.id, call.address)
    await _withhold(call, found["matches"])
    content = msgspec.json.format(msgspec.json.encode(found))
    headers = {"content-disposition": 'attachment; filename="gangoffour-my-data.json"'}
    return Response(content, headers=headers, media_type="application/json")


async def _withhold(call: Call, matches: list[dict[str, Any]]) -> None:
    """Leave out records of deals that others are still playing: they come when the set closes."""
    keys = [one["id"] for one in matches if one["purpose"] in GIVEN]
    hidden = await call.server.daily.sets.hidden(keys, call.me.id)
    for one in matches:
        if one["id"] in hidden:
            one |= {"record": None, "record_withheld": "deals_still_open"}


async def bots(call: Call) -> PeopleList:
    return PeopleList(await call.server.people.bots_of(call.me.id))


async def new_bot(call: Call) -> BotToken:
    identity, token = await call.server.people.bot_token(call.me, call.body.name)
    return BotToken(me_of(identity), token)


async def delete_bot(call: Call) -> None:
    person = call.path("id")
    if person not in {one.id for one in await call.server.people.bots_of(call.me.id)}:
        raise ServerRefusal("unknown_person", name=person)
    await call.server.people.delete(person)


async def matches(call: Call) -> MatchList:
    return MatchList(await call.server.history.my_matches(call.me.id))


async def buddies(call: Call) -> PeopleList:
    return PeopleList(await call.server.relations.buddies(call.me.id))


async def add_buddy(call: Call) -> None:
    await call.server.relations.add_buddy(call.me.id, call.path("id"))


async def remove_buddy(call: Call) -> None:
    await call.server.relations.remove_buddy(call.me.id, call.path("id"))


async def mutes(call: Call) -> PeopleList:
    return PeopleList(await call.server.relations.mutes(call.me.id))


async def add_mute(call: Call) -> None:
    await call.server.relations.add_mute(call.me.id, call.path("id"))
    await _hear_less(call)


async def remove_mute(call: Call) -> None:
    await call.server.relations.remove_mute(call.me.id, call.path("id"))
    await _hear_less(call)


async def avoided(call: Call) -> PeopleList:
    return PeopleList(await call.server.relations.avoided(call.me.id))


async def add_avoided(call: Call) -> None:
    await call.server.relations.add_avoided(call.me.id, call.path("id"))
    await _hear_less(call)


async def remove_avoided(call: Call) -> None:
    await call.server.relations.remove_avoided(call.me.id, call.path("id"))


async def _hear_less(call: Call) -> None:
    """Live connections follow at once."""
    muted = await call.server.relations.muted_by(call.me.id)
    for connection in call.server.connections.of(call.me.id):
        connection.muted = muted
    call.server.news.publish(call.me.id, "change")


def _mine(
    method: str, path: str, handler: Any, summary: str, answer: Any = None, **more: Any
) -> Endpoint:
    return Endpoint(method, f"/api/me{path}", handler, summary, answer, signed_in=True, **more)


def _lists(noun: str, listed: Any, add: Any, remove: Any, what: str) -> tuple[Endpoint, ...]:
    refusals = ("unknown_person", "not_yourself", "list_full")
    return (
        _mine("GET", f"/{noun}", listed, f"Everybody the caller {what}", PeopleList),
        _mine("PUT", f"/{noun}/{{id}}", add, f"The caller {what} somebody", refusals=refusals),
        _mine("DELETE", f"/{noun}/{{id}}", remove, f"The caller no longer {what} somebody"),
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/me", get_me, "Who the caller is, with their settings", Myself, banned_too=True
    ),
    _mine(
        "PATCH",
        "",
        change_me,
        "Change one's name, face or settings",
        Myself,
        body=MyselfBody,
        refusals=("bad_name", "name_taken", "name_reserved", "unknown_avatar", "bad_settings"),
    ),
    _mine(
        "GET",
        "/export",
        export,
        "Everything that is kept about the caller",
        dict[str, Any],
        banned_too=True,
        limit="export",
        refusals=("unknown_person", "too_busy"),
    ),
    _mine("GET", "/matches", matches, "The caller's matches", MatchList),
    _mine("GET", "/tokens", bots, "The caller's bot accounts", PeopleList),
    _mine(
        "POST",
        "/tokens",
        new_bot,
        "A bot account for a program, or a new token for it",
        BotToken,
        body=NameBody,
        limit="token",
        refusals=("account_needed", "bad_name", "name_taken", "name_reserved", "too_many_bots"),
    ),
    _mine(
        "DELETE",
        "/tokens/{id}",
        delete_bot,
        "Delete one of the caller's bot accounts",
        refusals=("unknown_person",),
    ),
    *_lists("buddies", buddies, add_buddy, remove_buddy, "likes to play with"),
    *_lists("mutes", mutes, add_mute, remove_mute, "mutes"),
    *_lists("avoided", avoided, add_avoided, remove_avoided, "avoids"),
)
