"""One deal, played with every seating: the arena's unit of work, and of its statistics."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field
from typing import Any

from gangoffour.bots import Careful
from gangoffour.lab.players import load_player
from gangoffour.lab.seating import Seating
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.events import RoundResult
from gangoffour.rules.match import Match

BUCKETS_PER_DECADE = 20
"""Times are kept as counts in logarithmic buckets from a microsecond up."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be played with each deal."""

    bots: tuple[str, ...]
    seatings: tuple[Seating, ...]
    seed: int
    seats: int
    matches: bool
    edition: str = "official"
    changes: tuple[tuple[str, object], ...] = ()

    @property
    def rules(self) -> RuleSet:
        return rule_set(self.edition, **dict(self.changes))


@dataclass(slots=True)
class Tally:
    """What one bot did with one deal, summed over its seats and the seatings."""

    seat_rounds: int = 0
    payoff: float = 0.0
    points: int = 0
    ranks: float = 0.0
    rounds: int = 0
    first_out: int = 0
    matches: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    times: dict[int, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def timed(self, seconds: float) -> None:
        """Count one real decision's time."""
        self.decisions += 1
        self.seconds += seconds
        bucket = max(0, round(BUCKETS_PER_DECADE * math.log10(max(seconds, 1e-6) * 1e6)))
        self.times[bucket] = self.times.get(bucket, 0) + 1


class Players:
    """The bots of a run, loaded once per process, each behind a ``Careful`` wrapper."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.bots: list[Careful] = [Careful(load_player(name), name) for name in work.bots]

    def play(self, deal: int) -> dict[str, Any]:
        """Play one deal with every seating; a row as JSON carries it.

        A pair of bots that never sit together leaves no trace of each other; ``tables`` holds
        for each seating the seats' payoffs, for ratings and for comparing pairs.
        """
        tallies = [Tally() for _ in self.work.bots]
        tables = []
        for number, seating in enumerate(self.work.seatings):
            tables.append(self._table(deal, number, seating, tallies))
        for tally, bot in zip(tallies, self.bots, strict=True):
            tally.faults, bot.faults = bot.faults, {}
        return {"deal": deal, "bots": [_row(tally) for tally in tallies], "tables": tables}

    def _table(
        self, deal: int, number: int, seating: Seating, tallies: list[Tally]
    ) -> list[list[float]]:
        work = self.work
        match = Match.new(seed=f"{work.seed}/{deal}", seats=work.seats, rules=work.rules)
        chance = [random.Random(f"{work.seed}/{deal}/{number}/{s}") for s in range(work.seats)]
        while not match.over and (work.matches or not match.results):
            silent = match.round.silent
            if silent is not None:  # R5.1: who forgot may still call before the next player acts
                called = self.bots[seating[silent]].choose(match.view(silent), chance[silent])
                match = match.act(silent, called)
            seat = match.turn
            assert seat is not None
            view = match.view(seat)
            begun = time.perf_counter()
            action = self.bots[seating[seat]].choose(view, chance[seat])
            if len(view.plays) + view.may_pass > 1 or view.phase == "exchange":
                tallies[seating[seat]].timed(time.perf_counter() - begun)
            match = match.act(seat, action)
        for result in match.results:
            _score(result, seating, tallies)
        if match.over and work.matches:
            for bot in set(seating):
                tallies[bot].matches += 1
                mine = sum(seating[seat] == bot for seat in match.winners)
                tallies[bot].wins += mine / len(match.winners)
        rounds = len(match.results)
        return [
            [sum(_payoff(result.points, seat) for result in match.results) / rounds]
            + [sum(result.points[seat] for result in match.results) / rounds]
            for seat in range(work.seats)
        ]


def _payoff(points: tuple[int, ...], seat: int) -> float:
    """The mean of the others' points minus one's own."""
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]


def _score(result: RoundResult, seating: Seating, tallies: list[Tally]) -> None:
    points = result.points
    for seat, bot in enumerate(seating):
        tally = tallies[bot]
        tally.seat_rounds += 1
        tally.payoff += _payoff(points, seat)
        tally.points += points[seat]
        below = sum(other < points[seat] for other in points)
        alike = sum(other == points[seat] for other in points)
        tally.ranks += below + (alike + 1) / 2
    for bot in set(seating):
        tallies[bot].rounds += 1
        tallies[bot].first_out += seating[result.winner] == bot


def _row(tally: Tally) -> dict[str, Any]:
    return {
        "seat_rounds": tally.seat_rounds,
        "payoff": round(tally.payoff, 6),
        "points": tally.points,
        "ranks": tally.ranks,
        "rounds": tally.rounds,
        "first_out": tally.first_out,
        "matches": tally.matches,
        "wins": round(tally.wins, 6),
        "decisions": tally.decisions,
        "seconds": round(tally.seconds, 6),
        "times": {str(bucket): count for bucket, count in sorted(tally.times.items())},
        "faults": tally.faults,
    }
