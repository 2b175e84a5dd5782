"""Imagined hands: as the rules deal where nothing is known, nearer to the truth where it is."""

import random
from collections import Counter

import numpy as np

from gangoffour import Match, rule_set
from gangoffour.bots.network import CardBits, position_of
from gangoffour.bots.players.learned import Learned, belief, shipped
from gangoffour.bots.search.hidden_hands import HiddenHands, imagine
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.view import View

DRAGON = np.uint64(1 << 33)
PHOENIXES = np.uint64(3 << 31)


def test_knowing_nothing_every_card_may_lie_with_everybody_alike() -> None:
    match = Match.new(seed=3)
    view = next(view for seat in range(4) if not _holds(view := match.view(seat), DRAGON))
    worlds = imagine(view, unseen(view), 4000, random.Random(1))
    holds = ((worlds[:, :4] & DRAGON) != 0).mean(axis=0)
    others = [share for seat, share in enumerate(holds) if seat != view.seat]
    assert np.allclose(others, 1 / 3, atol=0.04)
    if not _holds(view, PHOENIXES):  # both with one: 3 × (16 × 15) of 48 × 47
        both = ((worlds[:, :4] & PHOENIXES) == PHOENIXES).any(axis=1).mean()
        assert abs(both - 3 * 16 * 15 / (48 * 47)) < 0.04


def _holds(view: View, cards: np.uint64) -> bool:
    return bool(view.hand.word & int(cards))


def _nearness(worlds: CardBits, hands: tuple[int, ...], seat: int) -> float:
    """How many cards lie in the mean where they truly are."""
    true = np.array(hands, np.uint64)
    same = np.bitwise_count(worlds[:, : len(hands)] & true)
    return float(np.delete(same, seat, axis=1).sum(axis=1).mean())


def test_the_belief_comes_nearer_to_the_true_hands() -> None:
    network, learned = shipped(), belief()
    assert network is not None and learned is not None
    bot, rng, gains = Learned(network), random.Random(3), []
    for seed in range(8):
        match = Match.new(seed=seed, rules=rule_set("official", last_card="automatic"))
        for _ in range(20):
            if match.results:
                break
            assert match.turn is not None
            match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
        if match.results:
            continue
        assert match.turn is not None
        view, hands = match.view(match.turn), match.round.hands
        guess = learned.guess(position_of(view))
        known, blind = (imagine(view, unseen(view), 300, rng, one) for one in (guess, None))
        gains.append(_nearness(known, hands, match.turn) - _nearness(blind, hands, match.turn))
    assert len(gains) > 5 and np.mean(gains) > 0.5


def test_in_a_position_set_up_by_hand_some_cards_are_out_of_play() -> None:
    learned = belief()
    assert learned is not None
    view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7], table="Y2 R2")
    worlds = imagine(view, unseen(view), 200, random.Random(1), learned.guess(position_of(view)))
    assert (np.bitwise_count(worlds[:, :4]) == np.array([4, 5, 1, 7])).all()
    assert 0 < ((worlds[:, :4] & PHOENIXES) != 0).any(axis=1).mean() < 0.9


def late(seed: int) -> View | None:
    """A moment of a round of level 5's, before few unknown cards."""
    network = shipped()
    assert network is not None
    bot, rng = Learned(network), random.Random(3)
    match = Match.new(seed=seed, rules=rule_set("official", last_card="automatic"))
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        if sum(unseen(view).needs) < 7:
            return view
        match = match.act(match.turn, bot.choose(view, rng))
    return None


def test_how_far_a_world_is_believed_is_how_often_it_is_dealt() -> None:
    """Against chance, world by world."""
    learned = belief()
    assert learned is not None
    view = next(view for seed in range(99) if (view := late(seed)) is not None)
    guess, hidden = learned.guess(position_of(view)), unseen(view)
    known = HiddenHands(view, hidden, guess).believed(20_000, random.Random(1))
    blind = HiddenHands(view, hidden).believed(20_000, random.Random(1))
    assert (blind.favours == 1).all()
    often, chance = (Counter(map(bytes, one.worlds)) for one in (known, blind))
    favours = dict(zip(map(bytes, known.worlds), known.favours, strict=True))
    many = [world for world in favours if min(often[world], chance[world]) > 400]
    assert len(many) > 3
    for world in many:
        assert abs(often[world] / chance[world] / favours[world] - 1) < 0.25
