"""The table at which given deals are played: one person against three bots in whole numbers."""

from __future__ import annotations

from typing import Final, Literal

from gangoffour.daily.day import ROUNDS
from gangoffour.table.commands import Open
from gangoffour.table.options import Options, Purpose

BOT: Final = "tiger-exact"
OPTIONS: Final = Options(target=1, clock="none", private=True, spectators=False, chat="none")
"""A match is one round: a total reaches 1 in any. The rounds know nothing of each other."""


def opening(table_id: str, kind: Literal["daily", "challenge"], key: str, seed: str) -> Open:
    """What opens such a table, its first round dealt from ``seed``."""
    bots = (BOT,) * (OPTIONS.seats - 1)
    return Open(table_id, OPTIONS, Purpose(kind, key, ROUNDS), bots, seed)
