"""R5: the last card: calls, barring, and the duty to block."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from gangoffour import Call, Match, Play, RuleSet, parse_action, rule_set
from gangoffour.rules.events import Barred, Called, Played, TrickTaken
from tests.rules.positions import plays, position, refused

THREE = ("R2 G3", "G4 G5 G6", "G7 G8 G9")
NO_RETURN = rule_set("official", passed_may_return=False)


def test_call_with_the_play() -> None:
    """R5.1: said with the play that leaves one card."""
    match = position(*THREE).play(0, "R2", call=True)
    assert match.round.called == (0,) and match.round.silent is None
    assert match.events == (Played(0, match.round.table, True, True),)  # type: ignore[arg-type]
    assert match.view(2).called == (0,)
    refused("nothing_to_call", lambda: match.call(0))


@pytest.mark.parametrize("call", [1, 2, "yes", np.True_])
def test_a_call_is_said_or_not(call: Any) -> None:
    """R5.1: whatever is given for it, a play holds yes or no, and so does every later one."""
    for cards in ("R8", "G8 Y8"):
        assert Play.of(cards, call=call).call is True
        assert Play.of(cards, call=True).call is True
        assert Play.of(cards, call=0).call is False  # type: ignore[arg-type]
    assert parse_action({"play": ["R8"], "call": True}) == Play.of("R8", call=call)


def test_call_after_the_play() -> None:
    """R5.1: or up to the moment the next player acts."""
    match = position(*THREE).play(0, "R2")
    assert match.round.called == () and match.view(0).may_call
    assert match.view(0).actions == (Call(),)
    assert not match.view(1).may_call and not match.view().may_call
    refused("nothing_to_call", lambda: match.call(1))
    called = match.call(0)
    assert called.round.called == (0,) and called.turn == 1 and called.events == (Called(0),)
    assert not called.view(0).may_call
    assert called.pass_(1).round.barred == ()


def test_a_refused_action_is_no_action() -> None:
    """R5.1: an attempt that is refused leaves time for the call."""
    match = position(*THREE).play(0, "R2")
    refused("cards_not_held", lambda: match.play(1, "R9"))
    refused("not_a_combination", lambda: match.play(1, "G4 G5"))
    assert match.call(0).round.called == (0,)


def test_nothing_to_call() -> None:
    """R5.1: no call without exactly one card left, and none twice."""
    match = position("G2 G3 G4", *THREE[1:])
    refused("nothing_to_call", lambda: match.play(0, "G2", call=True))
    refused("nothing_to_call", lambda: match.call(0))
    out = position("G2", *THREE[1:])
    refused("nothing_to_call", lambda: out.play(0, "G2", call=True))


def test_barred() -> None:
    """R5.2: who keeps silent never plays or leads again and is skipped."""
    match = position("R9 G3", "G4 G5 G6", "G7 G8 R8", "Y7 Y8 Y9").play(0, "R9").pass_(1)
    assert match.round.barred == (0,) and Barred(0) in match.events
    refused("nothing_to_call", lambda: match.call(0))
    refused("not_your_turn", lambda: match.play(0, "G3"))
    match = match.pass_(2).pass_(3)
    assert match.turn == 1 and match.events[-1] == TrickTaken(0, 1)
    match = match.play(1, "G4").play(2, "G7").play(3, "Y7")
    assert match.turn == 1
    assert match.view(0).barred == (0,) and match.view(0).actions == ()


def test_the_next_player_leads_for_the_barred() -> None:
    """R5.2: in the round's direction, over other barred players."""
    match = position("R9 G3", "G4 G5", "G7 G8 R8", "Y9", number=2, barred=(3,), totals=(0,) * 4)
    match = match.play(0, "R9").pass_(2).pass_(1)
    assert match.round.barred == (0, 3) and match.turn == 2


def test_barred_scores_the_one_card() -> None:
    """R5.2: one card, one point; also if the very next play ends the round."""
    match = position("R9 G3", "R10", "G7 G8 R8", called=(1,)).play(0, "R9").play(1, "R10")
    assert match.results[0].barred == (0,)
    assert match.results[0].points == (1, 0, 3)
    assert Barred(0) in match.events


def test_out_with_several_cards() -> None:
    """R5.3: going out with two or more cards needs no call."""
    match = position("G2 Y2", *THREE[1:]).play(0, "G2 Y2")
    assert match.results[0].winner == 0 and match.results[0].points == (0, 3, 3)
    refused("nothing_to_call", lambda: position("G2 Y2", "G3", "G4").play(0, "G2 Y2", call=True))


GANG_AND_MORE = "G3 G3 Y3 R3 Y9 R10"


def duty(
    hand: str, table: str, rules: RuleSet | str = "official", **more: object
) -> tuple[list[str], bool]:
    """The plays of seat 0 and whether it may pass, when seat 1 has called."""
    by = 3 if table else None
    match = position(
        hand,
        "RD",
        "G4 G5",
        "Y4 Y5",
        rules=rules,
        table=table,
        by=by,
        called=(1,),
        **more,  # type: ignore[arg-type]
    )
    view = match.view(0)
    return [str(laid) for laid in view.plays], view.may_pass


def test_duty_over_a_single() -> None:
    """R5.4: the highest single, if it beats, or a gang; no pass. Else a gang or a pass."""
    assert duty(GANG_AND_MORE, "G9") == (["R10", "G3 G3 Y3 R3"], False)
    assert duty(GANG_AND_MORE, "YP") == (["G3 G3 Y3 R3"], True)
    assert duty("G3 R10", "YP") == ([], True)
    assert duty("G3 R10 R10", "G9") == (["R10"], False)


def test_duty_over_a_single_refuses_the_rest() -> None:
    """R5.4: other singles and the pass are refused with the card to play."""
    match = position(GANG_AND_MORE, "RD", "G4 G5", table="G8", by=2, called=(1,))
    assert match.view(0).must_block
    assert "R10" in refused("must_block_highest", lambda: match.play(0, "Y9")).message
    assert "R10" in refused("must_block_no_pass", lambda: match.pass_(0)).message
    assert match.play(0, "G3 G3 Y3 R3").turn == 1
    assert match.play(0, "R10").turn == 1


def test_german_duty_to_play_a_gang() -> None:
    """R5.4, R9: in the german edition a gang must be played if the single is too low."""
    assert duty(GANG_AND_MORE, "G9", "german") == (["R10", "G3 G3 Y3 R3"], False)
    assert duty(GANG_AND_MORE, "YP", "german") == (["G3 G3 Y3 R3"], False)
    assert duty("G3 R10", "YP", "german") == ([], True)
    match = position(GANG_AND_MORE, "RD", "G4 G5", table="YP", by=2, called=(1,), rules="german")
    refused("must_block_gang", lambda: match.pass_(0))


def test_duty_when_leading() -> None:
    """R5.4: two or more cards if there are any such, a gang too; else the highest single."""
    several, may_pass = duty(GANG_AND_MORE, "")
    assert "G3 G3 Y3 R3" in several and "G3 R3" in several and not may_pass
    assert all(" " in laid for laid in several)
    assert duty("G3 Y9 R10", "") == (["R10"], False)
    match = position("G3 Y3 R10", "RD", "G4 G5", called=(1,))
    refused("must_lead_several", lambda: match.play(0, "R10"))
    match = position("G3 Y9 R10", "RD", "G4 G5", called=(1,))
    assert "R10" in refused("must_lead_highest", lambda: match.play(0, "Y9")).message


@pytest.mark.parametrize(
    "table", ["G2 Y2", "G2 G2 Y2", "G4 Y5 G6 G7 G8", "G1 G1 Y1 R1", "G1 G1 Y1 R1 R1"]
)
def test_no_duty_over_several_cards(table: str) -> None:
    """R5.4: pairs, triples, five cards and gangs on the table: no duty."""
    match = position(GANG_AND_MORE, "RD", "G4 G5", table=table, by=2, called=(1,))
    free = position(GANG_AND_MORE, "RD", "G4 G5", table=table, by=2)
    assert plays(match) == plays(free)
    assert match.view(0).may_pass and not match.view(0).must_block


def test_whose_duty_it_is() -> None:
    """R5.4: the player before the caller in the round's direction, barred players skipped."""
    held = ("G3 Y9 R10", "G2 Y8", "RD", "G4 G5 G6")
    over = {"table": "G1", "called": (2,)}
    assert plays(position(*held, turn=1, by=0, **over)) == ["Y8"]  # type: ignore[arg-type]
    assert plays(position(*held, turn=0, by=3, **over)) == ["G3", "Y9", "R10"]  # type: ignore[arg-type]
    skipped = position(held[0], "G2", *held[2:], turn=0, by=3, barred=(1,), **over)  # type: ignore[arg-type]
    assert plays(skipped) == ["R10"]
    clockwise = position(*held, turn=3, number=2, called=(2,))
    assert plays(clockwise) == ["G6"]


def test_one_card_without_a_call_makes_no_duty() -> None:
    """R5.4: the next player must have called."""
    match = position("G3 R10", "RD", "G4 G5", table="G2", by=2)
    assert plays(match) == ["G3", "R10"] and match.view(0).may_pass


def test_who_is_silent_is_no_next_player() -> None:
    """R5.1, R5.4: whoever is barred by this very play is skipped, so the caller behind counts."""
    match = position(
        "G9", "RD", "Y2 Y8", "G1", rules=NO_RETURN, turn=2, table="G1", by=0,
        silent=0, barred=(3,), called=(1,), passed=(1,),
    )  # fmt: skip
    assert match.view(2).must_block and plays(match) == ["Y8"]


def test_nobody_has_a_duty_before_oneself() -> None:
    """R5.1, R5.4: the silent player is out as soon as the caller acts, who would be next."""
    match = position(
        "G9", "R10", "G4", turn=1, table="G8", by=0, silent=0, barred=(2,), called=(1,)
    )
    assert plays(match) == ["R10"]
    assert match.view(1).may_pass and not match.view(1).must_block


def test_a_player_left_alone_has_no_duty() -> None:
    """R5.4, R5.5: nobody is next."""
    match = position("G3 Y3 R10", "RD", "G4", called=(), barred=(1, 2))
    assert not match.view(0).must_block
    assert plays(match) == ["G3", "Y3", "R10", "G3 Y3"]


def test_left_alone() -> None:
    """R5.5: needs no call, leads after every play, and wins."""
    match = position("R9 G3", "G4 G5 G6 R10", "Y2", barred=(2,)).play(0, "R9").play(1, "R10")
    assert match.round.barred == (0, 2)
    for card in ("G6", "G4"):
        assert (match.turn, match.round.table) == (1, None)
        refused("leader_must_play", partial(match.pass_, 1))
        match = match.play(1, card)
    assert match.round.silent is None and not match.view(1).may_call
    match = match.play(1, "G5")
    assert match.results[0].winner == 1 and match.results[0].points == (1, 0, 1)


def test_left_alone_by_a_pass() -> None:
    """R5.2, R5.5: the barred player's trick is over, the last one in leads."""
    match = position("R9 G3", "G4 G5 R8", "Y2", barred=(2,)).play(0, "R9").pass_(1)
    assert (match.turn, match.round.table, match.round.barred) == (1, None, (0, 2))


def test_leading_again_at_once_bars_nobody() -> None:
    """R5.1, R5.2, R6.1: whose play takes the trick is not too late; the winner has no points.

    With ``passed_may_return`` off, a play can end the trick, and its player is the next to act.
    """
    rules = rule_set("finnish", passed_may_return=False)
    match = position("R8 G3", "R9 G4", "G7 G8", rules=rules, turn=0, table="R7", by=1, passed=(2,))
    match = match.play(0, "R8").play(1, "R9")
    assert (match.turn, match.round.table, match.round.barred) == (1, None, (0,))
    assert match.round.silent == 1
    result = match.play(1, "G4").results[0]
    assert (result.winner, result.barred, result.points) == (1, (0,), (2, 0, 2))
    assert match.call(1).play(1, "G4").results[0] == result


def test_automatic_call() -> None:
    """R5.6: the call is made and public as soon as the count is one."""
    rules = rule_set("official", last_card="automatic")
    match = position(*THREE, rules=rules).play(0, "R2")
    assert match.round.called == (0,) and match.round.silent is None
    assert match.view(2).history[-1].call
    refused("nothing_to_call", lambda: match.call(0))
    assert match.pass_(1).round.barred == ()
    assert match == position(*THREE, rules=rules).play(0, "R2", call=True)


def test_actions_call_the_last_card() -> None:
    """R5.1: the actions a view lists never forget the call."""
    match = position("R2 G3 Y3", *THREE[1:])
    assert match.view(0).actions == (
        Play.of("R2"),
        Play.of("G3"),
        Play.of("Y3"),
        Play.of("G3 Y3", call=True),
    )
    for seed in range(20):
        played = Match.new(seed=seed, rules=rule_set("official", target=30))
        while not played.over:
            assert played.turn is not None
            actions = played.view(played.turn).actions
            played = played.act(played.turn, actions[(seed * 7) % len(actions)])
        assert all(not result.barred for result in played.results)
