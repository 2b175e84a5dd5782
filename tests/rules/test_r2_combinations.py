"""R2: what is a combination, and how many there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from gangoffour import Cards, Kind, Play, catalogue, classify, combination
from gangoffour.rules.plays import all_plays
from tests.rules import oracle
from tests.rules.positions import refused
from tests.rules.test_r1_cards import ORDER
from tests.support.length import slice_of

COUNTS = {
    (Kind.SINGLE, 1): 34,
    (Kind.PAIR, 2): 64,
    (Kind.TRIPLE, 3): 76,
    (Kind.STRAIGHT, 5): 1_518,
    (Kind.FLUSH, 5): 6_153,
    (Kind.FULL_HOUSE, 5): 4_369,
    (Kind.STRAIGHT_FLUSH, 5): 21,
    (Kind.GANG, 4): 67,
    (Kind.GANG, 5): 36,
    (Kind.GANG, 6): 13,
    (Kind.GANG, 7): 1,
}


def test_catalogue_counts() -> None:
    """R2.3: exactly 12,352 combinations, kind by kind."""
    assert Counter((one.kind, one.size) for one in catalogue()) == COUNTS
    assert len(catalogue()) == len({one.word for one in catalogue()}) == 12_352


def test_catalogue_is_the_oracles() -> None:
    """R2, R2.3: the oracle finds the same combinations in the whole deck, of the same kinds."""
    ours = {tuple(one.codes): (one.kind.code, one.size) for one in catalogue()}
    assert ours == {play: oracle.classify(play) for play in oracle.all_plays(oracle.DECK)}


def every_small_set(most: int) -> Iterator[tuple[str, ...]]:
    for size in range(most + 1):
        for chosen in combinations_with_replacement(ORDER, size):
            if all(chosen.count(code) <= oracle.IN_DECK[code] for code in chosen):
                yield chosen


def test_classify_every_small_set() -> None:
    """R2: all sets of up to three cards, of up to four in the long proofs, and many larger ones are
    judged as the oracle does."""
    rng = random.Random(2)
    many = slice_of(5_000, 1_500)
    four = [tuple(rng.sample(oracle.DECK, 4)) for _ in range(many)]
    larger = [tuple(rng.sample(oracle.DECK, rng.randint(5, 8))) for _ in range(many)]
    near = [(*one.codes[:-1], rng.choice(oracle.DECK)) for one in rng.sample(catalogue(), many)]
    tried = 0
    for chosen in (*every_small_set(slice_of(4, 3)), *four, *larger, *near):
        if Counter(chosen) <= oracle.IN_DECK:
            tried += 1
            found = classify(chosen)
            told = (None, 0) if found is None else (found.kind.code, found.size)
            assert told == oracle.classify(chosen), chosen
    assert tried > slice_of(65_000, 10_000)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("M1", Kind.SINGLE),
        ("RD", Kind.SINGLE),
        ("G3 Y3", Kind.PAIR),
        ("G3 G3", Kind.PAIR),
        ("R1 M1", Kind.PAIR),
        ("GP YP", Kind.PAIR),
        ("Y7 R7 R7", Kind.TRIPLE),
        ("G1 R1 M1", Kind.TRIPLE),
        ("G3 Y4 G5 G6 G7", Kind.STRAIGHT),
        ("G6 G7 G8 G9 Y10", Kind.STRAIGHT),
        ("M1 G2 G3 Y4 G5", Kind.STRAIGHT),
        ("G1 G1 G4 G4 G9", Kind.FLUSH),
        ("M1 R2 R3 R4 R10", Kind.FLUSH),
        ("G3 Y3 R3 GP YP", Kind.FULL_HOUSE),
        ("G1 Y1 M1 G2 G2", Kind.FULL_HOUSE),
        ("R1 M1 G2 G2 R2", Kind.FULL_HOUSE),
        ("Y6 Y7 Y8 Y9 Y10", Kind.STRAIGHT_FLUSH),
        ("M1 Y2 Y3 Y4 Y5", Kind.STRAIGHT_FLUSH),
        ("G3 G3 Y3 R3", Kind.GANG),
        ("G10 G10 Y10 Y10 R10 R10", Kind.GANG),
        ("G1 G1 Y1 Y1 R1 R1 M1", Kind.GANG),
    ],
)
def test_kinds(text: str, kind: Kind) -> None:
    """R2: an example of every kind, in whatever order the cards are laid."""
    found = combination(text)
    assert (found.kind, found.codes) == (kind, text.split())
    assert combination(reversed(text.split())) is found
    assert Play.of(text).combination is found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "G3 G4",
        "G3 Y3 G4",
        "G3 G4 G5 G6",
        "G8 Y9 R10 G1 G2",  # no wrap
        "R10 R1 R2 R3 R4 R5",
        "G1 G2 G3 G4 Y6",
        "G3 G3 Y3 Y3 G4",
        "G1 Y2 G3 G4 G5 G6",
        "G1 G2 G4 G6 G8 G9",
    ],
)
def test_not_a_combination(text: str) -> None:
    """R2: anything else is none, and refused."""
    assert classify(text) is None
    quoted = refused("not_a_combination", lambda: combination(text)).params["cards"]
    assert str(quoted) == (str(Cards.parse(text)) or "Nothing")


def test_dragon_is_played_alone() -> None:
    """R2.1: the dragon is in one combination only."""
    assert [str(one) for one in catalogue() if "RD" in one.cards] == ["RD"]
    refused("not_a_combination", lambda: combination("R6 R7 R8 R10 RD"))


def test_phoenixes() -> None:
    """R2.2: alone, as the pair of phoenixes, or as the pair of a full house; never otherwise."""
    green = [one for one in catalogue() if "GP" in one.cards]
    yellow = [one for one in catalogue() if "YP" in one.cards]
    both = [one for one in green if "YP" in one.cards]
    assert [str(one) for one in green if one not in both] == ["GP"]
    assert [str(one) for one in yellow if one not in both] == ["YP"]
    assert Counter(one.kind for one in both) == {Kind.PAIR: 1, Kind.FULL_HOUSE: 76}
    for text in ("GP YP RD", "GP YP G10 Y10", "G6 G7 G8 G9 GP", "GP YP G3 Y4 R5"):
        assert classify(text) is None


def test_the_stronger_kind() -> None:
    """R2.4: one colour and a full house is a full house; one colour in a row a straight flush."""
    assert combination("R1 R1 M1 R5 R5").kind is Kind.FULL_HOUSE
    assert combination("M1 R1 R1 R5 R6").kind is Kind.FLUSH
    assert combination("G1 G2 G3 G4 G5").kind is Kind.STRAIGHT_FLUSH
    suited = [
        one
        for one in catalogue()
        if one.kind is Kind.FULL_HOUSE and len({code[0] for code in one.codes} - {"M"}) == 1
    ]
    assert len(suited) == 3 * 9
    assert not any(
        one.kind is Kind.STRAIGHT and len({code[0] for code in one.codes} - {"M"}) == 1
        for one in catalogue()
    )


@pytest.mark.parametrize("size", [1, 2, 5, 16, 17, 30])
def test_plays_of_a_hand(size: int) -> None:
    """R2: every combination of a hand is found, in the catalogue's order, and no other."""
    rng = random.Random(size)
    for _ in range(slice_of(60, 12)):
        hand = Cards.parse(rng.sample(oracle.DECK, size))
        found = all_plays(hand.word)
        assert {tuple(one.codes) for one in found} == oracle.all_plays(hand)
        assert [one.index for one in found] == sorted({one.index for one in found})


def test_plays_of_the_whole_deck() -> None:
    """R2.3: all 64 cards hold the whole catalogue."""
    assert all_plays((1 << 64) - 1) == catalogue()
