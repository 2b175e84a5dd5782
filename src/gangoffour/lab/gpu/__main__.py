"""``python -m gangoffour.lab.gpu check`` and ``bench``: whether the GPU is right, and how fast."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from gangoffour.lab.errors import LabError
from gangoffour.lab.gpu import bench, check
from gangoffour.lab.gpu.tables import VectorEnv


def _check(wanted: argparse.Namespace) -> int:
    begun, moves, number = time.perf_counter(), 0, wanted.tables or 512
    try:
        for rules, seats, matches in check.cases():
            here, there = (
                VectorEnv(number, seats=seats, rules=rules, matches=matches, device=device)
                for device in ("cpu", wanted.device)
            )
            moves += check.agree(here, there, wanted.steps)
    except check.Disagreement as problem:
        _say(f"The two disagree, {rules.edition}, {seats} seats, {matches=}: {problem}.")
        return 1
    _say(f"{moves:,} moves agree, in {time.perf_counter() - begun:.0f} s.")
    return 0


def _bench(wanted: argparse.Namespace) -> int:
    numbers = [wanted.tables] if wanted.tables else [4096, 65_536, 524_288]
    for number in numbers:
        _say(f"{number:,} tables on {wanted.device}, millions of moves a second:")
        for name, rate in bench.figures(number, wanted.device, wanted.seconds).items():
            _say(f"  {rate / 1e6:9.2f}  {name}")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m gangoffour.lab.gpu", description=__doc__)
    kinds = parser.add_subparsers(required=True)
    checked = kinds.add_parser("check", help="the GPU against the processor, step by step")
    checked.add_argument("--steps", type=int, default=120)
    checked.set_defaults(job=_check)
    timed = kinds.add_parser("bench", help="moves a second")
    timed.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
    timed.set_defaults(job=_bench)
    for one in (checked, timed):
        one.add_argument("--device", default="cuda", help="cuda, cuda:1 or cpu")
        one.add_argument("--tables", type=int, help="how many tables")
    wanted = parser.parse_args(arguments)
    try:
        return int(wanted.job(wanted))
    except LabError as problem:
        _say(problem.message)
        return 2


if __name__ == "__main__":
    sys.exit(main())
