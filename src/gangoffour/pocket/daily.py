"""Days without a server, for fun: nobody is ranked here.

A server's day is played with its own deals once its secret is published and was seen in this
browser. Every other day has deals that anybody can draw from its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from gangoffour.daily.day import ROUNDS, closes_at, day_at, is_day, opens_at
from gangoffour.daily.seeds import public_secret, seed_of, seeds_of
from gangoffour.daily.table import BOT, opening
from gangoffour.pocket.matches import review
from gangoffour.pocket.tables import Tables
from gangoffour.rules.deal import commitment
from gangoffour.server.runtime.secrets import new_id
from gangoffour.server.tables.room import Room
from gangoffour.server.wire.deals import DealSetView, DealtDay, DealtRound, MyDays, MyDeals
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.server.wire.reviews import MatchReview
from gangoffour.table.commands import Person
from gangoffour.table.state import Table

SEAT: Final = 0
"""Where the person sits."""


class Published(Struct, frozen=True):
    """What a server has told of a day that is over."""

    secret: str
    weights: str


class Days:
    """What days are dealt from here."""

    def __init__(self, published: Mapping[str, Published] | None = None) -> None:
        self._published = published or {}

    def weights(self, day: str) -> str:
        return self._published[day].weights if day in self._published else ""

    def secret(self, day: str) -> str:
        """What a day is dealt from: a server's secret if it is known, else anybody's."""
        return self._published[day].secret if day in self._published else public_secret(day)

    def next_seed(self, table: Table) -> str:
        """What the next round of a table is dealt from: from what its last one was."""
        assert table.purpose is not None
        day, number = table.purpose.key, table.match_number
        for secret in (self.secret(day), public_secret(day)):
            if dealt_from(table, secret):
                return seed_of(secret, day, number + 1)
        raise ServerRefusal("unknown_day", day=day)


def dealt_from(table: Table, secret: str) -> bool:
    """Whether a secret is what a day's table is dealt from."""
    match, purpose = table.match, table.purpose
    if match is None or purpose is None:
        return False
    return match.seed == seed_of(secret, purpose.key, table.match_number)


def view(tables: Tables, days: Days, named: str, now: int) -> DealSetView:
    """A day, and how far one is with it."""
    day = _day(named, now)
    secret = days.secret(day)
    room = next(_rooms(tables, day, secret), None)
    return DealSetView(
        id=day,
        kind="daily",
        opens_at=opens_at(day),
        closes_at=closes_at(day),
        now=now,
        rounds=ROUNDS,
        bot=BOT,
        label=day,
        commitment=commitment(secret),
        weights=days.weights(day),
        secret=secret,
        seeds=seeds_of(secret, day),
        played=0,
        mine=None if room is None else _mine(tables, room),
        ranking=[],
        guests=[],
        maker=None,
        made_by=None,
        by_me=False,
        known_to_me=False,
    )


def play(tables: Tables, days: Days, person: Person, named: str, now: int) -> dict[str, object]:
    """The table at which one goes on with a day, or begins: again when one is through."""
    day = _day(named, now)
    secret = days.secret(day)
    room = next(_rooms(tables, day, secret), None)
    if room is None or len(tables.ends(room)) == ROUNDS:
        ask = opening(new_id(), "daily", day, seed_of(secret, day, 1))
        room = tables.opened(person, ask, now)
    return {"table": room.id, "code": room.code, "counts": False}


def my_days(tables: Tables, now: int) -> MyDays:
    """The days that were played here, the latest first; there is no streak, for none counts."""
    found: dict[str, DealtDay] = {}
    for room in tables.given():
        assert room.table.purpose is not None
        day, points = room.table.purpose.key, [_points(one) for one in tables.ends(room)]
        if points and day not in found:
            found[day] = DealtDay(day, len(points), counts=False, points=sum(points), cost=None)
    days = [found[day] for day in sorted(found, reverse=True)]
    today = day_at(now)
    return MyDays(today, 0, free_miss=False, played_today=today in found, days=days)


def _day(named: str, now: int) -> str:
    day = day_at(now) if named == "today" else named
    if not is_day(day) or day > day_at(now):
        raise ServerRefusal("unknown_day", day=day[:20])
    return day


def _rooms(tables: Tables, day: str, secret: str) -> Iterator[Room]:
    """The tables with these deals, the newest first."""
    for room in tables.given():
        purpose = room.table.purpose
        if purpose is not None and purpose.key == day and dealt_from(room.table, secret):
            yield room


def _mine(tables: Tables, room: Room) -> MyDeals:
    """What a round cost is told once all are played, and judged one round after the other."""
    ends = tables.ends(room)
    through = len(ends) == ROUNDS
    costs: list[float | None] = [None] * len(ends)
    for at, table in enumerate(ends if through else ()):
        costs[at] = _cost(tables, f"{table.id}-{table.match_number}")
        if costs[at] is None:
            break  # the others next time
    rounds = [
        DealtRound(table.match_number, f"{table.id}-{table.match_number}", _points(table), cost)
        for table, cost in zip(ends, costs, strict=True)
    ]
    known = [one for one in costs if one is not None]
    return MyDeals(
        table=room.id,
        rounds=rounds,
        through=through,
        counts=False,
        points=sum(one.points for one in rounds),
        cost=round(sum(known), 2) if len(known) == ROUNDS else None,
    )


def _points(table: Table) -> int:
    assert table.match is not None  # it is over
    return table.match.totals[SEAT]


def _cost(tables: Tables, match: str) -> float | None:
    """What the decisions of a round cost; None until it is judged, which is done here."""
    known = match in tables.reviews
    found = review(tables, match)
    if not known and match in tables.reviews:
        found = review(tables, match)
        if not isinstance(found, MatchReview):
            return None
    return round(found.seats[SEAT].cost, 2) if isinstance(found, MatchReview) else None
