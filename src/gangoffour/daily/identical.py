"""Proof: who plays alike meets the same replies, whatever was played before, in any process."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from typing import NamedTuple

from gangoffour.daily.rounds import by_chance, history, play_round


class Compared(NamedTuple):
    """What two processes made of the same rounds."""

    rounds: int
    moves: int
    different: list[int]
    digest: str
    """Of all that was played, to compare with another machine's."""


def played(numbers: list[int]) -> dict[int, tuple[str, int]]:
    """Rounds by their numbers, in this order: the SHA-256 of what was played, and how many moves.

    In seat 0 sits somebody who plays anything; the same in every process.
    """
    found = {}
    for number in numbers:
        seed = f"identical/{number}"
        told = history(play_round(seed, by_chance(seed)))
        found[number] = (sha256(told.encode()).hexdigest(), told.count(":"))
    return found


def compare(rounds: int, workers: int = 2) -> Compared:
    """Play the same rounds in two processes (or in two groups of them), one in another order."""
    there = list(range(rounds))
    back = random.Random(rounds).sample(there, rounds)
    parts = max(1, workers // 2)
    work = [order[start::parts] for order in (there, back) for start in range(parts)]
    with ProcessPoolExecutor(len(work), mp_context=get_context("spawn")) as pool:
        found = list(pool.map(played, work))
    one = {number: told for part in found[:parts] for number, told in part.items()}
    other = {number: told for part in found[parts:] for number, told in part.items()}
    different = [number for number in there if one[number] != other[number]]
    whole = "\n".join(one[number][0] for number in there)
    moves = sum(count for _, count in one.values())
    return Compared(rounds, moves, different, sha256(whole.encode()).hexdigest())
