"""What there is to choose from, bots and editions; and what this server has dealt."""

from __future__ import annotations

from dataclasses import asdict

from msgspec import Struct

from gangoffour.bots import bots
from gangoffour.rules.editions import EDITIONS
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.matches.deal_tally import Deals


class BotLine(Struct, frozen=True):
    """A bot that can be put into a seat by its ``name``; ``code`` to translate its description."""

    name: str
    level: int
    title: str
    code: str
    description: str


class BotList(Struct, frozen=True):
    bots: list[BotLine]


class EditionLine(Struct, frozen=True):
    """A named edition and its rules (R9)."""

    name: str
    rules: dict[str, bool | int | str | list[int] | None]


class EditionList(Struct, frozen=True):
    editions: list[EditionLine]


async def get_bots(call: Call) -> BotList:
    return BotList(
        [BotLine(one.name, one.level or 0, one.title, one.code, one.description) for one in bots()]
    )


async def get_editions(call: Call) -> EditionList:
    lines = []
    for name, rules in EDITIONS.items():
        fields = {key: value for key, value in asdict(rules).items() if key != "edition"}
        lines.append(EditionLine(name, {**fields, "seats": list(rules.seats)}))
    return EditionList(lines)


async def get_deals(call: Call) -> Deals:
    return await call.server.deal_tally.deals()


ENDPOINTS = (
    Endpoint("GET", "/api/bots", get_bots, "The bots, the weakest first", BotList),
    Endpoint("GET", "/api/editions", get_editions, "The editions and their rules", EditionList),
    Endpoint("GET", "/api/deals", get_deals, "This server's deals, counted against chance", Deals),
)
