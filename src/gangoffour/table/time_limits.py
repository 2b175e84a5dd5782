"""How long a move may take, a lost line and a deal are waited for and a score sheet stays."""

from __future__ import annotations

from typing import Final, NamedTuple

DAY_MS: Final = 86_400_000


class Pace(NamedTuple):
    """How long a move may take: an allowance each time, then a bank for the whole match."""

    move_ms: int
    bank_ms: int
    grace_ms: int
    """How long a lost connection or an empty clock is waited for before a bot stands in."""
    between_ms: int
    """How long everybody may look at the score sheet before the next round begins by itself."""


PACES: Final[dict[str, Pace | None]] = {
    "none": None,
    "relaxed": Pace(60_000, 300_000, 60_000, 90_000),
    "normal": Pace(30_000, 120_000, 45_000, 45_000),
    "blitz": Pace(10_000, 60_000, 20_000, 20_000),
}
NO_CLOCK_GRACE_MS: Final = 120_000
RATED_PATIENCE_MS: Final = 600_000
"""What a move, and a look at the score sheet, may take at a rated table without a clock: nobody can
keep the others there for ever rather than lose."""
HOST_AWAITED_MS: Final = 60_000
"""How long a host who is away keeps the role although somebody else wants it."""
REVEAL_MS: Final = 4_000
"""How long contributions to a deal are waited for: clients send them by themselves, but a quick
match has to be opened first."""
