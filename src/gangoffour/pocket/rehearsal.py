"""A start that nobody sees, before Python's memory is written down for browsers to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.json import encode

from gangoffour.pocket.bots import STAND_IN
from gangoffour.pocket.pocket import Owner, opened
from gangoffour.rules.match import Match


def rehearse() -> None:
    """Sit down with bots, and come back to what was kept of it.

    What Python makes when it is first asked for is there afterwards; nothing of the match stays.
    No move is made: what bots make to plan by is larger than the time that it would save.
    """
    owner = Owner("rehearsal", "Rehearsal")
    pocket = opened((), owner)
    pocket.connect(0)
    kept = pocket.hear(encode({"type": "quick", "id": "quick", "seats": 4, "level": 1}), 0).kept
    watch = encode({"type": "watch", "id": "watch", "table": kept[0].table_id, "screen": True})
    kept += pocket.hear(watch, 0).kept
    again = opened(kept, owner)
    again.ask("GET", "/api/me", b"", 0)
    again.connect(0)
    again.hear(watch, 0)


def practice() -> Iterator[None]:
    """Actions that nobody sees, one at a time, in matches between bots that plan: what a browser
    has compiled well by then, it keeps for its next start."""
    chance = Random(0)
    while True:
        match = Match.new(seats=4, seed=str(chance.random()))
        while not match.over and match.turn is not None:
            match = match.act(match.turn, STAND_IN.choose(match.view(match.turn), chance))
            yield
