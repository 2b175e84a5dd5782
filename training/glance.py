"""Fits the glance: ``python -m training.glance`` after new weights are shipped. Needs no GPU.

Playouts judge in full only the plays that look best at a glance: one weight for each unit of the
plays' layer, fitted by least squares to the network's advantages in rounds it plays against
itself. Differences within a position count, those of good plays most.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots import network
from gangoffour.bots.network.weights import fingerprint
from gangoffour.rules.match import Match

SHIPPED = Path(__file__).parents[1] / "src/gangoffour/bots/weights/glance.npz"
HEAT = 3.0
"""Plays so many points worse count for a third of the best."""
RIDGE = 2.0

Round = list[tuple[network.Position, list[int]]]


def play(net: network.Network, seed: int) -> Round:
    """The decisions of one match's first round, the network in every seat."""
    match, found = Match.new(seed=f"glance/{seed}", seats=3 + seed % 4 // 3), []
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        if len(view.actions) > 1:
            legal = [network.action_number(one) for one in view.actions]
            found.append((network.position_of(view), legal))
        match = match.act(match.turn, network.choose(net, view))
    return found


def fit(net: network.Network, rounds: int) -> tuple[NDArray[np.float32], float]:
    """The glance, and how often the best play was among those it keeps in the last tenth."""
    width = len(net.weights["state.b"])
    squares, products = np.zeros((width, width)), np.zeros(width)
    kept = []
    glance = np.zeros(width)
    for seed in range(rounds):
        if seed == rounds - rounds // 10:
            glance = np.linalg.solve(squares + RIDGE * np.eye(width), products)
        positions, actions = (list(some) for some in zip(*play(net, seed), strict=True))
        layer, advantages, owner = net.layer_of_plays(positions, actions)
        for at in range(len(positions)):
            rows, truth = layer[owner == at], advantages[owner == at] * network.POINTS
            if glance.any():
                better = rows @ glance > rows[np.argmax(truth)] @ glance
                kept.append(better.sum() < network.GLANCED)
            weight = np.exp((truth - truth.max()) / HEAT) + 0.05
            weight /= weight.sum()
            rows, truth = rows - weight @ rows, truth - weight @ truth
            squares += (rows * weight[:, None]).T @ rows
            products += rows.T @ (weight * truth)
    glance = np.linalg.solve(squares + RIDGE * np.eye(width), products)
    return glance.astype(np.float32), float(np.mean(kept))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Fit the glance to the shipped weights.")
    parser.add_argument("--rounds", type=int, default=800)
    wanted = parser.parse_args()
    net = network.Network.load()
    glance, kept = fit(net, wanted.rounds)
    arrays: dict[str, Any] = {"glance": glance, "weights": np.array(fingerprint(net.weights))}
    np.savez(SHIPPED, **arrays)
    print(f"The best play is among the {network.GLANCED} kept in {100 * kept:.1f} % of positions.")


if __name__ == "__main__":
    main()
