"""The C source's records as Python sees them, and the numbers the source takes from the rules."""

from __future__ import annotations

import ctypes
from ctypes import c_int, c_void_p
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots import network
from gangoffour.rules.combinations import Kind
from gangoffour.rules.editions import RuleSet

NO_LIMIT: Final = 9
"""More cards than any combination has."""
ENDLESS, ONE_ROUND, ONE_MATCH, EVERY_MOVE = range(4)
BY_NET, BY_OTHER_NET, BY_GREEDY, BY_RANDOM = range(4)

TABLE: Final = np.dtype(
    [
        ("hand", np.uint64, 4),
        ("played", np.uint64, 4),
        *((name, np.uint64) for name in ("seed", "rng", "word")),
        ("can", np.uint64, 4),
        ("log", np.uint64, network.EVENTS),
        ("moves", np.uint32),
        *((name, np.int16, 4) for name in ("totals", "before", "points", "after")),
        ("on", np.int16),
        ("round", np.uint16),
        ("target", np.int16),
        ("declined", np.uint8, (4, 4)),
        ("holder", np.uint8, 4),
        *((name, np.uint8) for name in ("limit", "gang_blocks", "tie_by_card", "stays_out")),
        *((name, np.uint8) for name in ("seats", "turn", "owner", "giving", "opening")),
        *((name, np.uint8) for name in ("winner", "loser", "taken", "given")),
        *((name, np.uint8) for name in ("passed", "duty", "aims", "mode", "over", "ended")),
        ("final", np.uint8),
        ("step", np.int8),
        *((name, np.uint8) for name in ("round_winner", "round_loser", "was_winner", "was_loser")),
        *((name, np.uint8) for name in ("decisions", "laid")),
        ("plan", np.uint8, 4),
        *((name, np.uint8) for name in ("stale", "late")),
    ],
    align=True,
)
"""``struct Table`` of table.cuh."""


class Catalogue(ctypes.Structure):
    """``struct Catalogue`` of table.cuh: addresses of the arrays, on the host or the device."""

    _fields_ = [(name, c_void_p) for name in ("word", "need", "sorts", "after", "kind", "level")]


class Rules(ctypes.Structure):
    """``struct Rules`` of tables.cu."""

    _fields_ = [
        (name, c_int)
        for name in (
            *("seats", "matches", "target", "limit"),
            *("duty", "gang_blocks", "tie_by_card", "stays_out"),
        )
    ]


def rules_of(rules: RuleSet, seats: int, *, matches: bool) -> Rules:
    """A rule set as the source takes it. Nobody is ever barred, so R5.2 and its points are not."""
    limit = NO_LIMIT if rules.opening_limit is None else rules.opening_limit
    return Rules(
        seats=seats,
        matches=matches,
        target=rules.target,
        limit=limit,
        duty=rules.duty_to_block,
        gang_blocks=rules.gang_must_block,
        tie_by_card=rules.loser_tie == "highest_card",
        stays_out=not rules.passed_may_return,
    )


def blank(number: int) -> NDArray[Any]:
    """So many tables of the official rules, nothing dealt yet."""
    made = np.zeros(number, TABLE)
    made["target"], made["limit"] = 100, 5
    return made


def block_needs() -> NDArray[np.uint64]:
    """For each block of 32 combinations, the cards that all of them contain."""
    words = network.lookup().word.reshape(-1, 32)
    found: NDArray[np.uint64] = np.bitwise_and.reduce(words, axis=1)
    return found


def block_sorts() -> NDArray[np.uint8]:
    """For each block of 32 combinations, the sorts that it has, as ``sorts_of`` tells them."""
    known = network.lookup()
    ranks = 0x9249249
    colours = sum(
        ((known.word & np.uint64((ranks | ranks << 34) << colour)) != 0) * np.uint8(4 << colour)
        for colour in range(3)
    )
    plain = np.array([0, 1, 1, 1, 2, 0, 32, 0, 64], np.uint8)[known.kind]
    flush = (known.kind == Kind.FLUSH) | (known.kind == Kind.STRAIGHT_FLUSH)
    sorts = np.where(flush, colours, plain).astype(np.uint8)
    found: NDArray[np.uint8] = np.bitwise_or.reduce(sorts.reshape(-1, 32), axis=1)
    return found


def catalogue_arrays() -> tuple[NDArray[Any], ...]:
    """The arrays of ``Catalogue``, in its order."""
    known = network.lookup()
    return known.word, block_needs(), block_sorts(), known.after, known.kind, known.level


def places() -> dict[str, int]:
    """What table.cuh takes from the rules: where each class of combinations begins (R2.3)."""
    begin = network.CLASS_BEGIN
    return {
        "COMBINATIONS": network.COMBINATIONS,
        "PAIRS": begin[1],
        "TRIPLES": begin[2],
        "FIVES": begin[3],
        "GANGS": begin[4],
        "EVENTS": network.EVENTS,
    }
