"""Bots from a Python file: ``mybot.py:MyBot``."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from zlib import crc32

from gangoffour.bots.bot import Bot
from gangoffour.bots.errors import BotError, in_words


def from_file(text: str) -> Bot:
    """The bot of ``path.py:Name``: a class (called without arguments), a ready-made bot,
    or a function of a view and a source of chance.

    The file is run, so only load files you would run yourself. It may import what lies beside it.
    """
    path, _, name = text.rpartition(":")
    if not path:
        path, name = text, "Bot"
    if not Path(path).is_file():
        raise BotError("no_file", path=path)
    module = _module(Path(path))
    found = getattr(module, name, None)
    if found is None:
        raise BotError("no_class", path=path, name=name)
    try:
        made = found() if isinstance(found, type) else found
        if isinstance(found, FunctionType):
            made = SimpleNamespace(choose=found)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # so may its class
        raise BotError("broken_file", path=path, problem=in_words(problem)) from problem
    if not isinstance(made, Bot) or not callable(made.choose) or not _takes_two(made.choose):
        raise BotError("not_a_bot", path=path, name=name)
    return made


def _takes_two(choose: Callable[..., object]) -> bool:
    """Whether it can be called as ``choose(view, rng)``; who does not say so is believed."""
    try:
        signature(choose).bind("view", "rng")
    except TypeError:
        return False
    except ValueError:  # written in C
        return True
    return True


def _module(path: Path) -> ModuleType:
    """The file as a module, run anew; two files of one name do not get in each other's way."""
    name = f"gangoffour_bot_{crc32(str(path.resolve()).encode()):08x}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError("broken_file", path=str(path), problem="it is not a Python file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses and the like look for it
    try:
        spec.loader.exec_module(module)
    except BaseException as problem:  # a stranger's file may raise anything
        del sys.modules[name]
        if isinstance(problem, KeyboardInterrupt):
            raise
        raise BotError("broken_file", path=str(path), problem=in_words(problem)) from problem
    return module
