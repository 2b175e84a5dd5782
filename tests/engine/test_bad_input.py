"""Whatever comes in, one line of JSON goes out, and nothing has changed."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangoffour.engine import MAX_LINE, Engine
from gangoffour.engine.operations import FIELDS
from gangoffour.rules.cards import CODES
from tests.engine.driver import Direct, play_on
from tests.support.length import slice_of

OPERATIONS = {
    "hello": (),
    "classify": ("cards",),
    "beats": ("play", "table"),
    "legal": ("hand", "table", "edition", "rules", "first", "next_called"),
    "score": ("left",),
    "new": ("seats", "edition", "rules", "seed", "hands", "dead", "dealer"),
    "view": ("match", "seat"),
    "act": ("match", "seat", "action"),
    "record": ("match",),
    "load": ("gof",),
    "bots": (),
    "choose": ("match", "seat", "bot", "seed"),
    "hint": ("match", "seat"),
}
GOOD: dict[str, dict[str, Any]] = {
    "hello": {},
    "classify": {"cards": ["G3"]},
    "beats": {"play": ["G3"], "table": ["G2"]},
    "legal": {"hand": ["G3", "M1"], "table": None},
    "score": {"left": [3]},
    "new": {"seats": 4, "seed": 1},
    "view": {"match": "m1", "seat": 0},
    "act": {"match": "m1", "seat": 0, "action": {"give": "G3"}},
    "record": {"match": "m1"},
    "load": {"gof": "[Format"},
    "bots": {},
    "choose": {"match": "m1", "seat": 0, "bot": "greedy"},
    "hint": {"match": "m1", "seat": 0},
}
CODE = st.sampled_from([*CODES, "G11", "g3", "", "M2", "RP", "GD", "3G"])
SCALAR = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.integers(-3, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | CODE
)
VALUE = st.recursive(
    SCALAR,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["play", "pass", "call", "give", "x", "target"]), inner)
    ),
    max_leaves=8,
)


def engine_in_mid_match() -> Direct:
    """An engine that holds the match ``m1``, some moves old."""
    direct = Direct()
    direct.ok("new", seats=4, seed=5)
    play_on(direct, "m1", random.Random(5), most=12)
    return direct


DIRECT = engine_in_mid_match()
BEFORE = DIRECT.ok("record", match="m1")["gof"]
TURN = DIRECT.ok("view", match="m1", seat=None)["view"]["turn"]


def answered(line: bytes | str) -> dict[str, Any]:
    """The answer, which must be one line of real JSON and leave the match as it was."""
    text = DIRECT.engine.answer_line(line)
    assert "\n" not in text and len(text) < MAX_LINE
    answer: dict[str, Any] = json.loads(text, parse_constant=lambda name: pytest.fail(name))
    assert isinstance(answer["ok"], bool)
    if not answer["ok"]:
        error = answer["error"]
        assert {"code", "message", "rule"} <= error.keys()
        assert 0 < len(error["message"]) <= 500
        assert DIRECT.ok("record", match="m1")["gof"] == BEFORE
    return answer


@given(st.binary(max_size=80))
def test_any_bytes(line: str) -> None:
    answered(line)


@given(st.text(max_size=80))
def test_any_text(line: str) -> None:
    answered(line)


@given(VALUE)
def test_any_json(value: Any) -> None:
    assert answered(json.dumps(value))["ok"] is False


@pytest.mark.parametrize(
    ("op", "field"), [(op, field) for op, fields in OPERATIONS.items() for field in fields]
)
@settings(max_examples=slice_of(200, 8))
@given(value=VALUE)
def test_any_value_for_any_field(op: str, field: str, value: Any) -> None:
    if op == "act" and field == "action" and isinstance(value, dict):
        value = {**value, "x": 1}  # never a legal action: the match must stay as it is
    answered(json.dumps({"op": op, **GOOD[op], field: value}))


@pytest.mark.parametrize("op", OPERATIONS)
def test_any_missing_field(op: str) -> None:
    for field in GOOD[op]:
        if (op, field) in (("view", "seat"), ("legal", "table")):
            continue  # may be left out: a spectator, a lead
        fields = {name: value for name, value in GOOD[op].items() if name != field}
        answer = answered(json.dumps({"op": op, **fields}))
        assert answer["error"]["code"] == "bad_request" and field in answer["error"]["message"]


@given(st.lists(CODE, max_size=9), st.lists(CODE, max_size=9), st.booleans(), st.booleans())
def test_any_cards(hand: Any, table: Any, first: Any, called: Any) -> None:
    answered(json.dumps({"op": "classify", "cards": hand}))
    answered(json.dumps({"op": "beats", "play": hand, "table": table}))
    fields = {"hand": hand, "table": table or None, "first": first, "next_called": called}
    answered(json.dumps({"op": "legal", **fields}))


@given(st.integers(0, 10**6), st.sampled_from(list('0123456789GYRMPD:-,!>#\n "[]xé²\ud800')))
def test_a_record_with_one_character_changed(place: Any, letter: str) -> None:
    place %= len(BEFORE)
    answered(json.dumps({"op": "load", "gof": BEFORE[:place] + letter + BEFORE[place + 1 :]}))


@given(st.randoms(use_true_random=False))
def test_a_record_with_lines_lost_doubled_or_moved(rng: random.Random) -> None:
    lines = BEFORE.split("\n")
    for _ in range(rng.randint(1, 3)):
        line = lines.pop(rng.randrange(len(lines)))
        if rng.random() < 0.6:
            lines.insert(rng.randrange(len(lines) + 1), line)
    answered(json.dumps({"op": "load", "gof": "\n".join(lines)}))


@pytest.mark.parametrize("depth", [10, 500, 900, 960, 980, 990, 995, 1000, 5000, 200_000])
@pytest.mark.parametrize(
    "line",
    [
        "%s",
        '{"op":%s}',
        '{"op":"hello","id":%s}',
        '{"op":"classify","cards":%s}',
        '{"op":"score","left":%s}',
        '{"op":"act","match":"m1","seat":0,"action":{"play":%s}}',
        '{"op":"new","seats":4,"seed":1,"rules":{"target":%s}}',
        '{"op":"new","seats":4,"seed":1,"edition":%s}',
    ],
)
def test_deep_nesting(line: str, depth: int) -> None:
    answered(line % ("[" * depth + "]" * depth))
    answered(line % ('{"a":' * depth + "0" + "}" * depth))


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000, "1" + "0" * 400, "-0"]
)
def test_odd_numbers(number: Any) -> None:
    for line in (
        f'{{"op":"score","left":[{number}]}}',
        f'{{"op":"new","seats":4,"seed":{number}}}',
        f'{{"op":"new","seats":{number},"seed":1}}',
        f'{{"op":"new","seats":4,"seed":1,"dealer":{number}}}',
        f'{{"op":"view","match":"m1","seat":{number}}}',
        f'{{"op":"hello","id":{number}}}',
    ):
        answered(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"op":"new","seats":4}', "The field 'seed' is missing."),
        ('{"op":"new","seats":4,"seed":null}', "'seed' must be a whole number or a text."),
        (
            '{"op":"position","match":"m1","position":"official"}',
            "'match' asks for a position, 'position' gives one: give one of them.",
        ),
        (
            '{"op":"legal","hand":["G3"],"next_caled":true}',
            "'next_caled' is not a field; there are hand, table, edition, rules, first, "
            "next_called.",
        ),
        ('{"op":"view","match":"m1","saet":3}', "'saet' is not a field; there are match, seat."),
        ('{"op":"view","match":null}', "'match' must be a text, not null."),
        ('{"op":"new","seats":true,"seed":1}', "'seats' must be a whole number, not true."),
        ('{"op":{"a":[true]}}', "'op' must be a text, not {\"a\": [true]}."),
        ('{"op":"score","left":[true]}', "true is not a number of cards left from 0 to 16."),
        (
            '{"op":"new","seats":4,"seed":1,"rules":{"duty_to_block":null}}',
            "duty_to_block cannot be null: true or false.",
        ),
        (
            '{"op":"legal","hand":[null]}',
            "null is not a card: write G3, Y10, R7, M1, GP, YP or RD.",
        ),
        (
            '{"op":"score","left":[%s]}' % ("9" * 5000),
            "The line is not JSON: 99999999999999999999 is too large a number.",
        ),
        (
            '{"op":"score","left":[-%s]}' % ("9" * 5000),
            "The line is not JSON: -9999999999999999999 is too large a number.",
        ),
    ],
)
def test_a_refusal_names_its_cause(line: str, told: str) -> None:
    answer = answered(line)
    assert answer["ok"] is False and answer["error"]["message"] == told


def test_no_operation_passes_over_a_slip_of_the_pen() -> None:
    """What is nothing like a field of its own is passed over, as it always was."""
    assert set(FIELDS) == {*OPERATIONS, "position", "review"}
    for op, fields in FIELDS.items():
        assert set(OPERATIONS.get(op, fields)) == set(fields)
        for field in fields:
            slip = field + field[-1]
            told = answered(json.dumps({"op": op, "id": 1, **GOOD.get(op, {}), slip: 7}))
            assert f"'{slip}' is not a field; " in told["error"]["message"] and told["id"] == 1
        if op not in ("new", "position"):
            plain, more = (
                Direct().ask(op, **GOOD.get(op, {}), **extra) for extra in ({}, {"whatever": 7})
            )
            assert plain == more


def test_half_a_surrogate_pair() -> None:
    for line in (
        r'{"op":"new","seats":4,"seed":"\ud800"}',
        r'{"op":"load","gof":"\ud800"}',
        f'{{"op":"choose","match":"m1","seat":{TURN},"bot":"greedy","seed":"\\ud800"}}',
        f'{{"op":"choose","match":"m1","seat":{TURN},"bot":"\\ud800"}}',
        r'{"op":"classify","cards":["\ud800"]}',
        r'{"op":"view","match":"\ud800","seat":0}',
    ):
        assert answered(line)["ok"] is False
    assert answered(r'{"op":"hello","id":"\ud800"}')["ok"] is True


def test_a_line_that_is_too_long() -> None:
    assert answered(b" " * (MAX_LINE + 1))["error"]["code"] == "line_too_long"


def test_an_empty_line_and_a_line_that_is_no_object() -> None:
    assert answered("")["error"]["code"] == "bad_json"
    assert answered("[]")["error"]["code"] == "bad_request"
    assert answered('{"op":"fly"}')["error"]["code"] == "unknown_op"
    assert answered("{}")["error"]["code"] == "bad_request"


@given(VALUE)
def test_the_id_is_echoed_whatever_it_is(value: Any) -> None:
    for request in ({"op": "hello"}, {"op": "nothing"}, {}):
        assert answered(json.dumps({**request, "id": value}))["id"] == value


def test_no_id_no_echo() -> None:
    assert "id" not in answered('{"op":"hello"}')


@pytest.mark.parametrize(
    ("seat", "action", "code", "rule"),
    [
        ("other", {"pass": True}, "not_your_turn", "R4.4"),
        ("turn", {"give": "G3"}, "not_in_exchange", "R7.1"),
        ("turn", {"call": True}, "nothing_to_call", "R5.1"),
        ("turn", {"play": ["G3", "Y4"]}, "not_a_combination", "R2"),
        ("turn", {"play": []}, "not_a_combination", "R2"),
        ("turn", {"play": ["G3", "G3", "G3"]}, "too_many_copies", "R1.1"),
        ("turn", {"play": ["Z3"]}, "unknown_card", "R1.2"),
        ("turn", {"play": ["G3"], "call": 1}, "unknown_action", "R4.4"),
        ("turn", {"play": ["G3"], "pass": True}, "unknown_action", "R4.4"),
        ("turn", {"pass": False}, "unknown_action", "R4.4"),
        ("turn", {"fold": True}, "unknown_action", "R4.4"),
        ("turn", {}, "unknown_action", "R4.4"),
        (4, {"pass": True}, "unknown_seat", "R4.1"),
        (-1, {"pass": True}, "unknown_seat", "R4.1"),
    ],
)
def test_refused_actions_name_their_rule(seat: Any, action: Any, code: str, rule: str) -> None:
    turn = DIRECT.ok("view", match="m1", seat=None)["view"]["turn"]
    number = {"turn": turn, "other": (turn + 1) % 4}.get(seat, seat)
    answer = answered(json.dumps({"op": "act", "match": "m1", "seat": number, "action": action}))
    assert (answer["error"]["code"], answer["error"]["rule"]) == (code, rule)


def test_a_bad_record_names_its_line() -> None:
    direct = Direct()
    gof = BEFORE.replace("trick ", "trick 9:", 1)
    line = 1 + gof[: gof.index("trick 9:")].count("\n")
    error = direct.error("load", gof=gof)
    assert error["code"] == "bad_record" and f"Line {line}:" in error["message"]


def test_the_engine_itself_takes_values_that_are_no_json() -> None:
    assert Engine().answer(object())["ok"] is False


def test_what_another_operation_is_asked_for_is_no_slip() -> None:
    """A program may send the same fields with every request."""
    engine = Engine()
    new = engine.answer({"op": "new", "seats": 4, "seed": 3})
    for asked in ({"op": "view", "seat": 0}, {"op": "position"}):
        answer = engine.answer({**asked, "match": new["match"], "seats": 4, "seed": 3})
        assert answer["ok"], asked
