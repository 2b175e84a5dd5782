"""The OpenSpiel game; ``python -m gangoffour.lab.spiel`` has OpenSpiel try it.

>>> from gangoffour.lab.spiel import SpielRound
>>> state = SpielRound(players=3)
>>> state.current_player(), len(state.chance_outcomes())
(-1, 64)
"""

import sys

from gangoffour.lab.learning.spiel import NAME, SpielRound, load_game

__all__ = ["NAME", "SpielRound", "load_game", "main"]


def main() -> None:
    """OpenSpiel's own simulation test: whole rounds, and everything asked of every state."""
    import pyspiel

    for players in (3, 4):
        game = load_game(players=players)
        pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    sys.stdout.write(f"{NAME}: OpenSpiel approves, with three and with four players.\n")


if __name__ == "__main__":
    main()
