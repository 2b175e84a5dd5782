"""Conditions that comments hang on, all in terms of the rules library."""

from __future__ import annotations

from gangoffour.lessons.lesson import Condition
from gangoffour.rules.actions import Action, Give, Pass, Play
from gangoffour.rules.cards import RANK_OF, Cards, face_of
from gangoffour.rules.combinations import Kind, combination
from gangoffour.rules.view import View


def passes(view: View, action: Action) -> bool:
    """A pass."""
    return isinstance(action, Pass)


def not_kind(*kinds: Kind) -> Condition:
    """A play of another kind (R2)."""

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Play) and action.combination.kind not in kinds

    return holds


def lays(cards: str) -> Condition:
    """A play of exactly these cards."""
    wanted = combination(cards)

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Play) and action.combination is wanted

    return holds


def not_lays(cards: str) -> Condition:
    """A play of other cards."""
    exact = lays(cards)

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Play) and not exact(view, action)

    return holds


def is_gang(view: View, action: Action) -> bool:
    """A gang."""
    return isinstance(action, Play) and action.combination.is_gang


def uses_rank(rank: int) -> Condition:
    """A play with a card of this rank in it."""

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Play) and any(
            RANK_OF[face_of(code)] == rank for code in action.combination.codes
        )

    return holds


def fewer_than(count: int) -> Condition:
    """A play of fewer cards."""

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Play) and action.combination.size < count

    return holds


def keeps_silent(view: View, action: Action) -> bool:
    """A play that leaves one card, without saying so (R5.1)."""
    return (
        isinstance(action, Play)
        and not action.call
        and len(view.hand) - action.combination.size == 1
    )


def gives_above(rank: int) -> Condition:
    """A gift of a high card (R7.1)."""

    def holds(view: View, action: Action) -> bool:
        return isinstance(action, Give) and RANK_OF[face_of(action.card)] > rank

    return holds


def gives_one_of_several(view: View, action: Action) -> bool:
    """A gift of a card whose rank the hand holds more than once."""
    return isinstance(action, Give) and _held(view.hand, RANK_OF[face_of(action.card)]) > 1


def _held(hand: Cards, rank: int) -> int:
    return sum(RANK_OF[face_of(code)] == rank for code in hand.codes)
