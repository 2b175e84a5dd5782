"""PPO in one file, in CleanRL's manner: one policy plays all seats of many tables against itself.

The tables are Gymnasium's vector environment (``gangoffour.lab.tables``). The policy scores each
legal action by features of the action, weighed by features of the position; gradients are written
out, so nothing but numpy and the lab is needed::

    python examples/ppo.py
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import gymnasium
import numpy as np

from gangoffour import catalogue
from gangoffour.lab.actions import ACTIONS, GIVE, PASS


@dataclass(frozen=True)
class Args:
    """What may be tuned."""

    seed: int = 1
    num_envs: int = 32
    num_steps: int = 128
    iterations: int = 25
    epochs: int = 4
    minibatch: int = 512
    learning_rate: float = 1.0
    clip: float = 0.2
    entropy: float = 0.002


def action_features() -> np.ndarray:
    """What is seen of each action: size, strength, gang, single, five cards, pass, a card given."""
    plays, rows = catalogue(), np.zeros((ACTIONS, 8), np.float32)
    size = np.array([one.size for one in plays])
    gang = np.array([one.is_gang for one in plays])
    rows[: len(plays), 0] = size / 5
    for cards in (1, 2, 3, 5):
        some = np.flatnonzero((size == cards) & ~gang)
        rows[some, 1] = np.linspace(0, 1, len(some))
    rows[: len(plays), 2] = rows[: len(plays), 1] ** 4
    rows[: len(plays), 3] = gang
    rows[: len(plays), 4] = size == 1
    rows[: len(plays), 5] = size == 5
    rows[PASS, 6] = 1
    rows[GIVE:, 7] = np.linspace(0, 1, ACTIONS - GIVE)
    return rows


def position_features(observation: np.ndarray) -> np.ndarray:
    """What is seen of each position: bias, own cards, the fewest of the others, lead or answer."""
    own = observation[:, 384] / 16
    others = np.where(observation[:, 385:388] > 0, observation[:, 385:388], 16).min(axis=1)
    leads = observation[:, 64:128].sum(axis=1) == 0
    few, close = own < 8 / 16, others <= 4
    return np.stack([np.ones_like(own), own, few, close, leads], axis=1).astype(np.float32)


PHI = action_features()


@dataclass
class Sample:
    """One decision: where, what was legal, what was chosen and how likely, what came of it."""

    position: np.ndarray
    legal: np.ndarray
    chosen: int
    log_chance: float
    outcome: float = 0.0


def chances(position: np.ndarray, legal: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """How likely each legal action is."""
    score = PHI[legal] @ (position @ weights)
    grown = np.exp(score - score.max())
    return grown / grown.sum()


def rollout(tables, seen, seats, weights, rng, args):
    """Play on; decisions of rounds that ended meanwhile, with what they brought."""
    open_rounds: list[list[list[Sample]]] = [[[] for _ in range(4)] for _ in range(args.num_envs)]
    finished: list[Sample] = []
    for _ in range(args.num_steps):
        positions = position_features(seen["observation"])
        actions = np.zeros(args.num_envs, np.int64)
        for table, mask in enumerate(seen["action_mask"]):
            legal = np.flatnonzero(mask)
            likely = chances(positions[table], legal, weights)
            chosen = rng.choice(len(legal), p=likely)
            actions[table] = legal[chosen]
            sample = Sample(positions[table], legal, chosen, float(np.log(likely[chosen])))
            open_rounds[table][seats[table]].append(sample)
        seen, _, over, _, infos = tables.step(actions)
        seats = infos["seat"]
        for table in np.flatnonzero(over):
            for seat, samples in enumerate(open_rounds[table]):
                for sample in samples:
                    sample.outcome = float(infos["rewards"][table, seat]) / 10
                finished += samples
            open_rounds[table] = [[] for _ in range(4)]
    return seen, seats, finished


def update(samples: list[Sample], weights, value, rng, args) -> None:
    """A few epochs of clipped steps, in place."""
    positions = np.stack([one.position for one in samples])
    outcomes = np.array([one.outcome for one in samples])
    gain = outcomes - positions @ value
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(args.epochs):
        order = rng.permutation(len(samples))
        for start in range(0, len(order), args.minibatch):
            step = np.zeros_like(weights)
            batch = order[start : start + args.minibatch]
            for index in batch:
                one = samples[index]
                likely = chances(one.position, one.legal, weights)
                ratio = likely[one.chosen] / np.exp(one.log_chance)
                rows = PHI[one.legal]
                mean = likely @ rows
                clipped = ratio > 1 + args.clip if gain[index] > 0 else ratio < 1 - args.clip
                if not clipped:
                    step += gain[index] * ratio * np.outer(one.position, rows[one.chosen] - mean)
                surprise = -np.log(likely + 1e-12)
                spread = (likely * (surprise - likely @ surprise)) @ rows
                step += args.entropy * np.outer(one.position, spread)
            weights += args.learning_rate * step / len(batch)
    value += 0.5 * np.linalg.lstsq(positions, outcomes - positions @ value, rcond=None)[0]


def train(args: Args) -> np.ndarray:
    """The weights of a policy that has learnt."""
    rng = np.random.default_rng(args.seed)
    tables = gymnasium.make_vec("gangoffour.lab.tables:GangOfFourTables-v1", num_envs=args.num_envs)
    seen, infos = tables.reset(seed=args.seed)
    seats, weights, value = infos["seat"], np.zeros((5, PHI.shape[1])), np.zeros(5)
    for _ in range(args.iterations):
        seen, seats, samples = rollout(tables, seen, seats, weights, rng, args)
        update(samples, weights, value, rng, args)
    return weights


def measure(
    weights: np.ndarray, rounds: int = 200, opponents: str = "level:1", seed: int = 9
) -> float:
    """Payoff of a round, one seat against bots; actions are drawn as in training."""
    table = gymnasium.make("gangoffour.lab.one_seat:GangOfFour-v1", opponents=opponents)
    rng, total = np.random.default_rng(seed), 0.0
    for number in range(rounds):
        seen, _ = table.reset(seed=seed * 100_000 + number)
        over = False
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            position = position_features(seen["observation"][None])[0]
            action = rng.choice(legal, p=chances(position, legal, weights))
            seen, reward, over, _, _ = table.step(action)
            total += float(reward)
    return total / rounds


if __name__ == "__main__":
    sys.stderr.write("It measures, trains and measures again: about a minute.\n")
    before, after = measure(np.zeros((5, PHI.shape[1]))), measure(trained := train(Args()))
    sys.stdout.write(f"against level 1: {before:+.2f} untrained, {after:+.2f} trained\n")
    sys.stdout.write(f"against greedy: {measure(trained, opponents='greedy'):+.2f}\n")
