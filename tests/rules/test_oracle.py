"""The oracle itself, checked against the examples that the numbered rules give."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from tests.rules.oracle import (
    DECK,
    RULES,
    Deal,
    OracleMatch,
    Refused,
    all_plays,
    beats,
    classify,
    in_order,
    kind_of,
    legal,
    order,
    points,
)
from tests.support.length import slice_of


def cards(text: str) -> list[str]:
    """R1.2: the codes in a line of text."""
    return text.split()


def deal(rng: random.Random, seats: int) -> Deal:
    """R4.2: sixteen cards each, the rest is the dead hand."""
    deck = rng.sample(DECK, 64)
    return [deck[16 * i : 16 * i + 16] for i in range(seats)], deck[16 * seats :]


def deals(rng: random.Random, seats: int) -> Iterator[Deal]:
    while True:
        yield deal(rng, seats)


def position(
    *hands: str, turn: int = 0, table: str = "", by: int | None = None, **changes: Any
) -> OracleMatch:
    """A match in the middle of round 1, with hands chosen by the test."""
    rules = {**RULES["official"], **changes.pop("rules", {})}
    match = OracleMatch(len(hands), rules, deals(random.Random(7), len(hands)), dealer=0)
    match.opening = False
    match.hands = [in_order(cards(hand)) for hand in hands]
    match.turn = turn
    match.table = tuple(cards(table)) or None
    match.table_by = by
    for name, value in changes.items():
        assert hasattr(match, name)
        setattr(match, name, value)
    return match


def play(match: OracleMatch, seat: int, text: str, call: bool = False) -> None:
    match.act(seat, {"play": cards(text), "call": call})


def state(match: OracleMatch) -> str:
    return repr({name: value for name, value in vars(match).items() if name != "deals"})


def refused(match: OracleMatch, seat: int, action: dict[str, Any]) -> str:
    """The rule cited; the match must stand unchanged."""
    before = state(match)
    with pytest.raises(Refused) as refusal:
        match.act(seat, action)
    assert state(match) == before
    return refusal.value.rule


# --- R1, R2 -----------------------------------------------------------------------------------


def test_deck() -> None:
    """R1.1: 64 cards, 34 codes."""
    assert len(DECK) == 64
    assert len(set(DECK)) == 34
    assert [card for card, copies in Counter(DECK).items() if copies == 1] == cards("M1 GP YP RD")


def test_order() -> None:
    """R1.3: rank, then colour."""
    assert order("R1") < order("M1") < order("G2")
    assert order("R10") < order("GP") < order("YP") < order("RD")
    assert in_order(cards("RD G10 M1 Y9 R1 GP")) == cards("R1 M1 Y9 G10 GP RD")


def test_catalogue() -> None:
    """R2.3: 12,352 combinations, counted kind by kind over every multiset of up to five cards.

    The half a million sets of five and those of four are for the long proofs: here
    test_r2_combinations.py counts what the oracle finds of them.
    """
    most = slice_of(5, 3)
    found: Counter[tuple[str | None, int]] = Counter()
    codes = in_order(set(DECK))
    for size in range(1, most + 1):
        for chosen in combinations_with_replacement(codes, size):
            found[kind_of(chosen), size] += 1
    for number in range(1, 11):  # six and seven cards are a gang or nothing
        of_rank = [card for card in DECK if card[1:] == str(number)]
        for size in (6, 7):
            found.update((kind_of(chosen), size) for chosen in set(combinations(of_rank, size)))
    for size in range(1, most + 1):
        del found[None, size]
    counts = {
        ("single", 1): 34,
        ("pair", 2): 64,
        ("triple", 3): 76,
        ("straight", 5): 1518,
        ("flush", 5): 6153,
        ("full_house", 5): 4369,
        ("straight_flush", 5): 21,
        ("gang", 4): 67,
        ("gang", 5): 36,
        ("gang", 6): 13,
        ("gang", 7): 1,
    }
    assert sum(counts.values()) == 12_352
    assert found == {one: count for one, count in counts.items() if not most < one[1] < 6}


def test_the_whole_deck_holds_the_catalogue() -> None:
    """R2.3: `all_plays` of all 64 cards is the catalogue."""
    assert len(all_plays(DECK)) == 12_352


@pytest.mark.parametrize("seed", range(slice_of(8, 2)))
def test_all_plays_misses_nothing(seed: int) -> None:
    """R2: the same as trying every choice of one to seven cards."""
    rng = random.Random(seed)
    hand = in_order(rng.sample(DECK, 16))
    if seed == 0:
        hand = cards("G1 G1 Y1 Y1 R1 R1 M1 G2 Y2 G3 G4 Y4 G5 GP YP RD")
    tried = {chosen for size in range(1, 8) for chosen in combinations(hand, size)}
    assert all_plays(hand) == {chosen for chosen in tried if kind_of(chosen)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("RD", "single"),
        ("GP YP", "pair"),
        ("YP RD", None),
        ("G3 G3 Y3", "triple"),
        ("G3 Y4 G5 G6 G7", "straight"),
        ("M1 G2 G3 Y4 G5", "straight"),
        ("G8 Y9 R10 G1 G2", None),
        ("Y7 G8 Y9 G10 GP", None),
        ("M1 G2 G3 G4 G6", "flush"),
        ("G1 G2 G3 G4 GP", None),
        ("G3 Y3 R3 GP YP", "full_house"),
        ("GP YP RD G3 Y3", None),
        ("G3 Y3 R3 G4 Y4", "full_house"),
        ("M1 Y2 Y3 Y4 Y5", "straight_flush"),
        ("G3 G3 Y3 Y3", "gang"),
        ("G3 G3 Y3 Y3 R3", "gang"),
        ("G1 G1 Y1 Y1 R1 R1 M1", "gang"),
        ("G3 G3 Y3 Y3 G4", None),
        ("G3 G3 G3", None),
        ("G3 G4", None),
        ("", None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    """R2, R2.1, R2.2: what is a combination and what is not, in whatever order it is laid."""
    assert classify(cards(text)) == (kind, len(cards(text)) if kind else 0)
    assert classify(reversed(cards(text))) == classify(cards(text))


def test_the_stronger_kind_counts() -> None:
    """R2.4: a full house that is also all red is a full house."""
    assert classify(cards("R1 R1 M1 R5 R5")) == ("full_house", 5)


# --- R3 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param("R1", "Y1", id="R1.3"),
        pytest.param("M1", "R1", id="R3.6"),
        pytest.param("R3 G3", "Y3 Y3", id="R3.2 pair"),
        pytest.param("R10 R6 R4 R3 R2", "G10 G9 G8 G7 G5", id="R3.2 the ten is red"),
        pytest.param("Y9 Y7 Y5 Y3 Y2", "R7 R5 R4 R3 R2", id="R3.2 a nine on top"),
        pytest.param("G10 G9 G8 G7 G5", "G10 G9 G8 G7 G4", id="R3.2 the last card"),
        pytest.param("G6 G6 Y6 G3 Y3", "R2 R2 Y2 R8 R8", id="R3.3 the triple's rank"),
        pytest.param("G6 Y6 R6 G3 Y3", "G6 Y6 Y6 GP YP", id="R3.3 the triple's colours"),
        pytest.param("G6 Y6 R6 GP YP", "G6 Y6 R6 R10 R10", id="R3.3 the pair"),
        pytest.param("G1 G3 G5 G7 G9", "R6 R7 R8 R9 Y10", id="R3.1 flush, straight"),
        pytest.param("G1 G1 Y1 G2 G2", "R1 R3 R5 R7 R10", id="R3.1 full house, flush"),
        pytest.param("G1 G2 G3 G4 G5", "R9 R9 Y9 R10 R10", id="R3.1 straight flush, full house"),
        pytest.param("M1 G2 G3 G4 G5", "G1 G2 G3 G4 G5", id="R3.6 straight flush"),
        pytest.param("M1 R2 R4 R6 R8", "R1 R2 R4 R6 R8", id="R3.6 flush"),
        pytest.param("G1 G1 Y1 Y1", "RD", id="R3.4 a single"),
        pytest.param("G1 G1 Y1 Y1", "R6 R7 R8 R9 R10", id="R3.4 a straight flush"),
        pytest.param("G2 G2 Y2 Y2", "R1 R1 Y1 M1", id="R3.4 rank"),
        pytest.param("G1 G1 Y1 Y1 R1", "R10 R10 Y10 Y10", id="R3.4 more cards"),
    ],
)
def test_beats(higher: str, lower: str) -> None:
    """R3: each example one way round only."""
    assert beats(cards(higher), cards(lower))
    assert not beats(cards(lower), cards(higher))


def test_neither_beats() -> None:
    """R3.1, R3.5: twins and different numbers of cards."""
    for combination in ("G3", "G2 Y2", "G6 Y6 R6 GP YP"):
        assert not beats(cards(combination), cards(combination))
    assert not beats(cards("RD"), cards("G1 G1"))
    assert not beats(cards("GP YP"), cards("G1"))


# --- R4 ---------------------------------------------------------------------------------------


def test_the_first_combination_holds_m1() -> None:
    """R4.3: the holder of M1 leads and must play it; nobody else may act."""
    match = OracleMatch(4, RULES["official"], deals(random.Random(3), 4), dealer=2)
    leader = next(seat for seat in range(4) if "M1" in match.hands[seat])
    assert match.turn == leader
    plays, may_pass = match.legal_now()
    assert not may_pass and plays and all("M1" in combination for combination in plays)
    other = next(card for card in match.hands[leader] if card != "M1")
    assert refused(match, leader, {"play": [other]}) == "R4.3"
    assert refused(match, leader, {"pass": True}) == "R4.4"
    assert refused(match, (leader + 1) % 4, {"pass": True}) == "R4.4"
    match.act(leader, {"play": ["M1"]})
    assert match.turn == (leader + 1) % 4


def three_players_m1_dead() -> OracleMatch:
    """R4.2: seat 2 has dealt, all the ones and tens are dead."""
    deck = in_order(DECK)
    dead = [card for card in deck if card[1:] in ("1", "10")] + ["G9", "G9", "GP"]
    rest = list((Counter(deck) - Counter(dead)).elements())
    hands = [rest[seat::3] for seat in range(3)]
    return OracleMatch(3, RULES["official"], [(hands, dead)], dealer=2)


def test_m1_in_the_dead_hand() -> None:
    """R4.2, R4.3: the player to the dealer's right leads, freely; the round plays on as ever."""
    match = three_players_m1_dead()
    assert [len(hand) for hand in match.hands] == [16, 16, 16]
    assert len(match.dead) == 16 and "M1" in match.dead
    assert match.turn == 0
    assert match.legal_now()[0] == all_plays(match.hands[0])
    play(match, 0, match.hands[0][0])
    play(match, 1, match.hands[1][-1])
    match.act(2, {"pass": True})
    match.act(0, {"pass": True})
    assert (match.turn, match.table, match.table_by, match.passed) == (1, None, None, set())


def test_opening_limit() -> None:
    """R9: with M1 the first combination of a match has at most five cards; in most books any."""
    hand = cards("G1 G1 Y1 Y1 R1 R1 M1 G2 G3")
    sizes = {
        name: max(len(p) for p in legal(hand, None, rules=rules, first=True)[0])
        for name, rules in RULES.items()
    }
    assert sizes == {"official": 5, "french": 7, "german": 7, "finnish": 7, "riva": 7}
    assert max(len(p) for p in legal(hand, None, rules=RULES["official"])[0]) == 7
    match = position(" ".join(hand), "G4 G5", "G6 G7", opening=True)
    assert refused(match, 0, {"play": hand[:7]}) == "R9"
    free = position("G6 G6 Y6 Y6 R6 R6 G8", "G4 G5", "G6 G7", opening=True)
    assert free.legal_now() == (all_plays(free.hands[0]), False)
    play(free, 0, "G6 G6 Y6 Y6 R6 R6")
    assert free.table is not None and len(free.table) == 6


def test_passing_and_coming_back() -> None:
    """R4.4, R4.5: a pass stands until somebody plays; the last to have played leads."""
    match = position("G2 G9 R1", "G3 Y9 R1", "G4 R9 R1", "G5 Y5 Y1")
    play(match, 0, "G2")
    match.act(1, {"pass": True})
    assert match.passed == {1}
    play(match, 2, "G4", call=False)
    assert match.passed == set()
    match.act(3, {"pass": True})
    match.act(0, {"pass": True})
    assert match.turn == 1
    play(match, 1, "Y9")
    assert refused(match, 2, {"play": ["R1"]}) == "R3"
    for seat in (2, 3, 0):
        match.act(seat, {"pass": True})
    assert (match.turn, match.table) == (1, None)


def test_a_pass_may_be_final() -> None:
    """R9: without `passed_may_return` a pass holds until the trick closes."""
    match = position(
        "G2 G9 R1", "G3 Y9 R1", "G4 R9 R1", "G5 Y5 Y1", rules={"passed_may_return": False}
    )
    play(match, 0, "G2")
    match.act(1, {"pass": True})
    play(match, 2, "G4")
    match.act(3, {"pass": True})
    play(match, 0, "G9", call=True)
    assert match.turn == 2
    match.act(2, {"pass": True})
    assert (match.turn, match.table, match.passed) == (0, None, set())


def test_cards_not_held_and_nonsense() -> None:
    """R2, R4.4: neither foreign cards nor other shapes are played."""
    match = position("G2 G3 R4", "G5 G6", "G7 G8")
    assert refused(match, 0, {"play": ["G5"]}) == "R4.4"
    assert refused(match, 0, {"play": ["G2", "G2"]}) == "R4.4"
    assert refused(match, 0, {"play": ["X9"]}) == "R4.4"
    assert refused(match, 0, {"play": ["G2", "G3"]}) == "R2"
    assert refused(match, 0, {"play": []}) == "R4.4"
    assert refused(match, 0, {"give": "G2"}) == "R4.4"
    assert refused(match, 0, {}) == "R4.4"


# --- R5 ---------------------------------------------------------------------------------------


def test_call_with_the_play_or_just_after() -> None:
    """R5.1: with the play, or until the next player acts."""
    match = position("G2 G3", "G4 G5 G6", "G7 G8 G9")
    play(match, 0, "G2", call=True)
    assert match.called == {0}
    assert refused(match, 0, {"call": True}) == "R5.1"

    match = position("G2 G3", "G4 G5 G6", "G7 G8 G9")
    play(match, 0, "G2")
    assert refused(match, 1, {"call": True}) == "R5.1"
    match.act(0, {"call": True})
    assert (match.called, match.turn) == ({0}, 1)
    match.act(1, {"pass": True})
    assert match.barred == set()


def test_nothing_to_call() -> None:
    """R5.1, R5.3: no call without exactly one card left; going out with a pair needs none."""
    match = position("G2 G3 G4", "G4 G5 G6", "G7 G8 G9")
    assert refused(match, 0, {"play": ["G2"], "call": True}) == "R5.1"
    assert refused(match, 0, {"call": True}) == "R5.1"
    match = position("G2 Y2", "G4 G5 G6", "G7 G8 G9")
    assert refused(match, 0, {"play": ["G2", "Y2"], "call": True}) == "R5.1"
    play(match, 0, "G2 Y2")
    assert match.points_by_round == [[0, 3, 3]]


def test_automatic_call() -> None:
    """R5.6: the call is made with the play."""
    match = position("G2 G3", "G4 G5 G6", "G7 G8 G9", rules={"last_card": "automatic"})
    play(match, 0, "G2")
    assert match.called == {0}
    assert refused(match, 0, {"call": True}) == "R5.1"


def test_barred_is_skipped_and_does_not_lead() -> None:
    """R5.2: the silent player's combination stands, the next player still in leads."""
    match = position("R9 G3", "G4 G5 G6", "G7 G8 R8", "Y7 Y8 Y9")
    play(match, 0, "R9")
    assert match.barred == set()
    assert refused(match, 1, {"play": ["G4"]}) == "R3"  # a refused action bars nobody
    match.act(1, {"pass": True})
    assert match.barred == {0}
    assert refused(match, 0, {"call": True}) == "R5.1"
    assert refused(match, 0, {"play": ["G3"]}) == "R5.2"
    match.act(2, {"pass": True})
    match.act(3, {"pass": True})
    assert (match.turn, match.table) == (1, None)
    play(match, 1, "G4")
    play(match, 2, "G7")
    play(match, 3, "Y7")
    assert match.turn == 1


def test_barred_by_the_play_that_ends_the_round() -> None:
    """R5.1, R5.2: the next player goes out; the silent one is barred all the same."""
    for edition, score in (("official", 1), ("finnish", 2)):
        match = position("G3 R10", "RD", "G7 G8 R8", rules=RULES[edition], called={1})
        play(match, 0, "R10")
        assert match.barred == set()
        play(match, 1, "RD")
        assert match.points_by_round == [[score, 0, 3]]


def test_left_alone() -> None:
    """R5.5: needs no call, leads again after every play, wins."""
    match = position("R9 G3", "G4 G5 R10", "Y2", barred={2})
    play(match, 0, "R9")
    play(match, 1, "R10")
    assert match.barred == {0, 2}
    assert (match.turn, match.table) == (1, None)
    play(match, 1, "G4")
    assert match.turn == 1
    assert refused(match, 1, {"call": True}) == "R5.1"
    assert refused(match, 1, {"pass": True}) == "R4.4"
    play(match, 1, "G5")
    assert match.points_by_round == [[1, 0, 1]]


def test_left_alone_after_a_pass() -> None:
    """R5.2, R5.5: the barred player's trick closes, the last one in leads."""
    match = position("R9 G3", "G4 G5 R10", "Y2", barred={2})
    play(match, 0, "R9")
    match.act(1, {"pass": True})
    assert (match.turn, match.table, match.barred) == (1, None, {0, 2})


HAND = cards("G3 G3 Y3 R3 Y9 R10")
GANG = tuple(cards("G3 G3 Y3 R3"))


def blocking(hand: list[str], table: str, edition: str = "official") -> tuple[set[Any], bool]:
    """R5.4: what is legal before a player who has called."""
    on_table = cards(table) or None
    return legal(hand, on_table, rules=RULES[edition], next_called=True)


def test_duty_over_singles() -> None:
    """R5.4: the highest single or a gang; no pass if the single beats the table."""
    assert blocking(HAND, "G9") == ({("R10",), GANG}, False)
    assert blocking(HAND, "RD") == ({GANG}, True)
    assert blocking(cards("G3 R10"), "RD") == (set(), True)


def test_duty_to_play_a_gang() -> None:
    """R9, german: whose highest single does not beat must play a gang that does."""
    assert blocking(HAND, "G9", "german") == ({("R10",), GANG}, False)
    assert blocking(HAND, "RD", "german") == ({GANG}, False)
    assert blocking(cards("G3 R10"), "RD", "german") == (set(), True)


def test_duty_when_leading() -> None:
    """R5.4: two or more cards, else the highest single."""
    plays, may_pass = blocking(HAND, "")
    assert plays == {combination for combination in all_plays(HAND) if len(combination) > 1}
    assert not may_pass
    assert blocking(cards("G3 Y9 R10"), "") == ({("R10",)}, False)


def test_no_duty_otherwise() -> None:
    """R5.4: none over two or more cards; R9: none at all in riva."""
    for table in ("G1 Y1", "G2 G2 Y2", "G4 Y5 G6 G7 G8", "G1 G1 Y1 R1"):
        assert blocking(HAND, table) == legal(HAND, cards(table), rules=RULES["official"])
    assert blocking(HAND, "G9", "riva") == legal(HAND, ["G9"], rules=RULES["riva"])
    assert blocking(HAND, "", "riva") == legal(HAND, None, rules=RULES["riva"])


def test_who_has_the_duty() -> None:
    """R5.4: the player before the caller in the round's direction, barred seats skipped."""
    hands = ["G3 Y9 R10", "G2 Y8", "RD", "G4 G5 G6"]
    match = position(*hands, called={2}, turn=1, table="G1", by=0)
    assert match.legal_now() == ({("Y8",)}, False)
    assert refused(match, 1, {"pass": True}) == "R5.4"
    assert refused(match, 1, {"play": ["G2"]}) == "R5.4"
    match = position(*hands, called={2}, turn=0, table="G1", by=3)
    assert match.legal_now() == ({("G3",), ("Y9",), ("R10",)}, True)
    match = position(*hands[:1], "G2", *hands[2:], called={2}, barred={1}, table="G1", by=3)
    assert match.legal_now() == ({("R10",)}, False)
    match = position(*hands, called={2}, turn=3, direction=-1)
    assert match.legal_now() == ({("G6",)}, False)


# --- R6, R7 -----------------------------------------------------------------------------------


def test_points() -> None:
    """R6.1: the examples, and every edge of the table."""
    assert [points(n) for n in (0, 5, 9, 15, 16)] == [0, 5, 18, 60, 80]
    assert [points(n) for n in (7, 8, 10, 11, 13, 14)] == [7, 16, 20, 33, 39, 56]


def finish(hands: list[str], **changes: Any) -> OracleMatch:
    """Seat 0 goes out with a pair; the others hold `hands`."""
    match = position("G1 Y1", *hands, **changes)
    play(match, 0, "G1 Y1")
    return match


def test_exchange_and_direction() -> None:
    """R4.1, R4.3, R7.1: highest card up, any card back, the winner leads the other way round."""
    match = finish(["G2", "G3 G4", "G5"])
    assert (match.phase, match.round, match.direction, match.turn) == ("exchange", 2, -1, 0)
    assert match.totals == [0, 1, 2, 1]
    assert [len(hand) for hand in match.hands] == [17, 16, 15, 16]
    given = match.exchange
    assert given is not None
    assert (given["giver"], given["taker"], given["back"]) == (2, 0, None)
    assert given["card"] in match.hands[0]
    assert order(given["card"]) >= order(match.hands[2][-1])
    assert match.legal_now() == (set(), False)
    back = match.hands[0][0]
    missing = next(card for card in DECK if card not in match.hands[0])
    assert refused(match, 0, {"play": [back]}) == "R7.1"
    assert refused(match, 2, {"give": match.hands[2][0]}) == "R7.1"
    assert refused(match, 0, {"give": missing}) == "R7.1"
    match.act(0, {"give": back})
    assert (match.phase, match.turn, given["back"]) == ("play", 0, back)
    assert [len(hand) for hand in match.hands] == [16] * 4
    assert match.legal_now()[0] == all_plays(match.hands[0])  # freely, M1 or not
    play(match, 0, match.hands[0][0])
    assert match.turn == 3


def giver(match: OracleMatch) -> int:
    """R7.1: the loser of the round that has just ended."""
    assert match.exchange is not None
    return int(match.exchange["giver"])


def test_loser() -> None:
    """R6.3: most cards, then the higher total, then counter-clockwise from the winner."""
    assert giver(finish(["G2", "G3 G4 G5", "G6 G7"])) == 2
    assert giver(finish(["G2 G3", "G4 G5", "G6"], totals=[50, 20, 30, 40])) == 2
    assert giver(finish(["G2 G3", "G4 G5", "G6 G7"], totals=[50, 20, 20, 20])) == 1
    assert giver(finish(["G2 G3", "G4 G5", "G6"], direction=-1)) == 1


def test_loser_in_riva() -> None:
    """R9, riva: the tied player with the highest card, then the same seat order."""
    riva = {"rules": RULES["riva"], "totals": [0, 9, 0, 9]}
    assert giver(finish(["G2 G3", "G4 R5", "G6"], **riva)) == 2
    assert giver(finish(["G2 G10", "G4 G10", "G6"], **riva)) == 1


def test_end_of_match() -> None:
    """R6.2: over at 100, the lowest total wins, equal ones share."""
    match = finish(["G2", "G3 G4", "G5"], totals=[40, 97, 97, 20])
    assert (match.phase, match.totals) == ("exchange", [40, 98, 99, 21])
    match = finish(["G2", "G3 G4", "G5"], totals=[40, 97, 98, 39])
    assert (match.phase, match.totals, match.winners) == ("match_over", [40, 98, 100, 40], [0, 3])
    assert (match.turn, match.round) == (None, 1)
    assert refused(match, 0, {"pass": True}) == "R6.2"


def test_riva_is_for_four() -> None:
    """R9: riva has no three-player game."""
    with pytest.raises(ValueError, match="3 players"):
        OracleMatch(3, RULES["riva"], deals(random.Random(1), 3), dealer=0)


# --- Whole matches ----------------------------------------------------------------------------


def random_action(
    match: OracleMatch, rng: random.Random, shyness: float = 0.2
) -> tuple[int, dict[str, Any]]:
    """Anything legal for the seat to move; the call is forgotten now and then."""
    assert match.turn is not None
    hand = match.hands[match.turn]
    if match.phase == "exchange":
        return match.turn, {"give": rng.choice(hand)}
    if match.silent is not None and rng.random() < 0.5:
        return match.silent, {"call": True}
    plays, may_pass = match.legal_now()
    assert plays or may_pass
    if may_pass and (not plays or rng.random() < shyness):
        return match.turn, {"pass": True}
    chosen = rng.choice(sorted(plays))
    call = len(hand) - len(chosen) == 1 and rng.random() < 0.5
    return match.turn, {"play": list(chosen), "call": call}


@pytest.mark.parametrize("edition", RULES)
def test_random_matches(edition: str) -> None:
    """R4 to R7: matches end, with every card in its place at every step."""
    rules = RULES[edition]
    deck = sorted(DECK)
    for seed in range(slice_of(60, 6)):
        rng = random.Random(seed)
        seats = rng.choice(rules["seats"])
        match = OracleMatch(seats, rules, deals(rng, seats), dealer=rng.randrange(seats))
        shyness = rng.choices([0.1, 0.6, 0.95], k=seats)
        shyness[rng.randrange(seats)] = 0.99  # who passes a lot loses soon
        played: list[str] = []
        while match.turn is not None:
            assert match.turn not in match.barred, seed
            round_before = match.round
            seat, action = random_action(match, rng, shyness[match.turn])
            match.act(seat, action)
            played = [] if match.round > round_before else played + action.get("play", [])
            held = [card for hand in match.hands for card in hand]
            assert sorted(held + match.dead + played) == deck, seed
        assert match.phase == "match_over", seed
        assert match.round == len(match.points_by_round), seed
        assert match.totals == [sum(scores) for scores in zip(*match.points_by_round, strict=True)]
        assert max(match.totals) >= 100, seed
        assert all(match.totals[seat] == min(match.totals) for seat in match.winners), seed
        assert all(scores.count(0) == 1 for scores in match.points_by_round), seed
