"""Matches that go on at random."""

from __future__ import annotations

from random import Random

from gangoffour.rules.match import Match


def at_random(match: Match, rng: Random) -> Match:
    """The match after something that whoever is to act may do."""
    assert match.turn is not None
    return match.act(match.turn, rng.choice(match.view(match.turn).actions))


def first_of_all(match: Match) -> Match:
    """The match after the first of all the things that may be done."""
    assert match.turn is not None
    return match.act(match.turn, match.view(match.turn).actions[0])
