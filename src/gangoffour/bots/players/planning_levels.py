"""How the planning levels differ: a style for each, and that of the best planner."""

from __future__ import annotations

from typing import Final

from gangoffour.bots.bot import Bot
from gangoffour.bots.players.characters import BEGINNERS, CASUAL
from gangoffour.bots.players.human import Company
from gangoffour.bots.players.planned import Planned, Style

DUMPLING: Final = Style(
    width=0,
    lead_worth=0.3,
    patience=0.0,
    hurry=0.0,
    fear=0.0,
    caution=0.0,
    finish=0.0,
)
SPARROW: Final = Style(width=1, patience=0.0, fear=1.0, caution=0.0, finish=0.0)
LANTERN: Final = Style(fear=3.0)
COUNTING: Final = Style(
    counts=True,
    width=8,
    lead_worth=0.4,
    patience=0.1,
    hurry=0.8,
    size_worth=0.12,
    fear=10.0,
    caution=0.05,
    finish=2.5,
    considered=24,
)


def dumpling() -> Bot:
    """Level 1: sees no five-card plays coming, and saves its cards for better days."""
    return Company([Planned(DUMPLING, one) for one in BEGINNERS])


def sparrow() -> Bot:
    """Level 2: takes every trick it can afford, often in haste."""
    return Company([Planned(SPARROW, one) for one in CASUAL])


def lantern() -> Bot:
    """Level 3: keeps to its plan and runs out when it can; chance plays no part."""
    return Planned(LANTERN)
