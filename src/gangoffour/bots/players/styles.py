"""How the planning levels differ: a style for each, and that of the best planner."""

from __future__ import annotations

from typing import Final

from gangoffour.bots.players.planned import Style

DUMPLING: Final = Style(
    width=0,
    lead_worth=0.3,
    patience=0.0,
    hurry=0.0,
    fear=0.0,
    caution=0.0,
    finish=0.0,
    slips=0.5,
    forgets_call=0.02,
)
SPARROW: Final = Style(width=1, patience=0.0, fear=1.0, caution=0.0, finish=0.0, slips=0.12)
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
