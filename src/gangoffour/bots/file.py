"""Bots from a Python file: ``mybot.py:MyBot``."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from gangoffour.bots.bot import Bot
from gangoffour.bots.errors import BotError, in_words


def from_file(text: str) -> Bot:
    """The bot of ``path.py:Name``: a class (called without arguments) or a ready-made bot.

    The file is run, so only load files you would run yourself.
    """
    path, _, name = text.rpartition(":")
    if not path:
        path, name = text, "Bot"
    if not Path(path).is_file():
        raise BotError("no_file", path=path)
    spec = importlib.util.spec_from_file_location(f"gangoffour_bot_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise BotError("broken_file", path=path, problem="it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:  # a stranger's file may raise anything
        raise BotError("broken_file", path=path, problem=in_words(problem)) from problem
    found = getattr(module, name, None)
    if found is None:
        raise BotError("no_class", path=path, name=name)
    try:
        made = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as problem:  # so may its class
        raise BotError("broken_file", path=path, problem=in_words(problem)) from problem
    if not isinstance(made, Bot) or not callable(made.choose):
        raise BotError("not_a_bot", path=path, name=name)
    return made
