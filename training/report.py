"""Measures shipped or trained weights: ``python -m training.report network.npz [older.npz]``."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from training import evaluate, model
from training.build import BY_OTHER_NET, BY_RANDOM
from training.gpu import Kernels


def main() -> None:
    """Print one line a measurement, the most important first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("older", type=Path, nargs="?")
    options = parser.parse_args()
    kernels, w = Kernels(), model.read(options.weights, "cuda")
    began = time.perf_counter()

    def show(name: str, result: evaluate.Result) -> None:
        print(f"{time.perf_counter() - began:5.1f} s  {name}: {result}", flush=True)

    play = evaluate.play
    show("two seats against greedy", play(kernels, w, deals=5000, ours=2, seed=77))
    show("one seat against three greedy", play(kernels, w, deals=6000, ours=1, seed=78))
    three = play(kernels, w, deals=5000, ours=1, seats=3, seed=79)
    show("three players, one seat against two greedy", three)
    show("two seats against random", play(kernels, w, deals=1000, ours=2, against=BY_RANDOM))
    other: Any = {"against": BY_OTHER_NET, "other": w}
    exchange = play(kernels, w, deals=3000, ours=2, exchange=True, give_lowest=True, **other)
    show("with the exchange, against itself giving the lowest card", exchange)
    matches = play(kernels, w, deals=500, ours=2, whole_match=True, our_aim=1, **other)
    show("whole matches, aiming at the match against aiming at rounds", matches)
    matches = play(kernels, w, deals=300, ours=2, whole_match=True, our_aim=1)
    show("whole matches against greedy", matches)
    if options.older is not None:
        older = model.read(options.older, "cuda")
        result = play(kernels, w, deals=2000, ours=2, against=BY_OTHER_NET, other=older)
        show("two seats against older weights", result)
        late: Any = {"against": BY_OTHER_NET, "other": older, "their_aim": 1, "their_late": 1}
        for seats, ours in ((4, 2), (3, 1)):
            whole: Any = {"seats": seats, "ours": ours, "whole_match": True, "our_aim": 1}
            matches = play(kernels, w, deals=1500, seed=9, **whole, **late)
            show(f"{seats} players, whole matches against older weights that aim late", matches)


if __name__ == "__main__":
    main()
