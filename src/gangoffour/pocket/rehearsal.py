"""A start that nobody sees, before Python's memory is written down for browsers to begin with."""

from __future__ import annotations

from msgspec.json import encode

from gangoffour.pocket.pocket import Owner, opened


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
