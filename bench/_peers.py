"""Other card game libraries from PyPI, played at random through their own checked API."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from importlib.metadata import version

from bench._measure import Work, rate


def rlcard_doudizhu() -> tuple[str, Work]:
    """rlcard's Dou Dizhu: legal actions come with every state."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import rlcard

        env = rlcard.make("doudizhu", config={"seed": 1})
    rng = random.Random(1)

    def game(_: int) -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return f"rlcard {version('rlcard')} doudizhu", lambda seconds: rate(game, seconds)


def open_spiel_dou_dizhu() -> tuple[str, Work]:
    """OpenSpiel's Dou Dizhu, C++ called from Python; dealing is not counted as moves."""
    import pyspiel

    spiel = pyspiel.load_game("dou_dizhu")
    rng = random.Random(1)

    def game(_: int) -> int:
        state = spiel.new_initial_state()
        moves = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
            moves += not chance
        return moves

    return f"OpenSpiel {version('open_spiel')} dou_dizhu", lambda seconds: rate(game, seconds)


PEERS: tuple[Callable[[], tuple[str, Work]], ...] = (rlcard_doudizhu, open_spiel_dou_dizhu)
