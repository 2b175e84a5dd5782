"""A match of one person among bots is theirs: nothing is played for them, and it waits."""

from __future__ import annotations

import pytest

from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline, turn_clock
from gangoffour.table.options import Options
from gangoffour.table.result import outcomes
from tests.table.scene import kinds, playing

MONTHS = 100 * 86_400_000


@pytest.mark.parametrize("clock", ["none", "relaxed", "blitz", "days"])
@pytest.mark.parametrize("goes", [c.Leave(), c.Disconnect()])
def test_it_waits_as_long_as_it_must(clock: str, goes: c.Ask) -> None:
    scene = playing(options=Options(clock=clock, target=200))  # type: ignore[arg-type]
    scene.until_turn("ann")
    assert turn_clock(scene.table, scene.now) is None and next_deadline(scene.table) is None
    match = scene.table.match
    assert kinds(scene.do("ann", goes)) == ["dropped"]
    assert scene.do("ann", goes) == ()
    assert scene.table.asleep and scene.table.stage == "alone"
    assert scene.tick(MONTHS) == ()
    assert scene.do(None, c.Recover()) == ()
    assert kinds(scene.do("ann", c.Connect())) == ["back"]
    assert scene.table.match is match and scene.table.stage == "playing"
    scene.move()


def test_bots_do_not_play_on_without_their_one_person() -> None:
    scene = playing(options=Options(clock="none"))
    scene.play_until(lambda table: table.bot_to_act is not None)
    scene.do("ann", c.Leave())
    assert scene.table.bot_to_act is None
    ask = c.BotActs(scene.turn, {"pass": True}, scene.version)
    assert scene.refused(None, ask) == "nobody_here"
    scene.do("ann", c.Connect())
    assert scene.table.bot_to_act is not None


def test_the_next_round_waits_for_them_too() -> None:
    scene = playing(options=Options(clock="blitz", target=200))
    scene.play_until(lambda table: table.phase == "between")
    assert next_deadline(scene.table) is None
    scene.do("ann", c.Leave())
    assert scene.tick(MONTHS) == () and scene.table.phase == "between"


def test_a_finished_one_neither_gives_nor_costs_karma() -> None:
    scene = playing(options=Options(clock="none", target=2))
    scene.all_act()
    scene.do("ann", c.Leave())
    scene.do("ann", c.Connect())
    scene.finish()
    (ann,) = outcomes(scene.table)
    assert (ann.karma, ann.finished) == (0, True)


def test_it_can_be_given_up_and_only_it() -> None:
    scene = playing(options=Options(clock="none"))
    assert kinds(scene.do("ann", c.GiveUp())) == ["voided"]
    assert (scene.table.phase, scene.table.match) == ("waiting", None)
    assert scene.table.seat_of("ann") is None
    assert scene.refused("ann", c.GiveUp()) == "no_match_running"
    scene.do("ann", c.Sit())
    assert kinds(scene.do("ann", c.Start())) == ["started"]
    together = playing("bob")
    assert together.refused("ann", c.GiveUp()) == "not_alone"
