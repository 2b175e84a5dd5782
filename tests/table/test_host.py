"""Who is the host: whoever is there, not somebody who is away."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.options import Options
from gangoffour.table.views.facts import SeatFreedFact, happenings
from tests.table.scene import decode_event, kinds, playing, seated


def test_of_those_who_stay_one_who_is_there_becomes_the_host() -> None:
    scene = seated("bob", "cid")
    scene.do("bob", c.Disconnect())
    scene.do("ann", c.Leave())
    assert scene.table.host == "cid"
    assert scene.table.seats[1].dropped_at is not None
    scene = seated("bob")
    scene.do("bob", c.Disconnect())
    scene.do("ann", c.Leave())
    assert scene.table.host == "bob", "rather than nobody"


def test_a_host_who_is_away_can_be_relieved_after_a_minute() -> None:
    scene = seated("bob", "cid")
    assert scene.refused("bob", c.TakeHost()) == "host_here"
    assert scene.refused("dan", c.TakeHost()) == "not_seated"
    assert scene.do("ann", c.TakeHost()) == ()
    scene.do("ann", c.Disconnect())
    scene.wait(59_000)
    assert scene.refused("bob", c.TakeHost()) == "host_awaited"
    scene.wait(1_000)
    assert kinds(scene.do("bob", c.TakeHost())) == ["host_changed"]
    assert scene.table.host == "bob"
    scene.do("ann", c.Connect())
    assert scene.refused("ann", c.TakeHost()) == "host_here"
    assert scene.replayed() == scene.table


def test_a_host_without_a_seat_keeps_nobody_waiting() -> None:
    scene = seated("bob")
    scene.do("ann", c.Unseat(0))
    scene.do("bob", c.TakeHost())
    assert scene.table.host == "bob"


def test_nobody_takes_over_while_a_match_runs() -> None:
    assert playing("bob").refused("bob", c.TakeHost()) == "match_running"


def test_whom_the_host_sends_away_is_told_so() -> None:
    scene = seated("bob", "cid", bots=1)
    assert scene.do("ann", c.Unseat(1)) == (e.SeatFreed(1, by_host=True),)
    assert scene.do("cid", c.Leave()) == (e.SeatFreed(2),)
    assert scene.do("ann", c.Unseat(3)) == (e.SeatFreed(3),), "a bot"
    assert scene.do("ann", c.Unseat(0)) == (e.SeatFreed(0),), "the host's own"
    old = decode_event(b'{"event":"seat_freed","seat":2}')
    assert old == e.SeatFreed(2)
    (told,) = happenings(scene.table, (e.SeatFreed(1, by_host=True),), scene.table)
    assert told.what == SeatFreedFact(1, by_host=True)


def test_who_left_the_match_takes_nothing_over_until_they_are_back() -> None:
    scene = playing("bob", options=Options(seats=3, target=1, clock="none"))
    scene.do("ann", c.Leave())
    scene.finish()
    assert scene.table.host == "bob"
    scene.do("bob", c.Disconnect())
    scene.wait(60_000)
    assert scene.refused("ann", c.TakeHost()) == "bot_plays_here"
    scene.do("ann", c.Sit())
    assert kinds(scene.do("ann", c.TakeHost())) == ["host_changed"]
