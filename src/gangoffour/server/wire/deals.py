"""Deals that are the same for everybody, as clients are told of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class DealtRound(Struct, frozen=True):
    """One of somebody's rounds that is over."""

    number: int
    match: str
    """Whose replay shows it."""
    points: int
    cost: float | None
    """What the decisions cost, in points; null until they are judged, and of one's own before one
    is through."""
    mean: float | None = None
    """The field's mean of the points; null before one is through."""


class DealScore(Struct, frozen=True):
    """Somebody who is through, in a ranking."""

    rank: int | None
    """Null for who is listed without one."""
    person: str
    name: str
    avatar: str
    points: int
    cost: float
    rounds: list[DealtRound]


class MyDeals(Struct, frozen=True):
    """How far the caller is with a set of deals, by the attempt that counts."""

    table: str
    rounds: list[DealtRound]
    through: bool
    """All rounds are over."""
    counts: bool
    """It is ranked: in time, and the first of its person and browser."""
    points: int
    cost: float | None
    """Of all rounds; null until all are judged."""
    rank: int | None = None
    percentile: int | None = None
    """How many of a hundred others did not do better by cost."""


class DealSetView(Struct, frozen=True):
    """A set of deals: a day's, or a challenge's."""

    id: str
    kind: Literal["daily", "challenge"]
    opens_at: int
    closes_at: int
    now: int
    rounds: int
    bot: str
    """Who plays in the other seats."""
    label: str
    """Under which name the seeds are drawn from the secret."""
    commitment: str
    """The SHA-256 of the secret, published when the set opens."""
    weights: str
    """The SHA-256 of the weights with which the bots play."""
    secret: str | None
    """Once the set is closed."""
    seeds: list[str]
    """The seed of each round, once the set is closed."""
    played: int
    """How many are through with it."""
    mine: MyDeals | None
    ranking: list[DealScore]
    """By cost, once one is through oneself or the set is closed; of accounts in a daily."""
    guests: list[DealScore]
    """Guests of a daily, apart: they can come again in another browser."""
    maker: DealScore | None
    """Who made the challenge, apart and without a rank, if they knew its deals."""
    made_by: str | None
    """Who made the challenge."""
    by_me: bool
    """The caller did."""
    known_to_me: bool
    """The caller, or a bot of theirs, knew the deals, and is not ranked: they made the challenge of
    a match or a day that is over, sat in that match, or have played these deals before."""


class DealtDay(Struct, frozen=True):
    """A day of the caller's calendar."""

    day: str
    played: int
    """How many rounds, of five."""
    counts: bool
    points: int
    cost: float | None


class MyDays(Struct, frozen=True):
    """The caller's days, the latest first, and how many in a row."""

    today: str
    streak: int
    free_miss: bool
    """Whether the next missed day would not end the streak."""
    played_today: bool
    days: list[DealtDay]


class OpenChallenge(Struct, frozen=True):
    """A challenge that the caller has made or taken up, while it is open."""

    id: str
    made_by: str | None
    by_me: bool
    """The caller made it."""
    closes_at: int
    mine: int | None
    """How many rounds the caller has played; null if they have not begun."""
    played: int
    """How many people are through with it."""


class MyChallenges(Struct, frozen=True):
    """The caller's open challenges, the latest first."""

    now: int
    rounds: int
    challenges: list[OpenChallenge]


class LadderRung(Struct, frozen=True):
    """A level of the ladder: matches alone against three bots of it."""

    level: int
    matches: int
    """Those that are over."""
    wins: int
    medal: Literal["bronze", "silver", "gold"] | None
    """For the best three matches in a row, as they were begun: one win, two, three."""
    open: int
    """Matches that are not over: not won, as long as they are open."""


class LadderStep(Struct, frozen=True):
    """A medal to try for next, and at which level."""

    level: int
    medal: Literal["bronze", "silver", "gold"]


class MyLadder(Struct, frozen=True):
    """The caller's ladder, the weakest bots first."""

    rungs: list[LadderRung]
    next: LadderStep | None
    """Null for who has all gold."""
