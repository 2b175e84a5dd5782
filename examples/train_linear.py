"""Train a tiny player by self-play in a few seconds, then let it play chance in the arena's way.

A linear policy over seven features of a play, learnt by REINFORCE on many tables at once (the
vectorised environment). Nothing but numpy and the lab is needed::

    python examples/train_linear.py
"""

from __future__ import annotations

import sys

import numpy as np

from gangoffour import catalogue
from gangoffour.lab.actions import ACTIONS, PASS
from gangoffour.lab.vector import VectorEnv

FEATURES = 7


def features_of_actions() -> np.ndarray:
    """What the policy sees of each action number: size, strength in its class, kind, pass."""
    rows = np.zeros((ACTIONS, FEATURES), np.float32)
    plays = catalogue()
    size = np.array([one.size for one in plays])
    gang = np.array([one.is_gang for one in plays])
    rows[: len(plays), 0] = size / 5
    for group in ([1], [2], [3], [5]):
        some = np.flatnonzero(np.isin(size, group) & ~gang)
        strength = np.linspace(0, 1, len(some))
        rows[some, 1] = strength
        rows[some, 2] = strength**4
    rows[: len(plays), 3] = gang
    rows[: len(plays), 4] = size == 1
    rows[: len(plays), 5] = size == 5
    rows[PASS, 6] = 1
    return rows


def draw(
    weights: np.ndarray, rows: np.ndarray, tables: VectorEnv, chance: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """One action for each table, drawn by the policy, and the gradient of its log-chance."""
    legal = tables.legal()
    seen = rows[legal.actions]
    scores = seen @ weights
    sizes = np.diff(legal.starts)
    owner = np.repeat(np.arange(tables.number), sizes)
    best = np.maximum.reduceat(scores, legal.starts[:-1])
    odds = np.exp(scores - best[owner])
    odds /= np.add.reduceat(odds, legal.starts[:-1])[owner]
    noise = np.log(odds + 1e-12) + chance.gumbel(size=len(odds))
    top = np.maximum.reduceat(noise, legal.starts[:-1])
    chosen = np.flatnonzero(noise == top[owner])
    mean = np.add.reduceat(odds[:, None] * seen, legal.starts[:-1])
    return legal.actions[chosen], seen[chosen] - mean


def train(steps: int = 600, number: int = 256, seed: int = 1, rate: float = 0.02) -> np.ndarray:
    """Learn from self-play; the weights of the seven features."""
    tables, rows = VectorEnv(number, seed=seed), features_of_actions()
    chance = np.random.default_rng(seed)
    weights = np.zeros(FEATURES, np.float32)
    traces = np.zeros((number, 4, FEATURES), np.float32)
    everybody = np.arange(number)
    for _ in range(steps):
        turns = tables.turns
        actions, gradient = draw(weights, rows, tables, chance)
        traces[everybody, turns] += gradient
        rewards, done = tables.step(actions)
        if done.any():
            change = (rewards[done][:, :, None] * traces[done]).mean(axis=(0, 1))
            weights += rate * change / (1 + np.abs(change).max())
            traces[done] = 0
    return weights


def measure(weights: np.ndarray, steps: int = 500, number: int = 256, seed: int = 9) -> float:
    """Points per round that seats 0 and 2 win over two players at random."""
    tables, rows = VectorEnv(number, seed=seed), features_of_actions()
    chance = np.random.default_rng(seed)
    won: list[float] = []
    for _ in range(steps):
        learnt, _ = draw(weights, rows, tables, chance)
        random, _ = draw(np.zeros(FEATURES, np.float32), rows, tables, chance)
        rewards, done = tables.step(np.where(tables.turns % 2 == 0, learnt, random))
        won += rewards[done][:, ::2].mean(axis=1).tolist()
    return float(np.mean(won))


if __name__ == "__main__":
    learnt = train()
    sys.stdout.write(f"weights: {np.round(learnt, 2)}\n")
    sys.stdout.write(f"payoff against chance: {measure(learnt):+.2f} points per round\n")
