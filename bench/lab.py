"""The compiled simulator: random moves a second next to OpenSpiel's own C++ loop, one core.

OpenSpiel plays its Dou Dizhu at random wholly in C++: a search of one step whose evaluator makes
a batch of random games; nothing else is called from Python. Its deals are made outside the clock,
ours inside it. How long its games last is measured on the same kind of positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

from bench._measure import CONSOLE, Work, by_turns, middle, one_core, show, verdict
from gangoffour.lab.simulator.random_play import random_rounds
from gangoffour.rules.editions import rule_set

TURNS = 5
SECONDS = 2.0
BATCH = 2000
ROLLOUTS = 200
OURS = "gangoffour lab"
BAR = 3.0


def ours(seconds: float) -> float:
    """Moves a second of random four-player rounds, dealing included."""
    moves, number, start = 0, 0, perf_counter()
    while (passed := perf_counter() - start) < seconds:
        moves += random_rounds(BATCH, number, rule_set())[0]
        number += 1
    return moves / passed


def open_spiel() -> tuple[str, Work]:
    """OpenSpiel's random games from freshly dealt positions, all in C++."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(1)

    def dealt() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    mean_length = _mean_length(dealt, rng)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def work(seconds: float) -> float:
        games, spent = 0, 0.0
        while spent < seconds:
            state = dealt()
            start = perf_counter()
            bot.step(state)
            spent += perf_counter() - start
            games += ROLLOUTS
        return games * mean_length / spent

    return f"OpenSpiel {version('open_spiel')} dou_dizhu, C++ rollouts", work


def _mean_length(dealt: Callable[[], Any], rng: random.Random, games: int = 1000) -> float:
    moves = 0
    for _ in range(games):
        state = dealt()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return moves / games


def main() -> None:
    """Measure and say whether the bar is met."""
    contestants: dict[str, Work] = {OURS: ours}
    try:
        name, work = open_spiel()
        contestants[name] = work
    except ImportError as problem:
        CONSOLE.print(f"left out: {problem} (make bench installs it)")
    with one_core() as where:
        rates = by_turns(contestants, SECONDS, TURNS)
    best = middle(rates[OURS])
    rows = [
        [name, f"{middle(some):,.0f}", f"{min(some):,.0f} – {max(some):,.0f}"]
        + [f"{best / middle(some):.2f} ×"]
        for name, some in rates.items()
    ]
    title = f"Random rounds, compiled, moves a second (median of {TURNS} × {SECONDS} s; {where})"
    show(title, ["", "moves/s", "range", "gangoffour is"], rows)
    for name, some in rates.items():
        if name != OURS:
            ratio = best / middle(some)
            CONSOLE.print(f"bar: at least {BAR:g} × {name}: {verdict(ratio, BAR)} ({ratio:.1f} ×)")


if __name__ == "__main__":
    main()
