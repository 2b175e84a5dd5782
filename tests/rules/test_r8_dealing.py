"""R8: dealing from a seed, and the Chinese way."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from gangoffour import Match, commitment, parse_record, print_record, rule_set
from gangoffour.rules.cards import CODES, DECK, RANK_OF
from gangoffour.rules.deal import Stream, deal, first_dealer, shuffled
from tests.rules import oracle
from tests.rules.positions import position, refused
from tests.support.length import slice_of

CHINESE = rule_set("official", chinese_deal=True)
GERMAN = rule_set("german", chinese_deal=True)


def rank(code: str) -> int:
    return oracle.RANKS.index(code[1:]) + 1


@pytest.mark.parametrize(
    "seed", [None, 1.5, b"x", True, [1], "a\nb", "a\tb", "\x00", "a\u2028b", "\ud800"], ids=repr
)
def test_what_is_no_seed_is_refused_when_the_match_begins(seed: Any) -> None:
    """R4.2: chance is not asked for by None, and what deals are drawn from stands in a record."""
    told = refused("bad_seed", lambda: Match.new(seed=seed))
    assert told.message.startswith(f"{seed!r} cannot be a seed")


@pytest.mark.parametrize("seed", ["", "tea", "Grünzeug ♠", 'a "b" \\', " a ", "7", 7, -7, 1 << 80])
def test_a_match_of_any_seed_can_be_recorded(seed: int | str) -> None:
    """R4.2: the record deals the same cards; a number is its decimal digits."""
    match = Match.new(seed=seed)
    assert match.seed == str(seed) and match == Match.new(seed=str(seed))
    again = parse_record(print_record(match)).match
    assert (again.seed, again.deal) == (match.seed, match.deal)


@pytest.mark.parametrize("seats", [3, 4])
def test_ceremony(seats: int) -> None:
    """R8.1: the dealer's right cuts; the shown number counts out who receives first."""
    for seed in range(300):
        match = Match.new(seed=seed, seats=seats, rules=CHINESE)
        shown = match.deal.ceremony
        assert shown is not None and match.view(0).ceremony == match.view().ceremony == shown
        assert shown.cutter == (match.dealer + 1) % seats
        assert shown.first == (match.dealer + rank(shown.shown[-1]) - 1) % seats
        assert rank(shown.shown[-1]) <= 10
        assert all(rank(code) > 10 for code in shown.shown[:-1])


def test_phoenix_and_dragon_are_cut_again() -> None:
    """R8.1: the dealer looks again until the card is a number; all looks are seen."""
    looks = [deal(str(seed), 1, 4, 0, 1, CHINESE).ceremony for seed in range(2_000)]
    again = [shown for shown in looks if shown is not None and len(shown.shown) > 1]
    assert 40 < len(again) < 160  # three cards of 64
    seen = Counter(code for shown in again for code in shown.shown[:-1])
    assert set(seen) == {"GP", "YP", "RD"}


@pytest.mark.parametrize("direction", [1, -1])
def test_german_count(direction: int) -> None:
    """R8.1, R9: the german edition counts in the round's direction, the others to the right."""
    for seed in range(200):
        for rules, step in ((GERMAN, direction), (CHINESE, 1)):
            shown = deal(str(seed), 2, 4, 1, direction, rules).ceremony
            assert shown is not None
            assert shown.first == (1 + step * (rank(shown.shown[-1]) - 1)) % 4


def test_ceremony_decides_who_gets_what() -> None:
    """R8.1: the counted player receives the first card, the others follow to the right."""
    for seed in range(30):
        plain = Stream(str(seed), "round 1")
        deck = shuffled(plain)
        cut = 1 + plain.below(63)
        deck = deck[cut:] + deck[:cut]
        dealt = deal(str(seed), 1, 3, 2, 1, CHINESE)
        assert dealt.ceremony is not None
        for turn in range(3):
            seat = (dealt.ceremony.first + turn) % 3
            assert Counter(CODES[face] for face in deck[turn:48:3]) == Counter(
                codes(dealt.hands[seat])
            )


def codes(word: int) -> list[str]:
    return [CODES[bit if bit < 34 else bit - 34] for bit in range(64) if word >> bit & 1]


def test_dealers() -> None:
    """R8.1: a random seat deals round 1 unless one is named, then the last winner deals."""
    assert {Match.new(seed=seed).dealer for seed in range(40)} == {0, 1, 2, 3}
    assert {Match.new(seed=seed, seats=3).dealer for seed in range(40)} == {0, 1, 2}
    assert Match.new(seed=1, dealer=2).dealer == 2
    match = position("G2 G3", "Y2 Y3", "G4 Y4", "G7 G8 G9", turn=2).play(2, "G4 Y4")
    assert match.dealer == match.view(0).dealer == 2
    assert first_dealer("x", 4) == first_dealer("x", 4)


def test_no_ceremony_unless_chosen() -> None:
    """R8.1: it is a table's option."""
    assert Match.new(seed=1).deal.ceremony is None
    assert Match.new(seed=1).view(0).as_dict()["ceremony"] is None


def test_a_knock_is_a_pass() -> None:
    """R8.2: passing is the knock on the table: public, and no more than a pass."""
    match = position("G2 G9", "G3 Y9 R9", "G4 R9").play(0, "G2", call=True).pass_(1)
    for seat in (0, 1, 2, None):
        assert match.view(seat).passed == (1,)
        assert match.view(seat).history[-1].is_pass
        assert match.view(seat).as_dict()["history"][-1] == {"seat": 1, "pass": True}  # type: ignore[index]


# --- the seed


@pytest.mark.parametrize("seed", [None, True, 1.5, ["a"]])
def test_a_commitment_is_to_a_seed(seed: Any) -> None:
    """R4.2: a number is the text that its match keeps; what is no seed is refused."""
    assert commitment(2026) == commitment(Match.new(seed=2026).seed)
    refused("bad_seed", lambda: commitment(seed))
    refused("bad_seed", lambda: commitment("a\nb"))


def test_commitment() -> None:
    """R8.1: what is published before the first card is the SHA-256 of the seed."""
    assert commitment("2026") == sha256(b"2026").hexdigest()


def test_same_seed_same_deal() -> None:
    """R4.2: a deal depends on seed, round, seats, dealer and rules, and on nothing else."""
    rules = rule_set("official")
    one = deal("s", 1, 4, 0, 1, rules)
    assert one == deal("s", 1, 4, 0, 1, rules) == deal("s", 1, 4, 0, -1, rules)
    assert one != deal("t", 1, 4, 0, 1, rules)
    assert one != deal("s", 2, 4, 0, 1, rules)
    assert Counter(deal("s", 1, 4, 1, 1, rules).hands) == Counter(one.hands)


def test_stream_is_the_documented_recipe() -> None:
    """R4.2: SHA-256 in counter mode, read as 16-bit numbers, too large ones dropped."""
    digest = b"".join(sha256(f"gangoffour/1/p/s/{n}".encode()).digest() for n in range(60))
    numbers = [digest[i] << 8 | digest[i + 1] for i in range(0, len(digest), 2)]
    for bound in (1, 2, 3, 64, 1000, 40_000):
        stream = Stream("s", "p")
        limit = 65536 - 65536 % bound
        expected = [number % bound for number in numbers if number < limit]
        assert [stream.below(bound) for _ in expected] == expected


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("bound", [3, 4, 7, 63, 64, 40_000])
def test_below_is_even(bound: int) -> None:
    """R4.2: every number below the bound is equally likely, also where a remainder would lean."""
    stream = Stream("even", str(bound))
    cells = min(bound, 64)
    drawn = Counter(stream.below(bound) * cells // bound for _ in range(20_000))
    assert set(drawn) == set(range(cells))
    sizes = Counter(number * cells // bound for number in range(bound))
    square = sum(
        (drawn[cell] - 20_000 * size / bound) ** 2 / (20_000 * size / bound)
        for cell, size in sizes.items()
    )
    freedom = cells - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5


def test_shuffle_is_even() -> None:
    """R4.2: each card is equally likely at each place (a chi-square test, 64 × 64 cells)."""
    times = 3_000
    copies = Counter(DECK)
    places = [Counter[int]() for _ in range(64)]
    for seed in range(times):
        deck = shuffled(Stream(str(seed), "round 1"))
        assert Counter(deck) == copies
        for place, face in enumerate(deck):
            places[place][face] += 1
    square = sum(
        chi_square([places[place][face]], times * count / 64)
        for place in range(64)
        for face, count in copies.items()
    )
    freedom = 63 * 33
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5
    assert max(RANK_OF) == 12


def test_every_seat_is_dealt_alike() -> None:
    """R4.2, R4.3: M1 lies with each seat, and in the dead hand, a quarter of the time."""
    times = slice_of(3_000, 1_000)
    holders = Counter(
        next((s for s, hand in enumerate(m.deal.hands) if hand >> 30 & 1), -1)
        for m in (Match.new(seed=seed, seats=3) for seed in range(times))
    )
    assert set(holders) == {0, 1, 2, -1}
    assert chi_square(list(holders.values()), times / 4) < 20
