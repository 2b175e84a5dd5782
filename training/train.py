"""From nothing to shipped weights: ``python -m training.train --run training/runs/main``.

Plays and learns for ``--minutes``; ``--plan`` says how long the whole training shall last, over
all calls, and sets the schedule. A run that exists is resumed. Needs one NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import torch

from gangoffour.bots.network import weights as files
from training import checkpoint, evaluate, model
from training.build import BY_OTHER_NET, BY_RANDOM, Settings
from training.gpu import Kernels
from training.learn import Learner, Size

SHIPPED = Path(__file__).parents[1] / "src/gangoffour/bots/weights" / files.SHIPPED
ROUNDS_A_MATCH = 8
"""So long does a match of good players last (R6.2); tables for a round are drawn anew sooner."""


def drawn_for_the_match(share: float, fresh: float) -> float:
    """How many of the new matches to play for the match, so that a share of the rounds is.

    >>> round(drawn_for_the_match(0.25, 0.65), 3)
    0.06
    """
    return share / (share + (1 - share) * ROUNDS_A_MATCH * fresh)


def schedule(progress: float, options: argparse.Namespace) -> tuple[float, Settings, float]:
    """Learning rate, self-play settings and the running mean's weight at a share of the plan."""
    decay = 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
    warm = min(1.0, progress / 0.005 + 0.1)
    early = max(0.0, 1 - progress / 0.3)
    heat = options.heat * (1 - options.cool * min(progress, 1)) + options.early_heat * early
    settings = Settings(
        options.three,
        drawn_for_the_match(options.match, options.fresh),
        options.no_duty,
        options.fresh,
        options.greedy,
        options.scale * heat,
        options.uniform + options.early_uniform * early,
        options.lam,
    )
    rate = options.rate * (0.01 + 0.99 * decay) * warm
    return rate, settings, max(options.mean, 0.003 * early)


def measure(kernels: Kernels, weights: model.Weights, deals: int) -> dict[str, Any]:
    """The strength curve's point: two seats of four and one seat of four against greedy."""
    two = evaluate.play(kernels, weights, deals=deals, ours=2)
    one = evaluate.play(kernels, weights, deals=deals, ours=1)
    three = evaluate.play(kernels, weights, deals=deals, ours=1, seats=3)
    chance = evaluate.play(kernels, weights, deals=max(deals // 4, 2), ours=2, against=BY_RANDOM)
    return {
        "two": round(two.payoff, 3),
        "two_spread": round(two.spread, 3),
        "two_first": round(two.first, 4),
        "one": round(one.payoff, 3),
        "one_first": round(one.first, 4),
        "three_one": round(three.payoff, 3),
        "three_first": round(three.first, 4),
        "random": round(chance.payoff, 3),
        "random_first": round(chance.first, 4),
    }


def measure_matches(
    kernels: Kernels, weights: model.Weights, older: model.Weights
) -> dict[str, Any]:
    """Whole matches won against the weights this began with, which aim at the match late."""
    other: Any = {"against": BY_OTHER_NET, "other": older, "their_aim": 1, "their_late": 1}
    found = evaluate.play(kernels, weights, deals=400, ours=2, whole_match=True, our_aim=1, **other)
    return {"matches": round(found.first, 4), "matches_spread": round(found.first_spread, 4)}


def measure_against(
    kernels: Kernels, weights: model.Weights, other: model.Weights, deals: int
) -> dict[str, Any]:
    """Two seats each against other weights."""
    against: Any = {"deals": 2 * deals, "against": BY_OTHER_NET, "other": other}
    found = evaluate.play(kernels, weights, ours=2, **against)
    return {"against": round(found.payoff, 3), "against_spread": round(found.spread, 3)}


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--run", type=Path, default=Path("training/runs/main"))
    parser.add_argument("--minutes", type=float, default=20, help="how long this call trains")
    parser.add_argument("--plan", type=float, default=20, help="how long the training shall last")
    parser.add_argument("--measure", type=float, default=20, help="seconds between measurements")
    parser.add_argument("--save", type=float, default=120, help="seconds between checkpoints")
    parser.add_argument("--deals", type=int, default=2000, help="duplicate deals a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=8e-4, help="highest learning rate")
    parser.add_argument("--lam", type=float, default=0.8, help="lambda of the returns")
    parser.add_argument(
        "--heat", type=float, default=0.016, help="temperature, in units of 20 points"
    )
    parser.add_argument("--cool", type=float, default=0.7, help="share of the heat lost by the end")
    parser.add_argument("--early-heat", type=float, default=0.08, help="added at the start")
    parser.add_argument("--early-uniform", type=float, default=0.1, help="added at the start")
    parser.add_argument("--mean", type=float, default=1e-4, help="running mean: share an update")
    parser.add_argument("--scale", type=float, default=5.0, help="values are learnt so much larger")
    parser.add_argument("--own", type=float, default=1.0, help="weight of chosen plays")
    parser.add_argument("--peek", type=float, default=0.5, help="weight of peeked plays")
    parser.add_argument("--uniform", type=float, default=0.01, help="share of plays drawn evenly")
    parser.add_argument("--three", type=float, default=0.12, help="share of three-player matches")
    parser.add_argument("--match", type=float, default=0.14, help="share of rounds for the match")
    parser.add_argument("--no-duty", type=float, default=0.08, help="share without R5.4's duty")
    parser.add_argument("--fresh", type=float, default=0.7, help="share of first rounds elsewhere")
    parser.add_argument("--greedy", type=float, default=0.3, help="share with greedy opponents")
    parser.add_argument("--tables", type=int, default=Size.tables)
    parser.add_argument("--steps", type=int, default=Size.steps)
    parser.add_argument("--parts", type=int, default=Size.parts)
    parser.add_argument("--rows", type=int, default=Size.rows)
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay")
    parser.add_argument("--start", type=Path, help="begin with these shipped weights")
    parser.add_argument(
        "--match-only", action="store_true", help="learn only what plays for the match"
    )
    parser.add_argument("--grow", action="store_true", help="add what the start's weights lack")
    parser.add_argument("--course", type=int, default=1, help="0: grow without the round's course")
    parser.add_argument("--against", type=Path, help="measure against these weights too")
    parser.add_argument("--tutor", type=int, default=0, help="width of what is added to the critic")
    parser.add_argument("--ship", action="store_true", help="write the weights into the package")
    return parser.parse_args()


def main() -> None:
    """Train, measure, keep."""
    options = arguments()
    began = time.perf_counter()
    torch.set_float32_matmul_precision("high")
    kernels = Kernels()
    size = Size(options.tables, options.steps, options.parts, options.rows)
    folder: Path = options.run
    resumed = checkpoint.exists(folder)
    first = checkpoint.read(folder, "weights") if resumed else model.fresh(options.seed, "cuda")
    if options.start is not None and not resumed:
        first = model.read(options.start, "cuda", options.scale)
        if options.grow:
            first = model.grown(first, options.seed, options.tutor, options.course)
    _, settings, _ = schedule(0, options)
    clock = {"seconds": 0.0, "updates": 0.0, "decisions": 0.0, "moves": 0.0}
    seed = options.seed + (int(time.time()) if resumed else 0)
    weights_of = (options.scale, options.own, options.peek)
    learner = Learner(kernels, first, settings, size, seed, *weights_of)
    flat = learner.flat
    if options.match_only:
        flat.hold(model.match_rows())
    yardstick = None
    if options.against is not None:
        yardstick = model.read(options.against, "cuda", options.scale)
    older = {name: one.clone() for name, one in first.items()}
    learner.capture()
    if resumed:
        clock = checkpoint.resume(folder, learner)
    else:
        flat.mean.copy_(flat.weight)
    flat.now[3] = options.decay
    kernels.check()
    print(f"ready after {time.perf_counter() - began:.1f} s, resumed at {clock['seconds']:.0f} s")

    folder.mkdir(parents=True, exist_ok=True)
    log = (folder / "curve.jsonl").open("a")
    spent, measured, saved, done = 0.0, 0.0, 0.0, 0
    mark, moves_then = time.perf_counter(), _moves(learner)
    while spent < options.minutes * 60:
        rate, settings, weight = schedule(clock["seconds"] / (60 * options.plan), options)
        flat.now[:2] = torch.tensor([rate, weight])
        learner.tables.set(settings)
        for _ in range(50):
            learner.run()
        done += 50
        torch.cuda.synchronize()
        now = time.perf_counter()
        clock["seconds"] += now - mark
        spent, mark = spent + now - mark, now
        clock["updates"] += 50 * size.parts
        clock["decisions"] += 50 * size.tables * size.steps
        if spent - measured >= options.measure or spent >= options.minutes * 60:
            moves = (_moves(learner) - moves_then) % 2**32
            clock["moves"] += moves
            figures = measure(kernels, flat.all(flat.mean), options.deals)
            if options.match_only:
                figures |= measure_matches(kernels, flat.all(flat.mean), older)
            if yardstick is not None:
                figures |= measure_against(kernels, flat.all(flat.mean), yardstick, options.deals)
            losses = [round(x, 4) for x in learner.losses.tolist()]
            line = {
                "seconds": round(clock["seconds"], 1),
                "updates": int(clock["updates"]),
                "moves": int(clock["moves"]),
                "moves_per_second": int(moves / (spent - measured)),
                **figures,
                "losses": losses,
                "lost": int(learner.tables.lost),
                "plays": round(float(learner.tables.total) / size.tables, 2),
                "rate": rate,
            }
            log.write(json.dumps(line) + "\n")
            log.flush()
            print(json.dumps(line), flush=True)
            assert math.isfinite(sum(losses)), "the losses are not finite"
            measured, moves_then = spent, _moves(learner)
            if spent - saved >= options.save:
                checkpoint.save(folder, learner, clock)
                model.export(flat.all(flat.mean), folder / "network.npz", options.scale)
                saved = spent
            mark = time.perf_counter()
    checkpoint.save(folder, learner, clock)
    model.export(flat.all(flat.mean), folder / "network.npz", options.scale)
    if options.ship:
        SHIPPED.parent.mkdir(parents=True, exist_ok=True)
        model.export(flat.all(flat.mean), SHIPPED, options.scale, ship=True)
    kernels.check()


def _moves(learner: Learner) -> int:
    return int(learner.tables.download()["moves"].astype("int64").sum())


if __name__ == "__main__":
    main()
