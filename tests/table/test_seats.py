"""Seats, the host, bots in seats, options: everything before a match begins."""

from __future__ import annotations

import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.table.scene import Scene, kinds, playing, seated


def test_who_opens_a_table_sits_at_it_and_is_its_host() -> None:
    scene = Scene(Options(seats=3))
    assert scene.table.host == "ann"
    assert [seat.person for seat in scene.table.seats] == ["ann", None, None]
    assert scene.table.phase == "waiting"


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    scene = Scene()
    scene.do("bob", c.Sit(3))
    scene.do("cid", c.Sit())
    assert [seat.person for seat in scene.table.seats] == ["ann", "cid", None, "bob"]
    assert scene.table.seats[3].name == "Bob"


def test_one_person_has_one_seat() -> None:
    scene = seated("bob")
    assert scene.refused("bob", c.Sit()) == "already_seated"
    assert scene.refused("bob", c.Sit(2)) == "already_seated"


def test_a_taken_or_missing_seat_is_refused() -> None:
    scene = seated("bob", bots=1)
    assert scene.refused("cid", c.Sit(1)) == "seat_taken"
    assert scene.refused("cid", c.Sit(2)) == "seat_taken"
    for seat in (4, -1, 10**30):
        assert scene.refused("cid", c.Sit(seat)) == "no_such_seat"
    scene.do("cid", c.Sit())
    assert scene.refused("dan", c.Sit()) == "table_full"


def test_karma_below_the_minimum_is_refused() -> None:
    scene = Scene(Options(minimum_karma=60), karma=70)
    assert scene.refused("bob", c.Sit(), karma=59) == "karma_too_low"
    scene.do("bob", c.Sit(), karma=60)


def test_only_the_host_sets_bots_unseats_changes_options_and_starts() -> None:
    scene = seated("bob")
    asks = (c.SetBot(2, "dumpling"), c.Unseat(0), c.SetOptions(Options()), c.Start())
    for ask in asks:
        assert scene.refused("bob", ask) == "host_only"
        assert scene.refused("stranger", ask) == "host_only"


def test_a_bot_replaces_a_bot_but_never_a_person() -> None:
    scene = seated("bob", bots=1)
    scene.do("ann", c.SetBot(2, "tiger"))
    assert scene.table.seats[2].bot == "tiger"
    assert scene.refused("ann", c.SetBot(1, "tiger")) == "seat_taken"


def test_the_host_empties_seats_before_the_match_only() -> None:
    scene = seated("bob", bots=1)
    scene.do("ann", c.Unseat(1))
    scene.do("ann", c.Unseat(2))
    assert scene.do("ann", c.Unseat(3)) == ()
    assert [seat.taken for seat in scene.table.seats] == [True, False, False, False]
    assert playing("bob").refused("ann", c.Unseat(1)) == "match_running"


def test_the_host_role_passes_on_when_the_host_leaves() -> None:
    scene = seated("bob", "cid")
    assert kinds(scene.do("ann", c.Leave())) == ["seat_freed", "host_changed"]
    assert scene.table.host == "bob"
    scene = playing("bob")
    scene.do("ann", c.Leave())
    assert scene.table.host == "bob"


def test_who_comes_back_first_is_the_host_if_the_host_is_away() -> None:
    for comes_back in (c.Sit(), c.Connect()):
        scene = playing("bob")
        scene.do("ann", c.Disconnect())
        scene.to_deadline()
        assert scene.table.host == "bob"
        scene.do("bob", c.Leave())
        scene.do("ann", comes_back)
        assert scene.table.host == "ann"


def test_who_sits_down_at_a_deserted_table_is_its_host() -> None:
    scene = Scene()
    scene.do("ann", c.Leave())
    scene.do("bob", c.Sit())
    assert scene.table.host == "bob"


def test_starting_needs_full_seats_and_a_person() -> None:
    scene = seated("bob")
    assert scene.refused("ann", c.Start()) == "seats_empty"
    scene = seated(bots=3)
    scene.do("ann", c.Unseat(0))
    scene.do("ann", c.SetBot(0, "dumpling"))
    assert scene.refused("ann", c.Start()) == "nobody_seated"


def test_nothing_about_the_seats_changes_while_a_match_runs() -> None:
    scene = playing("bob")
    assert scene.refused("ann", c.Start()) == "match_running"
    assert scene.refused("ann", c.SetBot(2, "tiger")) == "match_running"
    assert scene.refused("ann", c.SetOptions(Options())) == "match_running"
    assert scene.refused("zoe", c.Sit()) == "match_running"


def test_a_rated_match_needs_two_people_and_the_plain_rules() -> None:
    scene = seated(bots=3, options=Options(rated=True))
    assert scene.refused("ann", c.Start()) == "rated_needs_people"
    for odd in (
        Options(rated=True, target=50),
        Options(rated=True, rules={"duty_to_block": False}),
        Options(rated=True, look_back=True),
    ):
        assert scene.refused("ann", c.SetOptions(odd)) == "rated_fixed"
    scene = seated("bob", bots=2, options=Options(rated=True))
    assert scene.refused("ann", c.Start()) == "not_everybody_ready"
    scene.do("bob", c.Ready())
    scene.do("ann", c.SetOptions(Options(rated=True, clock="blitz")))
    assert scene.refused("ann", c.Start()) == "not_everybody_ready", "to other options"
    scene.do("bob", c.Ready())
    scene.do("bob", c.Disconnect())
    scene.do("bob", c.Connect())
    assert scene.refused("ann", c.Start()) == "not_everybody_ready", "was away since"
    scene.do("bob", c.Ready())
    assert kinds(scene.do("ann", c.Start())) == ["started"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (Options(days=0), "bad_options"),
        (Options(days=15), "bad_options"),
        (Options(minimum_karma=-1), "bad_options"),
        (Options(minimum_karma=101), "bad_options"),
        (Options(name="n" * 41), "bad_options"),
        (Options(rules={"seats": 4}), "bad_options"),
        (Options(rules={"target": "A" * 60_000}), "bad_options"),  # what is not looked at is stored
        (Options(rules={"last_card": "call"}), "bad_options"),
        (Options(rules={"chinese_deal": True}), "bad_options"),
        (Options(edition="unheard of"), "unknown_edition"),
        (Options(rules={"no such": 1}), "unknown_rule_field"),
        (Options(rules={"duty_to_block": 3}), "bad_rule_value"),
        (Options(target=0), "bad_rule_value"),
        (Options(target=10**40), "bad_rule_value"),
        (Options(edition="riva", seats=3), "bad_rule_value"),
    ],
)
def test_options_nobody_can_play_with_are_refused(options: Options, code: str) -> None:
    scene = Scene()
    assert scene.refused("ann", c.SetOptions(options)) == code
    with pytest.raises(Refusal):
        Scene(options)


def test_a_name_of_a_table_is_one_clean_line() -> None:
    scene = Scene(Options(name=" Tea\u202e\n house e\u0301\u0301\u0301\u0301\u0301 "))
    assert scene.table.options.name == "Tea house é\u0301\u0301"


def test_fewer_seats_lose_bots_but_never_people() -> None:
    scene = seated("bob", "cid", bots=1)
    scene.do("ann", c.SetOptions(Options(seats=3)))
    assert [seat.person for seat in scene.table.seats] == ["ann", "bob", "cid"]
    scene = seated("bob", "cid", "dan")
    assert scene.refused("ann", c.SetOptions(Options(seats=3))) == "seat_taken"


def test_custom_rules_reach_the_match() -> None:
    scene = playing(
        "bob", options=Options(edition="german", target=7, rules={"passed_may_return": False})
    )
    assert scene.table.match is not None
    rules = scene.table.match.rules
    assert (rules.edition, rules.target, rules.passed_may_return) == ("german", 7, False)
    assert rules.last_card == "automatic"


def test_an_unopened_table_is_closed_to_everything() -> None:
    scene = Scene()
    scene.table, scene.stored = type(scene.table)(), []
    for ask in (c.Sit(), c.Start(), c.Tick(), c.Connect(), c.Recover()):
        assert scene.refused("ann", ask) == "table_closed"


def test_where_it_is_rated_nobody_has_agreed_to_play_with_somebody_else() -> None:
    """The host cannot exchange people behind the backs of those who said that they are ready."""
    scene = seated("bob", "cid", bots=1, options=Options(rated=True))
    changes: list[tuple[str, c.Ask]] = [
        ("ann", c.Unseat(2)),
        ("eve", c.Sit(2)),
        ("ann", c.SetBot(3, "tiger")),
    ]
    for who, change in changes:
        scene.do("bob", c.Ready())
        scene.do(who, change)
        assert scene.table.ready == ()
        assert scene.refused("ann", c.Start()) in ("not_everybody_ready", "seats_empty")
    for who in ("bob", "eve"):
        scene.do(who, c.Ready())
    scene.do("ann", c.Start())
    assert scene.table.running
