"""The GPU benchmark: ``python -m training.bench``; moves a second at random, and while learning."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch

from training import model
from training.build import Settings, blank
from training.gpu import Kernels, Tables
from training.learn import Learner, Size
from training.train import SHIPPED, drawn_for_the_match

SELF_PLAY = Settings(0.25, 0.35, 0.15, 0.6, 0.08, 0.02, 0.01, 0.9)
AS_TRAINED = Settings(0.1, drawn_for_the_match(0.1, 0.75), 0.05, 0.75, 0.5, 0.034, 0.01, 0.8)
"""What the shipped weights were trained with, halfway: greedy players at half of the tables."""
TUTOR = 512


def _moves(tables: Tables) -> int:
    return int(tables.download()["moves"].astype("int64").sum())


def random_play(kernels: Kernels, count: int, moves: int) -> float:
    """Random moves a second, four players, every move drawn evenly from the legal ones."""
    start = blank(count)
    start["rng"] = np.random.default_rng(3).integers(0, 2**63, count, np.uint64)
    tables = Tables(kernels, start, Settings(0, 0, 0, 0, 0, 0, 0, 0), 1)
    tables.random_play(200)
    kernels.check()
    best = 0.0
    for _ in range(3):
        before, began = _moves(tables), time.perf_counter()
        tables.random_play(moves)
        torch.cuda.synchronize()
        spent = time.perf_counter() - began
        best = max(best, (_moves(tables) - before) / spent)
    return best


def learning(
    kernels: Kernels, size: Size, weights: model.Weights, settings: Settings = SELF_PLAY
) -> dict[str, float]:
    """Moves and decisions a second with learning, and the time of an iteration."""
    learner = Learner(kernels, weights, settings, size, 5)
    learner.capture()
    for _ in range(20):
        learner.run()
    kernels.check()
    before, began = _moves(learner.tables), time.perf_counter()
    for _ in range(100):
        learner.run()
    torch.cuda.synchronize()
    spent = time.perf_counter() - began
    return {
        "moves/s": (_moves(learner.tables) - before) / spent,
        "decisions/s": 100 * size.tables * size.steps / spent,
        "ms/iteration": 10 * spent,
        "plays/decision": float(learner.tables.total) / size.tables,
        "lost": float(learner.tables.lost),
    }


def stages(kernels: Kernels, size: Size, weights: model.Weights) -> dict[str, float]:
    """Milliseconds of playing one window and of one update, each alone, by its own graph."""
    learner = Learner(kernels, weights, SELF_PLAY, size, 5)
    for _ in range(4):
        learner.iterate()
    first, second = learner.windows
    part = slice(0, size.tables // size.parts)
    found = {}
    jobs: tuple[tuple[str, Callable[[], None]], ...] = (
        ("play", lambda: learner.play(second, first)),
        ("update", lambda: learner.update(second, part)),
    )
    for name, stage in jobs:
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            stage()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            stage()
        graph.replay()
        torch.cuda.synchronize()
        began = time.perf_counter()
        for _ in range(50):
            graph.replay()
        torch.cuda.synchronize()
        found[name] = 20 * (time.perf_counter() - began)
    return found


def main() -> None:
    """Print the table of figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=132 * 16 * 16)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--stages", action="store_true")
    options = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    print(torch.cuda.get_device_name())
    print(f"random play: {random_play(kernels, options.tables, options.moves) / 1e6:.1f} M moves/s")
    shipped = model.grown(model.read(SHIPPED, "cuda", 5.0), 1, TUTOR)
    for name, settings in (("from nothing", SELF_PLAY), ("as trained", AS_TRAINED)):
        for size in (Size(), Size(8192, 8, 8)):
            fresh = settings is SELF_PLAY
            weights = model.fresh(1, "cuda", tutor=TUTOR) if fresh else shipped
            figures = learning(kernels, size, weights, settings)
            print(name, size, {key: round(value, 2) for key, value in figures.items()}, flush=True)
    if options.stages:
        found = stages(kernels, Size(), model.fresh(1, "cuda", tutor=TUTOR))
        print({key: round(value, 3) for key, value in found.items()})


if __name__ == "__main__":
    main()
