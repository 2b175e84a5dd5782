"""R3: what beats what."""

from __future__ import annotations

import random
from itertools import combinations, groupby, pairwise

import pytest

from gangoffour import Combination, Kind, Refusal, beats, catalogue, combination
from tests.rules import oracle
from tests.rules.positions import plays, position, refused
from tests.support.length import slice_of

BY_KIND = {kind: [one for one in catalogue() if one.kind is kind] for kind in Kind}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param("R1", "Y1", id="single"),
        pytest.param("M1", "R1", id="M1"),
        pytest.param("G2", "M1", id="rank before colour"),
        pytest.param("RD", "YP", id="dragon"),
        pytest.param("G3 R3", "Y3 Y3", id="pair"),
        pytest.param("GP YP", "R10 R10", id="phoenixes"),
        pytest.param("G3 G3 R3", "G3 Y3 Y3", id="triple"),
        pytest.param("G2 Y3 Y4 Y5 R6", "R2 R3 R4 R5 Y6", id="straight"),
        pytest.param("R10 R6 R4 R3 R2", "G10 G9 G8 G7 G5", id="the ten is red"),
        pytest.param("Y9 Y7 Y5 Y3 Y2", "R7 R5 R4 R3 R2", id="a nine on top"),
        pytest.param("G10 G9 G8 G7 G5", "G10 G9 G8 G7 G4", id="the last card"),
    ],
)
def test_highest_card_down(higher: str, lower: str) -> None:
    """R3.2: the same kind is compared from the highest card down, by rank, then colour."""
    assert beats(higher, lower)
    assert not beats(lower, higher)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("G1 G3 G5 G7 G9", "Y6 R7 R8 R9 R10"),
        ("G1 G1 Y1 G2 G2", "R1 R3 R5 R7 R10"),
        ("G1 G2 G3 G4 G5", "R9 R9 Y9 R10 R10"),
    ],
)
def test_stronger_kind_of_five(higher: str, lower: str) -> None:
    """R3.1: straight < flush < full house < straight flush, whatever the cards."""
    assert beats(higher, lower)
    assert not beats(lower, higher)


def test_every_kind_of_five_beats_every_weaker_one() -> None:
    """R3.1: the strongest of a kind does not beat the weakest of the next."""
    fives = [BY_KIND[kind] for kind in Kind if Kind.STRAIGHT <= kind <= Kind.STRAIGHT_FLUSH]
    for weaker, stronger in combinations(fives, 2):
        assert max(one.strength for one in weaker) < min(one.strength for one in stronger)
        assert all(one.beats(weaker[-1]) for one in stronger)
        assert not any(one.beats(stronger[0]) for one in weaker)


def test_same_number_of_cards() -> None:
    """R3.1: only the same number of cards beats, but for gangs."""
    rng = random.Random(31)
    plain = [one for one in catalogue() if not one.is_gang]
    for one, other in zip(rng.sample(plain, 4_000), rng.sample(plain, 4_000), strict=True):
        assert one.size == other.size or not one.beats(other)
    assert not beats("RD", "G1 G1") and not beats("GP YP", "G1")


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param("G6 G6 Y6 G3 Y3", "R2 R2 Y2 R8 R8", id="the triple's rank"),
        pytest.param("G6 Y6 R6 G3 Y3", "G6 Y6 Y6 GP YP", id="the triple's colours"),
        pytest.param("G6 Y6 R6 GP YP", "G6 Y6 R6 R10 R10", id="the pair"),
        pytest.param("G6 Y6 R6 G3 R3", "G6 Y6 R6 Y3 Y3", id="the pair's colours"),
        pytest.param("G1 G1 M1 G2 G2", "R1 R1 Y1 GP YP", id="M1 in the triple"),
    ],
)
def test_full_houses(higher: str, lower: str) -> None:
    """R3.3: the triple decides, then the pair."""
    assert beats(higher, lower)
    assert not beats(lower, higher)


def test_gangs() -> None:
    """R3.4: a gang beats all that is none; between gangs more cards, then the rank."""
    gangs = BY_KIND[Kind.GANG]
    others = [one for one in catalogue() if not one.is_gang]
    assert all(gang.beats(other) for gang in gangs[:3] for other in others)
    assert not any(other.beats(gangs[0]) for other in others)
    for gang in gangs:
        for other in gangs:
            rank, other_rank = int(gang.codes[0][1:]), int(other.codes[0][1:])
            assert gang.beats(other) == ((gang.size, rank) > (other.size, other_rank))
    assert not beats("R3 R3 Y3 Y3", "G3 G3 Y3 R3")  # colours do not count
    assert beats("G1 G1 Y1 Y1 R1", "R10 R10 Y10 Y10")
    assert str(gangs[-1]) == "G1 G1 Y1 Y1 R1 R1 M1"


def test_twins() -> None:
    """R3.5: no combination beats itself."""
    assert not any(one.beats(one) for one in catalogue())
    twin = position("G5 RD", "G5 RD", "G6 G7", table="G5", by=2)
    assert plays(twin) == ["RD"]
    refused("same_combination", lambda: twin.play(0, "G5"))


def test_m1_is_the_highest_one() -> None:
    """R3.6: also inside a flush, a straight and a straight flush."""
    assert beats("M1 G2 G3 G4 G5", "G1 G2 G3 G4 G5")
    assert beats("M1 R2 R3 R4 R5", "R1 R2 R3 R4 R5")
    assert beats("M1 R2 R4 R6 R8", "R1 R2 R4 R6 R8")
    assert beats("M1 Y2 R3 R4 R5", "R1 Y2 R3 R4 R5")
    assert beats("G1 M1", "R1 R1") and beats("G1 G1 M1", "Y1 R1 R1")
    ones = [one for one in BY_KIND[Kind.SINGLE] if one.codes[0][1:] == "1"]
    assert [str(one) for one in ones] == ["G1", "Y1", "R1", "M1"]


def test_index_follows_strength() -> None:
    """R2.3, R3: the catalogue is ordered by size and strength, the gangs last; index is place."""
    assert [one.index for one in catalogue()] == list(range(12_352))
    for size, group in groupby(catalogue(), key=lambda one: (one.is_gang, one.size)):
        for lower, higher in pairwise(group):
            assert lower.strength <= higher.strength, size
            assert lower.strength < higher.strength or lower.is_gang
    assert [one.is_gang for one in catalogue()] == [False] * 12_235 + [True] * 117


def beats_slowly(one: Combination, other: Combination) -> bool:
    return oracle.beats(tuple(one.codes), tuple(other.codes))


def check_strict_order(chosen: list[Combination]) -> None:
    """Irreflexive, asymmetric, transitive, total but for gangs of equal strength."""
    for one in chosen:
        assert not one.beats(one)
        for other in chosen:
            assert not (one.beats(other) and other.beats(one))
            if one is not other and not (one.is_gang and one.strength == other.strength):
                assert one.beats(other) or other.beats(one)
    # It is the order of a number, so transitive: every play beats just those before it in rank.
    ranked = sorted(chosen, key=lambda one: one.strength)
    for place, one in enumerate(ranked):
        below = [other for other in ranked if one.beats(other)]
        assert below == [other for other in ranked[:place] if other.strength < one.strength]


@pytest.mark.parametrize("kind", [k for k in Kind if len(BY_KIND[k]) <= 120])
def test_strict_order_over_all_pairs(kind: Kind) -> None:
    """R3.1–R3.6: within the small kinds, every pair and every triple."""
    chosen = BY_KIND[kind]
    check_strict_order(chosen)
    for one in chosen:
        for other in chosen:
            assert one.beats(other) == beats_slowly(one, other)
    for one, two, three in combinations(chosen[:: max(1, len(chosen) // 40)], 3):
        assert not (three.beats(two) and two.beats(one)) or three.beats(one)


def test_strict_order_over_all_straights() -> None:
    """R3.2: all 1,518 straights against each other, or some of them from low to high."""
    check_strict_order(BY_KIND[Kind.STRAIGHT][:: slice_of(1, 3)])


def test_strict_order_over_all_fives() -> None:
    """R3.1–R3.3, R3.6: the oracle's order of all 12,061 five-card combinations is the library's.

    Both are orders, so neighbours suffice: each beats the one before it and not the other way.
    """
    fives = [one for one in catalogue() if one.size == 5 and not one.is_gang]
    assert len(fives) == 12_061
    for lower, higher in pairwise(fives):
        assert beats_slowly(higher, lower) and not beats_slowly(lower, higher)
        assert higher.beats(lower) and not lower.beats(higher)
    check_strict_order(random.Random(3).sample(fives, slice_of(700, 250)))


def test_a_combination_is_compared_with_whatever_cards_are_written_as() -> None:
    """R3.1: as everywhere."""
    assert combination("R3").beats("G3") and not combination("R3").beats(["R4"])
    with pytest.raises(Refusal, match="is not a combination"):
        combination("R3").beats("G3 Y4")


def test_any_two_combinations() -> None:
    """R3: many pairs from the whole catalogue, as the oracle judges them."""
    rng = random.Random(33)
    for _ in range(slice_of(60_000, 12_000)):
        one, other = rng.choice(catalogue()), rng.choice(catalogue())
        assert one.beats(other) == beats_slowly(one, other), (one, other)


@pytest.mark.parametrize(
    ("table", "play", "code", "rule"),
    [
        ("G5", "G3 Y3", "wrong_size", "R3.1"),
        ("G3 Y3", "RD", "wrong_size", "R3.1"),
        ("G10", "G5", "too_low", "R3.2"),
        ("R3 R3", "G3 Y3", "too_low", "R3.2"),
        ("G1 G1 Y1 G2 G2", "Y2 Y4 Y6 Y8 Y10", "too_low", "R3.1"),
        ("R3 R3 Y3 G2 G2", "G3 G3 Y3 Y10 Y10", "too_low", "R3.3"),
        ("G7 G7 Y7 Y7", "RD", "gang_too_low", "R3.4"),
        ("G7 G7 Y7 Y7", "G3 G3 Y3 R3", "gang_too_low", "R3.4"),
        ("R3 R3 Y3 G3", "G3 G3 Y3 R3", "gang_too_low", "R3.4"),
        ("G3 G3 Y3 R3", "G3 G3 Y3 R3", "same_combination", "R3.5"),
    ],
)
def test_why_a_play_does_not_beat(table: str, play: str, code: str, rule: str) -> None:
    """R3.1, R3.2, R3.3, R3.4, R3.5: the refusal names the rule and quotes both sides."""
    held = "G3 G3 Y3 R3 Y2 Y4 Y6 Y8 Y10 Y10 G5 RD"
    match = position(held, "G1 Y1", "G2 Y2", table=table, by=2)
    refusal = refused(code, lambda: match.play(0, play), rule)
    assert str(combination(play)) in refusal.message
