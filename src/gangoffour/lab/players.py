"""Bots by name for the arena: those of the game, and the lab's own yardsticks."""

from __future__ import annotations

from gangoffour.bots import Bot, BotError, load_bot


def load_player(text: str) -> Bot:
    """As ``load_bot``, and also ``random`` and ``mcts200`` (or any ``mctsN``: N ms to think)."""
    if text == "random":
        from gangoffour.lab.chance import Chance

        return Chance()
    if text.startswith("mcts") and text[4:].isdigit():
        try:
            from gangoffour.lab.search import Search
        except ImportError as problem:
            raise BotError("no_lab", name=text) from problem
        return Search(seconds=int(text[4:]) / 1000)
    return load_bot(text)
