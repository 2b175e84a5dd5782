"""The six levels: who plays at each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gangoffour.bots.bot import Bot
from gangoffour.bots.planned import Planned, Style

DUMPLING: Final = Style(
    width=0, lead_worth=0.5, patience=0.0, slips=0.2, forgets_call=0.02, runs_out=False, caution=0.0
)
SPARROW: Final = Style(width=1, lead_worth=0.7, patience=0.0, runs_out=False, caution=0.0)
LANTERN: Final = Style()


def dumpling() -> Bot:
    """Level 1: sees no five-card plays coming, overlooks a few things."""
    return Planned(DUMPLING)


def sparrow() -> Bot:
    """Level 2: takes every trick it can afford."""
    return Planned(SPARROW)


def lantern() -> Bot:
    """Level 3: keeps to its plan and runs out when it can."""
    return Planned(LANTERN)


LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "dumpling": dumpling,
    "sparrow": sparrow,
    "lantern": lantern,
    "crane": lantern,
    "tiger": lantern,
    "typhoon": lantern,
    "typhoon-deep": lantern,
}
