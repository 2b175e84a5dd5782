"""The line under the hand: what may and must be done now, in words."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.rules.view import View


def advice(view: View, names: Sequence[str]) -> str:
    """What the player to move should know before typing."""
    if view.phase == "exchange":
        assert view.exchange is not None
        giver = names[view.exchange.giver]
        return f"You hold 17 cards: give one back to {giver}, whichever you like (R7.1)."
    if view.table is None:
        return _leading(view, names)
    if view.must_block:
        return _blocking(view, names)
    if not view.plays:
        return "Nothing you hold beats it: Enter passes."
    count = len(view.plays)
    return f"{count} of your combinations beat{'s' if count == 1 else ''} it; ? lists them."


def _leading(view: View, names: Sequence[str]) -> str:
    if view.must_block:
        return (
            f"{_next(view, names)} has one card left: lead two or more cards if you can, "
            "else your highest card (R5.4)."
        )
    if view.opening and "M1" in view.hand:
        limit = view.rules.opening_limit
        size = "" if limit is None else f" and has at most {limit} cards"
        return f"You hold M1 and open the match: the first combination contains it{size} (R4.3)."
    return "You lead: play any combination; ? lists them."


def _blocking(view: View, names: Sequence[str]) -> str:
    name = _next(view, names)
    if any(one.size == 1 for one in view.plays):
        return f"{name} has one card left: play {view.hand.highest} or a gang (R5.4)."
    if not view.may_pass:
        return f"{name} has one card left: play a gang (R5.4)."
    gang = "play a gang or pass" if view.plays else "Enter passes"
    return (
        f"{name} has one card left, and your highest card does not beat the table: {gang} (R5.4)."
    )


def _next(view: View, names: Sequence[str]) -> str:
    assert view.seat is not None
    seat = (view.seat + view.direction) % view.seats
    while seat in view.barred:
        seat = (seat + view.direction) % view.seats
    return names[seat]
