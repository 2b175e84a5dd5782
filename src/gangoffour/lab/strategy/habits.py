"""Habits: the same strong player, with one thing done otherwise each time the chance comes up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

from gangoffour.bots import Bot
from gangoffour.bots.network import Network, choose
from gangoffour.rules.actions import Action, Give, Pass, Play, play_of
from gangoffour.rules.cards import RANK_OF, faces
from gangoffour.rules.combinations import Combination, Kind
from gangoffour.rules.view import View

PLAYER: Final = "tiger"
"""Who plays whole matches: level 5, the strongest that is quick."""

Habit = Callable[[View, Action], Action]
"""What the habit does at a view where the player would do this."""


class Habitual:
    """The player with a habit."""

    def __init__(self, player: Bot, habit: Habit) -> None:
        self.player, self.habit = player, habit

    def choose(self, view: View, rng: Random) -> Action:
        """The player's choice, or the habit's."""
        return self.habit(view, self.player.choose(view, rng))


class ForTheRound:
    """The player, blind to the match: every round is played for its points alone."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, view: View, rng: Random) -> Action:
        """What level 5 plays in a first round."""
        return choose(self.network, view, aim_at_match=False)


@cache
def for_the_round() -> Bot:
    """Who plays single rounds: level 5, each round for its points."""
    return ForTheRound(Network.load())


def _lay(view: View, one: Combination) -> Play:
    return play_of(one, one.size == len(view.hand) - 1)


def _leading(view: View, action: Action) -> bool:
    """Whether this is a lead with a choice, and not the last play."""
    return (
        isinstance(action, Play)
        and view.table is None
        and len(view.plays) > 1
        and action.combination.size < len(view.hand)
    )


def leads_low(view: View, action: Action) -> Action:
    """Leads its lowest single card."""
    if not _leading(view, action) or view.plays[0].kind is not Kind.SINGLE:
        return action
    return _lay(view, view.plays[0])


def leads_long(view: View, action: Action) -> Action:
    """Leads the lowest of its largest combinations that are no gangs."""
    plain = [one for one in view.plays if not one.is_gang]
    if not _leading(view, action) or not plain:
        return action
    most = max(one.size for one in plain)
    return _lay(view, next(one for one in plain if one.size == most))


def never_passes(view: View, action: Action) -> Action:
    """Beats whatever it can, as cheaply as it can; gangs only where it would anyway."""
    plain = [one for one in view.plays if not one.is_gang]
    if not isinstance(action, Pass) or not plain:
        return action
    return _lay(view, plain[0])


def breaks(word: int, laid: Combination) -> bool:
    """Whether a single or a pair is taken out of more cards of its rank.

    >>> from gangoffour.rules.combinations import combination
    >>> from gangoffour.rules.cards import Cards
    >>> breaks(Cards.parse("G3 R3 Y9").word, combination("R3"))
    True
    """
    if laid.kind not in (Kind.SINGLE, Kind.PAIR):
        return False
    rank = RANK_OF[faces(laid.word)[0]]
    return sum(RANK_OF[face] == rank for face in faces(word)) > laid.size


def never_breaks(view: View, action: Action) -> Action:
    """Passes rather than follow with a card out of a pair, or a pair out of three or more."""
    if not isinstance(action, Play) or view.table is None or not view.may_pass:
        return action
    laid = action.combination
    return Pass() if laid.size < len(view.hand) and breaks(view.hand.word, laid) else action


def hurries_gangs(view: View, action: Action) -> Action:
    """Beats with its lowest gang as soon as it may."""
    gang = next((one for one in view.plays if one.is_gang), None)
    if gang is None or view.table is None or not view.may_pass:
        return action
    return _lay(view, gang)


def hoards_gangs(view: View, action: Action) -> Action:
    """Never lays a gang before the end: not while it can do anything else and is not going out."""
    if not isinstance(action, Play) or not action.combination.is_gang:
        return action
    if action.combination.size == len(view.hand):
        return action
    if view.may_pass:
        return Pass()
    plain = [one for one in view.plays if not one.is_gang]
    return _lay(view, plain[0]) if plain else action


def gives_lowest(view: View, action: Action) -> Action:
    """Gives its lowest card back in the exchange (R7.1)."""
    return Give(view.hand.codes[0]) if isinstance(action, Give) else action


IN_ROUNDS: Final[dict[str, Habit]] = {
    "leads_low": leads_low,
    "leads_long": leads_long,
    "never_passes": never_passes,
    "never_breaks": never_breaks,
    "hurries_gangs": hurries_gangs,
    "hoards_gangs": hoards_gangs,
    "gives_lowest": gives_lowest,
}
"""The habits that show in a single round; the last one in a round after an exchange."""
FOR_THE_ROUND: Final = "for_the_round"
"""The habit that shows in whole matches only."""


def habitual(name: str) -> Bot:
    """The player with a habit."""
    if name == FOR_THE_ROUND:
        return for_the_round()
    return Habitual(for_the_round(), IN_ROUNDS[name])
