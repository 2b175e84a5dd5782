"""The arena's work on a Ray cluster, for those with more machines."""

from __future__ import annotations

import importlib
from collections.abc import Generator
from contextlib import closing
from typing import Any

from gangoffour.lab.arena.deal import Complain, Complaint, Players, Row
from gangoffour.lab.arena.printed import all_printed_aside
from gangoffour.lab.arena.work import Work
from gangoffour.lab.errors import LabError

DEALS_PER_TASK = 8


def on_cluster(
    address: str, work: Work, todo: list[int], complain: Complain
) -> Generator[Row, None, None]:
    """Play the deals on a cluster (``auto`` finds the one this machine belongs to)."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as problem:
        raise LabError("no_ray") from problem
    try:
        ray.init(address=address, ignore_reinit_error=True)
    except (ConnectionError, OSError, ValueError, RuntimeError) as problem:
        words = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise LabError("ray_failed", address=address, problem=words) from problem
    return _collected(ray, work, todo, complain)


def _collected(
    ray: Any, work: Work, todo: list[int], complain: Complain
) -> Generator[Row, None, None]:
    play = ray.remote(play_deals)
    waiting = [
        play.remote(work, todo[at : at + DEALS_PER_TASK])
        for at in range(0, len(todo), DEALS_PER_TASK)
    ]
    while waiting:
        ready, waiting = ray.wait(waiting)
        for rows, complaints in ray.get(ready):
            for complaint in complaints:
                complain(complaint)
            yield from rows


def play_deals(work: Work, deals: list[int]) -> tuple[list[Row], list[Complaint]]:
    """One task: some deals, with bots of its own, and what there was to complain of."""
    complaints: list[Complaint] = []
    with all_printed_aside(), closing(Players(work, complaints.append)) as players:
        return [players.play(deal) for deal in deals], complaints
