"""Every operation of the engine protocol, with the fields that docs/engine.md promises."""

import random
from typing import Any

import pytest

from gangoffour import EDITIONS, Cards, Match, __version__
from gangoffour.rules.cards import CODES
from gangoffour.rules.editions import FIELDS
from tests.engine.driver import Direct, play_on
from tests.support.length import first_of, slice_of

HANDS = [
    Cards.parse("M1 G2 G2 Y2 Y2 R2 R2 G3 G3 Y3 Y3 R3 R3 G4 G4 Y4").codes,
    Cards.parse("Y4 R4 R4 G5 G5 Y5 Y5 R5 R5 G6 G6 Y6 Y6 R6 R6 G7").codes,
    Cards.parse("G7 Y7 Y7 R7 R7 G8 G8 Y8 Y8 R8 R8 G9 G9 Y9 Y9 R9").codes,
    Cards.parse("R9 G10 G10 Y10 Y10 R10 R10 GP YP RD G1 G1 Y1 Y1 R1 R1").codes,
]


@pytest.fixture
def engine() -> Direct:
    return Direct()


def test_hello(engine: Direct) -> None:
    assert engine.ok("hello") == {
        "name": "gangoffour",
        "version": __version__,
        "protocol": 1,
        "editions": ["official", "french", "german", "finnish", "riva"],
    }


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("RD", "single"),
        ("GP YP", "pair"),
        ("G1 R1 M1", "triple"),
        ("G1 G2 Y3 G4 G5", "straight"),
        ("R1 R2 R3 R4 R6", "flush"),
        ("R1 R1 M1 R5 R5", "full_house"),
        ("M1 R2 R3 R4 R5", "straight_flush"),
        ("G9 G9 Y9 R9", "gang"),
        ("G1 G1 Y1 Y1 R1 R1 M1", "gang"),
        ("RD GP", None),
        ("", None),
    ],
)
def test_classify(engine: Direct, cards: Any, kind: str) -> None:
    """R2"""
    codes = cards.split()
    assert engine.ok("classify", cards=codes) == {"kind": kind, "size": len(codes)}
    assert engine.ok("classify", cards=codes[::-1]) == {"kind": kind, "size": len(codes)}


@pytest.mark.parametrize(
    ("play", "table", "beats"),
    [
        ("R3 G3", "Y3 Y3", True),
        ("Y3 Y3", "R3 G3", False),
        ("G3", "G3", False),
        ("G2 G2 Y2 R2", "RD", True),
        ("RD", "G2 G2 Y2 R2", False),
        ("G1 G1 Y1 Y1 R1", "R10 R10 Y10 Y10", True),
    ],
)
def test_beats(engine: Direct, play: Any, table: Any, beats: Any) -> None:
    """R3"""
    assert engine.ok("beats", play=play.split(), table=table.split()) == {"beats": beats}


def test_beats_refuses_what_is_no_combination(engine: Direct) -> None:
    error = engine.error("beats", play=["G3", "G4"], table=["G3"])
    assert (error["code"], error["rule"]) == ("not_a_combination", "R2")
    assert "G3 G4" in error["message"]


def test_legal_leading(engine: Direct) -> None:
    answer = engine.ok("legal", hand=["Y3", "G3", "RD"], table=None)
    assert answer == {"plays": [["G3"], ["Y3"], ["RD"], ["G3", "Y3"]], "pass": False}


def test_legal_following(engine: Direct) -> None:
    answer = engine.ok("legal", hand=["Y3", "G3", "RD"], table=["G3"])
    assert answer == {"plays": [["Y3"], ["RD"]], "pass": True}


def test_legal_first(engine: Direct) -> None:
    """R4.3: the play must contain M1; R9: at most five cards in the official edition."""
    hand = ["M1", "G1", "G1", "Y1", "Y1", "R1", "R2"]
    official = engine.ok("legal", hand=hand, table=None, first=True)["plays"]
    assert all("M1" in play and len(play) <= 5 for play in official)
    for edition in ("french", "riva"):
        any_size = engine.ok("legal", hand=hand, table=None, first=True, edition=edition)["plays"]
        assert max(len(play) for play in any_size) == 6


def test_legal_next_called(engine: Direct) -> None:
    """R5.4: the highest single or a gang, and no pass."""
    hand = ["G3", "Y7", "R9"]
    answer = engine.ok("legal", hand=hand, table=["G4"], next_called=True)
    assert answer == {"plays": [["R9"]], "pass": False}
    hand = ["G3", "G3", "Y3", "R3", "R9"]
    answer = engine.ok("legal", hand=hand, table=["RD"], next_called=True)
    assert answer == {"plays": [["G3", "G3", "Y3", "R3"]], "pass": True}
    answer = engine.ok("legal", hand=hand, table=["RD"], next_called=True, edition="german")
    assert answer["pass"] is False
    answer = engine.ok("legal", hand=["G3", "R9"], table=None, next_called=True)
    assert answer == {"plays": [["R9"]], "pass": False}
    answer = engine.ok("legal", hand=["G3", "R9"], table=["G2"], next_called=True, edition="riva")
    assert answer == {"plays": [["G3"], ["R9"]], "pass": True}


def test_legal_takes_changed_rules(engine: Direct) -> None:
    rules = {"duty_to_block": False}
    answer = engine.ok("legal", hand=["G3", "R9"], table=["G2"], next_called=True, rules=rules)
    assert answer["pass"] is True


def test_score(engine: Direct) -> None:
    """R6.1"""
    left = [0, 1, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16]
    points = [0, 1, 5, 7, 16, 18, 20, 33, 39, 56, 60, 80]
    assert engine.ok("score", left=left) == {"points": points}
    assert engine.error("score", left=[17])["rule"] == "R6.1"


def test_new_and_view(engine: Direct) -> None:
    match = engine.ok("new", seats=4, seed=7)["match"]
    view = engine.ok("view", match=match, seat=2)["view"]
    assert view.keys() >= {
        "phase",
        "round",
        "turn",
        "direction",
        "hand",
        "counts",
        "table",
        "table_by",
        "passed",
        "called",
        "barred",
        "plays",
        "pass",
        "exchange",
        "history",
        "totals",
        "winners",
    }
    assert (view["phase"], view["round"], view["direction"]) == ("play", 1, 1)
    assert view["counts"] == [16] * 4 and len(view["hand"]) == 16
    assert view["table"] is view["table_by"] is view["exchange"] is None
    assert view["totals"] == [0] * 4 and view["winners"] == []
    assert view["hand"] == Match.new(seed="7").view(2).hand.codes


def test_a_seed_that_no_record_can_hold_is_refused_at_once(engine: Direct) -> None:
    """R4.2: not by `record`, when the match is played."""
    error = engine.error("new", seats=4, seed="a\nb")
    assert (error["code"], error["rule"]) == ("bad_seed", "R4.2")
    assert "'a\\nb' cannot be a seed" in error["message"]


def test_a_spectator_sees_no_hand(engine: Direct) -> None:
    match = engine.ok("new", seats=3, seed="x")["match"]
    view = engine.ok("view", match=match, seat=None)["view"]
    assert view["hand"] == [] and view["plays"] == [] and view["seat"] is None


def test_new_with_everything(engine: Direct) -> None:
    """A fixed first deal, changed rules, a dealer."""
    match = engine.ok(
        "new",
        seats=4,
        seed="s",
        edition="finnish",
        rules={"target": 30, "last_card": "automatic", "opening_limit": 2},
        hands=HANDS,
        dealer=1,
    )["match"]
    view = engine.ok("view", match=match, seat=0)["view"]
    assert view["turn"] == 0 and view["dealer"] == 1 and view["edition"] == "finnish"
    assert view["hand"] == HANDS[0] and view["plays"] == [["M1"]]


def test_new_with_a_dead_hand(engine: Direct) -> None:
    """R4.2, R4.3: M1 in the dead hand, so the player to the dealer's right opens freely."""
    hands = [HANDS[1], HANDS[2], HANDS[3][::-1]]
    match = engine.ok("new", seats=3, seed=1, hands=hands, dead=HANDS[0], dealer=1)["match"]
    view = engine.ok("view", match=match, seat=2)["view"]
    assert view["turn"] == 2 and ["RD"] in view["plays"]
    error = engine.error("new", seats=3, seed=1, hands=hands, dead=HANDS[1])
    assert error["code"] == "bad_deal"
    assert engine.error("new", seats=3, seed=1, dead=HANDS[0])["code"] == "bad_request"


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_of_a_rule_set_can_be_set_by_name(engine: Direct, field: str) -> None:
    value = {
        "opening_limit": None,
        "barred_extra": 2,
        "loser_tie": "highest_card",
        "last_card": "automatic",
        "target": 50,
        "seats": [3, 4],
    }.get(field, True)
    engine.ok("new", seats=4, seed=1, rules={field: value})
    error = engine.error("new", seats=4, seed=1, rules={field: "nonsense"})
    assert (error["code"], error["rule"]) == ("bad_rule_value", "R9")


def test_act_answers_with_version_and_events(engine: Direct) -> None:
    match = engine.ok("new", seats=4, seed=1, hands=HANDS)["match"]
    answer = engine.ok("act", match=match, seat=0, action={"play": ["M1"]})
    assert answer["version"] == 1
    assert answer["events"] == [
        {
            "type": "played",
            "seat": 0,
            "cards": ["M1"],
            "kind": "single",
            "call": False,
            "lead": True,
        }
    ]
    view = engine.ok("view", match=match, seat=1)["view"]
    assert view["table"] == ["M1"] and view["table_by"] == 0 and view["turn"] == 1
    answer = engine.ok("act", match=match, seat=1, action={"pass": True})
    assert answer == {"version": 2, "events": [{"type": "passed", "seat": 1}]}
    view = engine.ok("view", match=match, seat=1)["view"]
    assert view["passed"] == [1]
    assert view["history"] == [
        {"seat": 0, "play": ["M1"], "lead": True},
        {"seat": 1, "pass": True},
    ]


def test_a_call_with_the_play_after_it_and_forgotten(engine: Direct) -> None:
    """R5.1, R5.2, R5.4, over the wire."""
    line = (
        "official round 2 - dealer 1 hands G3,R9/Y2,Y4,RD/G7,R7,R8/YP,M1,R1 turn 0 totals 0,0,0,0"
    )
    gof = (
        '[Format "gof 1"]\n[Rules "official"]\n[Seats "4"]\n[Dealer "1"]\n'
        f'[Position "{line.replace("YP,M1,R1", "R1,M1,YP")}"]\n\nround 2 clockwise\n'
    )
    match = engine.ok("load", gof=gof)["match"]
    answer = engine.ok("act", match=match, seat=0, action={"play": ["G3"], "call": True})
    assert answer["events"][0]["call"] is True
    assert engine.ok("view", match=match, seat=0)["view"]["called"] == [0]

    match = engine.ok("load", gof=gof)["match"]
    engine.ok("act", match=match, seat=0, action={"play": ["G3"]})
    answer = engine.ok("act", match=match, seat=0, action={"call": True})
    assert answer["events"] == [{"type": "called", "seat": 0}]

    match = engine.ok("load", gof=gof)["match"]
    engine.ok("act", match=match, seat=0, action={"play": ["G3"]})
    answer = engine.ok("act", match=match, seat=3, action={"pass": True})
    assert answer["events"][0] == {"type": "barred", "seat": 0}
    assert engine.ok("view", match=match, seat=0)["view"]["barred"] == [0]
    error = engine.error("act", match=match, seat=0, action={"call": True})
    assert (error["code"], error["rule"]) == ("nothing_to_call", "R5.1")


def test_the_next_round_is_dealt_at_once(engine: Direct) -> None:
    """R7.1: the loser's card has moved, the winner holds 17 and has the turn to give."""
    rng = random.Random(3)
    match = engine.ok("new", seats=4, seed=5)["match"]
    while True:
        view = engine.ok("view", match=match, seat=None)["view"]
        if view["phase"] == "exchange":
            break
        play_on(engine, match, rng, most=1)
    exchange = view["exchange"]
    assert exchange.keys() == {"giver", "taker", "card", "back"} and exchange["back"] is None
    assert view["turn"] == exchange["taker"]
    assert view["counts"][exchange["taker"]] == 17 and view["counts"][exchange["giver"]] == 15
    assert view["round"] == 2 and view["direction"] == -1
    hand = engine.ok("view", match=match, seat=view["turn"])["view"]["hand"]
    assert exchange["card"] in hand
    assert (
        engine.error("act", match=match, seat=view["turn"], action={"pass": True})["rule"] == "R7.1"
    )
    answer = engine.ok("act", match=match, seat=view["turn"], action={"give": hand[0]})
    assert answer["events"] == [
        {"type": "card_given", "seat": view["turn"], "to": exchange["giver"], "card": hand[0]}
    ]
    after = engine.ok("view", match=match, seat=None)["view"]
    assert after["phase"] == "play" and after["exchange"]["back"] == hand[0]
    assert after["counts"] == [16] * 4


@pytest.mark.parametrize(
    ("edition", "seats"), first_of([("german", 3), *((one, 4) for one in EDITIONS)], 3)
)
def test_a_whole_match_its_record_and_its_reload(engine: Direct, edition: str, seats: int) -> None:
    rules = {"target": slice_of(30, 10)}
    match = engine.ok("new", seats=seats, seed=11, edition=edition, rules=rules)["match"]
    play_on(engine, match, random.Random(edition))
    view = engine.ok("view", match=match, seat=0)["view"]
    assert view["phase"] == "match_over" and view["turn"] is None
    assert view["winners"] and max(view["totals"]) >= rules["target"]
    gof = engine.ok("record", match=match)["gof"]
    again = engine.ok("load", gof=gof)["match"]
    assert again != match
    assert engine.ok("record", match=again)["gof"] == gof
    assert engine.error("act", match=match, seat=0, action={"pass": True})["code"] == "match_over"


def test_a_match_in_progress_is_recorded_and_goes_on(engine: Direct) -> None:
    match = engine.ok("new", seats=3, seed=12, rules={"target": 20})["match"]
    play_on(engine, match, random.Random(2), most=40)
    gof = engine.ok("record", match=match)["gof"]
    again = engine.ok("load", gof=gof)["match"]
    for seat in range(3):
        before = engine.ok("view", match=match, seat=seat)["view"]
        assert engine.ok("view", match=again, seat=seat)["view"] == before
    play_on(engine, again, random.Random(4))


def test_every_listed_play_is_accepted_and_only_those(engine: Direct) -> None:
    """R4.4, at some positions of a match."""
    rng = random.Random(8)
    match = engine.ok("new", seats=4, seed=21)["match"]
    for _ in range(12):
        play_on(engine, match, rng, most=5)
        gof = engine.ok("record", match=match)["gof"]
        turn = engine.ok("view", match=match, seat=None)["view"]["turn"]
        view = engine.ok("view", match=match, seat=turn)["view"]
        for codes in rng.sample(view["plays"], min(4, len(view["plays"]))):
            copy = engine.ok("load", gof=gof)["match"]
            engine.ok("act", match=copy, seat=turn, action={"play": codes})
        for code in CODES:
            if [code] not in view["plays"]:
                engine.error("act", match=match, seat=turn, action={"play": [code]})
        assert engine.ok("record", match=match)["gof"] == gof


def test_bots(engine: Direct) -> None:
    found = engine.ok("bots")["bots"]
    assert [one["level"] for one in found] == [1, 2, 3, 4, 5, 6]
    assert all(one.keys() >= {"name", "level", "description"} for one in found)


@pytest.mark.parametrize("bot", ["greedy", "dumpling", "level:2"])
def test_bots_choose_for_a_whole_match(engine: Direct, bot: Any) -> None:
    match = engine.ok("new", seats=3, seed=5, rules={"target": 20})["match"]
    with_seed = {"match": match, "bot": bot, "seed": "s"}
    while (turn := engine.ok("view", match=match)["view"]["turn"]) is not None:
        action = engine.ok("choose", seat=turn, **with_seed)["action"]
        assert engine.ok("choose", seat=turn, **with_seed)["action"] == action
        engine.ok("act", match=match, seat=turn, action=action)
    assert engine.error("choose", seat=0, **with_seed)["code"] == "match_over"
    assert engine.error("hint", match=match, seat=0)["code"] == "match_over"


def test_hint(engine: Direct) -> None:
    match = engine.ok("new", seats=4, seed="tea")["match"]
    view = engine.ok("view", match=match, seat=3)["view"]
    plays = engine.ok("hint", match=match, seat=3)["plays"]
    assert plays and all(one.keys() == {"action", "points", "reasons"} for one in plays)
    assert all(one["action"]["play"] in view["plays"] for one in plays)
    assert engine.error("hint", match=match, seat=0)["code"] == "not_your_turn"


@pytest.mark.parametrize("bot", ["nobody", "level:9", "level:", "cmd:true", "x.py:Bot", "", "../x"])
def test_only_named_bots_choose(engine: Direct, bot: Any) -> None:
    """A program at the other end of a pipe may not start programs or load files here."""
    match = engine.ok("new", seats=4, seed="tea")["match"]
    assert engine.error("choose", match=match, seat=3, bot=bot)["code"] == "unknown_bot"


def test_old_matches_make_room(engine: Direct, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangoffour.engine.operations.MAX_MATCHES", 3)
    names = [engine.ok("new", seats=4, seed=seed)["match"] for seed in range(5)]
    assert len(set(names)) == 5
    assert engine.error("view", match=names[0], seat=0)["code"] == "unknown_match"
    engine.ok("view", match=names[-1], seat=0)
