"""The OpenSpiel game; ``python -m gangoffour.lab.spiel`` has OpenSpiel try it.

>>> from gangoffour.lab.spiel import SpielRound
>>> state = SpielRound(players=3)
>>> state.current_player(), len(state.chance_outcomes())
(-1, 64)
"""

import sys
from typing import Any

from gangoffour.lab.errors import LabError
from gangoffour.lab.learning.spiel import NAME, SpielRound

__all__ = ["NAME", "SpielRound", "load_game", "main"]


def load_game(players: int = 4, rules: str = "official") -> Any:
    """OpenSpiel's game ``python_gang_of_four``; refused where OpenSpiel is missing."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise LabError("no_spiel") from None
    from gangoffour.lab.learning import spiel_game

    spiel_game.register()
    return pyspiel.load_game(NAME, {"players": players, "rules": rules})


def main() -> None:
    """OpenSpiel's own simulation test: whole rounds, and everything asked of every state."""
    import pyspiel

    for players in (3, 4):
        game = load_game(players=players)
        pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    sys.stdout.write(f"{NAME}: OpenSpiel approves, with three and with four players.\n")


if __name__ == "__main__":
    main()
