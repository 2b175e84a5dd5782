"""One event as it is stored, by whatever keeps it."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """One event as stored."""

    table_id: str
    seq: int
    at: int
    command_id: str | None
    body: bytes
