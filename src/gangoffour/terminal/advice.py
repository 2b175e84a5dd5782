"""The line under the hand: what may and must be done now, in words."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.view import View
from gangoffour.terminal.languages import Words


def advice(view: View, names: Sequence[str], words: Words) -> str:
    """What the player to move should know before typing."""
    if view.phase == "exchange":
        assert view.exchange is not None
        return words("advice_give", name=names[view.exchange.giver])
    if view.table is None:
        return _leading(view, names, words)
    if view.must_block:
        return words(_block(view), name=_next(view, names), card=view.hand.highest)
    if not view.plays:
        return words("advice_none")
    return words("advice_beats", count=len(view.plays))


def _leading(view: View, names: Sequence[str], words: Words) -> str:
    if view.must_block:
        return words("advice_block_lead", name=_next(view, names))
    if view.opening and "M1" in view.hand:
        limit = view.rules.opening_limit
        return words("advice_open" if limit is None else "advice_open_limit", limit=limit)
    return words("advice_lead")


def _block(view: View) -> str:
    """The key of what the duty to block asks."""
    if any(one.size == 1 for one in view.plays):
        return "advice_block"
    if not view.may_pass:
        return "advice_block_gang"
    return "advice_block_gang_or_pass" if view.plays else "advice_block_pass"


def _next(view: View, names: Sequence[str]) -> str:
    assert view.seat is not None
    seat = (view.seat + view.direction) % view.seats
    while seat in view.barred:
        seat = (seat + view.direction) % view.seats
    return names[seat]
