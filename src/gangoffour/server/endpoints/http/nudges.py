"""What the caller wants to be nudged about, on which devices, and how to stop it all."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.nudges.choices import Choice
from gangoffour.server.nudges.email_address import is_address, mailbox
from gangoffour.server.nudges.nudge import Kind
from gangoffour.server.people.sessions import digest_of
from gangoffour.server.wire.refusals import ServerRefusal

Hour = Annotated[int, Meta(ge=0, le=23)]


class NudgeChoices(Struct, frozen=True):
    """What the caller chose, and what there is to choose."""

    kinds: list[Kind]
    offered: list[Kind]
    """What this server can nudge about."""
    quiet_from: Hour | None
    quiet_to: Hour | None
    """Between these hours, in the caller's zone, nothing is sent; never quiet if null."""
    daily_hour: Hour
    zone: str
    language: str
    push_key: str
    """The server's public key, for the browser's push manager."""
    devices: int
    """How many browsers get nudges."""
    mail: bool
    """Whether this server sends mail."""
    email: str | None
    confirmed: bool


class NudgeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What to change; what is left out stays."""

    kinds: list[Kind] | UnsetType = UNSET
    quiet_from: Hour | UnsetType | None = UNSET
    quiet_to: Hour | UnsetType | None = UNSET
    daily_hour: Hour | UnsetType = UNSET
    zone: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    language: Annotated[str, Meta(min_length=2, max_length=8)] | UnsetType = UNSET


class DeviceBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription: its address, and its keys in base64url."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    key: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class DeviceGone(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class EmailBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Where mails shall go; null for nowhere."""

    email: Annotated[str, Meta(max_length=254)] | None


async def _told(call: Call, choice: Choice) -> NudgeChoices:
    nudges = call.server.nudges
    return NudgeChoices(
        kinds=list(choice.kinds),
        offered=list(nudges.offered),
        quiet_from=choice.quiet_from,
        quiet_to=choice.quiet_to,
        daily_hour=choice.daily_hour,
        zone=choice.zone,
        language=choice.language,
        push_key=call.server.nudge_parts.public_key,
        devices=len(await nudges.devices.of(call.me.id)),
        mail=nudges.mail.possible,
        email=choice.email,
        confirmed=choice.confirmed,
    )


async def choices(call: Call) -> NudgeChoices:
    return await _told(call, await call.server.nudges.choices.of(call.me.id))


async def change(call: Call) -> NudgeChoices:
    given = {name: getattr(call.body, name) for name in call.body.__struct_fields__}
    changes: dict[str, Any] = {name: one for name, one in given.items() if one is not UNSET}
    return await _told(call, await call.server.nudges.choices.change(call.me.id, **changes))


async def add_device(call: Call) -> None:
    body, session = call.body, digest_of(call.token or "")
    await call.server.nudges.devices.add(call.me.id, session, body.endpoint, body.key, body.auth)


async def remove_device(call: Call) -> None:
    await call.server.nudges.devices.remove(call.me.id, call.body.endpoint)


async def set_email(call: Call) -> NudgeChoices:
    nudges, me, email = call.server.nudges, call.me, call.body.email
    if email is None:
        await nudges.choices.forget_email(me.id)
    else:
        if not nudges.mail.possible:
            raise ServerRefusal("no_mail_here")
        if me.kind != "account":
            raise ServerRefusal("account_needed")
        if not is_address(email):
            raise ServerRefusal("bad_email")
        call.server.limits.require("email", me.id)
        call.server.limits.require("email_address", call.address)
        call.server.limits.require("email_mailbox", mailbox(email))
        await nudges.ask_to_confirm(me.id, email, call.server.settings.public_url)
    return await choices(call)


async def confirm(call: Call) -> None:
    if not await call.server.nudges.choices.confirm(call.path("code")):
        raise ServerRefusal("unknown_link")


async def stop(call: Call) -> None:
    if not await call.server.nudges.choices.stop(call.path("code")):
        raise ServerRefusal("unknown_link")


def _mine(method: str, path: str, handler: Any, summary: str, **more: Any) -> Endpoint:
    full = f"/api/me/nudges{path}"
    return Endpoint(method, full, handler, summary, signed_in=True, limit="nudge", **more)


ENDPOINTS = (
    _mine("GET", "", choices, "What the caller is nudged about", answer=NudgeChoices),
    _mine(
        "PATCH",
        "",
        change,
        "Choose what one is nudged about, and when",
        answer=NudgeChoices,
        body=NudgeBody,
        refusals=("bad_settings",),
    ),
    _mine(
        "PUT",
        "/device",
        add_device,
        "Nudges come to this browser",
        body=DeviceBody,
        refusals=("bad_push_address", "list_full"),
    ),
    _mine(
        "DELETE", "/device", remove_device, "Nudges no longer come to a browser", body=DeviceGone
    ),
    _mine(
        "PUT",
        "/email",
        set_email,
        "Nudges come by mail, once it is confirmed; or no longer",
        answer=NudgeChoices,
        body=EmailBody,
        refusals=("no_mail_here", "account_needed", "bad_email"),
    ),
    Endpoint(
        "POST",
        "/api/nudges/yes/{code}",
        confirm,
        "Whoever reads mail at an address wants nudges there",
        limit="nudge",
        refusals=("unknown_link",),
    ),
    Endpoint(
        "POST",
        "/api/nudges/stop/{code}",
        stop,
        "No more nudges, by the secret that stands in each",
        limit="nudge",
        refusals=("unknown_link",),
    ),
)
