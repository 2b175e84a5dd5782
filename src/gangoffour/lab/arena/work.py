"""What a run of the arena plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gangoffour.bots.outside.program import SECONDS_PER_MOVE
from gangoffour.bots.outside.slow_bots import PATIENCE_S
from gangoffour.lab.arena.seating import Seating
from gangoffour.rules.editions import RuleSet, print_rules, rule_set

MOST_DEALS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be played with each deal."""

    bots: tuple[str, ...]
    seatings: tuple[Seating, ...]
    seed: int
    seats: int
    matches: bool
    edition: str = "official"
    changes: tuple[tuple[str, object], ...] = ()
    seconds: float = SECONDS_PER_MOVE
    """What a program may take for a move."""
    patience: float = PATIENCE_S
    """How long a bot may choose before it is named."""
    records: str = ""
    """The folder that takes a record of every table; none if empty."""
    blind: bool = False
    """Whether records leave out who played."""

    @property
    def rules(self) -> RuleSet:
        return rule_set(self.edition, **dict(self.changes))

    @property
    def written_changes(self) -> dict[str, str]:
        """What is another rule than the edition's, as R9 writes it."""
        _, _, inside = print_rules(self.rules).rstrip("]").partition("[")
        return dict(one.split("=", 1) for one in inside.split(",") if one)
