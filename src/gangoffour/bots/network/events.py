"""What the network sees of the round's course: the last plays, each with who passed on it.

``training/features.cuh`` writes the same bits on the GPU; a test compares the two on the same
states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.position.position import Event
from gangoffour.bots.position.seen_bits import EVENT_BITS, EVENTS, event_bits

Floats = NDArray[np.float32]
_OCTETS = (EVENT_BITS + 7) // 8

__all__ = ["EVENTS", "EVENT_BITS", "event_rows"]


def event_rows(events: Sequence[Event]) -> Floats:
    """A row of zeros and ones for each of the last plays, the last one first."""
    data = b"".join(one.to_bytes(_OCTETS, "little") for one in event_bits(events))
    octets = np.frombuffer(data, np.uint8).reshape(-1, _OCTETS)
    bits = np.unpackbits(octets, axis=1, count=EVENT_BITS, bitorder="little")
    return bits.astype(np.float32)
