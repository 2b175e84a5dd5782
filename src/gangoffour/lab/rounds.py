"""``python -m gangoffour.lab.rounds level:3 rounds.jsonl``: rounds of a bot against itself.

A row holds one round: its deal, every move and the points. Round N is dealt by the seed ``SEED/N``,
so the same command makes the same rows, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from gangoffour.bots import load_bot
from gangoffour.bots.errors import BotError
from gangoffour.data import Card, DataError, write
from gangoffour.lab.errors import LabError
from gangoffour.lab.processes import Say, in_order
from gangoffour.rules.actions import action_dict
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match

__all__ = ["main", "played", "rounds"]

PIECE: Final = 50
"""Rounds that a process plays at a time."""


def played(bot: str, seed: str, seats: int, rules: str) -> dict[str, Any]:
    """One round of a bot against itself."""
    player, chance = load_bot(bot), random.Random(seed)
    match = Match.new(seed=seed, seats=seats, rules=rules)
    hands, moves = [match.view(seat).hand.codes for seat in range(seats)], []
    while not match.results:
        silent = match.round.silent
        turn = match.turn if silent is None else silent
        assert turn is not None
        action = player.choose(match.view(turn), chance)
        moves.append({"seat": turn, **action_dict(action)})
        match = match.act(turn, action)
    ended = match.results[0]
    return {
        "bot": bot,
        "seed": seed,
        "edition": rules,
        "seats": seats,
        "hands": [list(hand) for hand in hands],
        "moves": moves,
        "winner": ended.winner,
        "points": list(ended.points),
    }


def card_of(bot: str, command: str) -> Card:
    """What is said of a file of such rounds."""
    return Card(
        title=f"Rounds of {bot} against itself at Gang of Four",
        source="Played by the game's own bots; no person had a part in it.",
        fields={
            "bot": "who sits at every seat",
            "seed": "the deal: `Match.new(seed=…)` gives the same",
            "edition": "the rules it was played by",
            "seats": "three or four",
            "hands": "the cards dealt, by seat, as codes (docs/notation.md)",
            "moves": "every action in order: `seat`, and `play` (with `call`), `pass` or `call`",
            "winner": "who went out",
            "points": "what each has to pay, by seat",
        },
        limits="First rounds only: nothing is exchanged, and nobody plays for the match. Bots do"
        " not play as people do.",
        made_by=command,
    )


@contextmanager
def _player(
    say: Say, *, bot: str, seed: str, seats: int, rules: str
) -> Iterator[Callable[[Any], object]]:
    def piece(numbers: range) -> tuple[int, list[dict[str, Any]]]:
        rows = [played(bot, f"{seed}/{number}", seats, rules) for number in numbers]
        return numbers.start, rows

    yield piece


def rounds(
    bot: str,
    number: int,
    *,
    seed: str = "0",
    seats: int = 4,
    rules: str = "official",
    jobs: int = 1,
) -> Iterator[dict[str, Any]]:
    """So many rounds, in their order."""
    pieces = [range(at, min(at + PIECE, number)) for at in range(0, number, PIECE)]
    prepare = partial(_player, bot=bot, seed=seed, seats=seats, rules=rules)
    return in_order(prepare, pieces, jobs)


def main() -> int:
    """Play and write; trouble is one sentence."""
    parser = argparse.ArgumentParser(prog="python -m gangoffour.lab.rounds", description=__doc__)
    parser.add_argument("bot", help="level:1 to level:6, or any other bot")
    parser.add_argument("file", type=Path, help="a new file: .jsonl or, with pyarrow, .parquet")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--edition", default="official")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    command = f"python -m gangoffour.lab.rounds {given.bot} {given.file.name}"
    command += f" --rounds {given.rounds} --seed {given.seed} --seats {given.seats}"
    made = rounds(
        given.bot,
        given.rounds,
        seed=given.seed,
        seats=given.seats,
        rules=given.edition,
        jobs=given.jobs,
    )
    try:
        number = write(given.file, made, card_of(given.bot, command))
    except (BotError, DataError, LabError, Refusal, OSError) as problem:
        sys.stderr.write(f"gangoffour: {problem}\n")
        return 1
    sys.stdout.write(f"{given.file}: {number:,} rounds\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
