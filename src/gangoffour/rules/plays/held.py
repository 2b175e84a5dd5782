"""Which combinations a hand holds, and which of them beat another (R2, R3).

They are found from its own cards, not by trying the catalogue, and kept in a
small cache by the hand's word: a hand only changes when its owner plays, so most look-ups are free.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain, combinations, product
from operator import attrgetter

from gangoffour.rules.cards import (
    COMBINATIONS,
    COPY_SHIFT,
    FIRST_PLANE,
    M1_WORD,
    Cards,
    highest,
)
from gangoffour.rules.combinations import Combination, Kind, by_word
from gangoffour.rules.faces import PARTS

Plays = tuple[Combination, ...]
NO_PLAYS: Plays = ()

_COLOUR_PLANES = tuple(
    sum((1 << (3 * rank + colour)) * (1 + (1 << COPY_SHIFT)) for rank in range(10)) | M1_WORD
    for colour in range(3)
)
"""The cards a flush of each colour may use, M1 among them (R2)."""
_FACES_OF = tuple(
    tuple(
        tuple(1 << (3 * rank + colour) for colour in range(3) if colours >> colour & 1)
        for colours in range(8)
    )
    for rank in range(10)
)
"""The words of single cards of a rank, for each set of colours held."""
_FLUSH = Kind.FLUSH
_CACHE = 1 << 14


def _rank_bits(word: int, rank: int) -> list[int]:
    """The single-card words of one number rank in a hand, first copies before second."""
    bits = [1 << (3 * rank + colour) for colour in range(3)]
    bits += [bit << COPY_SHIFT for bit in bits]
    if rank == 0:
        bits.append(M1_WORD)
    return [bit for bit in bits if word & bit]


_RANK_MASKS = tuple(
    sum((1 << (3 * rank + colour)) * (1 + (1 << COPY_SHIFT)) for colour in range(3))
    + (M1_WORD if rank == 0 else 0)
    for rank in range(10)
)


@lru_cache(maxsize=2048)
def _of_rank(word: int) -> tuple[Plays, Plays, Plays]:
    """The pairs, triples and gangs among the cards of one rank."""
    known = by_word()
    rank = highest(word) // 3 % 10
    bits = _rank_bits(word, rank)
    found: list[Plays] = []
    for sizes in ((2,), (3,), (4, 5, 6, 7)):
        chosen = (known.get(sum(some)) for size in sizes for some in combinations(bits, size))
        found.append(tuple(one for one in chosen if one is not None))
    return found[0], found[1], found[2]


_index = attrgetter("index")
_strength = attrgetter("strength")


def _in_order(found: Iterable[Combination]) -> Plays:
    return tuple(sorted(found, key=_index))


@cache
def _singles_of_part(part: int) -> Plays:
    known = by_word()
    return _in_order(known[bit] for bit in _bits(part))


@lru_cache(maxsize=_CACHE)
def _singles(word: int) -> Plays:
    found, firsts = NO_PLAYS, word & FIRST_PLANE
    for part in PARTS:
        found += _singles_of_part(firsts & part)
    return found


@lru_cache(maxsize=_CACHE)
def _same_rank(word: int) -> tuple[list[Plays], list[Plays], Plays]:
    """The pairs, the triples (both by rank) and all the gangs of a hand."""
    pairs: list[Plays] = []
    triples: list[Plays] = []
    gangs: Plays = ()
    for mask in _RANK_MASKS:
        held = word & mask
        if held & (held - 1):
            two, three, more = _of_rank(held)
            pairs.append(two)
            triples.append(three)
            gangs += more
        else:
            pairs.append(())
            triples.append(())
    phoenixes = by_word().get(word & (0b11 << 31))
    if phoenixes is not None and phoenixes.size == 2:
        pairs.append((phoenixes,))
    return pairs, triples, _in_order(gangs)


@lru_cache(maxsize=_CACHE)
def _pairs(word: int) -> Plays:
    return _in_order(chain.from_iterable(_same_rank(word)[0]))


@lru_cache(maxsize=_CACHE)
def _triples(word: int) -> Plays:
    return _in_order(chain.from_iterable(_same_rank(word)[1]))


@lru_cache(maxsize=_CACHE)
def _fives(word: int) -> Plays:
    known = by_word()
    found: list[Combination] = []
    ranks = [_FACES_OF[rank][word >> (3 * rank) & 7] for rank in range(10)]
    if word & M1_WORD:
        ranks[0] += (M1_WORD,)
    for low in range(6):  # straights and straight flushes: five ranks in a row, no wrap
        window = ranks[low : low + 5]
        if all(window):
            found += [known[sum(bits)] for bits in product(*window)]
    pairs, triples, _ = _same_rank(word)
    for rank, some in enumerate(triples):
        if some:
            twos = [pair.word for other, them in enumerate(pairs) if other != rank for pair in them]
            found += [known[triple.word | pair] for triple in some for pair in twos]
    for colour in range(3):
        plane = word & _COLOUR_PLANES[colour]
        if plane.bit_count() >= 5:
            for some_bits in combinations(_bits(plane), 5):
                flush = known.get(sum(some_bits))
                if flush is not None and flush.kind is _FLUSH:
                    found.append(flush)
    return _in_order(found)


def _bits(word: int) -> list[int]:
    found = []
    while word:
        bit = word & -word
        found.append(bit)
        word ^= bit
    return found


_BY_SIZE = {1: _singles, 2: _pairs, 3: _triples, 5: _fives}


def all_plays(word: int) -> Plays:
    """Every combination a hand holds, in the catalogue's order."""
    return _singles(word) + _pairs(word) + _triples(word) + _fives(word) + gangs(word)


@COMBINATIONS.answered_by
def combinations_in(cards: Cards | str | Iterable[str]) -> Plays:
    """Every combination that some cards hold, in the catalogue's order (R2.3).

    >>> [str(one) for one in combinations_in("G3 Y3 R9")]
    ['G3', 'Y3', 'R9', 'G3 Y3']
    """
    return all_plays(Cards.of(cards).word)


def gangs(word: int) -> Plays:
    """The gangs a hand holds, weakest first (R3.4). Most hold none, and that is soon seen."""
    for mask in _RANK_MASKS:
        if (word & mask).bit_count() > 3:
            return _same_rank(word)[2]
    return NO_PLAYS


def beating(word: int, table: Combination) -> Plays:
    """Every combination of a hand that beats the table (R3), in the catalogue's order."""
    if table.is_gang:
        return tuple(one for one in gangs(word) if one.strength > table.strength)
    plays = _BY_SIZE[table.size](word)
    return plays[bisect_right(plays, table.strength, key=_strength) :] + gangs(word)
