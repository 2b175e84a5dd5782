"""Coming in and going out: guests, accounts, log in, log out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from gangoffour.server.endpoints.http.cookies import drop_cookie, set_cookie
from gangoffour.server.endpoints.http.dispatch import json_response
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint, no_content
from gangoffour.server.people.sessions import Identity
from gangoffour.server.wire.messages import Me


class NameBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A name: 2 to 20 letters, digits, spaces or - _ . '"""

    name: str


class AccountBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password of 8 to 200 characters."""

    name: str
    password: str


class Signed(Struct, frozen=True):
    """Who the caller is from now on; the session comes as a cookie."""

    me: Me


def me_of(identity: Identity) -> Me:
    """An identity as its owner sees it."""
    return Me(identity.id, identity.name, identity.kind, identity.karma, identity.rating)


def _signed(call: Call, identity: Identity, token: str) -> Response:
    response = json_response(Signed(me_of(identity)))
    set_cookie(call, response, token)
    return response


async def guest(call: Call) -> Response:
    identity, token = await call.server.people.guest(call.body.name)
    return _signed(call, identity, token)


async def register(call: Call) -> Response:
    body = call.body
    identity, token = await call.server.people.register(body.name, body.password, call.identity)
    for connection in call.server.connections.of(identity.id):
        connection.become(identity)
    call.server.news.publish(identity.id, "change")
    return _signed(call, identity, token)


async def login(call: Call) -> Response:
    body = call.body
    identity, token = await call.server.people.login(body.name, body.password, call.address)
    return _signed(call, identity, token)


async def logout(call: Call) -> Any:
    if call.token is not None:
        await call.server.people.logout(call.token)
    response = no_content()
    drop_cookie(call, response)
    return response


_NAMES = ("bad_name", "name_taken", "name_reserved")
ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/guest",
        guest,
        "Come in as a guest",
        Signed,
        NameBody,
        limit="guest",
        refusals=_NAMES,
    ),
    Endpoint(
        "POST",
        "/api/register",
        register,
        "Make an account; a guest keeps their history",
        Signed,
        AccountBody,
        limit="register",
        refusals=(*_NAMES, "bad_password", "already_registered", "too_busy"),
    ),
    Endpoint(
        "POST",
        "/api/login",
        login,
        "Come in with a name and a password",
        Signed,
        AccountBody,
        banned_too=True,
        refusals=("wrong_password", "banned", "too_busy"),
        notes="Unknown names and wrong passwords are answered alike; tries are limited.",
    ),
    Endpoint(
        "POST",
        "/api/logout",
        logout,
        "End this session and close its sockets",
        banned_too=True,
    ),
)
