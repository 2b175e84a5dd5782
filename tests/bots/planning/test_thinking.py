"""Counting, planning and imagining: only what a seat may know, and all that it may."""

import random
from itertools import pairwise

import pytest

from gangoffour import Match, Play, rule_set
from gangoffour.bots import load_bot
from gangoffour.bots.planning.chance_to_hold import Counted
from gangoffour.bots.planning.plan import Planner
from gangoffour.bots.players.learned import belief
from gangoffour.bots.position.position import position_of
from gangoffour.bots.search.hidden_hands import imagine
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.cards import DECK, FULL_DECK, remove, union, word_of
from gangoffour.rules.combinations import catalogue
from gangoffour.rules.plays import beating
from gangoffour.rules.view import View
from tests.bots.hidden_hands import round_of


def positions(seats: int, seed: int, target: int = 60) -> list[tuple[Match, View]]:
    rng, greedy = random.Random(seed), load_bot("greedy")
    match = Match.new(seed=seed, seats=seats, rules=rule_set("finnish", target=target))
    found = []
    while not match.over:
        assert match.turn is not None
        view = match.view(match.turn)
        found.append((match, view))
        match = match.act(match.turn, greedy.choose(view, rng))
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_unseen(seats: int) -> None:
    for match, view in positions(seats, 3):
        hidden = unseen(view)
        for seat, known in enumerate(hidden.known):
            assert known & match.round.hands[seat] == known
        assert sum(hidden.needs) == len(hidden.pool)
        assert min(hidden.needs) >= 0
        truth = match.round.dead
        for seat, hand in enumerate(match.round.hands):
            if seat != view.seat:
                truth = union(truth, remove(hand, hidden.known[seat]))
        assert truth == hidden.word


@pytest.mark.parametrize("seats", [3, 4])
def test_imagined_worlds_fit(seats: int) -> None:
    learned = belief()
    assert learned is not None
    for _, view in positions(seats, 4)[::7]:
        hidden = unseen(view)
        guess = learned.guess(position_of(view)) if view.round % 2 else None
        worlds = imagine(view, hidden, 5, random.Random(1), guess)
        assert (worlds == imagine(view, hidden, 5, random.Random(1), guess)).all()
        for world in worlds:
            assert view.seat is not None and int(world[view.seat]) == view.hand.word
            played = 0
            for word in hidden.played:
                played = union(played, word)
            every = played
            for word in world:
                every = union(every, int(word))
            assert every == FULL_DECK
            assert tuple(int(word).bit_count() for word in world[:-1]) == view.counts
            if view.phase == "play":
                state = round_of(view, world)
                assert state.legal() == (view.plays, view.may_pass)


def test_plans_hold_the_whole_hand() -> None:
    rng = random.Random(2)
    for size in list(range(1, 17)) * 4:
        hand = word_of(rng.sample(DECK, size))
        for width in (0, 1, 6):
            plan = Planner(width=width).plan(hand)
            together = 0
            for play in plan.plays:
                together = union(together, play.word)
            assert together == hand
        wide, narrow = Planner(width=6).plan(hand).cost, Planner(width=0).plan(hand).cost
        assert wide <= narrow + 1e-9


def test_counting_knows_the_top() -> None:
    for _, view in positions(4, 5)[:60]:
        counted = Counted(view)
        singles = [counted.holds(one) for one in catalogue()[:34]]
        assert all(low <= high + 1e-9 for low, high in pairwise(singles))
        assert min(singles) >= 0 and max(singles) <= 1


def test_going_out_for_sure_is_sure() -> None:
    found = 0
    for seed in range(6):
        for match, view in positions(4, seed):
            if view.phase != "play" or not view.plays:
                continue
            play = RunOut(view).play()
            if play is None or play.word == view.hand.word:
                continue
            found += 1
            assert play in view.plays
            for seat, hand in enumerate(match.round.hands):
                if seat != view.seat and seat not in view.barred:
                    assert beating(hand, play) == ()
    assert found > 10


def test_the_last_play_wins() -> None:
    for _, view in positions(4, 8):
        whole = [one for one in view.plays if one.word == view.hand.word]
        if whole:
            for name in ("lantern", "crane", "tiger"):
                chosen = load_bot(name).choose(view, random.Random(1))
                assert isinstance(chosen, Play) and chosen.combination is whole[0]
