"""What reviews make of each level: ``python tools/reviews.py level:1 greedy … --matches 40``.

All seats of a match are one bot's. Prints a row of the table in ``docs/bots.md`` for each bot;
every figure is for one seat and round.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from gangoffour import Match
from gangoffour.bots import load_bot
from gangoffour.bots.advice.review import SeatReview
from gangoffour.bots.advice.reviewer import review


def reviewed(name: str, matches: int, seats: int) -> Iterator[tuple[SeatReview, int]]:
    """The review of every seat of some matches, and how many rounds it played."""
    bot, rng = load_bot(name), random.Random(3)
    for number in range(matches):
        match = Match.new(seed=f"review {number}", seats=seats)
        while not match.over:
            # R5.1: who forgot may still call before the next player acts
            seat = match.turn if match.round.silent is None else match.round.silent
            assert seat is not None
            match = match.act(seat, bot.choose(match.view(seat), rng))
        made = review(match)
        for one in made.seats:
            yield one, made.rounds
        sys.stderr.write(f"\r{name}: {number + 1} of {matches} matches")
    sys.stderr.write("\n")


def row(name: str, matches: int, seats: int) -> str:
    """The bot's row of the table."""
    found = list(reviewed(name, matches, seats))
    rounds = sum(number for _, number in found)
    figures = [
        sum(one.decisions for one, _ in found) / rounds,
        sum(one.doubtful for one, _ in found) / rounds,
        sum(one.mistakes for one, _ in found) / rounds,
        sum(one.cost * number for one, number in found) / rounds,
    ]
    return f"| {name} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |"


def main() -> None:
    """One row for each bot."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4, choices=(3, 4))
    given = parser.parse_args()
    sys.stdout.write("| level | decisions | doubtful | mistakes | cost |\n|---|---|---|---|---|\n")
    for name in given.bots:
        sys.stdout.write(row(name, given.matches, given.seats) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
