"""The score sheet of a match as everybody sees it, and what was left in the hands last."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from gangoffour.rules.cards import Cards, codes_of, remove, union
from gangoffour.rules.events import RoundResult
from gangoffour.rules.match import PlayedRound
from gangoffour.rules.view import Exchange
from gangoffour.table.views.types import ExchangeView, ResultView

KEPT: Final = 512
"""Each keeps the rounds of a match in memory: enough for the tables that are at play."""


class Sheet(NamedTuple):
    """A line for each round, and the cards that were left when the last of them ended."""

    of: tuple[PlayedRound, ...]
    """Kept, so that no other rounds can have their id."""
    lines: list[ResultView]
    leftover: list[list[str]]


_kept: dict[int, Sheet] = {}


def sheet_of(past: tuple[PlayedRound, ...]) -> Sheet:
    """Made once a round, and found by which rounds these are, not by their value, since to hash
    them all costs more than to make it."""
    known = _kept.get(id(past))
    if known is None or known.of is not past:
        if len(_kept) >= KEPT:
            del _kept[next(iter(_kept))]
        lines = [result_view(one.result, one.exchange) for one in past]
        known = _kept[id(past)] = Sheet(past, lines, leftover(past[-1]) if past else [])
    return known


def leftover(played: PlayedRound) -> list[list[str]]:
    """The cards that were left when a round ended: as dealt, exchanged and played."""
    hands = list(played.deal.hands)
    if played.exchange is not None:
        giver, taker, *codes = played.exchange
        card, back = (Cards.parse(code or "").word for code in codes)
        hands[giver] = union(remove(hands[giver], card), back)
        hands[taker] = remove(union(hands[taker], card), back)
    for move in played.history:
        if move.play is not None:
            hands[move.seat] = remove(hands[move.seat], move.play.word)
    return [list(codes_of(hand)) for hand in hands]


@lru_cache(4096)
def result_view(result: RoundResult, exchange: Exchange | None) -> ResultView:
    """A line of the score sheet: it never changes, and every state shows them all."""
    cards = None if exchange is None else ExchangeView(*exchange)
    return ResultView(
        round=result.number,
        direction=way(result.direction),
        winner=result.winner,
        loser=result.loser,
        left=list(result.left),
        points=list(result.points),
        totals=list(result.totals),
        barred=list(result.barred),
        exchange=cards,
    )


def way(direction: int) -> Literal[1, -1]:
    return 1 if direction > 0 else -1
