"""Bots by name for the arena: those of the game, and the lab's own yardstick."""

from __future__ import annotations

import re

from gangoffour.bots import Bot, BotError, load_bot
from gangoffour.bots.outside.program import SECONDS_PER_MOVE


def short(name: str, room: int) -> str:
    """A bot's name as there is room for it: the end of a command or a path says most.

    >>> short("bots/mine/b3.py:Counter", 15), short("greedy", 15)
    ('…/b3.py:Counter', 'greedy')
    """
    return name if len(name) <= room else f"…{name[1 - room :]}"


def load_player(text: str, seconds: float = SECONDS_PER_MOVE) -> Bot:
    """As ``load_bot``, and also ``mcts200`` (or any ``mctsN``: N ms to think)."""
    if re.fullmatch("mcts[0-9]{1,6}", text):
        try:
            from gangoffour.lab.arena.mcts import Search, compile_all
        except ImportError as problem:
            raise BotError("no_lab", name=text) from problem
        compile_all()
        return Search(seconds=int(text[4:]) / 1000)
    try:
        return load_bot(text, seconds)
    except BotError as refusal:
        if refusal.code != "unknown_bot":
            raise
        names = f"{refusal.params['names']}, mcts200"
        raise BotError("unknown_bot", name=text, names=names) from None
