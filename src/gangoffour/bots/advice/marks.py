"""What a decision is called by what it has cost: good, doubtful, a mistake."""

from __future__ import annotations

from typing import Final, Literal

Mark = Literal["good", "doubtful", "mistake"]
DOUBTFUL: Final = 0.7
MISTAKE: Final = 2.0
"""From how many points on a decision is doubtful, and a mistake; ``docs/bots.md`` has what each
level shows by them."""


def mark_of(cost: float) -> Mark:
    """What a decision of this cost is called."""
    return "good" if cost < DOUBTFUL else "doubtful" if cost < MISTAKE else "mistake"
