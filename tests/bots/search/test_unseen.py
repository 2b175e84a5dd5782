"""What a seat knows of the others' hands."""

from __future__ import annotations

import random

from gangoffour import Match
from gangoffour.bots import load_bot
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.cards import Cards


def test_whoever_was_given_a_card_before_all_eyes_is_known_to_hold_it() -> None:
    greedy, rng = load_bot("greedy"), random.Random(1)
    match = Match.new(seed=5)
    while match.round.number == 1 or match.phase != "play":
        assert match.turn is not None
        match = match.act(match.turn, greedy.choose(match.view(match.turn), rng))
    exchange = match.view(0).exchange
    assert exchange is not None and exchange.back is not None
    for seat in range(4):
        known = unseen(match.view(seat)).known
        for holder, card in ((exchange.taker, exchange.card), (exchange.giver, exchange.back)):
            if holder != seat:
                assert known[holder] == Cards.of(card).word, "this card, and no other"
