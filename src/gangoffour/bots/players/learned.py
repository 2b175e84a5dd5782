"""Level 5: the trained network alone."""

from __future__ import annotations

from functools import cache
from random import Random

from gangoffour.bots.errors import BotError
from gangoffour.bots.network import Belief, Network, Reflex, WeightsMismatch, choose, fingerprint
from gangoffour.bots.network.weights import read_trained_on
from gangoffour.bots.players.forced_action import obvious
from gangoffour.bots.position.going_out import winning_play
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View


@cache
def shipped() -> Network | None:
    """The network with the shipped weights; None where none are shipped."""
    try:
        return Network.load()
    except FileNotFoundError:
        return None
    except WeightsMismatch as problem:
        raise BotError("bad_weights", problem=problem) from problem


@cache
def trained_on() -> Network | None:
    """The network that level 6 plays with: the shipped one, after close calls were played on; that
    one itself where the differences are not shipped."""
    network = shipped()
    if network is None:
        return None
    try:
        return Network(read_trained_on(network.weights))
    except FileNotFoundError:
        return network
    except WeightsMismatch as problem:
        raise BotError("bad_weights", problem=problem) from problem


@cache
def reflex() -> Reflex | None:
    """The small network made from the shipped weights; None where it is not shipped."""
    network = shipped()
    if network is None:
        return None
    try:
        return Reflex.load(fingerprint(network.weights))
    except WeightsMismatch as problem:
        raise BotError("bad_weights", problem=problem) from problem


@cache
def belief() -> Belief | None:
    """The shipped belief over hidden hands; None where it is not shipped."""
    try:
        return Belief.load()
    except WeightsMismatch as problem:
        raise BotError("bad_weights", problem=problem) from problem


class Learned:
    """Plays what the network judges best; chance plays no part."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, view: View, rng: Random) -> Action:
        """The network's choice; it always calls its last card."""
        only = obvious(view) or winning_play(view)
        return only or choose(self.network, view, aim_at_match=plays_for_match(view))
