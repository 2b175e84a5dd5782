"""A pause begins when all people at the table agree; it stops every clock."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline, turn_clock
from gangoffour.table.options import Options
from tests.table.scene import kinds, playing


def test_a_pause_begins_when_all_have_asked_and_ends_when_one_wants_to_go_on() -> None:
    scene = playing("bob")
    assert kinds(scene.do("ann", c.Pause())) == ["pause_asked"]
    assert scene.do("ann", c.Pause()) == ()
    assert scene.table.phase == "playing"
    assert kinds(scene.do("bob", c.Pause())) == ["pause_asked", "paused"]
    assert scene.refused("ann", c.Pause()) == "table_paused"
    assert scene.refused("ann", c.Pass(scene.version)) == "table_paused"
    assert scene.table.bot_to_act is None
    assert kinds(scene.do("bob", c.Resume())) == ["resumed"]
    assert scene.table.phase == "playing"
    assert scene.refused("bob", c.Resume()) == "not_paused"


def test_the_wish_for_a_pause_can_be_withdrawn() -> None:
    scene = playing("bob")
    scene.do("ann", c.Pause())
    scene.do("ann", c.Resume())
    assert scene.table.pause_asked == ()
    assert kinds(scene.do("bob", c.Pause())) == ["pause_asked"]


def test_a_pause_burns_nobodys_time() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="blitz"))
    scene.wait(4_000)
    for who in ("ann", "bob", "cid", "dan"):
        scene.do(who, c.Pause())
    paused = turn_clock(scene.table, scene.now)
    assert paused is not None and paused.move_ms == 6_000
    scene.wait(3_600_000)
    assert next_deadline(scene.table) is None
    assert turn_clock(scene.table, scene.now) == paused
    assert scene.tick() == ()
    scene.do("ann", c.Resume())
    assert turn_clock(scene.table, scene.now) == paused
    scene.wait(1_000)
    left = turn_clock(scene.table, scene.now)
    assert left is not None and left.move_ms == 5_000


def test_a_pause_between_rounds_costs_the_next_player_nothing() -> None:
    scene = playing("bob", options=Options(target=200))
    scene.play_until(lambda table: table.phase == "between")
    scene.wait(20_000)
    scene.do("ann", c.Pause())
    scene.do("bob", c.Pause())
    scene.wait(1_000_000)
    scene.do("ann", c.Resume())
    assert scene.table.phase == "between"
    assert scene.table.used_ms == 0
    assert scene.tick() == ()


def test_a_lost_connection_is_waited_for_anew_after_a_pause() -> None:
    scene = playing("bob", options=Options(clock="none"))
    scene.do("ann", c.Pause())
    scene.do("bob", c.Pause())
    scene.do("bob", c.Disconnect())
    scene.wait(10_000_000)
    assert next_deadline(scene.table) is None
    scene.do("ann", c.Resume())
    assert scene.tick() == ()
    assert kinds(scene.to_deadline()) == ["stood_in"]


def test_a_paused_match_is_void_when_the_last_person_leaves() -> None:
    scene = playing("bob")
    scene.do("ann", c.Pause())
    scene.do("bob", c.Pause())
    scene.do("bob", c.Leave())
    assert scene.table.phase == "paused"
    assert kinds(scene.do("ann", c.Leave())) == ["stood_in", "voided"]
    assert scene.table.phase == "waiting"


def test_a_leavers_wish_for_a_pause_is_forgotten() -> None:
    scene = playing("bob", "cid")
    scene.do("cid", c.Pause())
    scene.do("cid", c.Leave())
    assert scene.table.pause_asked == ()
