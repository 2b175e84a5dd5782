"""Imagined hands as rounds of the rules library, to compare with."""

from __future__ import annotations

from gangoffour.bots.network import CardBits
from gangoffour.rules.round import Round
from gangoffour.rules.view import View


def round_of(view: View, hands: CardBits) -> Round:
    """The round a view would show if the hidden cards lay so."""
    assert view.seat is not None
    silent = [
        seat
        for seat, count in enumerate(view.counts)
        if count == 1 and seat not in view.called and seat not in view.barred
    ]
    words = [int(word) for word in hands]
    return Round(
        view.rules,
        view.round,
        view.direction,
        tuple(words[:-1]),
        words[-1],
        view.seat,
        view.opening,
        view.table,
        view.table_by,
        view.passed,
        view.called,
        view.barred,
        silent[0] if silent and silent[0] != view.seat else None,
        view.history,
    )
