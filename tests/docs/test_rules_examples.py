"""The worked examples of the rules, asked of the library itself: one it contradicts fails here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gangoffour import Match, Refusal, beats, classify, parse_position, points_for, rule_set
from gangoffour.rules.cards import CODES, FULL_DECK, Cards, highest
from gangoffour.rules.combinations import Kind, combination
from gangoffour.rules.deal import Ceremony, check_ceremony
from gangoffour.rules.scoring import leaders, loser, round_points
from gangoffour.terminal.rulebook import rule_texts

ROOT = Path(__file__).parents[2]
DATA: dict[str, Any] = json.loads((ROOT / "docs" / "rules" / "examples.json").read_text("utf-8"))
EXAMPLES: list[dict[str, Any]] = DATA["examples"]
OWN = {"rule", "ask", "answer"}


def position(example: dict[str, Any]) -> Match:
    """The example's situation before seat 0, made of the rest of the deck.

    The table is of four, or of three where a card lies in the dead hand.
    """
    mine, laid = Cards.parse(example["hand"]), Cards.parse(example.get("table", ""))
    rest = list((Cards(FULL_DECK) - mine - laid).codes)
    if example.get("opening"):
        own = [*mine.codes, *rest[len(mine) - 16 :]][:16]
        rest = list((Cards(FULL_DECK) - Cards.parse(",".join(own))).codes)
        hands = [own, *(rest[seat::3] for seat in range(3))]
        words = "round 1 + dealer 3 hands {} turn 0 opening yes totals 0,0,0,0"
        if "dead" in example:
            hidden = next(hand for hand in hands if example["dead"] in hand)
            hands.remove(hidden)
            dead = ",".join(Cards.parse(",".join(hidden)).codes)
            words = f"round 1 + dealer 2 hands {{}} dead {dead} turn 0 opening yes totals 0,0,0"
    else:
        held = 1 if example.get("called") else 2
        hands = [list(mine.codes), rest[:held], rest[4:6], rest[6:8]]
        table = f" table 3:{','.join(laid.codes)}" if laid else ""
        called = " called 1" if example.get("called") else ""
        words = f"round 3 + dealer 3 hands {{}} turn 0{table}{called} totals 9,9,9,9"
    sorted_hands = "/".join(",".join(Cards.parse(",".join(hand)).codes) for hand in hands)
    return parse_position(f"{example.get('edition', 'official')} {words.format(sorted_hands)}")


def refused(do: Callable[[], object]) -> Any:
    """True, or what the library says against it."""
    try:
        do()
    except Refusal as refusal:
        return refusal
    return True


def kind(cards: str) -> str | None:
    found = classify(cards)
    return None if found is None else found.kind.code


def beating(cards: str, table: str) -> Any:
    """Whether it beats, asked at a table where only that can be in the way."""
    answer = refused(lambda: position({"hand": cards, "table": table}).play(0, cards))
    assert (answer is True) is beats(cards, table)
    return answer


def direction(round_: int) -> int:
    """The direction of a round in a match that gets that far."""
    match, rng = Match.new(seed="tea", rules=rule_set("official", target=10_000)), random.Random(4)
    while match.round.number < round_:
        assert match.turn is not None
        match = match.act(match.turn, rng.choice(match.view(match.turn).actions))
    return match.round.direction


def must_call(example: dict[str, Any]) -> bool:
    """Whether whoever plays so without a word is in danger of being barred."""
    match = position(example).play(0, example["cards"])
    return match.round.silent == 0


def first(example: dict[str, Any]) -> int:
    """The seat that the ceremony of seat 0 counts out; the library refuses all others."""
    rules = rule_set(example["edition"], chinese_deal=True)
    way = 1 if example["round"] % 2 else -1
    seats = [
        seat
        for seat in range(4)
        if refused(partial(check_ceremony, Ceremony(1, (example["card"],), seat), 4, 0, way, rules))
        is True
    ]
    assert len(seats) == 1
    return seats[0]


def lost(left: list[int], totals: list[int]) -> int:
    deck = list(Cards(FULL_DECK).codes)
    hands = [Cards.parse(",".join(deck[seat::4][:count])).word for seat, count in enumerate(left)]
    return loser(hands, left.index(0), totals, rule_set("official"))


def answer_of(example: dict[str, Any]) -> Any:
    match example["ask"]:
        case "kind":
            return kind(example["cards"])
        case "beats":
            return beating(example["cards"], example["table"])
        case "play":
            return refused(lambda: position(example).play(0, example["cards"]))
        case "pass":
            return refused(lambda: position(example).pass_(0))
        case "call":
            return must_call(example)
        case "points":
            return points_for(example["left"])
        case "barred":
            return round_points([1, 0], [0], rule_set(example["edition"]))[0]
        case "winners":
            return list(leaders(example["totals"]))
        case "loser":
            return lost(example["left"], example["totals"])
        case "gives":
            return CODES[highest(Cards.parse(example["hand"]).word)]
        case "direction":
            return direction(example["round"])
        case "first":
            return first(example)
    raise LookupError(example["ask"])


def title(example: dict[str, Any]) -> str:
    asked = " ".join(str(value) for key, value in example.items() if key not in OWN)
    return f"{example['rule']} {example['ask']} {asked}"


@pytest.mark.parametrize("example", EXAMPLES, ids=title)
def test_the_library_agrees(example: dict[str, Any]) -> None:
    expected, answer = example["answer"], answer_of(example)
    if isinstance(answer, Refusal):
        assert isinstance(expected, dict), answer
        assert (expected["code"], expected["rule"]) == (answer.code, answer.rule)
        told = {name: answer.params[name] for name in expected["params"]}
        assert {name: str(value) for name, value in told.items()} == {
            name: str(value) for name, value in expected["params"].items()
        }
    else:
        assert answer == expected and type(answer) is type(expected)


def test_every_example_stands_under_a_rule() -> None:
    assert {example["rule"] for example in EXAMPLES} <= set(rule_texts())
    assert len({title(example) for example in EXAMPLES}) == len(EXAMPLES)


def test_a_refusal_brings_what_its_sentence_needs() -> None:
    """The client fills the answer's params into the message of its code, in every language."""
    for path in (ROOT / "web" / "messages" / "table").glob("*.json"):
        messages = json.loads(path.read_text(encoding="utf-8"))
        for example in EXAMPLES:
            if isinstance(example["answer"], dict):
                # a text with plural forms is a list of them
                sentence = json.dumps(messages[f"refusal_{example['answer']['code']}"])
                sentence = re.sub(r'"(declarations|selectors)": \[[^\]]*\]', "", sentence)
                assert set(re.findall(r"\{(\w+)\}", sentence)) <= set(example["answer"]["params"])


def test_pictures_show_what_they_say() -> None:
    """R2, R3: each pictured kind is that kind; each step of a ladder beats the one before."""
    assert list(DATA["kinds"]) == [one.code for one in Kind]
    for code, cards in DATA["kinds"].items():
        assert kind(cards) == code
    for rule, steps in DATA["ladders"].items():
        assert rule in rule_texts()
        for lower, higher in pairwise(steps):
            assert combination(higher).beats(combination(lower)), (rule, lower, higher)
