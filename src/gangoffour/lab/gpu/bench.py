"""How fast the tables are: moves a second at random, alone and with what a learner asks for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gangoffour.lab.gpu.tables import VectorEnv

MOVES = 100
"""Moves at every table in one call of random play."""


def rate(tables: VectorEnv, moves: int, job: Callable[[], Any], seconds: float) -> float:
    """Moves a second of a job that makes so many at every table."""
    job()
    tables.wait()
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        job()
        tables.wait()
        done += moves
    return done * tables.number / spent


def figures(number: int, device: str, seconds: float) -> dict[str, float]:
    """Moves a second by what is done, four players, rounds dealt anew as they end."""
    tables = VectorEnv(number, device=device, seed=1, checked=False)
    rows = tables.observe()
    some = 8

    def step(*asked: Callable[[], Any]) -> Callable[[], None]:
        def job() -> None:
            for _ in range(some):
                tables.step(tables.random())
                for one in asked:
                    one()

        return job

    jobs: dict[str, tuple[int, Callable[[], Any]]] = {
        "random moves": (MOVES, lambda: tables.play_randomly(MOVES)),
        "steps": (some, step()),
        "steps with observations": (some, step(lambda: tables.observe(rows))),
        "steps with observations and lists of legal actions": (
            some,
            step(lambda: tables.observe(rows), tables.legal),
        ),
    }
    if number * 12_388 <= 1 << 33:
        masks = tables.masks()
        both = step(lambda: tables.observe(rows), lambda: tables.masks(masks))
        jobs["steps with observations and masks"] = some, both
    found = {name: rate(tables, moves, job, seconds) for name, (moves, job) in jobs.items()}
    tables.checked = True
    found["checked steps with observations"] = rate(
        tables, some, step(lambda: tables.observe(rows)), seconds
    )
    assert tables.refused == 0 and np.all(tables.states()["seats"] == 4)
    return found
