"""After a match: it stays that of its players, whoever comes or goes, until the next begins."""

from __future__ import annotations

import msgspec
import pytest

from gangoffour.server.tables.seat_questions import arranged_hand
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table
from gangoffour.table.views.public_view import changes, public
from gangoffour.table.views.seat_view import own
from gangoffour.table.views.types import Public, PublicChange
from tests.table.scene import Scene, kinds, playing, seated

THREE = Options(seats=3, target=1, clock="none")


def over(options: Options = THREE) -> Scene:
    scene = playing("bob", "cid", options=options)
    scene.finish()
    return scene


def players(table: Table) -> list[str]:
    match = public(table, 0).match
    assert match is not None
    return [seat.name for seat in match.players]


def test_a_match_that_is_over_keeps_its_players() -> None:
    scene = over()
    assert players(scene.table) == ["Ann", "Bob", "Cid"]
    scene.do("cid", c.Leave())
    assert players(scene.table) == ["Ann", "Bob", "Cid"]
    scene.do("dee", c.Sit())
    assert [seat.name for seat in public(scene.table, 0).seats] == ["Ann", "Bob", "Dee"]
    assert players(scene.table) == ["Ann", "Bob", "Cid"]
    scene.do("dee", c.Leave())
    scene.do("ann", c.SetBot(2, "tiger"))
    assert players(scene.table) == ["Ann", "Bob", "Cid"]
    assert scene.replayed() == scene.table
    for who in ("ann", "bob"):
        scene.do(who, c.Rematch())
    assert scene.table.running and players(scene.table) == []


def test_who_comes_after_a_match_sees_nobody_s_hand() -> None:
    scene = over()
    scene.do("cid", c.Leave())
    scene.do("dee", c.Sit())
    assert own(scene.table, 2) is None
    assert own(scene.table, 0) is not None
    scene.do("dee", c.Leave())
    scene.do("cid", c.Sit())
    assert own(scene.table, 2) is not None, "who comes back has played it"


def test_who_played_it_is_told_with_its_end() -> None:
    scene = playing("bob", "cid", options=THREE)
    scene.play_until(lambda table: table.match is not None and min(table.match.round.counts) == 1)
    while scene.table.phase != "over":
        before = scene.table
        assert public(before, 0).match.players == []  # type: ignore[union-attr]
        scene.move()
    said = msgspec.json.encode(changes(before, scene.table, scene.now))
    change = msgspec.json.decode(said, type=PublicChange)
    assert [seat.name for seat in change.match.players] == ["Ann", "Bob", "Cid"]
    assert msgspec.convert(msgspec.to_builtins(public(scene.table, scene.now)), Public)


def test_fewer_seats_after_a_match_take_nothing_from_it() -> None:
    scene = playing("bob", "cid", options=Options(target=1, clock="none"))
    scene.finish()
    scene.do("ann", c.SetOptions(THREE))
    assert len(scene.table.seats) == 3 and len(players(scene.table)) == 4
    for seat in range(3):
        assert own(scene.table, seat) is not None


def test_a_rematch_waits_for_free_seats_and_begins_with_the_last_bot() -> None:
    scene = over()
    scene.do("ann", c.Rematch())
    scene.do("cid", c.Leave())
    assert kinds(scene.do("bob", c.Rematch())) == ["rematch_asked"]
    assert scene.table.phase == "over" and set(scene.table.rematch_asked) == {0, 1}
    assert scene.do("bob", c.Rematch()) == ()
    assert scene.refused("bob", c.SetBot(2, "tiger")) == "host_only"
    assert kinds(scene.do("ann", c.SetBot(2, "tiger"))) == ["bot_sat", "started"]
    assert scene.table.running and scene.table.match_number == 2
    assert scene.replayed() == scene.table


def test_a_bot_does_not_begin_a_match_that_somebody_has_not_asked_for() -> None:
    scene = over()
    scene.do("cid", c.Leave())
    scene.do("ann", c.Rematch())
    assert kinds(scene.do("ann", c.SetBot(2, "tiger"))) == ["bot_sat"]
    assert kinds(scene.do("bob", c.Rematch())) == ["rematch_asked", "started"]


def test_who_comes_after_a_match_is_asked_too() -> None:
    scene = over()
    for who in ("ann", "bob"):
        scene.do(who, c.Rematch())
    scene.do("cid", c.Leave())
    scene.do("dee", c.Sit())
    assert scene.table.phase == "over", "nobody plays who has not asked for it"
    assert kinds(scene.do("dee", c.Rematch())) == ["rematch_asked", "started"]


def test_the_host_may_put_a_bot_in_place_of_who_does_not_answer() -> None:
    scene = over()
    for who in ("ann", "bob"):
        scene.do(who, c.Rematch())
    scene.do("ann", c.Unseat(2))
    assert kinds(scene.do("ann", c.SetBot(2, "tiger"))) == ["bot_sat", "started"]


def test_where_it_is_rated_a_bot_in_the_company_is_agreed_to_anew() -> None:
    scene = seated("bob", bots=2, options=Options(target=100, clock="none", rated=True))
    scene.do("bob", c.Ready())
    scene.do("ann", c.Start())
    scene.finish()
    for who in ("ann", "bob"):
        if who == "bob":
            scene.do("ann", c.Unseat(3))
        scene.do(who, c.Rematch())
    assert kinds(scene.do("ann", c.SetBot(3, "tiger"))) == ["bot_sat"]
    assert scene.table.rematch_asked == ()


def test_a_wish_of_somebody_who_is_gone_keeps_nobody_from_playing() -> None:
    scene = over()
    scene.do("cid", c.Leave())
    scene.do("bob", c.Disconnect())
    assert scene.refused("bob", c.Rematch()) == "not_everybody_here"
    scene.do("ann", c.Rematch())
    assert kinds(scene.do("ann", c.SetBot(2, "tiger"))) == ["bot_sat"]
    scene.do("bob", c.Connect())
    assert kinds(scene.do("bob", c.Rematch())) == ["rematch_asked", "started"]


def test_what_is_chosen_for_the_next_match_says_nothing_of_the_last() -> None:
    scene = playing("bob", "cid", options=THREE)
    scene.all_act()
    scene.do("cid", c.Leave())
    scene.until_turn("cid")
    scene.move()
    scene.finish()
    before = public(scene.table, 0).match
    scene.do("ann", c.SetOptions(Options(seats=3, clock="none", rated=True)))
    scene.do("ann", c.Leave())
    after = public(scene.table, 0).match
    assert before is not None and after is not None and before.players == after.players
    assert [one.cost for one in after.players] == ["none"] * 3
    assert not any(one.host for one in after.players), "whose the table is changes afterwards"


def test_who_comes_after_a_match_is_told_nothing_of_the_hand_in_their_seat() -> None:
    scene = playing("bob", options=THREE)
    scene.finish()
    hands = scene.table.match.round.hands if scene.table.match else ()
    assert hands[1] or hands[0]
    gone, seat = ("bob", 1) if hands[1] else ("ann", 0)
    assert arranged_hand(scene.table, gone)
    scene.do(gone, c.Leave())
    scene.do("dee", c.Sit(seat))
    with pytest.raises(TableRefusal, match="do not sit"):
        arranged_hand(scene.table, "dee")
