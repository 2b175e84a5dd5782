"""Why another action would have been better: codes, as those of a hint."""

from __future__ import annotations

from typing import Final

from gangoffour.bots.advice.reasons import Reasons
from gangoffour.bots.position.position import position_of
from gangoffour.bots.position.strength import class_of
from gangoffour.rules.actions import Action, Give, Play
from gangoffour.rules.view import View

COMPARISONS: Final[dict[str, str]] = {
    "lower_does": "A lower combination does as well.",
    "higher_holds": "A higher combination is more likely to hold.",
}
"""Reasons that only a comparison of two plays has, with an English sentence."""


def reasons_against(view: View, played: Action, best: Action, forgot: bool) -> tuple[str, ...]:
    """What speaks for the best and not for the one played; ``forgot``: without the call it needs
    (R5.1)."""
    why = Reasons(view, position_of(view))
    also = () if isinstance(played, Give) else why.of(played)
    found = tuple(code for code in why.of(best) if code not in also)
    silent = ("says_last_card",) if forgot else ()
    return (*silent, *found, *_compared(played, best))


def _compared(played: Action, best: Action) -> tuple[str, ...]:
    """What a play of the same class has over another."""
    if not (isinstance(played, Play) and isinstance(best, Play)):
        return ()
    one, other = played.combination, best.combination
    if one == other or class_of(one.kind) != class_of(other.kind):
        return ()
    return ("lower_does" if other.strength < one.strength else "higher_holds",)
