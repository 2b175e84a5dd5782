"""Tables with days per move: a move planned ahead, and days on which the caller is away."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.slow.plans import Plan, Until
from gangoffour.server.slow.vacations import Vacation

Code = Annotated[str, Meta(max_length=4)]


class PlanAnswer(Struct, frozen=True):
    """What the caller has planned at a table, if anything; nobody else hears of it."""

    plan: Plan | None


class PlanBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What to do when the turn has come: these cards, or a pass if there are none."""

    cards: Annotated[list[Code], Meta(max_length=16)] = []
    until: Until = "turn"
    """A pass: for the coming turn, or at every turn until the trick is over."""


class AwayBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Until when, in ms since 1970."""

    until: Annotated[int, Meta(ge=0, le=2**53)]


async def plan(call: Call) -> PlanAnswer:
    return PlanAnswer(await call.server.slow.plans.of(call.me.id, call.path("id")))


async def make_plan(call: Call) -> PlanAnswer:
    wanted = Plan(call.body.cards, call.body.until)
    return PlanAnswer(await call.server.slow.plans.make(call.me.id, call.path("id"), wanted))


async def forget_plan(call: Call) -> None:
    await call.server.slow.plans.forget(call.me.id, call.path("id"))


async def vacation(call: Call) -> Vacation:
    return await call.server.slow.vacations.of(call.me.id)


async def go_away(call: Call) -> Vacation:
    return await call.server.slow.vacations.go(call.me.id, call.body.until)


async def come_back(call: Call) -> Vacation:
    return await call.server.slow.vacations.come_back(call.me.id)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{id}/plan",
        plan,
        "The move that the caller has planned where a move may take days",
        PlanAnswer,
        signed_in=True,
        refusals=("unknown_table", "table_damaged", "not_seated"),
    ),
    Endpoint(
        "PUT",
        "/api/tables/{id}/plan",
        make_plan,
        "Plan a move: it is made though nobody looks",
        PlanAnswer,
        PlanBody,
        signed_in=True,
        limit="plan",
        refusals=(
            *("unknown_table", "table_damaged", "not_seated", "no_match_running"),
            *("slow_tables_only", "too_busy"),
            *("plan_too_late", "unknown_card", "too_many_copies", "not_a_combination"),
            "cards_not_held",
        ),
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{id}/plan",
        forget_plan,
        "Forget a planned move",
        signed_in=True,
    ),
    Endpoint(
        "GET",
        "/api/me/away",
        vacation,
        "Whether the caller is away for some days, and how many are left",
        Vacation,
        signed_in=True,
    ),
    Endpoint(
        "PUT",
        "/api/me/away",
        go_away,
        "Be away until a moment: clocks with days per move stand still",
        Vacation,
        AwayBody,
        signed_in=True,
        limit="plan",
        refusals=("away_in_the_past", "away_too_long"),
    ),
    Endpoint(
        "DELETE",
        "/api/me/away",
        come_back,
        "Be back",
        Vacation,
        signed_in=True,
        limit="plan",
    ),
)
