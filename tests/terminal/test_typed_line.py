"""What may be typed, and what it means."""

from typing import Any

import pytest

from gangoffour import Refusal, View, parse_position
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.languages import words_in
from gangoffour.terminal.typed_line import Entry, entry_card, entry_plays, read_entry

HANDS = "G4,Y4,R4,G5,Y6,G7,G8,GP,YP,RD/G1,G2/Y1,Y2/R1,R2"


def view(table: str = "", hands: str = HANDS) -> View:
    line = f"official round 2 - dealer 1 hands {hands} turn 0{table} totals 0,0,0,0"
    return parse_position(line).view(0)


def meant(text: str, table: str = "") -> list[str]:
    now = view(table)
    return [str(one) for one in entry_plays(read_entry(text), now, now.hand.codes)]


@pytest.mark.parametrize("text", ["g4 y4", "G4 Y4", "y4,g4", "g4y4", " Y4G4 ", "#1 #2", "g4 #2"])
def test_cards_by_code_and_number(text: str) -> None:
    assert meant(text) == ["G4 Y4"]


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("4 4", ["G4 Y4", "G4 R4", "Y4 R4"]),
        ("4 r4", ["G4 R4", "Y4 R4"]),
        ("4 4 4", ["G4 Y4 R4"]),
        ("4", ["G4", "Y4", "R4"]),
        ("d", ["RD"]),
        ("dragon", ["RD"]),
        ("phoenix phoenix", ["GP YP"]),
        ("4 4 4 phoenix phoenix", ["G4 Y4 R4 GP YP"]),
        ("4 5 6 7 8", ["G4 G5 Y6 G7 G8", "Y4 G5 Y6 G7 G8", "R4 G5 Y6 G7 G8"]),
    ],
)
def test_cards_by_rank(text: str, plays: Any) -> None:
    assert meant(text) == plays


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("pair 4 r4", ["G4 R4", "Y4 R4"]),
        ("pair phoenix", ["GP YP"]),
        ("triple", ["G4 Y4 R4"]),
        ("three 4", ["G4 Y4 R4"]),
        ("full house", ["G4 Y4 R4 GP YP"]),
        ("full 4", ["G4 Y4 R4 GP YP"]),
        ("straight 8 y4", ["Y4 G5 Y6 G7 G8"]),
        ("single d", ["RD"]),
        ("single g5", ["G5"]),
    ],
)
def test_kinds(text: str, plays: Any) -> None:
    assert meant(text) == plays


def test_a_kind_by_colour() -> None:
    now = view(hands="G2,R2,G4,R4,G5,R5,G7,R7,G8,R8/G1,G2/Y1,Y2/R1,Y3")
    plays = entry_plays(read_entry("flush r"), now, now.hand.codes)
    assert [str(one) for one in plays] == ["R2 R4 R5 R7 R8"]


def test_only_legal_plays_are_offered_when_there_are_some() -> None:
    assert meant("4 4", " table 1:G4,R4") == ["Y4 R4"]


def test_what_is_held_but_not_legal_comes_alone_to_be_refused() -> None:
    assert len(meant("4 4", " table 1:R9,R9")) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("g4 g5", "not_a_combination"),
        ("9 9", "cards_not_held"),
        ("gang", "cards_not_held"),
        ("#11", "cards_not_held"),
        ("#0", "cards_not_held"),
        ("#x", "cards_not_held"),
        ("g99", "unknown_card"),
        ("rd rd", "too_many_copies"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        meant(text)
    assert caught.value.code == code


def test_what_is_no_card_at_all() -> None:
    with pytest.raises(Failure) as caught:
        meant("xyzzy")
    assert "'xyzzy' is neither a card nor a command" in caught.value.told(words_in("en"))


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("", ""),
        ("   ", ""),
        ("p", "pass"),
        ("PASS", "pass"),
        ("?", "help"),
        ("help", "help"),
        ("h", "hint"),
        ("sort colour", "sort"),
        ("rules r5.4", "rules"),
        ("why", "rules"),
        ("last", "call"),
        ("call", "call"),
        ("!", "call"),
        ("Last card!", "call"),
        ("q", "quit"),
        ("score", "score"),
    ],
)
def test_commands(text: str, verb: str) -> None:
    assert read_entry(text).verb == verb


@pytest.mark.parametrize("text", ["g4 !", "g4!", "g4 last", "g4 last card!", "g4 call"])
def test_a_play_with_a_call(text: str) -> None:
    assert read_entry(text) == Entry("play", ("G4",), call=True)


@pytest.mark.parametrize(("text", "card"), [("g5", "G5"), ("#4", "G5"), ("5", "G5"), ("d", "RD")])
def test_a_card_to_give(text: str, card: str) -> None:
    now = view()
    assert entry_card(read_entry(text), now, now.hand.codes) == card


@pytest.mark.parametrize("text", ["4", "g4 y4", "9", "pair"])
def test_no_card_to_give(text: str) -> None:
    now = view()
    with pytest.raises(Refusal):
        entry_card(read_entry(text), now, now.hand.codes)
