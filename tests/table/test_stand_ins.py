"""Leavers and people out of time: grace, a bot that stands in, taking the seat back, karma."""

from __future__ import annotations

import msgspec
import pytest

from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline, turn_clock
from gangoffour.table.decide.handle import handle
from gangoffour.table.karma import SPARED_ACTIONS, cost
from gangoffour.table.options import Options
from gangoffour.table.result import deserter, outcomes
from gangoffour.table.state import STAND_IN
from gangoffour.table.time_limits import NO_CLOCK_GRACE_MS, PACES, RATED_PATIENCE_MS
from gangoffour.table.views.seat_view import own
from tests.table.scene import Scene, kinds, playing, seated

SHORT = Options(target=2, clock="none")


def test_a_bot_stands_in_for_a_leaver_at_once_and_acts_for_the_seat() -> None:
    scene = playing("bob", options=SHORT)
    scene.until_turn("bob")
    assert kinds(scene.do("bob", c.Leave())) == ["stood_in"]
    seat = scene.table.seat_of("bob")
    assert seat is not None
    assert scene.table.seats[seat].stand_in == STAND_IN
    assert scene.table.seats[seat].away_reason == "left"
    assert scene.table.bot_to_act == (seat, STAND_IN)
    assert scene.refused("bob", c.Pass(scene.version)) == "bot_plays_here"
    assert scene.refused("bob", c.Pause()) == "bot_plays_here"
    scene.move()


def test_a_seat_is_offered_nothing_while_somebody_plays_for_it() -> None:
    scene = playing("bob", options=SHORT)
    scene.until_turn("bob")
    seat = scene.table.seat_of("bob")
    assert seat is not None
    before = own(scene.table, seat)
    assert before is not None and (before.plays or before.may_pass)
    scene.do("bob", c.Leave())
    after = own(scene.table, seat)
    assert after is not None and after.hand == before.hand
    assert not after.plays and not after.may_pass and not after.may_call
    scene.do("bob", c.Sit())
    assert own(scene.table, seat) == before


def test_the_leaver_takes_the_seat_back_at_any_moment() -> None:
    scene = playing("bob", options=SHORT)
    scene.do("bob", c.Leave())
    assert scene.do("bob", c.Leave()) == ()
    assert scene.refused("bob", c.Sit(0)) == "already_seated"
    assert kinds(scene.do("bob", c.Sit())) == ["took_back"]
    scene.until_turn("bob")
    scene.move()


def test_the_seat_of_a_leaver_stays_theirs_while_the_match_runs() -> None:
    scene = playing("bob", options=SHORT)
    scene.do("bob", c.Leave())
    assert scene.refused("cid", c.Sit(1)) == "match_running"


@pytest.mark.parametrize("clock", ["relaxed", "normal", "blitz"])
def test_who_is_out_of_time_and_of_grace_is_stood_in_for(clock: str) -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock=clock))  # type: ignore[arg-type]
    pace = PACES[clock]
    assert pace is not None
    player, seat = scene.player, scene.turn
    whole = pace.move_ms + pace.bank_ms + pace.grace_ms
    assert scene.tick(whole - 1) == ()
    assert turn_clock(scene.table, scene.now) == (seat, 0, 0)
    assert kinds(scene.tick(1))[0] == "stood_in"
    assert scene.table.seats[seat].away_reason == "time"
    scene.move()
    scene.do(player, c.Sit())
    assert scene.table.seats[seat].bank_ms == 0, "the bank is spent"


def test_a_move_first_uses_its_allowance_and_then_the_bank() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="blitz"))
    seat = scene.turn
    scene.wait(9_999)
    assert turn_clock(scene.table, scene.now) == (seat, 1, 60_000)
    scene.wait(5_001)
    assert turn_clock(scene.table, scene.now) == (seat, 0, 55_000)
    scene.move()
    assert scene.table.seats[seat].bank_ms == 55_000


def test_leaving_and_returning_buys_no_time() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="blitz"))
    player, seat = scene.player, scene.turn
    before = next_deadline(scene.table)
    for _ in range(10):
        scene.wait(1_000)
        scene.do(player, c.Leave())
        scene.do(player, c.Sit())
    assert next_deadline(scene.table) == before
    assert turn_clock(scene.table, scene.now) == (seat, 0, 60_000)


def test_days_per_move_wait_for_days_and_never_for_a_connection() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="days", days=2))
    for who in ("ann", "bob", "cid", "dan"):
        scene.do(who, c.Disconnect())
    assert scene.tick(2 * 86_400_000 - 1) == ()
    assert kinds(scene.tick(1))[0] == "stood_in"


def test_days_per_move_do_not_wait_between_rounds() -> None:
    scene = playing("bob", options=Options(clock="days", target=200))
    scene.play_until(lambda table: table.match is not None and table.match.round.number == 2)
    assert scene.table.phase == "playing"


@pytest.mark.parametrize(("clock", "grace"), [("none", NO_CLOCK_GRACE_MS), ("blitz", 20_000)])
def test_a_lost_connection_is_waited_for_and_then_stood_in_for(clock: str, grace: int) -> None:
    scene = playing("bob", "cid", options=Options(clock=clock))  # type: ignore[arg-type]
    away = "bob" if scene.table.turn != 1 else "cid"
    seat = scene.table.seat_of(away)
    assert seat is not None
    assert kinds(scene.do(away, c.Disconnect())) == ["dropped"]
    assert scene.do(away, c.Disconnect()) == ()
    assert scene.tick(grace - 1) == ()
    assert kinds(scene.tick(1))[0] == "stood_in"
    assert scene.table.seats[seat].away_reason == "connection"
    assert kinds(scene.do(away, c.Connect())) == ["took_back"]
    assert scene.table.seats[seat].present


def test_who_is_back_within_the_grace_has_lost_nothing() -> None:
    scene = playing("bob", options=SHORT)
    scene.do("bob", c.Disconnect())
    scene.wait(NO_CLOCK_GRACE_MS - 1)
    assert kinds(scene.do("bob", c.Connect())) == ["back"]
    assert scene.do("bob", c.Connect()) == ()
    assert next_deadline(scene.table) is None


def test_who_left_on_purpose_is_not_brought_back_by_a_connection() -> None:
    scene = playing("bob", options=SHORT)
    scene.do("bob", c.Disconnect())
    scene.do("bob", c.Leave())
    scene.do("bob", c.Connect())
    seat = scene.table.seat_of("bob")
    assert seat is not None and not scene.table.seats[seat].present


def test_strangers_come_and_go_without_a_trace() -> None:
    scene = playing("bob")
    assert scene.do("stranger", c.Connect()) == ()
    assert scene.do("stranger", c.Disconnect()) == ()


def test_a_match_begins_only_with_everybody_there_except_with_days_per_move() -> None:
    scene = Scene(SHORT)
    scene.do("bob", c.Sit())
    scene.do("ann", c.SetBot(2, "dumpling"))
    scene.do("ann", c.SetBot(3, "dumpling"))
    scene.do("bob", c.Disconnect())
    assert scene.refused("ann", c.Start()) == "not_everybody_here"
    scene.do("ann", c.SetOptions(Options(clock="days")))
    assert kinds(scene.do("ann", c.Start())) == ["started"]


def test_the_grace_begins_with_the_match_for_who_was_brought_there() -> None:
    scene = seated("bob", bots=2, options=SHORT)
    scene.do("bob", c.Disconnect())
    scene.wait(10 * NO_CLOCK_GRACE_MS)
    start = c.Command(c.Start(), c.Person("ann", "Ann"), seed="s", agreed=True)
    scene.table, caused = handle(scene.table, start, scene.now)
    scene.stored += [(msgspec.json.encode(event), scene.now) for event in caused]
    assert scene.tick(NO_CLOCK_GRACE_MS - 1) == ()
    assert kinds(scene.tick(1)) == ["stood_in"]


def test_a_match_that_everybody_left_is_void_and_the_table_is_free() -> None:
    scene = playing("bob", options=Options(target=40, clock="none"))
    scene.all_act()
    scene.do("ann", c.Leave())
    assert kinds(scene.do("bob", c.Leave())) == ["stood_in", "voided"]
    assert scene.table.phase == "waiting" and scene.table.match is None
    assert scene.table.people == () and deserter(scene.table) == "ann"
    scene.do("cid", c.Sit())
    assert scene.table.host == "cid"


def test_a_match_whose_people_are_all_cut_off_waits_and_their_clocks_stand_still() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="blitz"))
    seat, people = scene.turn, ("ann", "bob", "cid", "dan")
    scene.wait(4_000)
    for who in people:
        scene.do(who, c.Disconnect())
    assert scene.table.asleep and next_deadline(scene.table) is None
    scene.wait(10_000_000)
    assert scene.tick() == ()
    assert turn_clock(scene.table, scene.now) == (seat, 6_000, 60_000)
    scene.do(scene.person(seat), c.Connect())
    assert turn_clock(scene.table, scene.now) == (seat, 6_000, 60_000)
    scene.move()
    assert kinds(scene.tick(20_000))[:3] == ["stood_in"] * 3, "the others have their whole grace"
    assert scene.table.present_people == (seat,)
    assert scene.do(None, c.Expire()) == ()


def test_a_match_that_nobody_comes_back_to_is_void() -> None:
    scene = playing("bob", options=SHORT)
    for who in ("ann", "bob"):
        scene.do(who, c.Disconnect())
    assert kinds(scene.do(None, c.Expire())) == ["voided"]
    assert deserter(scene.table) is None


def test_who_never_acted_is_not_judged() -> None:
    scene = playing("bob", "cid", options=SHORT)
    scene.do("cid", c.Leave())
    scene.play_until(lambda table: {"ann", "bob"} <= set(table.acted))
    scene.do("bob", c.Leave())
    scene.finish()
    found = {one.person: (one.karma, one.finished, one.won) for one in outcomes(scene.table)}
    assert found["cid"] == (0, None, False)
    assert found["bob"] == (-5, False, False), "the first to leave of those who had played"
    assert found["ann"][:2] == (1, True)


@pytest.mark.parametrize("rated", [True, False])
def test_to_leave_and_let_the_stand_in_choose_is_leaving_where_it_is_rated(rated: bool) -> None:
    scene = playing("bob", options=Options(rated=rated, clock="none"))
    scene.all_act()
    scene.until_turn("bob")
    scene.do("bob", c.Leave())
    scene.move()
    scene.do("bob", c.Sit())
    scene.finish()
    bob = next(one for one in outcomes(scene.table) if one.person == "bob")
    assert (bob.karma, bob.finished) == ((-5, False) if rated else (1, True))


def lose_line(scene: Scene, who: str, actions: int = 1) -> None:
    """Somebody's line breaks at their turn, and comes back when a stand-in has acted so often."""
    scene.until_turn(who)
    scene.do(who, c.Disconnect())
    scene.to_deadline()
    seat = scene.table.seat_of(who) or 0
    acted = scene.table.seats[seat].stood_for
    scene.play_until(lambda table: table.seats[seat].stood_for == acted + actions)
    scene.do(who, c.Connect())


@pytest.mark.parametrize(
    ("breaks", "what"),
    [
        ([1], ("spared", 1, True)),
        ([SPARED_ACTIONS], ("spared", 1, True)),
        ([SPARED_ACTIONS + 1], ("no_gain", 0, False)),
        ([1, 1], ("no_gain", 0, False)),
        ([1, 1, 1], ("left", -5, False)),
    ],
)
def test_a_broken_line_is_forgiven_once_where_it_is_rated(
    breaks: list[int], what: tuple[str, int, bool]
) -> None:
    for rated in (True, False):
        scene = playing("bob", options=Options(rated=rated, clock="none"))
        scene.all_act()
        if not rated:
            breaks = []
            scene.until_turn("bob")
            scene.do("bob", c.Disconnect())
            scene.to_deadline()
            scene.move()
            scene.do("bob", c.Connect())
        for actions in breaks:
            lose_line(scene, "bob", actions)
        told = cost(scene.table, 1)
        scene.finish()
        bob = next(one for one in outcomes(scene.table) if one.person == "bob")
        assert (told, bob.karma, bob.finished) == (what if rated else ("none", 1, True))
        assert scene.table == scene.replayed()


def test_time_that_runs_out_again_and_again_counts_alike() -> None:
    scene = playing("bob", options=Options(rated=True, clock="blitz"))
    scene.all_act()
    for expected in ("spared", "no_gain", "left"):
        scene.until_turn("bob")
        scene.to_deadline()
        assert scene.table.seats[1].away_reason == "time"
        scene.move()
        scene.do("bob", c.Sit())
        assert cost(scene.table, 1) == expected


@pytest.mark.parametrize("rated", [True, False])
def test_nobody_is_kept_for_ever_by_who_does_not_want_to_lose(rated: bool) -> None:
    """At a rated table even without a clock somebody who only sits there is stood in for."""
    scene = playing("bob", options=Options(rated=rated, clock="none"))
    scene.all_act()
    scene.until_turn("bob")
    if not rated:
        assert next_deadline(scene.table) is None
        return
    assert scene.tick(RATED_PATIENCE_MS) == ()
    scene.tick(NO_CLOCK_GRACE_MS)
    assert scene.table.seats[1].away_reason == "time"
    scene.do("bob", c.Sit())
    scene.play_until(lambda table: table.phase == "between")
    scene.do("ann", c.Ready())
    assert kinds(scene.tick(RATED_PATIENCE_MS)) == ["round_began"]


def test_who_left_first_and_stayed_away_loses_karma_and_gets_the_stand_ins_result() -> None:
    scene = playing("bob", "cid", options=SHORT)
    scene.all_act()
    scene.do("cid", c.Leave())
    scene.do("bob", c.Leave())
    scene.finish()
    found = {one.person: one for one in outcomes(scene.table)}
    assert {who: one.karma for who, one in found.items()} == {"ann": 1, "bob": 0, "cid": -5}
    assert {who: one.finished for who, one in found.items()} == {
        "ann": True,
        "bob": False,
        "cid": False,
    }
    match = scene.table.match
    assert match is not None
    assert found["cid"].total == match.totals[2]


def test_who_comes_back_has_not_left_and_the_next_of_those_away_was_first() -> None:
    scene = playing("bob", "cid", options=SHORT)
    scene.all_act()
    scene.do("bob", c.Leave())
    scene.do("cid", c.Leave())
    scene.do("bob", c.Sit())
    scene.finish()
    found = {one.person: one.karma for one in outcomes(scene.table)}
    assert found == {"ann": 1, "bob": 1, "cid": -5}


def test_a_rematch_gives_everybody_their_seat_back() -> None:
    scene = playing("bob", options=SHORT)
    scene.do("bob", c.Leave())
    scene.finish()
    scene.do("ann", c.Rematch())
    assert kinds(scene.do("bob", c.Rematch())) == ["rematch_asked", "took_back", "started"]
    assert scene.table.leavers == ()


def test_between_rounds_a_leaver_is_not_waited_for() -> None:
    scene = playing("bob", options=Options(target=200))
    scene.play_until(lambda table: table.phase == "between")
    scene.do("ann", c.Ready())
    assert kinds(scene.do("bob", c.Leave())) == ["stood_in", "round_began"]


def test_the_next_round_begins_by_itself_when_the_time_is_over() -> None:
    scene = playing("bob", options=Options(target=200))
    scene.play_until(lambda table: table.phase == "between")
    assert scene.tick(44_999) == ()
    assert kinds(scene.tick(1)) == ["round_began"]


def test_an_outage_of_the_server_burns_nobodys_time() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="blitz"))
    seat = scene.turn
    scene.wait(15_000)
    scene.move()
    banks = [one.bank_ms for one in scene.table.seats]
    scene.wait(86_400_000)
    assert kinds(scene.do(None, c.Recover())) == ["recovered"]
    assert [one.bank_ms for one in scene.table.seats] == banks
    clock = turn_clock(scene.table, scene.now)
    assert clock is not None and clock.move_ms == 10_000
    assert scene.tick() == ()
    assert scene.table.seats[seat].bank_ms == 55_000


def test_after_an_outage_everybody_has_the_grace_to_come_back() -> None:
    scene = playing("bob", options=SHORT)
    scene.wait(1_000_000)
    scene.do(None, c.Recover())
    assert all(scene.table.seats[seat].dropped_at == scene.now for seat in (0, 1))
    scene.do("ann", c.Connect())
    assert kinds(scene.to_deadline()) == ["stood_in"]
    assert Scene().do(None, c.Recover()) == ()


def test_who_does_not_come_back_after_an_outage_has_not_left() -> None:
    """The server was away for longer than the grace: neither karma nor rating, for anybody."""
    for rated in (False, True):
        scene = playing("bob", "cid", "dan", options=Options(clock="normal", rated=rated))
        scene.all_act()
        scene.wait(1_000_000)
        scene.do(None, c.Recover())
        for who in ("ann", "bob", "cid"):
            scene.do(who, c.Connect())
        while scene.table.seats[3].stand_in is None:
            scene.to_deadline()
        assert "dan" not in scene.table.leavers and scene.table.first_leaver is None
        for who in ("ann", "bob", "cid"):
            scene.do(who, c.Connect())
        scene.until_turn("dan")
        scene.move()
        assert cost(scene.table, 3) == "none"
        scene.finish()
        mine = outcomes(scene.table)[3]
        assert mine.finished is None and mine.karma == 0


def test_who_is_back_after_an_outage_and_goes_is_a_leaver_as_ever() -> None:
    scene = playing("bob", options=SHORT)
    scene.all_act()
    scene.do(None, c.Recover())
    for who in ("ann", "bob"):
        scene.do(who, c.Connect())
    scene.do("bob", c.Disconnect())
    assert kinds(scene.to_deadline()) == ["stood_in"]
    assert scene.table.first_leaver == "bob"
