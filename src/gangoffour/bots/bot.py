"""What a bot is: anything that chooses one of a view's actions, and sees nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from gangoffour.rules.actions import Action
from gangoffour.rules.view import View


@runtime_checkable
class Bot(Protocol):
    """A player. It gets a seat's view, never a round: to cheat is a type error (R4.7).

    ``choose`` returns one of ``view.actions``. All its chance comes from ``rng``, so the same
    view and the same state of ``rng`` give the same action. It must not keep anything from one
    call to the next that changes its choices: a bot may take over a seat at any moment.
    """

    def choose(self, view: View, rng: Random) -> Action:
        """The action this bot takes at ``view``."""
        ...


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A named bot as menus show it."""

    name: str
    level: int | None
    """1 (friendly beginner) to 6; None for the yardsticks, which no menu offers."""
    title: str
    """The name as people see it; a proper name, the same in every language."""
    description: str
    """One English line of character, the fallback of its translation."""

    @property
    def code(self) -> str:
        """What a client translates the description by."""
        return f"bot_{self.name.replace('-', '_')}"

    def as_dict(self) -> dict[str, object]:
        """The info as the engine and the server send it."""
        return {
            "name": self.name,
            "level": self.level,
            "title": self.title,
            "code": self.code,
            "description": self.description,
        }
