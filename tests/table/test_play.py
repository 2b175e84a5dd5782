"""A match at a table: who may act, versions, rounds, rematch."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from gangoffour.rules.actions import Action, Play
from gangoffour.rules.deal import commitment
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import print_record
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.handle import handle, why_not
from gangoffour.table.options import Options
from gangoffour.table.result import outcomes, rated
from gangoffour.table.views.facts import happenings
from gangoffour.table.views.public_view import public
from gangoffour.table.views.seat_view import own
from tests.table.scene import Scene, as_ask, decode_event, kinds, playing, seated

SHORT = Options(target=2, clock="none")


def test_a_whole_match_of_people_and_bots() -> None:
    scene = playing("bob", options=Options(target=30))
    scene.finish()
    match = scene.table.match
    assert match is not None and match.over
    assert scene.table.phase == "over"
    assert [result.number for result in match.results] == list(range(1, len(match.results) + 1))
    assert scene.replayed() == scene.table


def test_only_the_owner_of_the_seat_acts_and_only_at_its_turn() -> None:
    scene = playing("bob", "cid", "dan")
    match = scene.table.match
    assert match is not None
    ask = as_ask(match.view(scene.turn).actions[0], match.version)
    for who in {"ann", "bob", "cid", "dan"} - {scene.player}:
        assert scene.refused(who, ask) in ("not_your_turn", "cards_not_held")
    assert scene.refused("stranger", ask) == "not_seated"
    assert scene.refused(None, ask) == "not_seated"
    scene.do(scene.player, ask)


def test_a_choice_made_on_an_older_state_is_refused() -> None:
    scene = playing("bob", "cid", "dan")
    match = scene.table.match
    assert match is not None
    actions = match.view(scene.turn).actions
    for version in (match.version - 1, match.version + 1, 10**30, -1):
        assert scene.refused(scene.player, as_ask(actions[0], version)) == "stale_version"
        assert scene.refused(scene.player, c.Pass(version)) == "stale_version"
        assert scene.refused(scene.player, c.Give("G1", version)) == "stale_version"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([], "not_a_combination"),
        (["G1", "G2"], "not_a_combination"),
        (["no card"], "unknown_card"),
        (["G1"] * 20, "too_many_copies"),
        (["\x00"], "unknown_card"),
        (["RD", "RD"], "too_many_copies"),
    ],
)
def test_what_is_no_play_is_refused_by_the_rules(cards: list[str], code: str) -> None:
    scene = playing("bob", "cid", "dan")
    assert scene.refused(scene.player, c.Play(cards, scene.version)) == code


def test_no_game_without_a_match_and_no_action_between_rounds() -> None:
    scene = Scene()
    for ask in (c.Play(["M1"], 0), c.Pass(0), c.Call(), c.Give("G1", 0), c.Pause()):
        assert scene.refused("ann", ask) == "no_match_running"
    scene = playing("bob", options=Options(target=200))
    scene.play_until(lambda table: table.phase == "between")
    for ask in (c.Pass(scene.version), c.Call(), c.Play(["M1"], scene.version)):
        assert scene.refused("ann", ask) == "between_rounds"


def test_the_next_round_begins_when_everybody_is_ready() -> None:
    scene = playing("bob", options=Options(target=200))
    assert scene.refused("ann", c.Ready()) == "not_between_rounds"
    scene.play_until(lambda table: table.phase == "between")
    assert kinds(scene.do("ann", c.Ready())) == ["readied"]
    assert scene.do("ann", c.Ready()) == ()
    assert kinds(scene.do("bob", c.Ready())) == ["readied", "round_began"]
    assert scene.table.phase == "playing"


def test_what_was_left_is_turned_up_after_a_round() -> None:
    scene = playing("bob", "cid", "dan", options=Options(clock="none", target=40))
    scene.play_until(lambda table: table.match is not None and len(table.match.past) == 2)
    match = public(scene.table, scene.now).match
    assert match is not None
    result = match.results[-1]
    assert [len(hand) for hand in match.leftover] == result.left
    assert match.leftover[result.winner] == []


def test_the_last_card_is_called_by_hand_where_the_host_wants_that() -> None:
    scene = playing("bob", "cid", "dan", options=Options(last_card="call", clock="none"))

    def silent(table: object) -> bool:
        match = scene.table.match
        return match is not None and match.round.silent is not None

    def quiet(actions: tuple[Action, ...]) -> Action:
        first = actions[0]
        return Play(first.combination, False) if isinstance(first, Play) else first

    scene.play_until(silent, quiet)
    match = scene.table.match
    assert match is not None and match.round.silent is not None
    caller, turn, since = match.round.silent, scene.turn, scene.table.since
    scene.wait(500)
    assert scene.refused(scene.person((caller + 1) % 4), c.Call()) == "nothing_to_call"
    chosen = c.Pass(match.version)
    scene.do(scene.person(caller), c.Call())
    assert scene.turn == turn
    assert scene.table.since == since, "a call is no move: the next player's clock runs on"
    assert scene.refused(scene.person(turn), c.Pass(match.version - 1)) == "stale_version"
    scene.do(scene.person(turn), chosen)  # nor is what they have chosen meanwhile out of date


def test_bots_act_only_for_their_seats() -> None:
    scene = playing("bob")
    person = next(iter(scene.table.people))
    refused = scene.refused(None, c.BotActs(person, {"pass": True}, scene.version))
    assert refused == "not_a_bot"
    assert scene.refused(None, c.BotActs(7, {"pass": True}, scene.version)) == "no_such_seat"
    assert scene.refused(None, c.BotActs(2, {"pass": True}, scene.version + 1)) == "stale_version"
    scene.play_until(lambda table: table.bot_to_act is not None)
    odd: dict[str, object] = {"play": 3}
    assert scene.refused(None, c.BotActs(scene.turn, odd, scene.version)) == "unknown_action"


def test_a_rematch_begins_when_all_people_ask_for_it() -> None:
    scene = playing("bob", options=SHORT)
    assert scene.refused("ann", c.Rematch()) == "match_not_over"
    scene.finish()
    first = scene.table.match
    assert kinds(scene.do("ann", c.Rematch())) == ["rematch_asked"]
    assert scene.do("ann", c.Rematch()) == ()
    assert kinds(scene.do("bob", c.Rematch())) == ["rematch_asked", "started"]
    assert scene.table.match_number == 2
    assert first is not None and scene.table.match is not None
    assert scene.table.match.seed != first.seed
    assert scene.table.rematch_asked == ()
    scene.finish()
    assert scene.replayed() == scene.table


def test_who_leaves_after_the_match_frees_the_seat_and_a_rematch_waits_for_a_full_table() -> None:
    scene = playing("bob", options=SHORT)
    scene.finish()
    scene.do("bob", c.Rematch())
    scene.do("bob", c.Leave())
    assert scene.table.rematch_asked == ()
    assert kinds(scene.do("ann", c.Rematch())) == ["rematch_asked"]
    assert kinds(scene.do("ann", c.SetBot(1, "tiger"))) == ["bot_sat", "started"]


def test_more_seats_after_a_match_show_the_newcomer_no_hand_of_it() -> None:
    scene = playing("bob", options=Options(seats=3, target=2, clock="none"))
    scene.finish()
    scene.do("ann", c.SetOptions(Options(seats=4, target=2, clock="none")))
    scene.do("cid", c.Sit())
    assert scene.table.seat_of("cid") == 3
    assert own(scene.table, 3) is None
    public(scene.table, scene.now)


def test_karma_and_places_of_a_match_played_to_its_end() -> None:
    scene = playing("bob", options=SHORT)
    scene.finish()
    found = {one.person: one for one in outcomes(scene.table)}
    assert set(found) == {"ann", "bob"}
    assert all(one.karma == 1 and one.finished for one in found.values())
    match = scene.table.match
    assert match is not None
    for one in found.values():
        assert one.total == match.totals[one.seat]
        assert one.won == (one.seat in match.winners) == (one.place == 1)


def test_only_rated_tables_with_two_people_are_rated() -> None:
    assert not rated(playing(options=SHORT).table)
    assert not rated(playing("bob", options=SHORT).table)
    assert rated(playing("bob", options=Options(rated=True)).table)


def test_a_rated_match_from_one_address_is_casual_and_the_table_is_told() -> None:
    for is_rated in (True, False):
        scene = seated("bob", bots=2, options=Options(rated=is_rated))
        start = c.Command(c.Start(), c.Person("ann", "Ann"), "", "seed", same_address=True)
        table, caused = handle(scene.table, start, scene.now)
        told = [event for event in caused if isinstance(event, e.MadeCasual)]
        assert told == ([e.MadeCasual("same_address")] if is_rated else [])
        assert not rated(table)
        facts = [to_builtins(one.what) for one in happenings(scene.table, caused, table)]
        reason = {"type": "made_casual", "reason": "same_address"}
        assert (reason in facts) is is_rated


def test_what_stands_against_a_play_is_told_without_playing_it() -> None:
    scene = playing("bob", "cid", "dan")
    player, before = scene.player, scene.table
    match = scene.table.match
    assert match is not None
    play = match.view(scene.turn).plays
    person = c.Person(player, player)
    assert why_not(scene.table, person, next(iter(play)).codes) is None
    refusal = why_not(scene.table, person, ["G1", "G2"])
    assert refusal is not None and refusal.code == "not_a_combination"
    stranger = why_not(scene.table, c.Person("x", "X"), ["M1"])
    assert stranger is not None and stranger.code == "not_seated"
    waiting = why_not(Scene().table, person, ["M1"])
    assert waiting is not None and waiting.code == "no_match_running"
    assert scene.table is before


def test_the_commitment_is_there_before_the_first_card_and_the_seed_only_at_the_end() -> None:
    scene = playing("bob", options=SHORT)
    started = next(one for one in scene.stored if b'"started"' in one[0])
    event = scene.table.match
    assert event is not None
    shown = public(scene.table, scene.now).match
    assert shown is not None
    assert shown.commitment == commitment(event.seed)
    assert shown.seed is None
    assert event.seed.encode() in started[0]
    scene.finish()
    ended = public(scene.table, scene.now).match
    assert ended is not None and ended.seed == event.seed
    assert commitment(ended.seed or "") == shown.commitment


def test_the_match_of_a_table_can_be_written_down_and_checked() -> None:
    scene = playing("bob", options=SHORT)
    scene.finish()
    assert scene.table.match is not None
    assert parse_record(print_record(scene.table.match)).match == scene.table.match


def test_every_event_survives_storage() -> None:
    scene = playing("bob", options=SHORT)
    scene.finish()
    assert {type(event) for event, _ in _decoded(scene)} >= {e.Opened, e.Sat, e.Started, e.Acted}


def _decoded(scene: Scene) -> list[tuple[e.Event, int]]:
    return [(decode_event(body), at) for body, at in scene.stored]
