"""The caller's account itself: its password, sessions, recovery codes, and its end."""

from __future__ import annotations

from msgspec import Struct
from starlette.responses import Response

from gangoffour.server.endpoints.http.cookies import drop_cookie
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint, no_content
from gangoffour.server.people.sessions import Listed, digest_of
from gangoffour.server.wire.refusals import ServerRefusal


class PasswordBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The password as it is, and as it is to be: 8 to 200 characters."""

    old: str
    new: str


class ConfirmBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's password once more, so that an open browser is not enough."""

    password: str


class DeleteBody(Struct, frozen=True, forbid_unknown_fields=True):
    """An account's password; guests and bots have none."""

    password: str = ""


class SessionList(Struct, frozen=True):
    """This session first, then those used last."""

    sessions: list[Listed]


class CodesLeft(Struct, frozen=True):
    left: int


class RecoveryCodes(Struct, frozen=True):
    """New recovery codes, which are shown this once."""

    codes: list[str]


async def change_password(call: Call) -> None:
    body = call.body
    kept = digest_of(call.token or "")
    await call.server.logins.change_password(call.me, body.old, body.new, call.arrival, kept)


async def sessions(call: Call) -> SessionList:
    this = digest_of(call.token or "")
    return SessionList(await call.server.sessions.listed(call.me.id, this))


async def end_session(call: Call) -> None:
    if not await call.server.sessions.end_one(call.me.id, call.path("id")):
        raise ServerRefusal("unknown_session")


async def end_other_sessions(call: Call) -> None:
    await call.server.sessions.end_others(call.me.id, digest_of(call.token or ""))


async def codes_left(call: Call) -> CodesLeft:
    return CodesLeft(await call.server.recovery.left(call.me.id))


async def new_codes(call: Call) -> RecoveryCodes:
    this = digest_of(call.token or "")
    logins = call.server.logins
    return RecoveryCodes(await logins.new_codes(call.me, call.body.password, call.arrival, this))


async def delete(call: Call) -> Response:
    if call.me.kind == "account":
        this = digest_of(call.token or "")
        await call.server.logins.confirm(call.me, call.body.password, call.arrival, this)
    await call.server.people.delete(call.me.id)
    response = no_content()
    drop_cookie(call, response)
    return response


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/me/password",
        change_password,
        "Change one's password; all other sessions end, and recovery codes are void",
        body=PasswordBody,
        signed_in=True,
        refusals=("account_needed", "wrong_password", "bad_password", "too_busy"),
        notes="Tries are limited as for logging in.",
    ),
    Endpoint(
        "GET",
        "/api/me/sessions",
        sessions,
        "Where the caller is signed in",
        SessionList,
        signed_in=True,
        banned_too=True,
    ),
    Endpoint(
        "DELETE",
        "/api/me/sessions/{id}",
        end_session,
        "End one of the caller's sessions and close its sockets",
        signed_in=True,
        banned_too=True,
        refusals=("unknown_session",),
    ),
    Endpoint(
        "DELETE",
        "/api/me/sessions",
        end_other_sessions,
        "End all of the caller's sessions but this one",
        signed_in=True,
        banned_too=True,
    ),
    Endpoint(
        "GET",
        "/api/me/recovery",
        codes_left,
        "How many recovery codes the caller has left",
        CodesLeft,
        signed_in=True,
    ),
    Endpoint(
        "POST",
        "/api/me/recovery",
        new_codes,
        "New recovery codes in place of all old ones",
        RecoveryCodes,
        body=ConfirmBody,
        signed_in=True,
        refusals=("account_needed", "wrong_password", "too_busy"),
        notes="Tries are limited as for logging in.",
    ),
    Endpoint(
        "DELETE",
        "/api/me",
        delete,
        "Delete the caller's data for ever; an account needs its password",
        body=DeleteBody,
        signed_in=True,
        banned_too=True,
        refusals=("wrong_password", "too_busy"),
    ),
)
