"""What a part of the package needs beyond Python, said in one sentence where it is missing.

``gangoffour.bots`` and ``gangoffour.lab`` call ``watch`` when they are imported. From then on a
module of theirs that cannot be loaded because a package is missing names itself, what is missing
and what to install; run by ``python -m`` it says so in a line, and ends with status 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType, TracebackType
from typing import Final

BRINGS: Final[dict[str, tuple[str, ...]]] = {
    "play": ("numpy", "rich", "typer"),
    "lab": ("gymnasium", "matplotlib", "numba", "openskill", "pettingzoo", "resvg_py"),
    "gpu": ("torch",),
}
"""The packages of each extra beyond those of ``play``, by the names they are imported by."""
ELSEWHERE: Final = {"pyspiel": "open_spiel", "ray": "ray", "pyarrow": "pyarrow"}
"""Packages of no extra, and how they are called where they are installed from."""
NEEDS: Final = {
    "gangoffour.bots": "play",
    "gangoffour.lab": "lab",
    "gangoffour.lab.arena": "play",
    "gangoffour.lab.asked_rows": "play",
    "gangoffour.lab.gpu": "gpu",
    "gangoffour.lab.progress": "play",
    "gangoffour.lab.puzzles": "play",
    "gangoffour.lab.rounds": "play",
}
"""The extra that is enough for a part of the package; the longest name that fits counts."""


def told_of(asked: str, missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error told of what was asked for; what no extra brings is told as it was."""
    package = (missing.name or "").partition(".")[0]
    if package not in ELSEWHERE and not any(package in one for one in BRINGS.values()):
        return missing
    sentence = f"{asked} needs {package}: pip install {_brought_by(asked, package)}"
    return ModuleNotFoundError(sentence, name=package)


def _brought_by(asked: str, package: str) -> str:
    if package in ELSEWHERE:
        return ELSEWHERE[package]
    fitting = [one for one in NEEDS if asked == one or asked.startswith(f"{one}.")]
    extra = NEEDS[max(fitting, key=len)] if fitting else "play"
    if package not in (*BRINGS["play"], *BRINGS[extra]):
        extra = next(name for name, brought in BRINGS.items() if package in brought)
    return f"'gangoffour[{extra}]'"


class _Loader(SourceFileLoader):
    """Loads a module; of several that load each other, the one that was asked for speaks last."""

    def exec_module(self, module: ModuleType) -> None:
        try:
            super().exec_module(module)
        except ModuleNotFoundError as missing:
            raise told_of(module.__name__, missing) from None


class _Finder:
    """Finds what the usual one finds, for the watched parts alone."""

    def __init__(self) -> None:
        self.watched: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if ".".join(name.split(".")[:2]) not in self.watched:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


_FINDER: Final = _Finder()


def watch(package: str) -> None:
    """From now on, what is missing for a module of this package is said so."""
    if not _FINDER.watched:
        sys.meta_path.insert(0, _FINDER)
    _FINDER.watched.add(package)
    running = _run_as_module()
    if running.startswith(f"{package}."):
        _end_in_a_line(running)


def _run_as_module() -> str:
    """What ``python -m`` was told to run, if it was."""
    given = getattr(sys, "orig_argv", [])[1:]
    for place, word in enumerate(given[:-1]):
        if word == "-m":
            return str(given[place + 1])
        if word == "-c" or not word.startswith("-"):  # a program, whose words are its own
            break
    return ""


def _end_in_a_line(running: str) -> None:
    before = sys.excepthook

    def told(
        kind: type[BaseException], problem: BaseException, trace: TracebackType | None
    ) -> None:
        missing = told_of(running, problem) if isinstance(problem, ModuleNotFoundError) else problem
        if missing is problem:
            before(kind, problem, trace)
        else:
            sys.stderr.write(f"{missing}\n")
            raise SystemExit(2)

    sys.excepthook = told
