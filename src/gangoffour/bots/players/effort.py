"""How hard the players that look ahead think: how far, at which calls, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ROUND, CARDS = 10.0, 30.0
"""What it costs to play an imagined round to its end, in millionths of a second on a busy core: so
much, and the square of how many cards are held by so much. Who has more cards has more turns left,
and more plays to choose from at each. How far an effort goes must not depend on the clock."""
WORLD, LOOK = 30.0, 1.5
"""What it costs to look back from one world: so much, and so much for each move of the others."""
POOL: Final = 8192
"""More worlds to draw from than that are not worth it."""
BY_NETWORK: Final = 7.0
"""Rounds that the network plays on cost so many times what they cost by the reflex."""
LONGER: Final = 1.35
"""Rounds that are played for the match cost so much more: people pass more often, and it takes
some time to tell what a total is worth."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think."""

    work: int
    """About how many millionths of a second the imagined rounds may take."""
    candidates: int
    """How many of the network's proposals are looked into."""
    margin: float
    """How many points worse than the best a proposal may be to be looked into."""
    most: int
    """In how many worlds at most."""
    fewest: int = 12
    """Fewer worlds for each proposal than that tell nothing."""
    gain: float = 0.15
    """How many points better another play must be."""
    price: float = 0.002
    """How many points a thousandth of a second must be expected to bring: no longer is looked."""
    again: int = 0
    """Of how many worlds that the reflex finds likely the network sees how well they explain the
    round; it then plays the imagined rounds on, too. None: the reflex does it all."""
    hindsight: int = 0
    """About how many millionths of a second to spend on which worlds explain the round best."""

    def round(self, counts: Sequence[int], for_match: bool = False) -> float:
        """What an imagined round costs when so many cards are held, in the units of ``work``."""
        by_whom = BY_NETWORK if self.again else 1.0
        return (ROUND + sum(counts) ** 2 / CARDS) * (LONGER if for_match else 1.0) * by_whom

    def pool(self, moves: int) -> int:
        """From how many worlds to draw those to play in, after so many moves of others."""
        return min(int(self.hindsight / (WORLD + LOOK * moves)), POOL) if moves else 0


QUICK: Final = Effort(work=32_000, candidates=3, margin=1.5, most=1000)
DEEP: Final = Effort(
    work=450_000, candidates=6, margin=3.0, most=192, price=0.000003, hindsight=320_000, again=1200
)
DEEP_BY_REFLEX: Final = Effort(
    work=600_000, candidates=4, margin=2.0, most=4000, price=0.000003, hindsight=300_000
)
"""Where the network is too slow to play imagined rounds on."""
