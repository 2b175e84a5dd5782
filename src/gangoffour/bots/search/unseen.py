"""What a seat cannot see, as far as it can be known: the hidden cards, and who must hold what.

Everything played was seen by all (R4.7), and so were the exchanged cards (R7.1): the winner holds
the card received until it is played, the loser the card given back.
"""

from __future__ import annotations

from dataclasses import dataclass

from gangoffour.rules.cards import FULL_DECK, add, face_of, faces, remove, union
from gangoffour.rules.view import View


@dataclass(frozen=True, slots=True)
class Unseen:
    """The hidden cards of a view."""

    pool: tuple[int, ...]
    """The faces whose place is not known, lowest first, twins twice."""
    needs: tuple[int, ...]
    """How many cards of the pool each seat holds; the dead hand's number comes last."""
    known: tuple[int, ...]
    """The word of the cards each other seat is known to hold; the seat's own hand as it is."""
    played: tuple[int, ...]
    """The word of all that each seat has laid in this round."""

    @property
    def word(self) -> int:
        """All cards that are neither in hand nor played, known holders included."""
        hidden = 0
        for face in self.pool:
            hidden = add(hidden, face)
        return hidden


def unseen(view: View) -> Unseen:
    """What is hidden from a view's seat."""
    if view.seat is None:
        raise ValueError("a spectator holds no cards")
    played = [0] * view.seats
    for move in view.history:
        if move.play is not None:
            played[move.seat] = union(played[move.seat], move.play.word)
    known = [0] * view.seats
    exchange = view.exchange
    if exchange is not None:
        for seat, code in ((exchange.taker, exchange.card), (exchange.giver, exchange.back)):
            if code is None or seat == view.seat:
                continue
            card = 1 << face_of(code)
            if not played[seat] & card and code not in _given_on(view, seat):
                known[seat] = union(known[seat], card)
    known[view.seat] = view.hand.word
    hidden = FULL_DECK
    for word in (*played, *known):
        hidden = remove(hidden, word)
    needs = [
        0 if seat == view.seat else view.counts[seat] - known[seat].bit_count()
        for seat in range(view.seats)
    ]
    pool = tuple(faces(hidden))
    dead = len(pool) - sum(needs)
    return Unseen(pool, (*needs, dead), tuple(known), tuple(played))


def _given_on(view: View, seat: int) -> tuple[str, ...]:
    """The card a seat has given away itself in the exchange, if any."""
    exchange = view.exchange
    if exchange is None or exchange.back is None or seat != exchange.taker:
        return ()
    return (exchange.back,)
