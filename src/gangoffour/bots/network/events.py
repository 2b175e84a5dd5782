"""What the network sees of the round's course: the last plays, each with who passed on it.

``training/features.cuh`` writes the same bits on the GPU; a test compares the two on the same
states.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.strength import lookup
from gangoffour.bots.position.position import Event
from gangoffour.bots.position.strength import LEVELS, class_of

Floats = NDArray[np.float32]

EVENTS: Final = 24
"""So many of the round's last plays are seen; a round of good players has about twenty."""
_ALL: Final = sum(LEVELS)
_BEFORE: Final = tuple(accumulate(LEVELS[:-1], initial=0))
_LED: Final = 4 * _ALL
_COUNTS: Final = _LED + 1
_PASSED: Final = _COUNTS + 4 * 17
_BEATEN: Final = _PASSED + 4
_BACK: Final = _BEATEN + _ALL + 4
_KIND: Final = _BACK + EVENTS
EVENT_BITS: Final = _KIND + 8


def event_rows(events: Sequence[Event]) -> Floats:
    """A row of zeros and ones for each of the last plays, the last one first."""
    known = lookup()
    seen = events[-EVENTS:]
    rows = np.zeros((len(seen), EVENT_BITS), np.float32)
    for back, one in enumerate(reversed(seen)):
        row, kind = rows[back], int(known.kind[one.play])
        level = _BEFORE[class_of(kind)] + int(known.level[one.play])
        row[one.place * _ALL + level] = 1
        row[_LED] = one.led
        for place, count in enumerate(one.counts):
            if count >= 0:
                row[_COUNTS + 17 * place + count] = 1
            row[_PASSED + place] = one.passed >> place & 1
        if not one.led and back + 1 < len(seen):
            beaten = seen[-2 - back]
            level = _BEFORE[class_of(int(known.kind[beaten.play]))] + int(known.level[beaten.play])
            row[_BEATEN + level] = 1
            row[_BEATEN + _ALL + beaten.place] = 1
        row[_BACK + back] = 1
        row[_KIND + kind - 1] = 1
    return rows
