"""The catalogue as arrays for compiled code, derived from the rules and kept on disk.

The rules stay the one source of truth: the file's name holds a hash of their sources, so a change
of theirs makes new arrays. A rank's cards are a *state*: three bits for the first copies, three
for the second, and 64 where M1 is held with the ones. Words in arrays by state are those of
rank 1 and shift by ``3 * rank``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from gangoffour import rules
from gangoffour.rules.cards import COLOUR_OF, COPY_SHIFT, M1_WORD, RANK_OF, faces, highest
from gangoffour.rules.combinations import Combination, Kind, catalogue
from gangoffour.rules.scoring import points_for

COMBINATIONS: Final = 12_352
SLOTS: Final = 1 << 16
"""Places of the array that finds a combination by its word."""
MULTIPLIER: Final = 0x9E3779B97F4A7C15
FORMAT: Final = 3


class Lookup(NamedTuple):
    """What compiled code looks up. Rows by catalogue index, by state of a rank, or as said."""

    word: Any
    """The word of each combination."""
    kind: Any
    size: Any
    after: Any
    """The first combination of the same size (or gang) that is strictly stronger."""
    rank: Any
    """Rank 0–9 (phoenixes 10) of a pair, triple or gang; of a full house's triple."""
    local: Any
    """Orders the pairs (triples) of one rank; of a full house's triple."""
    pair_rank: Any
    """The rank of a full house's pair."""
    pair_local: Any
    slots: Any
    """Catalogue index + 1 by hashed word, linear probing; 0 is empty."""
    pairs: Any
    """By state: how many pairs."""
    pair_words: Any
    pair_locals: Any
    triples: Any
    triple_words: Any
    triple_locals: Any
    gangs: Any
    """By state and size − 4: how many gangs."""
    gang_words: Any
    choices: Any
    """How many sets of m cards from a lone and b twin faces: [a, b, m]."""
    bounds: Any
    """Where straights, flushes, full houses, straight flushes and gangs begin."""
    points: Any
    """Points for cards left (R6.1)."""


def _local_word(state: int) -> int:
    return (state & 7) | (state >> 3 & 7) << COPY_SHIFT | (M1_WORD if state & 64 else 0)


def _rank(one: Combination) -> int:
    return RANK_OF[highest(one.word)] - 1


def _triple_and_pair(one: Combination, known: dict[int, Combination]) -> tuple[int, int]:
    """The words of a full house's parts."""
    for rank in range(11):
        mask = 7 << 3 * rank if rank < 10 else 3 << 31
        mask |= (mask << COPY_SHIFT) * (rank < 10) | (M1_WORD if rank == 0 else 0)
        part = known.get(one.word & mask)
        if part is not None and part.kind is Kind.TRIPLE:
            return part.word, one.word & ~part.word
    raise ValueError(f"{one} has no triple")


def _local(word: int) -> int:
    """A number that orders the pairs (triples) of one rank as R3.2 does: colours, highest first."""
    number = 0
    for face in reversed(faces(word)):
        number = 4 * number + COLOUR_OF[face]
    return number


def _by_state(every: tuple[Combination, ...]) -> dict[str, Any]:
    """Per state of a rank: the pairs, triples and gangs it holds, weakest first."""
    found: dict[str, Any] = {}
    for kind, name in ((Kind.PAIR, "pair"), (Kind.TRIPLE, "triple")):
        count = np.zeros(128, np.int64)
        words = np.zeros((128, 13), np.uint64)
        locals_ = np.zeros((128, 13), np.int64)
        for state, one in _held(every, kind):
            words[state, count[state]] = one.word
            locals_[state, count[state]] = _local(one.word)
            count[state] += 1
        found |= {f"{name}s": count, f"{name}_words": words, f"{name}_locals": locals_}
    gangs = np.zeros((128, 4), np.int64)
    gang_words = np.zeros((128, 4, 13), np.uint64)
    for state, one in _held(every, Kind.GANG):
        size = one.size - 4
        gang_words[state, size, gangs[state, size]] = one.word
        gangs[state, size] += 1
    return found | {"gangs": gangs, "gang_words": gang_words}


def _held(every: tuple[Combination, ...], kind: Kind) -> Iterator[tuple[int, Combination]]:
    """Each state of the ones with each combination of a kind that it holds."""
    ones = [one for one in every if one.kind is kind and _rank(one) == 0]
    for state in range(128):
        held = _local_word(state)
        if not (held >> COPY_SHIFT) & ~held:
            yield from ((state, one) for one in ones if held & one.word == one.word)


def derived() -> Lookup:
    """The arrays, made from the catalogue."""
    every = catalogue()
    known = {one.word: one for one in every}
    after = np.zeros(COMBINATIONS, np.int64)
    for index in range(COMBINATIONS - 1, -1, -1):
        one = every[index]
        following = every[index + 1] if index + 1 < COMBINATIONS else None
        alike = following is not None and one.strength == following.strength
        after[index] = after[index + 1] if alike else index + 1
    columns = np.full((4, COMBINATIONS), -1, np.int64)
    for one in every:
        if one.kind in (Kind.PAIR, Kind.TRIPLE, Kind.GANG):
            columns[:2, one.index] = _rank(one), _local(one.word)
        elif one.kind is Kind.FULL_HOUSE:
            triple, pair = (known[part] for part in _triple_and_pair(one, known))
            columns[:2, one.index] = _rank(triple), _local(triple.word)
            columns[2:, one.index] = _rank(pair), _local(pair.word)
    slots = np.zeros(SLOTS, np.int64)
    for one in every:
        at = (one.word * MULTIPLIER & (1 << 64) - 1) >> 48
        while slots[at]:
            at = (at + 1) % SLOTS
        slots[at] = one.index + 1
    kinds = [int(one.kind) for one in every]
    bounds = [kinds.index(kind) for kind in (4, 5, 6, 7, 8)]
    return Lookup(
        word=np.array([one.word for one in every], np.uint64),
        kind=np.array(kinds, np.int64),
        size=np.array([one.size for one in every], np.int64),
        after=after,
        rank=columns[0],
        local=columns[1],
        pair_rank=columns[2],
        pair_local=columns[3],
        slots=slots,
        choices=_choices(),
        bounds=np.array([*bounds, COMBINATIONS], np.int64),
        points=np.array([points_for(left) for left in range(17)], np.int64),
        **_by_state(every),
    )


def _choices() -> Any:
    ways = np.zeros((12, 11, 6), np.int64)
    for lone in range(12):
        for twin in range(11):
            for size in range(6):
                ways[lone, twin, size] = sum(
                    comb(twin, both)
                    * sum(
                        comb(twin - both, one) * comb(lone, size - 2 * both - one)
                        for one in range(size - 2 * both + 1)
                    )
                    for both in range(min(twin, size // 2) + 1)
                )
    return ways


def rules_hash() -> str:
    """A hash of the rules' sources and of this module's layout."""
    digest = sha256(f"{FORMAT} {np.__version__} {sys.byteorder}".encode())
    for path in sorted(Path(rules.__path__[0]).glob("*.py")):
        digest.update(path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where derived arrays are kept: ``$XDG_CACHE_HOME/gangoffour`` or ``~/.cache/gangoffour``."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "gangoffour"
    except RuntimeError:  # whose home is nowhere keeps nothing
        return Path(os.devnull) / "gangoffour"


@cache
def lookup() -> Any:
    """The arrays as one record, which compiled code passes by its address."""
    fields = stored()._asdict()
    layout = np.dtype([(name, a.dtype, a.shape) for name, a in fields.items()], align=True)
    made = np.zeros(1, layout)
    for name, values in fields.items():
        made[name][0] = values
    return made[0]


def stored() -> Lookup:
    """The arrays: from disk if they are there, else derived and kept."""
    path = cache_folder() / f"tables-{rules_hash()}.npz"
    try:
        with np.load(path) as data:
            return Lookup(**{name: data[name] for name in Lookup._fields})
    except (OSError, ValueError, KeyError):  # not there, or not whole
        made = derived()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as file:
            np.savez(file, **made._asdict())
        Path(file.name).replace(path)
    except OSError:  # a read-only home: derive again next time
        return made
    return made
