"""What somebody is told of a table without the words of those whom they have muted."""

from __future__ import annotations

from collections.abc import Iterable

from gangoffour.server.wire.messages import Saying
from gangoffour.table.views.facts import Fact, Happening, PhrasedFact, SaidFact


def unmuted(facts: list[Happening], muted: frozenset[str]) -> list[Happening]:
    """What happened, as it is where none of the muted has said anything."""
    if not any(_speaker(one.what) in muted for one in facts):
        return facts
    return [one for one in facts if _speaker(one.what) not in muted]


def unmuted_sayings(sayings: Iterable[Saying], muted: frozenset[str]) -> list[Saying]:
    """The lines of chat that were said before."""
    return [one for one in sayings if one.person not in muted]


def _speaker(fact: Fact) -> str | None:
    """Whose words a fact tells."""
    return fact.person if isinstance(fact, (SaidFact, PhrasedFact)) else None
