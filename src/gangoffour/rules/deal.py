"""Dealing from a seed (R4.2) and the Chinese way (R8.1), so that anyone can recompute a deal.

A deal depends on nothing but the seed's text, the round's number, the seats, the dealer and the
rule set. The random numbers are SHA-256 in counter mode, read as 16-bit numbers, with rejection
instead of a remainder, so every order of the deck is equally likely for a random seed;
``docs/notation.md`` gives the recipe for other languages. Publishing ``commitment(seed)`` before
the first card and the seed after the last one makes the deals checkable by everybody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from gangoffour.rules.cards import (
    CODES,
    DECK,
    FULL_DECK,
    M1_WORD,
    RANK_OF,
    Cards,
    add,
    face_of,
    union,
)
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal, whole

HAND_SIZE = 16
_PREFIX = "gangoffour/deal/"
"""What a seed that names a deal begins with."""


def named_deal(seed: str, number: int, first: int) -> str:
    """A seed whose first round is the deal of round ``number`` of another seed, with the first card
    dealt to seat ``first``: the same cards once more, turned so that anybody can have a hand of
    them.

    >>> named_deal("gangoffour", 3, 1)
    'gangoffour/deal/3/1/gangoffour'
    """
    return f"{_PREFIX}{number}/{first}/{seed}"


def _named(seed: str) -> re.Match[str] | None:
    """The round, the seat and the seed that a seed names, if it names a deal."""
    if not seed.startswith(_PREFIX):
        return None
    return re.fullmatch(rf"{_PREFIX}(\d{{1,4}})/(\d)/(.+)", seed, re.DOTALL)


def names_of(seed: str) -> list[str]:
    """A seed, and the seed whose deal it names, and so on.

    >>> names_of("gangoffour/deal/3/1/gangoffour")
    ['gangoffour/deal/3/1/gangoffour', 'gangoffour']
    """
    found = [seed]
    while named := _named(found[-1]):
        found.append(named[3])
    return found


def commitment(seed: int | str) -> str:
    """The SHA-256 of a seed, to be published before the first card is dealt."""
    return sha256(seed_text(seed).encode()).hexdigest()


def mixed_seed(server_seed: str, contributions: Sequence[str | None]) -> str:
    """The seed of a match that comes from the server's and from contributions, seat by seat.

    Whoever has a hand in it, and could not know the others' when promising theirs, knows that
    nobody chose the deals.
    """
    parts = [f"{seat}:{one}" for seat, one in enumerate(contributions) if one is not None]
    return sha256("/".join(("gangoffour/mix", server_seed, *parts)).encode()).hexdigest()


class Stream:
    """Numbers drawn from a seed for one purpose; the same seed gives the same numbers."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._key = f"gangoffour/1/{purpose}/{seed}".encode()
        self._counter = 0
        self._numbers: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` − 1, each equally likely."""
        limit = 65536 - 65536 % bound
        while True:
            if not self._numbers:
                digest = sha256(self._key + b"/" + str(self._counter).encode()).digest()
                self._counter += 1
                self._numbers = [
                    digest[i] << 8 | digest[i + 1] for i in range(len(digest) - 2, -1, -2)
                ]
            number = self._numbers.pop()
            if number < limit:
                return number % bound


@dataclass(frozen=True, slots=True)
class Ceremony:
    """What everybody sees of a Chinese deal (R8.1)."""

    cutter: int
    """The player to the dealer's right, who cuts."""
    shown: tuple[str, ...]
    """The cards the dealer looked at; all but the last were a phoenix or the dragon."""
    first: int
    """The counted player, who receives the first card."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one round as dealt, before any exchange."""

    hands: tuple[int, ...]
    dead: int = 0
    ceremony: Ceremony | None = None


def seed_text(seed: int | str) -> str:
    """A seed as the text that deals are drawn from; refused if it could not stand in a record.

    ``None``, which elsewhere asks for chance, is refused, too: it would always be the same deal.

    >>> seed_text(7), seed_text("tea")
    ('7', 'tea')
    """
    given = whole(seed)
    if type(given) is int or (isinstance(given, str) and given.isprintable()):
        return str(given)
    raise Refusal("bad_seed", input=given)


def first_dealer(seed: str, seats: int) -> int:
    """Who deals round 1 if nobody is named: a seat drawn from the seed (R8.1)."""
    return Stream(seed, "dealer").below(seats)


def first_leader(dealt: Deal, dealer: int) -> int:
    """Who leads the first round: the holder of M1; the dealer's right-hand neighbour if M1 is in
    the dead hand (R4.3)."""
    held = (seat for seat, hand in enumerate(dealt.hands) if hand & M1_WORD)
    return next(held, (dealer + 1) % len(dealt.hands))


def shuffled(stream: Stream) -> list[int]:
    """The faces of the deck, shuffled (Fisher–Yates, from the end)."""
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def deal(seed: str, number: int, seats: int, dealer: int, direction: int, rules: RuleSet) -> Deal:
    """The deal of round ``number`` (R4.2): 16 cards each, the rest is the dead hand."""
    first = (dealer + 1) % seats
    named = _named(seed) if number == 1 else None
    if named is not None:
        number, first, seed = int(named[1]), int(named[2]) % seats, named[3]
    stream = Stream(seed, f"round {number}")
    deck = shuffled(stream)
    ceremony = None
    if rules.chinese_deal:
        cut = 1 + stream.below(len(deck) - 1)
        deck = deck[cut:] + deck[:cut]
        ceremony = _count_out(deck, stream, seats, dealer, direction, rules)
        first = ceremony.first
    hands = [0] * seats
    for place, face in enumerate(deck[: HAND_SIZE * seats]):
        seat = (first + place) % seats
        hands[seat] = add(hands[seat], face)
    dead = 0
    for face in deck[HAND_SIZE * seats :]:
        dead = add(dead, face)
    return Deal(tuple(hands), dead, ceremony)


def _count_out(
    deck: Sequence[int], stream: Stream, seats: int, dealer: int, direction: int, rules: RuleSet
) -> Ceremony:
    """R8.1: look at a card, not at a phoenix or the dragon, and count to the first receiver.

    Where in the deck the dealer looked stays unknown: nobody learns who will hold that card.
    """
    shown: list[str] = []
    while True:
        face = deck[stream.below(len(deck))]
        shown.append(CODES[face])
        if RANK_OF[face] <= 10:
            break
    first = _counted(RANK_OF[face], seats, dealer, direction, rules)
    return Ceremony((dealer + 1) % seats, tuple(shown), first)


def _counted(rank: int, seats: int, dealer: int, direction: int, rules: RuleSet) -> int:
    """R8.1: the seat that a card counts out, the dealer being one."""
    step = direction if rules.count_in_direction else 1
    return (dealer + step * (rank - 1)) % seats


def check_ceremony(
    told: Ceremony, seats: int, dealer: int, direction: int, rules: RuleSet
) -> Ceremony:
    """The same ceremony if a Chinese deal can have gone so (R8.1); refused otherwise."""
    *before, last = (RANK_OF[face_of(code)] for code in told.shown)
    cutter, first = (dealer + 1) % seats, _counted(last, seats, dealer, direction, rules)
    problems = {
        "These rules deal without a cut.": not rules.chinese_deal,
        f"The player to the dealer's right cuts, seat {cutter}.": told.cutter != cutter,
        "The dealer looks again after a phoenix or the dragon, and only then.": (
            last > 10 or any(rank <= 10 for rank in before)
        ),
        f"{told.shown[-1]} counts out seat {first}.": told.first != first,
    }
    for problem, holds in problems.items():
        if holds:
            raise Refusal("bad_cut", problem=problem)
    return told


def fixed_deal(hands: Sequence[Cards], dead: Cards | None, seats: int) -> Deal:
    """A deal laid out by hand: 64 cards in all, 16 each (R1.1, R4.2); anything else is refused."""
    if len(hands) != seats:
        raise Refusal("bad_deal", problem=f"{seats} seats need {seats} hands, not {len(hands)}.")
    everything = 0
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            raise Refusal("bad_deal", problem=f"Seat {seat} has {len(hand)} cards, not 16.")
        everything = union(everything, hand.word)
    rest = Cards.of_word(FULL_DECK) - Cards.of_word(everything)
    if dead is not None and dead != rest:
        raise Refusal("bad_deal", problem=f"The dummy hand is not the rest of the deck, {rest}.")
    return Deal(tuple(hand.word for hand in hands), rest.word)
