"""Deep Monte Carlo, as DouZero has it, in sixty lines with a linear network: what an action will
bring is learnt from how rounds end; the best is played, now and then any other.

    python examples/dmc.py
"""

from __future__ import annotations

import sys

import numpy as np

from gangoffour import catalogue
from gangoffour.lab.actions import ACTIONS, PASS
from gangoffour.lab.vector import VectorEnv

plays = catalogue()
SIZE = np.array([one.size for one in plays])
# Of an action: bias, size, strength, gang, five, pass.
FEATURES = np.zeros((ACTIONS, 6), np.float32)
FEATURES[:, 0], FEATURES[: len(plays), 1] = 1, SIZE / 5
for cards in (1, 2, 3, 5):
    some = np.flatnonzero(np.equal(SIZE, cards))
    FEATURES[some, 2] = np.linspace(0, 1, len(some))
FEATURES[: len(plays), 3] = [one.is_gang for one in plays]
FEATURES[: len(plays), 4] = SIZE == 5
FEATURES[PASS, 5] = 1


def positions(rows: np.ndarray) -> np.ndarray:
    """Of a position: bias, own cards, the others' fewest, whether one leads."""
    own, others = rows[:, 384] / 16, np.where(rows[:, 385:388] > 0, rows[:, 385:388], 16)
    leads = rows[:, 64:128].sum(axis=1) == 0
    return np.stack([np.ones(len(rows)), own, others.min(axis=1) / 16, leads], axis=1)


def train(steps: int = 1500, number: int = 64, seed: int = 1, explore: float = 0.1) -> np.ndarray:
    """Weights (positions by actions) of what an action will bring."""
    rng, tables = np.random.default_rng(seed), VectorEnv(number, seed=seed)
    weights, played = np.zeros((4, 6)), [[[] for _ in range(4)] for _ in range(number)]
    for _ in range(steps):
        seen, legal, turns = positions(tables.observe()), tables.legal(), tables.turns
        wanted, actions = seen @ weights, np.zeros(number, np.int64)
        for table in range(number):
            some = legal.actions[legal.starts[table] : legal.starts[table + 1]]
            best = some[(FEATURES[some] @ wanted[table]).argmax()]
            actions[table] = rng.choice(some) if rng.random() < explore else best
            played[table][turns[table]].append((seen[table], FEATURES[actions[table]]))
        rewards, done = tables.step(actions)
        for table in np.flatnonzero(done):
            for seat, decisions in enumerate(played[table]):
                for where, what in decisions:
                    error = rewards[table, seat] / 10 - where @ weights @ what
                    weights += 0.002 * error * np.outer(where, what)
            played[table] = [[] for _ in range(4)]
    return weights


if __name__ == "__main__":
    sys.stdout.write(f"worth in tens of points, positions by actions:\n{np.round(train(), 2)}\n")
