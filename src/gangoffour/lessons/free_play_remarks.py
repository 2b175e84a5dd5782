"""What is said to each action of a round that is played freely."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gangoffour.rules.actions import Action, Play
from gangoffour.rules.cards import RANK_OF, highest, remove
from gangoffour.rules.combinations import Combination
from gangoffour.rules.plays import all_plays, gangs
from gangoffour.rules.view import View


class Remark(NamedTuple):
    """A code to put into words, and the cards it speaks of."""

    code: str
    cards: tuple[str, ...] = ()


def remark(view: View, action: Action, advised: bool = False) -> Remark:
    """The first thing worth saying about a legal action. Whoever does as advised is not corrected
    for it."""
    if not isinstance(action, Play):
        said = _of_pass(view)
        return Remark("fine") if advised and said.code in CORRECTING else said
    laid = action.combination
    for code, holds in _OF_PLAYS:
        if holds(view, laid) and not (advised and code in CORRECTING):
            return Remark(code, _codes(view.plays[0]))
    return Remark("fine")


def _of_pass(view: View) -> Remark:
    if not view.plays:
        return Remark("nothing")
    if view.plays[0].is_gang:  # gangs come last
        return Remark("kept_gang")
    return Remark("held_back", _codes(view.plays[0]))


def _codes(play: Combination) -> tuple[str, ...]:
    return tuple(play.codes)


def _left(view: View, laid: Combination) -> int:
    return remove(view.hand.word, laid.word)


def _out(view: View, laid: Combination) -> bool:
    return not _left(view, laid)


def _last(view: View, laid: Combination) -> bool:
    return _left(view, laid).bit_count() == 1


def _gang(view: View, laid: Combination) -> bool:
    return laid.is_gang


def _broke_gang(view: View, laid: Combination) -> bool:
    return bool(gangs(view.hand.word)) and not gangs(_left(view, laid))


def _many(view: View, laid: Combination) -> bool:
    return laid.size >= 5


def _dear(view: View, laid: Combination) -> bool:
    """A phoenix or the dragon where a number would have done."""
    cheapest = view.plays[0]
    return (
        view.table is not None
        and laid.size == cheapest.size
        and RANK_OF[highest(laid.word)] > 10
        and RANK_OF[highest(cheapest.word)] <= 10
    )


def _cheap(view: View, laid: Combination) -> bool:
    return view.table is not None and laid is view.plays[0]


def _lead_small(view: View, laid: Combination) -> bool:
    """A lead of one or two cards while five could be led."""
    return view.table is None and laid.size < 3 and any(one.size == 5 for one in _fives(view))


def _fives(view: View) -> tuple[Combination, ...]:
    return tuple(one for one in all_plays(view.hand.word) if not one.is_gang)


def _lead_low(view: View, laid: Combination) -> bool:
    return view.table is None and RANK_OF[highest(laid.word)] <= 6


def _lead_high(view: View, laid: Combination) -> bool:
    """A phoenix or the dragon."""
    return view.table is None and RANK_OF[highest(laid.word)] > 10


def _lead(view: View, laid: Combination) -> bool:
    return view.table is None


_OF_PLAYS: tuple[tuple[str, Callable[[View, Combination], bool]], ...] = (
    ("out", _out),
    ("last", _last),
    ("gang", _gang),
    ("broke_gang", _broke_gang),
    ("many", _many),
    ("dear", _dear),
    ("cheap", _cheap),
    ("lead_small", _lead_small),
    ("lead_low", _lead_low),
    ("lead_high", _lead_high),
    ("lead", _lead),
)

CORRECTING = frozenset(("broke_gang", "dear", "lead_small", "lead_high", "held_back"))
"""Remarks that say what would have been better."""

CODES: tuple[str, ...] = (
    *(code for code, _ in _OF_PLAYS),
    *("fine", "nothing", "kept_gang", "held_back"),
)
"""Every remark there is."""
