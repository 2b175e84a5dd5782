"""Which combinations a hand holds, and which of them may be played now (R3, R4.3, R4.4, R5.4).

The combinations of a hand are found from its own cards, not by trying the catalogue, and kept in a
small cache by the hand's word: a hand only changes when its owner plays, so most look-ups are free.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain, combinations, product
from operator import attrgetter
from typing import NamedTuple

from gangoffour.rules.cards import (
    CODES,
    COMBINATIONS,
    COPY_SHIFT,
    FIRST_PLANE,
    M1_FACE,
    M1_WORD,
    Cards,
    highest,
)
from gangoffour.rules.combinations import Combination, Kind, by_word
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal
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


class Situation(NamedTuple):
    """All that decides which plays are legal, besides the hand itself."""

    rules: RuleSet
    table: Combination | None = None
    needs_m1: bool = False
    """R4.3: the first combination must contain M1; R9's limit on its size binds only this one."""
    next_called: bool = False
    """The next player has called and holds one card (R5.4)."""

    @property
    def duty(self) -> bool:
        """Whether the duty to block holds (R5.4): not over pairs, triples, fives or gangs."""
        return (
            self.next_called
            and self.rules.duty_to_block
            and (self.table is None or self.table.size == 1)
        )


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


def legal_plays(word: int, now: Situation) -> tuple[Plays, bool]:
    """The plays a hand may make, and whether its owner may pass (R4.3, R4.4, R5.4)."""
    if now.table is not None:
        plays = beating(word, now.table)
        return _blocking(word, plays, now.rules) if now.duty else (plays, True)
    plays = all_plays(word)
    if now.needs_m1:
        limit = now.rules.opening_limit
        plays = tuple(one for one in plays if one.word & M1_WORD)
        if limit is not None:
            plays = tuple(one for one in plays if one.size <= limit)
    if now.duty:
        several = tuple(one for one in plays if one.size > 1)
        plays = several or plays[-1:]
    return plays, False


def _blocking(word: int, plays: Plays, rules: RuleSet) -> tuple[Plays, bool]:
    """R5.4 over a single: the highest single or a gang; a pass only if the highest is too low."""
    top = 1 << highest(word)
    kept = tuple(one for one in plays if one.is_gang or one.word == top)
    if any(one.word == top for one in kept):
        return kept, False
    return kept, not (kept and rules.gang_must_block)


def refuse_play(word: int, play: Combination, now: Situation) -> Refusal | None:
    """Why a play is not legal, naming the rule; None if it is."""
    if play.word & word != play.word:
        return Refusal("cards_not_held", cards=play)
    if now.table is not None and not play.beats(now.table):
        return _refuse_beating(play, now.table)
    if now.needs_m1:
        limit = now.rules.opening_limit
        if not play.word & M1_WORD:
            return Refusal("opening_needs_m1", cards=play)
        if limit is not None and play.size > limit:
            return Refusal("opening_too_large", size=play.size, limit=limit)
    if now.duty and play not in legal_plays(word, now)[0]:
        return _refuse_duty(word, now)
    return None


def _refuse_beating(play: Combination, table: Combination) -> Refusal:
    if play.word == table.word:
        return Refusal("same_combination", cards=play)
    if table.is_gang:
        return Refusal("gang_too_low", cards=play, table=table)
    if play.size != table.size:
        return Refusal("wrong_size", cards=play, size=play.size, needed=table.size)
    return Refusal("too_low", cards=play, table=table, rule=_rule_of_comparison(play, table))


def _rule_of_comparison(play: Combination, table: Combination) -> str:
    if play.kind is not table.kind:
        return "R3.1"
    return "R3.3" if play.kind is Kind.FULL_HOUSE else "R3.2"


def _refuse_duty(word: int, now: Situation) -> Refusal:
    card = CODES[highest(word)]
    if now.table is not None:
        plays, _ = legal_plays(word, now)
        if any(one.size == 1 for one in plays):
            return Refusal("must_block_highest", card=card)
        return Refusal("must_block_gang")
    if any(one.size > 1 for one in legal_plays(word, now)[0]):
        return Refusal("must_lead_several")
    return Refusal("must_lead_highest", card=CODES[M1_FACE] if now.needs_m1 else card)


def refuse_pass(word: int, now: Situation) -> Refusal | None:
    """Why a pass is not legal, naming the rule; None if it is (R4.4, R5.4)."""
    if now.table is None:
        return Refusal("leader_must_play")
    if not now.duty:
        return None
    plays, may_pass = legal_plays(word, now)
    if may_pass:
        return None
    if any(one.size == 1 for one in plays):
        return Refusal("must_block_no_pass", card=CODES[highest(word)])
    return Refusal("must_block_gang")
