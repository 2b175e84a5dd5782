"""R7: the exchange before every round but the first."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from gangoffour import Cards, Exchange, Give, Match
from gangoffour.rules.events import CardGiven, CardTaken, Dealt
from tests.rules import oracle
from tests.rules.positions import position, refused


@pytest.fixture
def match() -> Match:
    """Seat 0 has won, seat 3 has lost; round 2 is dealt."""
    return position("G4 Y4", "G2 G3", "G5 G6", "G7 G8 G9").play(0, "G4 Y4")


def test_no_exchange_in_round_one() -> None:
    """R7.1: round 1 begins without one."""
    first = Match.new(seed=7)
    assert first.phase == "play" and first.exchange is None
    assert first.turn is not None
    refused("not_in_exchange", lambda: first.give(0, "G1"))


def test_the_losers_highest_card(match: Match) -> None:
    """R7.1: it has moved as soon as the round is dealt; the winner holds 17."""
    assert (match.phase, match.turn, match.round.number) == ("exchange", 0, 2)
    assert match.exchange is not None
    dealt = Cards(match.deal.hands[3])
    assert match.exchange == Exchange(3, 0, dealt.highest, None)
    assert match.round.counts == (17, 16, 16, 15)
    assert Cards(match.round.hands[3]) == dealt - Cards.parse([dealt.highest])
    assert match.events[-2:] == (Dealt(2, -1, 0, None), CardTaken(3, 0, dealt.highest))
    held = [card for hand in match.round.hands for card in Cards(hand)]
    assert Counter(held) == Counter(oracle.DECK)


def test_any_card_goes_back(match: Match) -> None:
    """R7.1: every card of the winner's seventeen may be given, also the one just taken."""
    view = match.view(0)
    assert view.actions == tuple(Give(code) for code in dict.fromkeys(view.hand.codes))
    assert match.exchange is not None and Give(match.exchange.card) in view.actions
    for action in view.actions:
        assert isinstance(action, Give)
        after = match.act(0, action)
        assert after.phase == "play" and after.turn == 0
        assert after.exchange == match.exchange._replace(back=action.card)
        assert after.round.counts == (16, 16, 16, 16)
        assert after.events == (CardGiven(0, 3, action.card),)
        assert Cards(after.round.hands[0]) == view.hand - Cards.parse([action.card])
        refused("not_in_exchange", partial(after.give, 0, action.card))


def test_both_cards_are_shown_to_all(match: Match) -> None:
    """R7.1, R4.7: the exchange stays public for the whole round."""
    assert match.exchange is not None
    card = match.exchange.card
    given = match.give(0, match.view(0).hand.codes[0])
    back = given.exchange.back if given.exchange else None
    for seat in (0, 1, 2, 3, None):
        told = match.view(seat).as_dict()
        assert told["exchange"] == {"giver": 3, "taker": 0, "card": card, "back": None}
        assert (told["phase"], told["plays"], told["pass"]) == ("exchange", [], False)
        told = given.view(seat).as_dict()
        assert told["exchange"] == {"giver": 3, "taker": 0, "card": card, "back": back}


def test_giving_wrongly(match: Match) -> None:
    """R7.1: not by others, not what is not held, and nothing else before it."""
    missing = next(card for card in oracle.DECK if card not in match.view(0).hand)
    refused("cards_not_held", lambda: match.give(0, missing), "R7.1")
    refused("unknown_card", lambda: match.give(0, "X1"))
    refused("not_your_turn", lambda: match.give(3, match.view(3).hand.codes[0]), "R7.1")
    refused("must_give_first", lambda: match.play(0, [match.view(0).hand.codes[0]]))
    refused("must_give_first", lambda: match.pass_(1))
    refused("must_give_first", lambda: match.call(1))


@pytest.mark.parametrize("seat", [False, 0.0, "0", 4, -1, None])
def test_giving_from_no_seat(match: Match, seat: int) -> None:
    """R7.1, R4.1: only a seat at the table gives."""
    refused("unknown_seat", lambda: match.give(seat, match.view(0).hand.codes[0]))


def test_the_deal_stays_known(match: Match) -> None:
    """R7.1: the record keeps the cards as dealt, before the exchange."""
    given = match.give(0, match.view(0).hand.codes[0])
    assert given.deal == match.deal
    assert [hand.bit_count() for hand in given.deal.hands] == [16] * 4
