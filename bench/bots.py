"""Imagined moves a second on one core: the compiled kernel next to numpy, which plays the same."""

from __future__ import annotations

import random

import numpy as np

from bench._measure import CONSOLE, Work, by_turns, middle, one_core, rate, show, verdict
from gangoffour.bots import load_bot
from gangoffour.bots.arrays.rounds import Rounds
from gangoffour.bots.kernel import imagination
from gangoffour.bots.network import Reflex, Sight, action_number, backdrop
from gangoffour.bots.players.learned import reflex
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.playouts import play
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.match import Match
from gangoffour.rules.view import View

TURNS = 3
SECONDS = 2.0
WORLDS = 24
BAR = 8.0


def positions() -> list[View]:
    """Choices at the start, in the middle and near the end of rounds among level 3 players."""
    found, bot = [], load_bot("lantern")
    for seed in range(6):
        match, rng = Match.new(seed=seed), random.Random(seed)
        while (
            len(match.round.history) < 4 + 8 * (seed % 3) or len(match.view(match.turn).plays) < 2
        ):
            assert match.turn is not None
            match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
        found.append(match.view(match.turn))
    return found


def contestants(small: Reflex) -> dict[str, Work]:
    """Both ways to play the same imagined rounds to their end."""
    views, rng = positions(), random.Random(1)
    worlds = [imagine(view, unseen(view), WORLDS, rng) for view in views]
    behind = [backdrop(view, None) for view in views]
    actions = [[action_number(one) for one in view.actions[:2]] for view in views]
    engine = imagination(small)
    assert engine is not None, "there is no compiler here"
    moves = [engine.play_out(*each)[1] for each in zip(views, worlds, actions, behind, strict=True)]

    def kernel(number: int) -> int:
        at = number % len(views)
        return engine.play_out(views[at], worlds[at], actions[at], behind[at])[1]

    def arrays(number: int) -> int:
        at = number % len(views)
        rounds = Rounds(views[at], worlds[at], len(actions[at]))
        every = np.arange(len(rounds.turn))
        rounds.act(every, np.repeat(actions[at], WORLDS))
        play(Sight(rounds, behind[at]), small)
        return moves[at]

    return {"kernel": lambda s: rate(kernel, s), "numpy": lambda s: rate(arrays, s)}


def main() -> None:
    """Measure and show."""
    small = reflex()
    assert small is not None
    with one_core() as machine:
        rates = by_turns(contestants(small), SECONDS, TURNS)
    middles = {name: middle(some) for name, some in rates.items()}
    rows = [[name, f"{value:,.0f}"] for name, value in middles.items()]
    show(f"Imagined moves a second ({machine})", ["by", "moves/s"], rows)
    ratio = middles["kernel"] / middles["numpy"]
    CONSOLE.print(f"{ratio:.1f} times as many; bar {BAR:g}: {verdict(ratio, BAR)}")
