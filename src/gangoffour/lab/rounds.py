"""``python -m gangoffour.lab.rounds level:3 rounds.jsonl``: rounds of a bot against itself.

A row holds one round: its deal, every move and the points. Round N is dealt by the seed ``SEED/N``,
so the same command makes the same rows, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, closing, contextmanager
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any, Final, NoReturn

from rich.console import Console

from gangoffour.bots import BotError, Careful, load_bot
from gangoffour.bots.outside.mistakes_replaced import told_with_trace
from gangoffour.bots.outside.slow_bots import PATIENCE_S, Watch
from gangoffour.data_files import CODES, DataCard, forget
from gangoffour.lab import processes
from gangoffour.lab.asked_rows import Asked, add_to, asked_in, told_shortly, write_made
from gangoffour.lab.errors import LabError
from gangoffour.lab.last_card import asked_to_call
from gangoffour.lab.processes import Say, Told, in_order
from gangoffour.lab.progress import progress_bar, say
from gangoffour.rules.actions import Pass, action_dict
from gangoffour.rules.match import Match

__all__ = ["main", "played", "rounds", "write_rounds"]

EFFORT: Final = {"level:2": 1.7, "level:3": 1.7, "level:4": 3.2, "level:5": 6.5, "level:6": 27.0}
"""How long a round of each level takes, beside one of level 1 (``docs/data.md``)."""


def played(
    bot: str, seed: str, seats: int, rules: str, watch: Watch | None = None
) -> dict[str, Any]:
    """One round of a bot against itself; refused if it does something wrong."""
    match = Match.new(seed=seed, seats=seats, rules=rules)
    hands = [match.view(seat).hand.codes for seat in range(seats)]

    def stop(problem: BotError) -> NoReturn:
        raise LabError("bot_failed", seed=seed, sentence=told_with_trace(problem))

    with (
        chdir(os.curdir),  # it may go elsewhere
        closing(Careful(load_bot(bot), bot, stop, may_be_silent=True)) as player,
    ):
        match, moves = _to_the_end(match, player, random.Random(seed), watch)
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


def _to_the_end(
    match: Match, player: Careful, chance: random.Random, watch: Watch | None
) -> tuple[Match, list[dict[str, Any]]]:
    """A round played by one bot in all seats, and its moves."""
    moves: list[dict[str, Any]] = []
    silent = None
    while not match.results:
        late = None if match is silent else asked_to_call(match, (player.name,) * match.seats)
        turn = match.turn if late is None else late
        assert turn is not None
        view = match.view(turn)
        if watch is None:
            action = player.choose(view, chance)
        else:
            action = watch.choose(player, view, chance, match.seed)
        if late is not None and action == Pass():  # R5.2: barred as soon as the next one acts
            silent = match
            continue
        moves.append({"seat": turn, **action_dict(action)})
        match = match.act(turn, action)
    return match, moves


def card_of(bot: str, command: str) -> DataCard:
    """What is said of a file of such rounds."""
    return DataCard(
        title=f"Rounds of {bot} against itself at Gang of Four",
        source="Played by the game's own bots; no person had a part in it.",
        fields={
            "bot": "who sits at every seat",
            "seed": "the deal: `Match.new(seed=…)` gives the same",
            "edition": "the rules it was played by",
            "seats": "three or four",
            "hands": f"the cards dealt, by seat, {CODES}",
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
    say: Say, *, bot: str, seed: str, seats: int, rules: str, patience: float
) -> Iterator[Callable[[Any], object]]:
    watch = Watch(lambda slow: say(slow.sentence), patience)

    def one(number: int) -> tuple[int, list[dict[str, Any]]]:
        return number, [played(bot, f"{seed}/{number}", seats, rules, watch)]

    try:
        yield one
    finally:
        watch.close(processes.__file__)


def rounds(
    bot: str,
    number: int,
    *,
    start: int = 0,
    seed: str = "0",
    seats: int = 4,
    rules: str = "official",
    jobs: int = 1,
    told: Told | None = None,
    heard: Callable[[str], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """So many rounds, or those from ``start`` on, in their order; ``heard`` is told of a bot that
    chooses for long."""
    prepare = partial(_player, bot=bot, seed=seed, seats=seats, rules=rules, patience=PATIENCE_S)
    return in_order(prepare, range(start, number), jobs, told, heard)


def write_rounds(file: Path, bots: Sequence[str], number: int, asked: Asked) -> int:
    """So many rounds of each bot against itself, one bot after the other; how many there are.

    A run that was stopped goes on where it was; of one whose bot has failed nothing stays.
    """
    asked.check(bots)
    command = f"gangoffour data FILE --of {quote(bots[0] if len(bots) == 1 else 'levels')}"
    card = card_of(" and of ".join(bots), f"{command} {asked.words(number)}")
    effort = partial(effort_of, bots, number)
    aside = Console(stderr=True)
    with progress_bar("rounds", aside, effort=effort) as told:
        heard = partial(say, aside, style="yellow")

        def rest(last: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
            first = 0 if last is None else bots.index(last["bot"])
            starts = {bots[first]: asked.next_number(last)}
            for at, bot in enumerate(bots[first:], first):
                start, so_far = starts.get(bot, 0), partial(_of_all, told, at, len(bots))
                yield from rounds(
                    bot, number, start=start, **asked.by_name, told=so_far, heard=heard
                )

        try:
            return write_made(file, bots, rest, card)
        except LabError as refusal:
            if refusal.code == "bot_failed":  # mended, it is another bot: its rows are not these
                forget(file)
            raise


def _of_all(told: Told, before: int, bots: int, done: int, number: int) -> None:
    """Tell how much is done when so many bots of all have finished their rounds."""
    told(before * number + done, bots * number)


def effort_of(bots: Sequence[str], number: int, done: int) -> float:
    """How much work the first rounds of all are.

    >>> effort_of(["level:1", "level:6"], 100, 100), effort_of(["level:1", "level:6"], 100, 200)
    (100.0, 2800.0)
    """
    each = [EFFORT.get(bot, 1.0) for bot in bots]
    return float(sum(min(max(done - at * number, 0), number) * one for at, one in enumerate(each)))


def main() -> int:
    """Play and write; trouble is one sentence."""
    parser = argparse.ArgumentParser(prog="python -m gangoffour.lab.rounds", description=__doc__)
    parser.add_argument("bot", help="level:1 to level:6, or any other bot")
    add_to(parser, "--rounds", 100_000)
    given = parser.parse_args()
    return told_shortly(
        lambda: write_rounds(given.file, [given.bot], given.number, asked_in(given)),
        lambda number: f"{given.file}: {number:,} rounds",
    )


if __name__ == "__main__":
    sys.exit(main())
