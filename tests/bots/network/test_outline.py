"""The outline of a hand and the round's course, on hands that can be counted by eye.

That they are the GPU's bits is tested with the environment (``tests/training``).
"""

import random

import numpy as np
import pytest

from gangoffour import Match
from gangoffour.bots import load_bot
from gangoffour.bots.network import (
    EVENT_BITS,
    EVENTS,
    PASS,
    PLACES,
    event_rows,
    outline_rows,
    position_of,
    strongest,
)
from gangoffour.rules.cards import FULL_DECK, Cards, remove
from gangoffour.rules.combinations import combination

TURNS, CONTROLS, LOSERS = 64, 77, 82


def outline(cards: str, *plays: str) -> np.ndarray:
    """The outlines of some cards and of what plays leave, all others unseen and held together."""
    hand = Cards.parse(cards).word
    actions = [combination(play).index for play in plays]
    return outline_rows(hand, [*actions, PASS], strongest(remove(FULL_DECK, hand)), 16)


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        ("RD", 1),
        ("G1 Y1 R1", 1),
        ("G1 Y2 R3", 3),
        ("G1 Y2 R3 G4 Y5", 1),
        ("G1 Y1 R1 G7 Y7", 1),
        ("G1 Y2 R3 G4 Y5 G7 Y7 R7 G9 RD", 4),
        ("GP YP RD", 2),
    ],
)
def test_a_hand_goes_in_so_many_plays(cards: str, turns: int) -> None:
    own = outline(cards)[0]
    assert own[TURNS:CONTROLS].argmax() == turns
    assert own[TURNS:CONTROLS].sum() == 1


def test_what_a_play_leaves_is_seen() -> None:
    own, single, pair, rest = outline("G1 Y1 G5 Y5 RD", "G5", "G5 Y5")
    assert (own == rest).all()  # a pass leaves the hand as it is
    can = {name: row[:64].sum() for name, row in (("own", own), ("one", single), ("two", pair))}
    assert can["own"] > can["one"] > can["two"]
    assert [row[TURNS:CONTROLS].argmax() for row in (own, single, pair)] == [3, 3, 2]


def test_who_can_be_beaten_is_seen() -> None:
    own = outline("RD G1")[0]
    assert own[CONTROLS] == 1  # the dragon
    assert own[LOSERS:].argmax() == 1
    assert outline("G1 Y2")[0][LOSERS:].argmax() == 2


@pytest.mark.parametrize("seats", [3, 4])
def test_the_course_is_the_rounds_plays(seats: int) -> None:
    rng, bot = random.Random(4), load_bot("greedy")
    match, longest = Match.new(seed=4, seats=seats), 0
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        events = position_of(view).events
        plays = [move for move in view.history if move.play is not None]
        assert [one.play for one in events] == [move.play.index for move in plays if move.play]
        assert [one.led for one in events] == [move.lead for move in plays]
        passes = sum(one.passed.bit_count() for one in events)
        assert passes == sum(move.is_pass for move in view.history)
        if events:
            held = [count for count in events[-1].counts if count >= 0]
            assert sorted(held) == sorted(view.counts)
            assert {at for at, count in enumerate(events[-1].counts) if count >= 0} == set(
                PLACES[seats]
            )
        rows = event_rows(events)
        assert rows.shape == (min(len(events), EVENTS), EVENT_BITS)
        longest = max(longest, len(events))
        match = match.act(match.turn, bot.choose(view, rng))
    assert longest > 10
