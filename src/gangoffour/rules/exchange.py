"""The exchange between rounds (R7.1): the loser's best card for one that the winner chooses."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.rules.cards import CODES, add, face_of, highest, remove
from gangoffour.rules.errors import Refusal

Hands = tuple[int, ...]


class Exchange(NamedTuple):
    """Who gave what to whom before this round (R7.1); ``back`` is None until it is given."""

    giver: int
    taker: int
    card: str
    back: str | None = None


def take_best(hands: Hands, loser: int, winner: int) -> tuple[Hands, Exchange]:
    """The loser's highest card moves to the winner."""
    face = highest(hands[loser])
    return _moved(hands, face, loser, winner), Exchange(loser, winner, CODES[face])


def give_back(hands: Hands, exchange: Exchange, seat: int, card: str) -> tuple[Hands, Exchange]:
    """The winner's choice moves to the loser."""
    if seat != exchange.taker:
        raise Refusal("not_your_turn", rule="R7.1", seat=seat, turn=exchange.taker)
    face = face_of(card)
    if not hands[seat] >> face & 1:
        raise Refusal("cards_not_held", rule="R7.1", cards=card)
    return _moved(hands, face, seat, exchange.giver), exchange._replace(back=CODES[face])


def _moved(hands: Hands, face: int, giver: int, taker: int) -> Hands:
    after = list(hands)
    after[giver] = remove(after[giver], 1 << face)
    after[taker] = add(after[taker], face)
    return tuple(after)
