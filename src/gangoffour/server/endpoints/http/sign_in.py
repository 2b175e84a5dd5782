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


class GuestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A name of 2 to 20 letters, and perhaps a face of those that can be chosen."""

    name: str
    avatar: str = ""


class RecoverBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A name, one of its recovery codes, and a new password of 8 to 200 characters."""

    name: str
    code: str
    password: str


class Signed(Struct, frozen=True):
    """Who the caller is from now on; the session comes as a cookie."""

    me: Me


class Registered(Struct, frozen=True):
    """Who the caller is from now on, and the way back without a password, shown this once."""

    me: Me
    recovery_codes: list[str]


def me_of(identity: Identity) -> Me:
    """An identity as its owner sees it."""
    return Me(
        identity.id,
        identity.name,
        identity.kind,
        identity.karma,
        identity.rating,
        identity.avatar,
    )


async def _signed(call: Call, identity: Identity, token: str) -> Response:
    """Who the caller is now. The session a browser had before ends: it forgets its token here."""
    response = json_response(Signed(me_of(identity)))
    set_cookie(call, response, token)
    if call.by_cookie and call.token is not None:
        await call.server.people.logout(call.token)
    return response


async def guest(call: Call) -> Response:
    call.server.network_bans.require_welcome(call.address)
    body = call.body
    identity, token = await call.server.people.guest(body.name, call.arrival, body.avatar)
    return await _signed(call, identity, token)


async def register(call: Call) -> Response:
    server, body = call.server, call.body
    server.network_bans.require_welcome(call.address)
    identity, token = await server.people.register(
        body.name, body.password, call.identity, call.arrival
    )
    codes = await server.recovery.renew(identity.id)
    response = json_response(Registered(me_of(identity), codes))
    set_cookie(call, response, token)
    return response


async def login(call: Call) -> Response:
    body = call.body
    identity, token = await call.server.logins.login(body.name, body.password, call.arrival)
    return await _signed(call, identity, token)


async def recover(call: Call) -> Response:
    body = call.body
    identity, token = await call.server.logins.recover(
        body.name, body.code, body.password, call.arrival
    )
    return await _signed(call, identity, token)


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
        GuestBody,
        limit="guest",
        refusals=(*_NAMES, "unknown_avatar"),
    ),
    Endpoint(
        "POST",
        "/api/register",
        register,
        "Make an account; a guest keeps their history",
        Registered,
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
        "/api/recover",
        recover,
        "Come in with a recovery code and set a new password",
        Signed,
        RecoverBody,
        banned_too=True,
        refusals=("wrong_recovery_code", "bad_password", "banned", "too_busy"),
        notes="A code works once; all sessions of the account end. Tries are limited.",
    ),
    Endpoint(
        "POST",
        "/api/logout",
        logout,
        "End this session and close its sockets",
        banned_too=True,
    ),
)
