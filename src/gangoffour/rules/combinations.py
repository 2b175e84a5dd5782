"""Combinations (R2) and which beats which (R3).

There are exactly 12,352 combinations (R2.3). They are made once, on first use, and looked up by
their word from then on, so two equal combinations are one object and comparing is one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement, product
from operator import eq
from typing import Final

from gangoffour.rules.cards import (
    COLOUR_OF,
    GP_FACE,
    M1_FACE,
    ORDER_OF,
    YP_FACE,
    Cards,
    word_of,
)
from gangoffour.rules.errors import Refusal


class Kind(IntEnum):
    """The kinds of combination, five-card kinds in rising strength (R3.1), gangs on top (R3.4)."""

    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    STRAIGHT_FLUSH = 7
    GANG = 8

    code: str
    """The kind's name on the wire, in notation and in messages."""

    def __init__(self, _: int) -> None:
        self.code = self.name.lower()


GANG_STRENGTH: Final = 1 << 40
"""Every gang is at least this strong, every other combination weaker (R3.4)."""


class Combination:
    """Cards that may be played together. One object for each of the 12,352 (R2.3).

    ``strength`` orders combinations of one size (R3.1–R3.3, R3.6). ``index`` is the place in the
    catalogue, by size and strength with the gangs last: the environments' action number.

    >>> combination("R3 G3").beats(combination("Y3 Y3"))
    True
    >>> print(combination("R1 R1 M1 R5 R5").kind.code)
    full_house
    """

    __slots__ = ("cards", "index", "kind", "size", "strength", "word")
    word: int
    kind: Kind
    size: int
    strength: int
    index: int
    cards: Cards

    def __init__(self, word: int, kind: Kind, strength: int, index: int) -> None:
        put = object.__setattr__
        put(self, "word", word)
        put(self, "kind", kind)
        put(self, "size", word.bit_count())
        put(self, "strength", strength)
        put(self, "index", index)
        put(self, "cards", Cards.of_word(word))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a combination is a value and does not change")

    @property
    def codes(self) -> list[str]:
        """The codes of the cards, lowest first (R1.3)."""
        return self.cards.codes

    @property
    def is_gang(self) -> bool:
        return self.strength >= GANG_STRENGTH

    def beats(self, table: Combination | Cards | str | Iterable[str]) -> bool:
        """Whether this may be laid on ``table`` (R3). A twin never beats its twin (R3.5)."""
        if not isinstance(table, Combination):
            table = combination(table)
        return self.strength > table.strength and (self.size == table.size or self.is_gang)

    def __str__(self) -> str:
        return str(self.cards)

    def __repr__(self) -> str:
        return f"<{self.kind.code} {self}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (_by_word, (self.word,))


def _by_word(word: int) -> Combination:
    return by_word()[word]


def _strength(kind: Kind, held: list[int]) -> int:
    """One number that orders the combinations of a size as R3.1–R3.6 do.

    ``held`` are the faces compared, the most significant first (R3.2; R3.3 for full houses).
    """
    if kind is Kind.GANG:  # R3.4: more cards, then higher rank; colours do not count
        return GANG_STRENGTH + 16 * len(held) + held[0] // 3 * (held[0] < 30)
    number = int(kind)
    for face in held:
        number = number * 34 + ORDER_OF[face]
    return number


def _of_one_rank(rank: int) -> list[int]:
    return [3 * rank, 3 * rank + 1, 3 * rank + 2] + ([M1_FACE] if rank == 0 else [])


def _multisets(faces_held: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to hold ``size`` cards of these faces, two copies of each, M1 once."""
    for chosen in combinations_with_replacement(faces_held, size):
        thrice = any(map(eq, chosen, chosen[2:]))  # copies stand side by side
        if not thrice and chosen.count(M1_FACE) < 2:
            yield chosen


def _descending(held: Iterable[int]) -> list[int]:
    return sorted(held, key=ORDER_OF.__getitem__, reverse=True)


def _same_rank() -> Iterator[tuple[Kind, list[int]]]:
    kinds = {2: Kind.PAIR, 3: Kind.TRIPLE}
    for rank in range(10):
        for size in range(2, 8):
            for held in _multisets(_of_one_rank(rank), size):
                yield kinds.get(size, Kind.GANG), _descending(held)
    yield Kind.PAIR, [YP_FACE, GP_FACE]  # R2.2


def _five_cards(same_rank: list[tuple[Kind, list[int]]]) -> Iterator[tuple[Kind, list[int]]]:
    for low in range(6):  # straights: five ranks in a row within 1–10, no wrap
        for held in product(*(_of_one_rank(rank) for rank in range(low, low + 5))):
            suited = len({COLOUR_OF[face] for face in held} - {3}) == 1
            yield Kind.STRAIGHT_FLUSH if suited else Kind.STRAIGHT, _descending(held)
    triples = [held for kind, held in same_rank if kind is Kind.TRIPLE]
    pairs = [held for kind, held in same_rank if kind is Kind.PAIR]
    for triple in triples:  # R3.3: the triple decides, then the pair
        for pair in pairs:
            if triple[0] // 3 % 10 != pair[0] // 3 % 10 or pair[0] == YP_FACE:
                yield Kind.FULL_HOUSE, triple + pair
    for colour in range(3):  # M1 counts as the flush's colour (R2)
        for held in _multisets([3 * rank + colour for rank in range(10)] + [M1_FACE], 5):
            yield Kind.FLUSH, _descending(held)


@cache
def catalogue() -> tuple[Combination, ...]:
    """All 12,352 combinations (R2.3), by size and strength, the gangs last."""
    same_rank = list(_same_rank())
    best: dict[int, tuple[Kind, int]] = {}
    singles = ((Kind.SINGLE, [face]) for face in range(34))
    for kind, held in [*singles, *same_rank, *_five_cards(same_rank)]:
        word = word_of(held)
        if word not in best or kind > best[word][0]:  # R2.4: the stronger kind
            best[word] = (kind, _strength(kind, held))

    def place(item: tuple[int, tuple[Kind, int]]) -> tuple[bool, int, int, int]:
        word, (kind, strength) = item
        return (kind is Kind.GANG, word.bit_count(), strength, word)

    return tuple(
        Combination(word, kind, strength, index)
        for index, (word, (kind, strength)) in enumerate(sorted(best.items(), key=place))
    )


@cache
def by_word() -> dict[int, Combination]:
    """The combination of each word."""
    return {one.word: one for one in catalogue()}


def classify(cards: Cards | str | Iterable[str]) -> Combination | None:
    """The combination these cards make, or None (R2, R2.4)."""
    return by_word().get(Cards.of(cards).word)


def combination(cards: Combination | Cards | str | Iterable[str]) -> Combination:
    """The combination these cards make; refused if they make none (R2)."""
    if isinstance(cards, Combination):
        return cards
    held = Cards.of(cards)
    found = by_word().get(held.word)
    if found is None:
        raise Refusal("not_a_combination", cards=held if held.word else "Nothing")
    return found


def beats(
    play: Combination | Cards | str | Iterable[str],
    table: Combination | Cards | str | Iterable[str],
) -> bool:
    """Whether one combination may be laid on the other (R3)."""
    return combination(play).beats(combination(table))
