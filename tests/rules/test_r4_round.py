"""R4: a round: direction, deal, lead, turns, tricks, end, and what is public."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from gangoffour import Cards, Match, Pass, Play, parse_action, rule_set
from gangoffour.rules.cards import FULL_DECK
from gangoffour.rules.events import Played, TrickTaken
from gangoffour.rules.plays import all_plays
from tests.rules import oracle
from tests.rules.positions import hands, plays, position, refused
from tests.support.length import slice_of

FOUR = ("G2 G9 R1", "G3 Y9 R1", "G4 R9 Y1", "G5 Y5 Y1")


def first_deal(seats: int, m1_at: int | None) -> list[list[str]]:
    """Hands for a fixed first deal with M1 at a seat, or (for three) in the dead hand."""
    deck = [card for card in oracle.DECK if card != "M1"]
    deck.insert(63 if m1_at is None else 16 * m1_at, "M1")
    return [deck[16 * seat : 16 * seat + 16] for seat in range(seats)]


def test_direction_of_the_rounds() -> None:
    """R4.1: counter-clockwise (seats rising), then clockwise, in turn; so is "next"."""
    match = Match.new(seed="directions", rules=rule_set("official", target=400))
    seen: dict[int, int] = {}
    while not match.over and match.round.number < 7:
        assert match.turn is not None
        before = match.round
        actions = match.view(match.turn).actions
        match = match.act(match.turn, actions[0])
        seen[before.number] = before.direction
        same_trick = match.round.number == before.number and match.round.table is not None
        if same_trick and match.phase == "play" and not match.round.silent:
            assert match.turn == (before.turn + before.direction) % 4
    assert seen == {1: 1, 2: -1, 3: 1, 4: -1, 5: 1, 6: -1}


def test_there_are_only_the_seats_at_the_table() -> None:
    """R4.1: a seat that does not exist neither acts nor sees."""
    match = Match.new(seed=1, seats=3)
    strange: list[Any] = [3, -1, 99, "0", None, 0.0, True]
    for seat in strange:
        refused("unknown_seat", partial(match.play, seat, "G1"))
        refused("unknown_seat", partial(match.pass_, seat))
        refused("unknown_seat", partial(match.call, seat))
        if seat is not None:
            refused("unknown_seat", partial(match.view, seat))
    refused("unknown_seat", lambda: Match.new(seed=1, seats=3, dealer=3))


@pytest.mark.parametrize("seats", [3, 4])
def test_deal(seats: int) -> None:
    """R4.2: sixteen cards each; with three players a dead hand of sixteen; 64 in all."""
    for seed in range(50):
        match = Match.new(seed=seed, seats=seats)
        assert match.round.counts == (16,) * seats
        assert match.round.dead.bit_count() == (16 if seats == 3 else 0)
        dealt = [card for hand in match.deal.hands for card in Cards(hand)]
        assert Counter(dealt + Cards(match.deal.dead).codes) == Counter(oracle.DECK)


def test_fixed_deal() -> None:
    """R4.2: a deal laid out by hand is taken as it is."""
    for seats in (3, 4):
        dealt = first_deal(seats, 1)
        match = Match.new(seed=0, seats=seats, hands=dealt)
        assert [sorted(hand.split()) for hand in hands(match)] == [sorted(hand) for hand in dealt]
        assert match.turn == 1
        rest = Cards(FULL_DECK)
        for hand in dealt:
            rest -= Cards.parse(hand)
        assert Cards(match.round.dead) == rest
        again = Match.new(seed=0, seats=seats, hands=dealt, dead=rest)
        assert again == match


def test_wrong_deals() -> None:
    """R4.2, R1.1: too few hands, too few cards, cards twice, a wrong dead hand: all refused."""
    good = first_deal(4, 0)
    refused("bad_deal", lambda: Match.new(seed=0, hands=good[:3]))
    refused("bad_deal", lambda: Match.new(seed=0, hands=[good[0][:15], *good[1:]]))
    refused("bad_deal", lambda: Match.new(seed=0, hands=good, dead="G1"))
    refused("bad_deal", lambda: Match.new(seed=0, hands=[]))
    refused("too_many_copies", lambda: Match.new(seed=0, hands=[good[0]] * 4))
    refused("unknown_card", lambda: Match.new(seed=0, hands=[["X1"] * 16, *good[1:]]))
    three = first_deal(3, 0)
    told = refused("bad_deal", lambda: Match.new(seed=0, seats=3, hands=three, dead=three[0]))
    assert "dummy hand" in told.message


@pytest.mark.parametrize("seats", [3, 4])
def test_m1_leads_and_is_played(seats: int) -> None:
    """R4.3: in round 1 the holder of M1 leads a combination with M1 in it."""
    for seat in range(seats):
        match = Match.new(seed=0, seats=seats, hands=first_deal(seats, seat), dealer=0)
        assert match.turn == seat
        view = match.view(seat)
        assert view.plays and view.opening and not view.may_pass
        assert all("M1" in laid.cards for laid in view.plays)
        everything = all_plays(match.round.hands[seat])
        assert [one for one in everything if "M1" in one.cards and one.size <= 5] == list(
            view.plays
        )
        other = next(card for card in view.hand if card != "M1")
        refused("opening_needs_m1", partial(match.play, seat, [other]))
        refused("leader_must_play", partial(match.pass_, seat))
        after = match.play(seat, "M1")
        assert not after.view(seat).opening and after.turn == (seat + 1) % seats


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_m1_in_the_dead_hand(dealer: int) -> None:
    """R4.3: then the player to the dealer's right leads, freely."""
    match = Match.new(seed=0, seats=3, hands=first_deal(3, None), dealer=dealer)
    assert "M1" in Cards(match.round.dead)
    leader = (dealer + 1) % 3
    assert match.turn == leader
    assert list(match.view(leader).plays) == list(all_plays(match.round.hands[leader]))


SIXES = "G6 G6 Y6 Y6 R6 R6"


def with_sixes(seats: int, m1_at: int | None) -> Match:
    """A first deal in which the seat to the dealer's right holds all six sixes.

    M1 lies at a seat, or (for three) in the dead hand; seat 0 deals.
    """
    deck = [card for card in oracle.DECK if card[1:] != "6" and card != "M1"]
    hands = [["M1"] if seat == m1_at else [] for seat in range(seats)]
    hands[1] += SIXES.split()
    for hand in hands:
        hand += [deck.pop() for _ in range(16 - len(hand))]
    return Match.new(seed=0, seats=seats, hands=hands, dealer=0)


@pytest.mark.parametrize("limit", [1, 5, None])
def test_who_need_not_play_m1_leads_any_size(limit: int | None) -> None:
    """R4.3: with M1 in the dead hand the first combination has no limit of size either."""
    match = with_sixes(3, None)
    assert "M1" in Cards(match.round.dead) and match.turn == 1
    assert match.view(1).opening and match.rules.opening_limit == 5
    assert match.view(1).why_not(SIXES) is None
    after = match.play(1, SIXES)
    assert (str(after.round.table), after.round.opening) == (SIXES, False)
    rules = rule_set("official", opening_limit=limit)
    own = position("G2 Y2 " + SIXES, "G3", "G4", rules=rules, opening=True)
    assert list(own.view(0).plays) == list(all_plays(own.round.hands[0]))
    assert str(own.play(0, SIXES).round.table) == SIXES


def test_who_must_play_m1_is_held_to_the_limit() -> None:
    """R4.3, R9: the same six sixes: not before M1 is played, and M1 with at most five cards."""
    match = with_sixes(4, 1)
    assert match.turn == 1
    refused("opening_needs_m1", lambda: match.play(1, SIXES))
    assert {laid.size for laid in match.view(1).plays} <= {1, 2, 3, 4, 5}
    ones = position("G1 G1 Y1 Y1 R1 R1 M1", "G2", "G3", "G4", opening=True)
    assert max(laid.size for laid in ones.view(0).plays) == 5
    refused("opening_too_large", lambda: ones.play(0, "G1 G1 Y1 Y1 R1 M1"))
    reason = ones.view(0).why_not("G1 G1 Y1 Y1 R1 M1")
    assert reason is not None and reason.code == "opening_too_large"
    assert str(ones.play(0, "G1 G1 Y1 Y1 M1").round.table) == "G1 G1 Y1 Y1 M1"


def test_later_rounds_are_led_freely_by_the_winner() -> None:
    """R4.3: the previous round's winner leads, with or without M1."""
    match = position("G4 Y4", "G2 G3", "G5 G6", "G7 G8 G9").play(0, "G4 Y4")
    assert (match.round.number, match.turn) == (2, 0)
    match = match.give(0, match.view(0).hand.codes[0])
    assert match.turn == 0 and not match.view(0).opening
    assert list(match.view(0).plays) == list(all_plays(match.round.hands[0]))


def test_beat_or_pass() -> None:
    """R4.4: beat the table or pass; the leader may not pass; nobody acts out of turn."""
    match = position(*FOUR)
    refused("leader_must_play", lambda: match.pass_(0))
    refused("not_your_turn", lambda: match.play(1, "G3"))
    refused("not_your_turn", lambda: match.pass_(1))
    refused("cards_not_held", lambda: match.play(0, "G3"))
    refused("cards_not_held", lambda: match.play(0, "G2 Y2"))
    match = match.play(0, "G9")
    assert plays(match) == ["Y9"] and match.view(1).may_pass
    assert plays(match, 0) == plays(match, 2) == [] and not match.view(2).may_pass
    refused("too_low", lambda: match.play(1, "G3"), "R3.2")
    assert match.pass_(1).round.passed == (1,)


def test_a_pass_stands_until_somebody_plays() -> None:
    """R4.4: who passed may play again when the turn comes back."""
    match = position(*FOUR).play(0, "G2").pass_(1).play(2, "G4")
    assert match.round.passed == ()
    match = match.pass_(3).pass_(0)
    assert match.turn == 1 and match.round.passed == (0, 3)
    assert plays(match) == ["Y9"]
    assert match.play(1, "Y9").round.table_by == 1


def test_a_pass_may_be_final() -> None:
    """R4.4, R9: without ``passed_may_return`` a pass holds until the trick is over."""
    rules = rule_set("official", passed_may_return=False)
    match = position(*FOUR, rules=rules).play(0, "G2").pass_(1).play(2, "G4").pass_(3)
    assert match.round.passed == (1, 3)
    match = match.play(0, "G9", call=True)
    assert match.turn == 2
    match = match.pass_(2)
    assert (match.turn, match.round.table, match.round.passed) == (0, None, ())


def test_the_trick_goes_to_the_last_who_played() -> None:
    """R4.5: when all others have passed in a row, the last to have played leads anew."""
    match = position(*FOUR).play(0, "G2").pass_(1).play(2, "G4").pass_(3).pass_(0)
    assert match.round.table is not None
    match = match.pass_(1)
    assert (match.turn, match.round.table, match.round.table_by) == (2, None, None)
    assert match.round.passed == () and match.events[-1] == TrickTaken(2, 2)
    assert not match.view(2).may_pass
    assert [str(laid) for laid in match.view(2).plays] == ["Y1", "R9"]


def test_nobody_plays_over_themselves() -> None:
    """R4.5: the turn never comes back to whoever laid the combination on the table."""
    for seed in range(slice_of(30, 10)):
        match = Match.new(seed=seed, seats=3 + seed % 2, rules=rule_set("official", target=20))
        while not match.over:
            assert match.turn is not None
            actions = match.view(match.turn).actions
            match = match.act(match.turn, actions[seed % len(actions)])
            if match.phase == "play":
                assert match.turn != match.round.table_by


def test_the_round_ends_with_the_last_card() -> None:
    """R4.6: at once: nobody answers, the points are written down."""
    match = position("R9 R9", "RD R10 R10", "G4 Y4", "G5 G6 G7").play(0, "R9 R9")
    (result,) = match.results
    assert (result.winner, result.left) == (0, (0, 3, 2, 3))
    assert isinstance(match.events[0], Played)
    assert match.round.number == 2


def test_public_and_secret() -> None:
    """R4.7: counts, trick, passes, scores and direction are shown to all; other hands are not."""
    match = position(*FOUR, totals=(1, 2, 3, 4)).play(0, "G2").pass_(1)
    for seat in (0, 1, 2, 3, None):
        told = match.view(seat).as_dict()
        assert told["counts"] == [2, 3, 3, 3]
        assert (told["table"], told["table_by"]) == (["G2"], 0)
        assert told["passed"] == [1]
        assert told["totals"] == [1, 2, 3, 4]
        assert (told["direction"], told["round"], told["turn"]) == (1, 1, 2)
        assert told["history"] == [
            {"seat": 0, "play": ["G2"], "lead": True},
            {"seat": 1, "pass": True},
        ]
        assert told["hand"] == ([] if seat is None else hands(match)[seat].split())
    assert set(match.view().as_dict()) == set(match.view(0).as_dict())


@pytest.mark.parametrize(
    "value",
    [
        None,
        "pass",
        [],
        {},
        {"pass": False},
        {"pass": 1},
        {"pass": True, "call": True},
        {"call": False},
        {"play": "G3"},
        {"play": None},
        {"play": ["G3"], "call": 1},
        {"play": ["G3"], "give": "G3"},
        {"give": ["G3"]},
        {"give": "G3", "to": 1},
        {"fold": True},
        {1: 2},
    ],
)
def test_unknown_actions(value: object) -> None:
    """R4.4: whatever is no action is refused, and quoted."""
    assert repr(value) in refused("unknown_action", lambda: parse_action(value)).message
    match = Match.new(seed=1)
    refused("unknown_action", lambda: match.act(0, value))  # type: ignore[arg-type]


def test_actions_are_values() -> None:
    """R4.4: equal actions are equal, from JSON or not."""
    assert parse_action({"pass": True}) == Pass()
    assert parse_action({"play": ["Y4", "G4"], "call": False}) == Play.of("G4 Y4")
    assert parse_action({"play": ["Y4", "G4"], "call": True}) == Play.of("G4 Y4", call=True)
    refused("not_a_combination", lambda: parse_action({"play": ["Y4", "G5"]}))
    refused("unknown_card", lambda: parse_action({"play": [4]}))
    refused("unknown_card", lambda: parse_action({"give": "G44"}))
