"""Positions and records as text: exact both ways, and what is wrong is refused with its line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gangoffour import Match, Play, Refusal, RuleSet, commitment, rule_set
from gangoffour.rules.editions import parse_rules, print_rules
from gangoffour.rules.fairness import verify_commitment, verify_deals
from gangoffour.rules.position import parse_position, print_position
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record, print_record
from tests.rules.positions import position, refused
from tests.support.length import first_of, slice_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"

RULE_SETS = [
    rule_set("official", target=60),
    rule_set("french", target=30),
    rule_set("german", chinese_deal=True, target=40),
    rule_set("finnish", last_card="automatic", passed_may_return=False, target=40),
    rule_set("riva", loser_tie="total", target=50),
    rule_set("official", passed_may_return=False, opening_limit=None, barred_extra=2, seats=3),
]


def states(rules: RuleSet, seed: int) -> Iterator[Match]:
    """Every state of a careless match, late and forgotten calls included."""
    rng = random.Random(seed)
    match = Match.new(seed=seed, seats=rules.seats[seed % len(rules.seats)], rules=rules)
    yield match
    while not match.over:
        silent = match.round.silent
        if match.phase == "play" and silent is not None and rng.random() < 0.5:
            match = match.call(silent)
        else:
            assert match.turn is not None
            action = rng.choice(match.view(match.turn).actions)
            if isinstance(action, Play) and rng.random() < 0.5:
                action = Play(action.combination)
            match = match.act(match.turn, action)
        yield match


def same_but_for_events(one: Match, other: Match) -> bool:
    """Whether two matches are the same, leaving aside what the last action caused."""

    def plain(match: Match) -> Match:
        return match._replace(events=(), version=0, round=match.round._replace(events=()))

    return plain(one) == plain(other)


@pytest.mark.parametrize("rules", RULE_SETS, ids=print_rules)
def test_positions_there_and_back(rules: RuleSet) -> None:
    """R4, R5: every position of a match is printed and parsed to the same position."""
    seen = 0
    for match in islice(states(rules, 5), 0, None, slice_of(1, 4)):
        if match.over:
            break
        text = print_position(match)
        again = parse_position(text, match.seed)
        assert print_position(again) == text
        assert again.round._replace(history=(), events=()) == match.round._replace(
            history=(), events=()
        )
        assert (again.rules, again.totals, again.dealer) == (rules, match.totals, match.dealer)
        assert (again.exchange, again.phase, again.turn) == (
            match.exchange,
            match.phase,
            match.turn,
        )
        assert again.origin == text
        for seat in range(match.seats):
            assert again.view(seat).actions == match.view(seat).actions
        seen += 1
    assert seen > slice_of(50, 12)


@pytest.mark.parametrize("rules", first_of(RULE_SETS, 3), ids=print_rules)
@pytest.mark.parametrize("seed", range(1, slice_of(3, 2)))
def test_records_there_and_back(rules: RuleSet, seed: int) -> None:
    """R4–R7: a record of every state parses to the same match and prints the same text."""
    tags = {"Player0": 'Anna "the gang" \\', "Date": "2026-11-15"}
    rng = random.Random(seed)
    checked = 0
    for match in states(rules, seed):
        if match.over or rng.random() < 0.03:
            text = print_record(match, tags)
            record = parse_record(text)
            assert same_but_for_events(record.match, match)
            assert record.tags == tags
            assert print_record(record.match, record.tags) == text
            assert all(check.fair for check in verify_deals(record))
            checked += 1
    assert checked > 3 and match.over


def test_records_of_positions() -> None:
    """R4: a match that began with a position is recorded with it, and goes on from it."""
    line = "official round 2 - dealer 1 hands G1,G4/Y2,Y8/R7,R9/RD turn 0 called 3 totals 0,9,3,1"
    match = parse_position(line, "later").play(0, "G4", call=True)
    text = print_record(match)
    assert f'[Position "{line}"]' in text
    record = parse_record(text)
    assert same_but_for_events(record.match, match)
    assert print_record(record.match) == text
    while not match.over:
        assert match.turn is not None
        match = match.act(match.turn, match.view(match.turn).actions[0])
    assert same_but_for_events(parse_record(print_record(match)).match, match)


def test_records_from_the_middle_of_a_trick() -> None:
    """R4.5, R5.1: the first line of moves may go on with a trick, or begin with a late call."""
    match = position("G1 G4", "Y2", "R7 R9", "Y5 Y5", table="G3", by=3, number=2, silent=None)
    line = print_position(match._replace(dealer=1))
    played = parse_position(line).play(0, "G4")
    text = print_record(played)
    assert print_record(parse_record(text).match) == text
    late = played.call(0).pass_(3)
    assert print_record(parse_record(print_record(late)).match) == print_record(late)


def test_late_call_by_who_took_the_trick() -> None:
    """R5.1: a call after the play that took the trick is still written and read."""
    rules = rule_set("finnish", passed_may_return=False)
    start = position(
        "R8 G3", "R9 G4", "G7 G8", rules=rules, turn=0, table="R7", by=1, passed=(2,), number=3,
        dead="G1 G1 Y1 Y1 R1 R1 M1 G2 G2 Y2 Y2 R2 R2 Y3 Y3 R3",
    )  # fmt: skip
    match = parse_position(print_position(start)).play(0, "R8").play(1, "R9").call(1)
    text = print_record(match)
    assert print_record(parse_record(text).match) == text


@pytest.mark.parametrize("rules", RULE_SETS, ids=print_rules)
def test_rule_sets_there_and_back(rules: RuleSet) -> None:
    """R9: a rule set is one word, exact both ways."""
    assert parse_rules(print_rules(rules)) == rules
    assert " " not in print_rules(rules)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("martian", "unknown_edition"),
        ("official[target=5", "bad_position"),
        ("official[target=0]", "bad_rule_value"),
        ("official[target=٣]", "bad_rule_value"),
        ("official[target=99999999999]", "bad_rule_value"),
        ("official[jokers=2]", "unknown_rule_field"),
        ("official[]", "unknown_rule_field"),
        ("official[duty_to_block=True]", "bad_rule_value"),
        ("official[seats=5]", "bad_rule_value"),
        ("official[edition=french]", "unknown_rule_field"),
    ],
)
def test_bad_rule_sets(text: str, code: str) -> None:
    """R9: anything else is refused."""
    refused(code, lambda: parse_rules(text))


GOOD = "official round 2 - dealer 1 hands G1,G4/Y2,RD/R7,R9/Y5,Y5 turn 0 table 1:G3 totals 1,0,2,4"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (GOOD, "", "bad_position"),
        ("official", "french[", "bad_position"),
        ("round 2 -", "round 2 +", "bad_position"),
        ("round 2 -", "round 0 -", "bad_position"),
        ("round 2 -", "round 2 x", "bad_position"),
        ("dealer 1", "dealer 4", "unknown_seat"),
        ("dealer 1", "", "bad_position"),
        ("dealer 1", "dealer -1", "bad_position"),
        ("G1,G4", "G4,G1", "bad_position"),
        ("G1,G4", "G1,G44", "unknown_card"),
        ("G1,G4", "Y5,Y5", "too_many_copies"),
        ("G1,G4/", "", "bad_position"),
        ("G1,G4", "-", "bad_position"),
        ("turn 0", "turn 1", "bad_position"),
        ("turn 0", "turn 0 turn 0", "bad_position"),
        ("turn 0", "turn 0 wind east", "bad_position"),
        ("table 1:G3", "table 1:G3,Y4", "not_a_combination"),
        ("table 1:G3", "table 9:G3", "unknown_seat"),
        ("table 1:G3", "passed 1", "bad_position"),
        ("table 1:G3", "table 1:G3 passed 1", "bad_position"),
        ("table 1:G3", "table 1:G3 passed 3,2", "bad_position"),
        ("table 1:G3", "table 1:G3 passed 2,2", "bad_position"),
        ("table 1:G3", "table 1:G3 passed 0", "bad_position"),
        ("table 1:G3", "table 1:G3 called 2", "bad_position"),
        ("table 1:G3", "table 1:G3 barred 0", "bad_position"),
        ("table 1:G3", "opening yes", "bad_position"),
        ("table 1:G3", "exchange 0>0:G1,G1", "bad_position"),
        ("table 1:G3", "exchange 0>1:G1", "bad_position"),
        ("table 1:G3", "exchange 0>1:XX", "unknown_card"),
        ("totals 1,0,2,4", "totals 1,0,2", "bad_position"),
        ("totals 1,0,2,4", "totals 1,0,2,100", "bad_position"),
        ("totals 1,0,2,4", "totals 1,0,2,-4", "bad_position"),
        (" turn", "  turn", "bad_position"),
    ],
)
def test_bad_positions(old: str, new: str, code: str) -> None:
    """R4, R5: what cannot be read, or what no play leads to, is refused."""
    assert print_position(parse_position(GOOD)) == GOOD
    assert old in GOOD
    refused(code, lambda: parse_position(GOOD.replace(old, new)))


@pytest.fixture(scope="module")
def text() -> str:
    """The record of a match that is over, with exchanges, calls and a dead hand."""
    *_, match = states(rule_set("official", target=25, chinese_deal=True), 4)
    return print_record(match, {"Player0": "Anna"})


def bad_line(text: str) -> Refusal:
    """The refusal of a record; its line is one of the file's."""
    refusal = refused_record(text)
    line = refusal.params["line"]
    assert isinstance(line, int) and 1 <= line <= text.count("\n") + 1
    assert refusal.message.startswith(f"Line {line}: ")
    return refusal


def refused_record(text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        parse_record(text)
    assert caught.value.code == "bad_record"
    return caught.value


def line_of(text: str, part: str) -> int:
    return text.count("\n", 0, text.index(part)) + 1


@pytest.mark.parametrize(
    ("pattern", "new", "rule"),
    [
        (r"gof 1", "gof 2", "notation"),
        (r"official", "martian", "R9"),
        (r'\[Seats "\d"\]', '[Seats "7"]', "R9"),
        (r'\[Seats "\d"\]', '[Seats "x"]', "R4.1"),
        (r'\[Dealer "\d"\]', '[Dealer "9"]', "R4.1"),
        (r'\[Dealer "\d"\]\n', "", "notation"),
        (r'"Anna"', "Anna", "notation"),
        (r'\[Player0 "Anna"\]', '[Player0 "Anna"]\n[Player0 "Eve"]', "notation"),
        (r"round 1 counter-clockwise", "round 1 clockwise", "R4.1"),
        (r"round 2", "round 3", "R4.1"),
        (r"hand 1 \S+", "hand 1 G44", "R1.2"),
        (r"hand 1 \S+", "hand 1", "R4.2"),
        (r"hand 1", "hand 2", "R4.2"),
        (r"exchange (\d)>(\d) \S+", r"exchange \1>\2 XX", "R7.1"),
        (r"back \S+", "back", "R7.1"),
        (r"trick (\d):\S+", r"trick \1:RD,RD", "R1.1"),
        (r"trick (\d):\S+", r"trick \1:G1,Y2", "R2"),
        (r"trick (\d):\S+", r"trick \1:-", "R4.4"),
        (r"trick (\d):\S+", r"trick \1!", "R5.1"),
        (r"trick (\d):\S+", r"trick 9:-", "R4.1"),
        (r"trick (\d):\S+", r"trick what", "notation"),
        (r"score \d+", "score 99", "R6.1"),
        (r"total \d+", "total 99", "R6.1"),
        (r"winners .*", "winners 0 1 2", "R6.2"),
        (r"winners .*", "", "notation"),
        (r"$", "trick 0:-\n", "R6.2"),
    ],
)
def test_bad_records(text: str, pattern: str, new: str, rule: str) -> None:
    """R1–R9: each mistake is refused with its line and the rule broken."""
    wrong = re.sub(pattern, new, text, count=1, flags=re.MULTILINE if "." in pattern else 0)
    assert wrong != text
    assert bad_line(wrong).rule == rule


def test_the_line_is_the_right_one(text: str) -> None:
    """R6.1, R7.1: the line number is that of the mistake."""
    for part in ("score ", "round 2", "exchange ", "hand 2", "winners", "trick "):
        line = line_of(text, part)
        wrong = text.split("\n")
        wrong[line - 1] = wrong[line - 1] + " nonsense"
        assert bad_line("\n".join(wrong)).params["line"] == line, part


@pytest.mark.parametrize("said", ["abc", "99999999999", "³", "", "-4", "4.0"])
def test_what_is_no_number_of_players_is_told_so(text: str, said: str) -> None:
    """R4.1: the header's own word, not a seat's."""
    wrong = re.sub(r'\[Seats "."\]', f'[Seats "{said}"]', text)
    told = bad_line(wrong)
    assert f"{said!r} is not a number of players" in told.message
    assert told.params["line"] == line_of(text, "[Seats")


def test_a_mark_of_the_byte_order_is_passed_over(text: str) -> None:
    """R4: as editors of other systems put it before the first letter."""
    assert print_record(parse_record(f"\ufeff{text}").match, {"Player0": "Anna"}) == text
    assert bad_line(f"\ufeff\ufeff{text}").params["line"] == 1


def test_a_match_that_is_over_is_no_position_to_go_on_from() -> None:
    """R6.2: it is printed to be looked at, and refused by its reason."""
    match = next(one for one in states(rule_set("official", target=10), 5) if one.over)
    line = print_position(match)
    assert " hands " in line and ",".join(map(str, match.totals)) in line
    told = refused("bad_position", lambda: parse_position(line))
    assert told.params["problem"] == "The match would be over already."


def test_comments_and_empty_lines(text: str) -> None:
    """R4: both are passed over, also with the line ends of other systems."""
    loose = text.replace("\n", "\r\n").replace("\r\ntrick", "\r\n\r\n# here\r\ntrick")
    assert print_record(parse_record(loose).match, {"Player0": "Anna"}) == text


def test_any_damage_is_a_refusal(text: str) -> None:
    """R1–R9: lines lost, doubled or swapped, letters changed: refused with a line, or a match."""
    rng = random.Random(9)
    refusals = 0
    for _ in range(slice_of(600, 25)):
        lines = text.split("\n")
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                del lines[one]
            case 1:
                lines.insert(one, lines[other])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _ if lines[one]:
                place = rng.randrange(len(lines[one]))
                letter = rng.choice('0123456789GYRM,:-!> "[]\\\x00é')
                lines[one] = lines[one][:place] + letter + lines[one][place + 1 :]
        damaged = "\n".join(lines)
        try:
            parse_record(damaged)
        except Refusal:
            bad_line(damaged)
            refusals += 1
    assert refusals > slice_of(360, 15)


def test_any_damage_to_a_position_is_a_refusal() -> None:
    """R4: letters changed or lost: refused, or a position that prints the same."""
    rng = random.Random(8)
    refusals = 0
    for _ in range(slice_of(8_000, 300)):
        place = rng.randrange(len(GOOD))
        cut = place + rng.randrange(3)
        damaged = GOOD[:place] + rng.choice(["", "1", "G", ",", " ", "/", ":", "٣"]) + GOOD[cut:]
        try:
            match = parse_position(damaged)
        except Refusal as refusal:
            refusals += bool(refusal.message)
        else:
            assert print_position(match) == damaged
    assert refusals > slice_of(6_000, 220)


@pytest.mark.parametrize("given", ["played.gof", "a folder/x.gof", Path("played.gof")])
def test_a_name_of_a_file_is_not_its_text(given: Any) -> None:
    """R4: what was meant is said."""
    with pytest.raises(Refusal, match="looks like a file's name; give its text"):
        parse_record(given)


def test_files_that_are_too_large() -> None:
    """R4: nobody waits for an endless file."""
    assert refused("bad_record", lambda: parse_record("#" * 5_000_000)).params["line"] == 1


def test_fair_deals(text: str) -> None:
    """R8.1: deals and commitment are checked against the seed."""
    record = parse_record(text)
    assert [check.number for check in verify_deals(record)] == list(
        range(1, len(record.match.results) + 1)
    )
    assert all(check.fair for check in verify_deals(record))
    other = parse_record(re.sub(r'\[Seed "\d+"\]', '[Seed "other"]', text))
    assert not any(check.fair for check in verify_deals(other))
    assert verify_commitment(record) is None
    for seed, holds in ((record.match.seed, True), ("other", False)):
        told = Record(record.match, {"Commitment": commitment(seed)})
        assert verify_commitment(told) is holds


def test_a_false_cut_is_refused(text: str) -> None:
    """R8.1: who cut, what was shown and who was dealt first must fit together."""
    assert re.search(r"^cut ", text, re.MULTILINE)
    for pattern, new in (
        (r"cut (\d)", lambda found: f"cut {(int(found[1]) + 1) % 3}"),
        (r"first (\d)", lambda found: f"first {(int(found[1]) + 1) % 3}"),
        (r"shown \S+", lambda _: "shown RD"),
    ):
        wrong = re.sub(pattern, new, text, count=1)
        assert wrong != text
        assert bad_line(wrong).rule == "R8.1"


def test_the_record_in_the_document() -> None:
    """R4–R6: the match that docs/notation.md shows is a legal one, printed exactly so."""
    (shown,) = re.findall(r"```gof\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    record = parse_record(shown)
    assert record.match.over and print_record(record.match, record.tags) == shown


@pytest.mark.parametrize("name", ["Seed", "Format", "two words", "1st", ""])
def test_a_tag_cannot_take_the_place_of_a_header(name: str) -> None:
    """What would not be read back, or would change the match, is not printed."""
    with pytest.raises(Refusal, match="cannot be a header"):
        print_record(Match.new(seed=1), {name: "x"})


@pytest.mark.parametrize(
    "text", ["official[target=100]", "french[target=50,last_card=automatic]", "official[]"]
)
def test_rules_have_one_way_to_be_written(text: str) -> None:
    """R9: a rule set prints as it was read."""
    with pytest.raises(Refusal):
        parse_rules(text)


def test_a_dead_hand_needs_the_other_hands() -> None:
    """R4.2: a deal is laid out whole or not at all."""
    with pytest.raises(Refusal, match="without the other hands"):
        Match.new(seed=1, seats=3, dead="G1")


@pytest.mark.parametrize(
    "changes",
    [{"target": 1}, {"barred_extra": 1}, {"opening_limit": 1}, {"duty_to_block": False}],
)
def test_numbers_are_not_taken_for_truth(changes: dict[str, object]) -> None:
    """R9: 0 and 1 print as numbers, and are read back as such."""
    rules = rule_set("finnish", **changes)
    assert parse_rules(print_rules(rules)) == rules
    assert parse_record(print_record(Match.new(seed=1, rules=rules))).match.rules == rules


def test_a_position_with_one_hand_is_refused() -> None:
    """R4.2: not even the exchange makes one hand a table."""
    with pytest.raises(Refusal, match="number of seats"):
        parse_position("official round 2 - dealer 0 hands G1 turn 0 exchange 0>0:RD totals 0")


@pytest.mark.parametrize(
    ("header", "line"),
    [('[Rules "martian"]', 2), ('[Seats "5"]', 3), ('[Dealer "7"]', 5)],
)
def test_a_bad_header_is_refused_at_its_own_line(header: str, line: int) -> None:
    """A bad file is refused with its line number."""
    lines = print_record(Match.new(seed=1)).split("\n")
    lines[line - 1] = header
    with pytest.raises(Refusal, match=f"^Line {line}:"):
        parse_record("\n".join(lines))


@pytest.mark.parametrize("given", [None, 5, b"official", ["official"]])
def test_what_is_no_text_is_told_so(given: Any) -> None:
    with pytest.raises(Refusal, match="A position is a text, not"):
        parse_position(given)
    with pytest.raises(Refusal, match="A record is a text, not"):
        parse_record(given)
    match = Match.new(seed=1)
    with pytest.raises(Refusal, match="cannot stand in a header"):
        print_record(match, {"Player0": given})
    with pytest.raises(Refusal, match="cannot be a header"):
        print_record(match, {7: "Anna"})  # type: ignore[dict-item]
