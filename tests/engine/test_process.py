"""``gangoffour engine`` as a process of its own."""

import json
import random
from collections.abc import Iterator

import pytest

from tests.engine.driver import Piped, play_on


@pytest.fixture
def engine() -> Iterator[Piped]:
    piped = Piped()
    yield piped
    if piped.process.poll() is None:
        piped.close()


def test_a_whole_match_over_pipes(engine: Piped) -> None:
    rules = {"target": 20}
    match = engine.ok("new", seats=4, seed="pipes", edition="german", rules=rules)["match"]
    made = play_on(engine, match, random.Random(1))
    assert made > 50
    view = engine.ok("view", match=match, seat=None)["view"]
    assert view["phase"] == "match_over"
    gof = engine.ok("record", match=match)["gof"]
    assert engine.ok("record", match=engine.ok("load", gof=gof)["match"])["gof"] == gof
    assert engine.close() == (0, b"")


def test_order_is_kept_and_bad_lines_are_answered_in_their_place(engine: Piped) -> None:
    lines = [
        b'{"op":"hello","id":0}',
        b"not json",
        b"\xff\xfe",
        b"",
        b"   ",
        b'{"op":"score","left":[5],"id":"five"}',
        b"[" * 100_000,
        b'{"op":"hello","id":[1]}\r',
    ]
    engine.write(b"\n".join(lines) + b"\n" + b'{"op":"hello","id":"no newline at the end"}')
    out, errors = engine.process.communicate(timeout=60)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(one["ok"], one.get("id")) for one in answers] == [
        (True, 0),
        (False, None),
        (False, None),
        (True, "five"),
        (False, None),
        (True, [1]),
        (True, "no newline at the end"),
    ]
    assert (engine.process.returncode, errors) == (0, b"")


def test_a_huge_line_is_refused_and_the_next_one_answered(engine: Piped) -> None:
    engine.write(b'"' + b"x" * 9_000_000 + b'"\n{"op":"hello"}\n')
    assert engine.read()["error"]["code"] == "line_too_long"
    assert engine.read()["ok"] is True


def test_each_answer_comes_at_once(engine: Piped) -> None:
    for number in range(20):
        assert engine.ask("hello", id=number)["id"] == number


def test_no_input_at_all(engine: Piped) -> None:
    assert engine.close() == (0, b"")
