"""What only a seat itself may see of a table: its hand, and what it may do now."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from gangoffour.rules.cards import codes_of
from gangoffour.rules.combinations import Combination
from gangoffour.rules.plays import legal_plays
from gangoffour.table.state import Table
from gangoffour.table.views.types import Own

_kind = attrgetter("kind")


def own(table: Table, seat: int) -> Own | None:
    """What the seat itself sees besides; None while it has no part in a match."""
    match = table.match
    if match is None or seat >= match.seats:
        return None
    now, exchange = match.round, match.exchange
    hand = now.hands[seat]
    acts = match.turn == seat or now.silent == seat
    if not acts or table.phase != "playing" or not table.seats[seat].present:
        return _waiting(seat, hand)
    codes = list(codes_of(hand))
    if exchange is not None and exchange.back is None:
        return Own(seat, codes, {}, False, False, False, True)
    if now.turn != seat:
        return Own(seat, codes, {}, False, True, False, False)
    situation = now.situation
    legal, may_pass = legal_plays(hand, situation)
    plays: dict[str, list[str]] = {}
    for kind, some in groupby(legal, _kind):
        plays.setdefault(kind.code, []).extend(map(_TEXTS.__getitem__, some))
    return Own(seat, codes, plays, may_pass, now.silent == seat, situation.duty, False)


class _Texts(dict[Combination, str]):
    """The cards of each combination in words of the wire, made when first asked for."""

    def __missing__(self, play: Combination) -> str:
        text = self[play] = str(play)
        return text


_TEXTS = _Texts()


@lru_cache(16_384)
def _waiting(seat: int, hand: int) -> Own:
    """A seat that can do nothing now: as ``view_of`` says, made once for each hand."""
    return Own(seat, list(codes_of(hand)), {}, False, False, False, False)
