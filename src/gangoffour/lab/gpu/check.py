"""The GPU's tables against the processor's, step by step: two compilers, one source."""

from __future__ import annotations

from typing import Any

import numpy as np

from gangoffour.lab.gpu.tables import VectorEnv
from gangoffour.lab.learning.width import WIDTH
from gangoffour.rules.editions import EDITIONS, RuleSet, rule_set


class Disagreement(AssertionError):
    """The two differ; the step and what differs are said."""


def cases() -> list[tuple[RuleSet, int, bool]]:
    """Every edition with three and four seats, as rounds and as matches."""
    found = [
        (rule_set(name, target=30), seats, matches)
        for name, rules in EDITIONS.items()
        for seats in rules.seats
        for matches in (False, True)
    ]
    return [*found, (rule_set("official", passed_may_return=False, target=30), 4, True)]


def agree(here: VectorEnv, there: VectorEnv, steps: int, moves: int = 300) -> int:
    """Play random moves on both and compare everything after each step, then after many at once.

    How many moves there were.
    """
    number = here.number
    for turn in range(steps):
        actions = here.random()
        pairs = {
            "states": (here.states(), there.states()),
            "observations": (here.observe(), there.observe()),
            "turns": (here.turns, there.turns),
            "random actions": (actions, there.random()),
            "greedy actions": (here.greedy(), there.greedy()),
            **{f"legal {name}": both for name, both in _legal(here, there).items()},
        }
        if turn % 16 == 0:
            pairs["masks"] = here.masks(), there.masks()
        rows = [tables._memory.zeros((number, WIDTH), np.int8) for tables in (here, there)]
        mine, other = here.step(actions, rows[0]), there.step(actions, rows[1])
        pairs |= {"rewards": (mine[0], other[0]), "ends": (mine[1], other[1])}
        pairs["last observations"] = rows[0], rows[1]
        for name, (one, two) in pairs.items():
            if _bytes(here, one) != _bytes(there, two):
                raise Disagreement(f"{name} differ at step {turn}")
    here.play_randomly(moves)
    there.play_randomly(moves)
    if _bytes(here, here.states()) != _bytes(there, there.states()):
        raise Disagreement("tables differ after random play")
    return number * (steps + moves)


def _legal(here: VectorEnv, there: VectorEnv) -> dict[str, tuple[Any, Any]]:
    mine, other = here.legal(), there.legal()
    return {"actions": (mine.actions, other.actions), "starts": (mine.starts, other.starts)}


def _bytes(tables: VectorEnv, value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return value.tobytes()
    return tables._memory.fetch(value).tobytes()
