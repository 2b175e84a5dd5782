"""A match in a list, and who plays it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class PlayerLine(Struct, frozen=True):
    """One seat of a match; its score so far, the other figures once it is over."""

    seat: int
    person: str | None
    """Nothing for a bot, and for somebody who has deleted their data."""
    name: str
    bot: str | None
    total: int | None
    place: int | None
    won: bool | None
    finished: bool | None
    rounds: int | None
    rounds_won: int | None
    gangs: int | None
    karma: int | None
    rating_before: int | None
    rating_after: int | None
    avatar: str = ""
    """The face they have chosen by now."""


class MatchLine(Struct, frozen=True):
    """A match and who plays it."""

    id: str
    table: str
    number: int
    state: Literal["waiting", "live", "over"]
    """``waiting``: for the person who asks, to move (days per move) or to come back to bots."""
    due_at: int | None
    """Until when it waits, if not as long as it must."""
    round: int | None
    """The round that is played, or was the last."""
    rated: bool
    seats: int
    edition: str
    clock: str
    started_at: int
    ended_at: int | None
    players: list[PlayerLine]
    carried: bool = False
    """Begun without this server: it counts nowhere."""
