"""Score pads of real tables: share one, read it, write it again, take it back."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.pads import LivePad, PadSheet

Secret = Annotated[str, Meta(max_length=80)]
MAX_REVISION = 1_000_000_000
RULES = (
    *("unknown_edition", "bad_rule_value", "bad_pad_name", "bad_line", "unknown_seat"),
    *("bad_card_count", "no_round_winner", "two_round_winners", "barred_one_card"),
    *("tie_unsettled", "rounds_after_end"),
)
"""What a sheet may be refused for."""


class PadPlace(Struct, frozen=True):
    """Where a shared pad is, and the secret to change it with, which is told this once."""

    code: str
    secret: str
    revision: int


class PadUpdate(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole pad anew; ``revision`` is higher than any before."""

    secret: Secret
    revision: Annotated[int, Meta(ge=1, le=MAX_REVISION)]
    sheet: PadSheet


class PadKey(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret


async def share_pad(call: Call) -> PadPlace:
    code, secret = await call.server.pads.share(call.body)
    return PadPlace(code, secret, 1)


async def read_pad(call: Call) -> LivePad:
    return await call.server.pads.read(call.path("code"))


async def write_pad(call: Call) -> None:
    body: PadUpdate = call.body
    await call.server.pads.write(call.path("code"), body.secret, body.revision, body.sheet)


async def end_pad(call: Call) -> None:
    await call.server.pads.end(call.path("code"), call.body.secret)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/pads",
        share_pad,
        "Share a score pad; answers with its code and its secret",
        PadPlace,
        PadSheet,
        limit="pad",
        refusals=RULES,
    ),
    Endpoint(
        "GET",
        "/api/pads/{code}",
        read_pad,
        "A shared score pad",
        LivePad,
        refusals=("unknown_pad",),
    ),
    Endpoint(
        "PUT",
        "/api/pads/{code}",
        write_pad,
        "Write a shared score pad anew, with its secret",
        None,
        PadUpdate,
        limit="pad_write",
        refusals=(*RULES, "unknown_pad", "wrong_pad_secret", "pad_outdated"),
    ),
    Endpoint(
        "POST",
        "/api/pads/{code}/end",
        end_pad,
        "Take a shared score pad back, with its secret",
        None,
        PadKey,
        limit="pad_write",
        refusals=("unknown_pad", "wrong_pad_secret"),
    ),
)
