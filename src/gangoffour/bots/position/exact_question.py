"""What ``kernel/exact.c`` is asked: a position and the numbers of what may be done, as bytes.

The layout is that of its ``Question`` and ``Known``, little end first.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Final

from gangoffour.bots.position.position import Position
from gangoffour.bots.position.seen_bits import EVENTS, event_bits, policy_bits
from gangoffour.bots.position.strength import levels, stronger, strongest
from gangoffour.rules.combinations import catalogue

MOST_ACTIONS: Final = 1024
_POLICY_BYTES: Final = 112
_EVENT_BYTES: Final = 56


def known_combinations() -> bytes:
    """The catalogue, asked once before anything else."""
    return b"".join(
        pack("<QhBB4x", one.word, after, int(one.kind), level)
        for one, after, level in zip(catalogue(), stronger(), levels(), strict=True)
    )


def question(now: Position, actions: Sequence[int]) -> bytes:
    """A position, and what may be done in it."""
    top = strongest(now.unseen)
    events = event_bits(now.events)
    head = pack(
        "<Qi5iii", now.hand, max(now.counts[1:]), *top, len(events), min(len(actions), MOST_ACTIONS)
    )
    course = b"".join(one.to_bytes(_EVENT_BYTES, "little") for one in events)
    return b"".join(
        (
            head,
            policy_bits(now, top).to_bytes(_POLICY_BYTES, "little"),
            course.ljust(EVENTS * _EVENT_BYTES, b"\0"),
            pack(f"<{min(len(actions), MOST_ACTIONS)}h", *actions[:MOST_ACTIONS]),
        )
    )
