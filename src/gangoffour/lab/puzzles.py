"""``python -m gangoffour.lab.puzzles puzzles.jsonl``: positions with one play that is clearly best.

Bots play rounds; where one action is worth two points more than every other, by the network and in
imagined worlds, and greed would not find it, that is a puzzle. A round gives one at most, the one
with the clearest answer. The same command makes the same rows.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from gangoffour.bots import load_bot
from gangoffour.bots.advice.analyse import Line, analyse
from gangoffour.bots.advice.hint import hint
from gangoffour.data_files import CODES, DataCard
from gangoffour.lab.asked_rows import Asked, add_to, asked_in, told_shortly, write_made
from gangoffour.lab.processes import Say, Told, in_order
from gangoffour.lab.progress import progress_bar
from gangoffour.rules.actions import action_dict
from gangoffour.rules.match import Match
from gangoffour.rules.view import View

__all__ = ["main", "puzzle", "puzzles", "write_puzzles"]

PLAYER: Final = "level:3"
CLEAR: Final = 2.0
"""Points by which the answer is better than anything else."""
FEWEST: Final = 4
"""Actions that there are to choose from."""


def answered(view: View) -> list[Line] | None:
    """What each action is worth, best first, if the view is a puzzle."""
    if view.phase != "play" or view.may_call or len(view.actions) < FEWEST:
        return None
    first, second = hint(view, limit=2)
    if first.points - second.points < CLEAR:
        return None
    if load_bot("greedy").choose(view, random.Random(0)) == first.action:
        return None
    lines = analyse(view, seconds=0)  # one batch of worlds: the same for everybody
    clear = lines[0].points - lines[1].points >= CLEAR
    return lines if lines[0].action == first.action and clear else None


def puzzle(seed: str, seats: int, rules: str) -> dict[str, Any] | None:
    """The puzzle of a deal, if it has one."""
    player, chance = load_bot(PLAYER), random.Random(seed)
    match, moves = Match.new(seed=seed, seats=seats, rules=rules), list[dict[str, Any]]()
    best: dict[str, Any] | None = None
    while not match.results:
        silent = match.round.silent
        turn = match.turn if silent is None else silent
        assert turn is not None
        view = match.view(turn)
        lines = answered(view)
        if lines is not None:
            found = _row(seed, rules, view, lines) | {"moves": list(moves)}
            best = found if best is None or found["lead"] > best["lead"] else best
        action = player.choose(view, chance)
        moves.append({"seat": turn, **action_dict(action)})
        match = match.act(turn, action)
    return best


def _row(seed: str, rules: str, view: View, lines: list[Line]) -> dict[str, Any]:
    return {
        "seed": seed,
        "edition": rules,
        "seats": view.seats,
        "seat": view.seat,
        "hand": list(view.hand.codes),
        "table": [] if view.table is None else list(view.table.codes),
        "counts": list(view.counts),
        "answer": action_dict(lines[0].action),
        "lead": round(lines[0].points - lines[1].points, 2),
        "reasons": list(lines[0].reasons),
        "actions": [{**action_dict(one.action), "points": round(one.points, 2)} for one in lines],
    }


def card_of(command: str) -> DataCard:
    """What is said of a file of puzzles."""
    return DataCard(
        title="Puzzles of Gang of Four",
        source="Positions of rounds that the game's own bots have played; no person had a part in"
        " it. The answers are by the network and by imagined worlds played on.",
        fields={
            "seed": "the deal: `Match.new(seed=…)` gives the same",
            "edition": "the rules it was played by",
            "seats": "three or four",
            "seat": "who is to move",
            "hand": f"their cards, {CODES}",
            "table": "the combination on the table; empty if they lead",
            "counts": "how many cards everybody holds, by seat",
            "answer": "the best action",
            "lead": "by how many points a round it is better than any other",
            "reasons": "why, as codes: `gangoffour.bots.advice.reasons` has their sentences",
            "actions": "every legal action with the points to expect of it, best first",
            "moves": "all actions of the round before: `seat`, and `play`, `pass` or `call`",
        },
        limits="The answers are estimates, no proofs: they hold for what the seat can see, against"
        " players like our bots. Positions are such as bots come into.",
        made_by=command,
    )


@contextmanager
def _setter(say: Say, *, seed: str, seats: int, rules: str) -> Iterator[Callable[[Any], object]]:
    def one(number: int) -> tuple[int, list[dict[str, Any]]]:
        found = puzzle(f"{seed}/{number}", seats, rules)
        return number, [] if found is None else [found]

    yield one


def puzzles(
    deals: int,
    *,
    start: int = 0,
    seed: str = "0",
    seats: int = 4,
    rules: str = "official",
    jobs: int = 1,
    told: Told | None = None,
) -> Iterator[dict[str, Any]]:
    """The puzzles of so many deals, or of those from ``start`` on, in their order."""
    setter = partial(_setter, seed=seed, seats=seats, rules=rules)
    return in_order(setter, range(start, deals), jobs, told)


def write_puzzles(file: Path, deals: int, asked: Asked) -> int:
    """The puzzles of so many deals in a file; how many there are.

    A run that was stopped goes on after the last puzzle it has found.
    """
    asked.check()
    card = card_of(f"gangoffour data FILE --of puzzles {asked.words(deals)}")
    with progress_bar("deals", Console(stderr=True)) as told:

        def rest(last: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
            start = asked.next_number(last)
            return puzzles(deals, start=start, **asked.by_name, told=told)

        return write_made(file, [PLAYER], rest, card)


def main() -> int:
    """Look for puzzles and write them; trouble is one sentence."""
    parser = argparse.ArgumentParser(prog="python -m gangoffour.lab.puzzles", description=__doc__)
    add_to(parser, "--deals", 1_000)
    given = parser.parse_args()
    return told_shortly(
        lambda: write_puzzles(given.file, given.number, asked_in(given)),
        lambda number: f"{given.file}: {number:,} puzzles of {given.number:,} deals",
    )


if __name__ == "__main__":
    sys.exit(main())
