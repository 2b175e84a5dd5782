"""What only a seat itself may see of a table: its hand, and what it may do now."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from gangoffour.rules.cards import codes_of
from gangoffour.rules.combinations import Combination
from gangoffour.rules.round import NO_CHOICES
from gangoffour.table.state import Table
from gangoffour.table.views.types import Own

_kind = attrgetter("kind")


def own(table: Table, seat: int) -> Own | None:
    """What the seat itself sees besides; None while it has no part in a match.

    What it may do is what its ``View`` says: one place knows what is legal.
    """
    match = table.match
    if match is None or not table.has_part(seat):
        return None
    now = match.round
    if seat >= len(now.hands):
        return None
    acts = now.turn == seat or now.silent == seat
    if not acts or table.phase != "playing" or not table.seats[seat].present:
        return _waiting(seat, now.hands[seat])
    choices = now.choices(seat) if match.phase == "play" else NO_CHOICES
    legal, may_pass, may_call, must_block = choices
    plays: dict[str, list[str]] = {}
    for kind, some in groupby(legal, _kind):
        plays.setdefault(kind.code, []).extend(map(_TEXTS.__getitem__, some))
    hand, must_give = list(codes_of(now.hands[seat])), match.phase == "exchange"
    return Own(seat, hand, plays, may_pass, may_call, must_block, must_give)


class _Texts(dict[Combination, str]):
    """The cards of each combination as the wire writes them, made when first asked for."""

    def __missing__(self, play: Combination) -> str:
        text = self[play] = str(play)
        return text


_TEXTS = _Texts()


@lru_cache(16_384)
def _waiting(seat: int, hand: int) -> Own:
    """A seat that can do nothing now: as ``view_of`` says, made once for each hand."""
    return Own(seat, list(codes_of(hand)), {}, False, False, False, False)
