"""Proof: a year of days, and whether five rounds tell levels apart by what decisions cost.

Players of one level would all play the same. So each has a hand that slips now and then: some
action instead of the level's. Where nobody's hand slips, the round is played once for all of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import get_context
from statistics import fmean, median
from typing import Final

from gangoffour.bots import Bot, load_bot
from gangoffour.bots.advice.reviewer import review
from gangoffour.daily.day import ROUNDS
from gangoffour.daily.rounds import Replies, play_round
from gangoffour.daily.seeds import seed_of
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View

LEVELS: Final = {3: "lantern", 4: "crane", 5: "tiger"}
SLIP: Final = 0.02
"""How often a hand slips, where there is a choice."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day's costs and points, by level, a number for each player."""

    number: int
    costs: dict[int, list[float]]
    points: dict[int, list[int]]

    def apart(self, by: str = "costs") -> bool:
        """Whether the levels' means are in the order of the levels."""
        means = [fmean(values[level]) for level in LEVELS for values in (getattr(self, by),)]
        return all(worse > better for worse, better in pairwise(means))

    def pairs(self) -> Iterator[bool]:
        """For each two players of neighbouring levels, whether the better one's cost is lower."""
        for low, high in pairwise(LEVELS):
            for one in self.costs[low]:
                for other in self.costs[high]:
                    yield other < one


@cache
def bot_of(level: int) -> Bot:
    return load_bot(LEVELS[level])


class Player:
    """A level with a hand that slips."""

    def __init__(self, level: int, name: str, slip: float) -> None:
        self._bot = bot_of(level)
        self._chance = random.Random(name)
        self._slip = slip
        self.slipped = False

    def choose(self, view: View) -> Action:
        if len(view.actions) > 1 and self._chance.random() < self._slip:
            self.slipped = True
            return self._chance.choice(view.actions)
        return self._bot.choose(view, self._chance)


def round_of(
    seed: str, level: int, name: str, slip: float, replies: Replies
) -> tuple[float, int, bool]:
    """A round's cost and points of a player, and whether the hand slipped."""
    player = Player(level, name, slip)
    match = play_round(seed, player.choose, replies)
    (seat,) = review(match, [0]).seats
    return seat.cost, match.totals[0], player.slipped


def _may_slip(name: str, slip: float, choices: int) -> bool:
    """Whether the hand slips within so many choices, without playing."""
    chance = random.Random(name)
    return any(chance.random() < slip for _ in range(choices))


def day_of(number: int, players: int, slip: float = SLIP) -> Day:
    """A day of so many players, the same number of each level."""
    each = max(1, players // len(LEVELS))
    day = Day(
        number, {level: [0.0] * each for level in LEVELS}, {one: [0] * each for one in LEVELS}
    )
    for turn in range(1, ROUNDS + 1):
        seed, replies = seed_of("year", str(number), turn), Replies()
        for level in LEVELS:
            steady = round_of(seed, level, "steady", 0.0, replies)
            for player in range(each):
                name = f"{number}/{turn}/{level}/{player}"
                cost, points, _ = (
                    round_of(seed, level, name, slip, replies)
                    if _may_slip(name, slip, 20)
                    else steady
                )
                day.costs[level][player] += cost
                day.points[level][player] += points
    return day


@dataclass(frozen=True, slots=True)
class Year:
    """What became of some days."""

    days: Sequence[Day]

    def told(self) -> dict[str, object]:
        pairs = [one for day in self.days for one in day.pairs()]
        return {
            "days": len(self.days),
            "players": sum(len(values) for values in self.days[0].costs.values()),
            "apart_by_cost": round(fmean(day.apart() for day in self.days), 3),
            "apart_by_points": round(fmean(day.apart("points") for day in self.days), 3),
            "pairs_in_order": round(fmean(pairs), 3),
            "cost": {
                level: round(median(one for day in self.days for one in day.costs[level]), 1)
                for level in LEVELS
            },
        }


def year(days: Sequence[int], players: int, workers: int, slip: float = SLIP) -> Year:
    """Play some days of the year."""
    work = partial(day_of, players=players, slip=slip)
    if workers == 1:
        return Year([work(number) for number in days])
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return Year(list(pool.map(work, days)))
