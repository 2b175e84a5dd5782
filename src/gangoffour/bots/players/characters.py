"""Characters: how somebody errs, as a mixture of habits that people have.

>>> character_of("hasty,temperature=2").temperature
2.0
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from gangoffour.bots.errors import BotError

MOST: Final = 5.0
"""No habit is stronger than that."""


@dataclass(frozen=True, slots=True)
class Character:
    """A mixture of habits; 0 is a player without that habit, 1 one who has it for all to see."""

    temperature: float = 1.0
    """How often plays that are about as good are taken for each other."""
    haste: float = 0.0
    """Would rather play than pass, and rather many cards than few."""
    waiting: float = 0.0
    """Would rather pass, and wait for a trick that suits its cards."""
    hoarding: float = 0.0
    """Keeps dragon, phoenixes, tens and gangs for later, and is often left with them."""
    gang_fear: float = 0.0
    """Sees a gang in every hand that is large enough, and does not lead big while one may be."""
    forgetting: float = 0.0
    """Does not remember all cards that were played, and others' counts only roughly."""
    tunnel: float = 0.0
    """Looks at its own hand, and misses that somebody is about to go out."""
    plainness: float = 0.0
    """Sees singles, pairs and triples; five cards that go together are overlooked."""
    forgets_call: float = 0.0
    """How often it forgets to say "Last card!" where it is said by hand (R5.1)."""


SOBER: Final = Character(temperature=0.0)
"""Somebody without any habit."""
CHARACTERS: Final[dict[str, Character]] = {
    "steady": Character(temperature=0.9, haste=0.2, hoarding=0.2, forgetting=0.2, tunnel=0.1),
    "hasty": Character(temperature=0.8, haste=1.0, forgetting=0.2, tunnel=0.3),
    "hoarder": Character(temperature=0.8, hoarding=1.0, gang_fear=0.2, forgetting=0.2),
    "timid": Character(temperature=0.8, hoarding=0.4, gang_fear=1.0, forgetting=0.2),
    "forgetful": Character(temperature=1.0, forgetting=1.0, tunnel=0.2, forgets_call=0.03),
    "dreamer": Character(temperature=1.0, tunnel=1.0, forgetting=0.3, forgets_call=0.02),
}
AT_THE_TABLE: Final = tuple(CHARACTERS[name] for name in ("steady", "hasty", "hoarder", "timid"))
"""Who sits where when all are of level 4."""
BEGINNERS: Final = (
    Character(waiting=2.4, forgets_call=0.02),
    Character(waiting=1.0, hoarding=2.6, forgets_call=0.02),
    Character(waiting=2.0, plainness=2.0, tunnel=1.0, forgets_call=0.02),
    Character(waiting=2.2, gang_fear=2.0, forgets_call=0.02),
)
"""Who sits where when all are of level 1."""
CASUAL: Final = (
    Character(temperature=2.2, haste=1.0),
    Character(temperature=1.5, haste=0.6, plainness=1.5),
    Character(temperature=1.5, haste=0.5, hoarding=1.3),
    Character(temperature=1.7, haste=1.0, forgetting=1.0, tunnel=1.0),
)
"""Who sits where when all are of level 2."""
HABITS: Final = tuple(field.name for field in fields(Character))


def character_of(text: str) -> Character:
    """The character a text names, with habits of its own: ``hasty`` or ``hasty,tunnel=0.5``."""
    name, *changes = (part.strip() for part in text.split(","))
    if name not in CHARACTERS:
        raise BotError("unknown_character", name=name, names=", ".join(CHARACTERS))
    found = CHARACTERS[name]
    for change in changes:
        habit, _, number = (part.strip() for part in change.partition("="))
        try:
            strength = float(number)
        except ValueError:
            strength = -1.0
        if habit not in HABITS or not 0 <= strength <= MOST:
            raise BotError("bad_habit", habit=change, names=", ".join(HABITS), most=MOST)
        found = replace(found, **{habit: strength})
    return found
