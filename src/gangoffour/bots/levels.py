"""The six levels: who plays at each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gangoffour.bots.bot import Bot
from gangoffour.bots.kernel import Players, library, players_of
from gangoffour.bots.network.exact import ExactNetwork
from gangoffour.bots.players.characters import AT_THE_TABLE, character_of
from gangoffour.bots.players.effort import DEEP, DEEP_BY_REFLEX, QUICK, Effort
from gangoffour.bots.players.exact import Exact
from gangoffour.bots.players.human import Human, company
from gangoffour.bots.players.learned import Learned, belief, reflex, shipped, trained_on
from gangoffour.bots.players.planned import Planned
from gangoffour.bots.players.planning_levels import COUNTING, dumpling, lantern, sparrow
from gangoffour.bots.players.searching import Imagined


def best_planned() -> Planned:
    """The best player without a network."""
    return Planned(COUNTING)


def crane() -> Bot:
    """Level 4: the network's reflex, and a character for each seat; the best planner where there is
    no network."""
    small = reflex()
    return best_planned() if small is None else company(small.judge, AT_THE_TABLE)


def somebody(character: str) -> Bot:
    """A player with the habits that a text names; the best planner where there is no network."""
    who, small = character_of(character), reflex()
    return best_planned() if small is None else Human(small.judge, who)


def tiger() -> Bot:
    """Level 5: the trained network; the best planner where no weights are shipped."""
    network = shipped()
    return best_planned() if network is None else Learned(network)


def exact_tiger() -> Bot:
    """Level 5 in whole numbers, the same on every machine; without weights the best planner."""
    network = shipped()
    return best_planned() if network is None else Exact(ExactNetwork(network).judge)


def typhoon() -> Bot:
    """Level 6: the network, trained on at close calls, where it also plays imagined rounds out."""
    return _imagining(QUICK)


def deep_typhoon() -> Bot:
    """Level 6 with a second to think."""
    own, others = trained_on(), shipped()
    players = None if own is None or others is None else players_of(own, others)
    return _imagining(DEEP_BY_REFLEX if players is None else DEEP, players)


def _imagining(effort: Effort, players: Players | None = None) -> Bot:
    """Numpy is too slow to imagine while others wait: without the kernel the network decides."""
    network = trained_on()
    if network is None:
        return best_planned()
    small = None if library() is None else reflex()
    return Imagined(network, effort, small, belief(), players)


LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "dumpling": dumpling,
    "sparrow": sparrow,
    "lantern": lantern,
    "crane": crane,
    "tiger": tiger,
    "tiger-exact": exact_tiger,
    "typhoon": typhoon,
    "typhoon-deep": deep_typhoon,
}
