"""Strength against fixed opponents on duplicate deals: every deal is played in every line-up.

Everything runs on the GPU; a round costs microseconds, so tens of thousands are played each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import torch
from numpy.typing import NDArray

from training import model
from training.build import BY_GREEDY, BY_NET, BY_OTHER_NET, ONE_MATCH, ONE_ROUND, Settings, blank
from training.gpu import Kernels, Tables, Window
from training.learn import Actor

BEST = Settings(0, 0, 0, 0, 0, 0.0, 0.0, 0)
"""Always the best play."""


@dataclass(frozen=True)
class Result:
    """What the seats under test made, with the 95 % interval's half-width, clustered by deal."""

    rounds: int
    payoff: float
    spread: float
    first: float
    first_spread: float

    def __str__(self) -> str:
        return (
            f"{self.payoff:+.3f} ± {self.spread:.3f} a round, "
            f"first out {100 * self.first:.1f} ± {100 * self.first_spread:.1f} % "
            f"({self.rounds} rounds)"
        )


def line_ups(seats: int, ours: int) -> list[tuple[int, ...]]:
    """Every way to place so many of our players."""
    return list(combinations(range(seats), ours))


def _interval(by_deal: NDArray[np.float64]) -> tuple[float, float]:
    return float(by_deal.mean()), 1.96 * float(by_deal.std(ddof=1)) / len(by_deal) ** 0.5


@torch.no_grad()
def play(
    kernels: Kernels,
    weights: model.Weights,
    *,
    deals: int,
    ours: int,
    seats: int = 4,
    against: int = BY_GREEDY,
    other: model.Weights | None = None,
    exchange: bool = False,
    whole_match: bool = False,
    our_aim: int = 0,
    their_aim: int = 0,
    our_late: int = 0,
    their_late: int = 0,
    give_lowest: bool = False,
    seed: int = 1,
) -> Result:
    """Play duplicate deals. ``payoff`` is the mean over our seats of the others' mean minus own.

    With ``exchange`` the rounds begin as later rounds do (R7). With ``whole_match`` a "round" is a
    match, ``first`` our share of wins and ``payoff`` our points against the others'; who aims
    "late" does so from half the target on, and at the round until then. With
    ``give_lowest`` the other network gives back its lowest card instead of choosing.
    """
    ways = line_ups(seats, ours)
    start = blank(deals * len(ways))
    rng = np.random.default_rng(seed)
    start["seed"] = np.repeat(rng.integers(0, 2**63, deals, np.uint64), len(ways))
    start["rng"] = rng.integers(0, 2**63, len(start), np.uint64)
    start["seats"], start["duty"] = seats, 1
    start["mode"] = ONE_MATCH if whole_match else ONE_ROUND
    mine = np.zeros((len(start), 4), bool)
    for index, way in enumerate(ways):
        mine[index :: len(ways), list(way)] = True
    start["holder"] = np.where(mine, BY_NET, against)
    for field, our, their in (("aims", our_aim, their_aim), ("late", our_late, their_late)):
        start[field] = ((mine * our + ~mine * their) << np.arange(4)).sum(1)
    if exchange:
        start["round"] = 1
        start["winner"] = np.repeat(rng.integers(0, seats, deals), len(ways))
        away = np.repeat(rng.integers(1, seats, deals), len(ways))
        start["loser"] = (start["winner"] + away) % seats
    tables, window = Tables(kernels, start, BEST, 200 * len(start)), Window(len(start), 0)
    actor = Actor(tables, weights)
    actor.prepare(weights)
    second = Actor(tables, other) if other is not None else None
    if second is not None and other is not None:
        second.prepare(other)
    tables.step(window, 0)
    while int(tables.total):
        score = actor.judge(window.policy[0], window.events[0])
        theirs = None if second is None else second.judge(window.policy[0], window.events[0])
        tables.choose(window, 0, score, theirs)
        if give_lowest:
            node = window.nodes[0]
            simple = (node[:, 6] > 0) & (node[:, 3] == BY_OTHER_NET)
            lowest = tables.action[tables.base.long().clamp(max=tables.rows - 1)]
            tables.chosen.copy_(torch.where(simple, lowest, tables.chosen))
        tables.step(window, 0)
    assert int(tables.lost) == 0, "too many legal plays for the room"
    end = tables.download()
    score_ = end["totals"] if whole_match else end["points"]
    points = score_[:, :seats].astype(float)
    payoffs = (points.sum(1, keepdims=True) - points) / (seats - 1) - points
    mine = mine[:, :seats]
    payoff = (payoffs * mine).sum(1) / ours
    if whole_match:
        best = points == points.min(1, keepdims=True)
        won = (best * mine).sum(1) / best.sum(1)
    else:
        won = mine[np.arange(len(end)), end["round_winner"]].astype(float)
    mean, spread = _interval(payoff.reshape(deals, -1).mean(1))
    first, first_spread = _interval(won.reshape(deals, -1).mean(1))
    return Result(len(end), mean, spread, first, first_spread)
