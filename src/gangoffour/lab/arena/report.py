"""What a run of the arena shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gangoffour import __version__
from gangoffour.lab.arena.deal import BUCKETS_PER_DECADE, Row
from gangoffour.lab.arena.intervals import Figure, ratio, share
from gangoffour.lab.arena.ratings import Rating, ratings
from gangoffour.lab.arena.work import Work

Kind = Callable[[Sequence[float], Sequence[float]], Figure]
"""How a figure is made of what the deals have given."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's figures."""

    bot: str
    payoff: Figure
    """Mean of the others' points − own, per round and seat."""
    points: Figure
    first_out: Figure
    """How often one of its seats goes out first, per round it takes part in."""
    first_out_even: float
    """How often that would be if all seats were alike: its share of them."""
    rank: Figure
    match_wins: Figure | None
    milliseconds: Figure
    p95_milliseconds: float
    faults: dict[str, int]
    asked: int
    """How often it was to choose; as often as it failed, and it never chose itself."""
    barred: int
    """How often it said nothing about its last card (R5.2), which is no fault."""
    rating: Rating | None = None

    @property
    def never_chose(self) -> bool:
        """Whether every single move was made for it."""
        return 0 < self.asked <= sum(self.faults.values())

    def as_dict(self) -> dict[str, Any]:
        """The standing as JSON carries it."""
        return {
            "bot": self.bot,
            "payoff": self.payoff.as_dict(),
            "points": self.points.as_dict(),
            "first_out": self.first_out.as_dict(),
            "first_out_even": self.first_out_even,
            "rank": self.rank.as_dict(),
            "match_wins": None if self.match_wins is None else self.match_wins.as_dict(),
            "milliseconds": self.milliseconds.as_dict(),
            "p95_milliseconds": round(self.p95_milliseconds, 4),
            "faults": self.faults,
            "asked": self.asked,
            "barred": self.barred,
            "rating": None if self.rating is None else self.rating.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run."""

    work: Work
    lineup: str
    deals: int
    rounds: int
    standings: tuple[Standing, ...]
    pairs: tuple[tuple[str, str, Figure], ...] = ()
    """Round robin: the payoff of the first of each pair against the second."""

    @property
    def title(self) -> str:
        """What was played, in a line."""
        what = "whole matches, " if self.work.matches else ""
        edition = "" if self.work.edition == "official" else f"{self.work.edition} edition, "
        changes = "".join(f"{name}={value}, " for name, value in self.work.written_changes.items())
        deals = "1 deal" if self.deals == 1 else f"{self.deals:,} deals"
        return (
            f"{self.lineup}, {self.work.seats} players, {edition}{changes}{what}"
            f"{self.rounds:,} rounds on {deals}, seed {self.work.seed}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON carries it."""
        work = self.work
        return {
            "bots": list(work.bots),
            "lineup": self.lineup,
            "seats": work.seats,
            "matches": work.matches,
            "edition": work.edition,
            "changes": work.written_changes,
            "version": __version__,
            "seed": work.seed,
            "deals": self.deals,
            "rounds": self.rounds,
            "standings": [one.as_dict() for one in self.standings],
            "pairs": [
                {"bot": first, "against": second, "payoff": figure.as_dict()}
                for first, second, figure in self.pairs
            ],
        }


def percentile(times: dict[str, int], part: float) -> float:
    """The time in ms below which ``part`` of the decisions stay, from the buckets."""
    total, seen = sum(times.values()), 0
    for bucket, count in sorted((int(key), count) for key, count in times.items()):
        seen += count
        if seen >= part * total:
            return float(10 ** ((bucket + 0.5) / BUCKETS_PER_DECADE) / 1000)
    return 0.0


def report(work: Work, lineup: str, rows: Sequence[Row]) -> Report:
    """Put the rows of finished deals together; their order does not matter."""
    rows = sorted(rows, key=lambda row: int(row["deal"]))
    rated = ratings(work, rows) if lineup == "round_robin" else [None] * len(work.bots)
    standings = []
    for number, name in enumerate(work.bots):
        some = [row["bots"][number] for row in rows]
        standings.append(_standing(name, some, work, rated[number]))
    rounds = sum(bot["seat_rounds"] for row in rows for bot in row["bots"]) // work.seats
    pairs = _pairs(work, rows) if lineup == "round_robin" else ()
    return Report(work, lineup, len(rows), rounds, tuple(standings), pairs)


def _standing(name: str, some: list[Row], work: Work, rating: Rating | None) -> Standing:
    def part(top: str, bottom: str, scale: float = 1.0, kind: Kind = ratio) -> Figure:
        return kind([scale * one[top] for one in some], [one[bottom] for one in some])

    seats = part("seat_rounds", "rounds").mean
    times: dict[str, int] = {}
    faults: dict[str, int] = {}
    for one in some:
        for into, source in ((times, one["times"]), (faults, one["faults"])):
            for key, count in source.items():
                into[key] = into.get(key, 0) + count
    return Standing(
        bot=name,
        payoff=part("payoff", "seat_rounds"),
        points=part("points", "seat_rounds"),
        first_out=part("first_out", "rounds", kind=share),
        first_out_even=round(seats / work.seats, 5),
        rank=part("ranks", "seat_rounds"),
        match_wins=part("wins", "matches", kind=share) if work.matches else None,
        milliseconds=part("seconds", "decisions", 1000.0),
        p95_milliseconds=percentile(times, 0.95),
        faults=faults,
        asked=sum(one.get("asked", 0) for one in some),
        barred=sum(one.get("barred", 0) for one in some),
        rating=rating,
    )


def _pairs(work: Work, rows: Sequence[Row]) -> tuple[tuple[str, str, Figure], ...]:
    found = []
    for first in range(len(work.bots)):
        for second in range(first + 1, len(work.bots)):
            both = {first, second}
            chosen = [number for number, s in enumerate(work.seatings) if set(s) == both]
            values = [
                [
                    float(row["tables"][number][seat][0])
                    for number in chosen
                    for seat, bot in enumerate(work.seatings[number])
                    if bot == first
                ]
                for row in rows
            ]
            tops, bottoms = [sum(v) for v in values], [float(len(v)) for v in values]
            found.append((work.bots[first], work.bots[second], ratio(tops, bottoms)))
    return tuple(found)
