"""Machine code on disk: compiled once for a machine, whichever environment asks for it later.

The compiler would keep code by the path of its source, and compile again in every new environment.
Here its place says what it was made of: the sources of the rules and of the lab, and the compiler.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import event
from numba.core.caching import UserProvidedCacheLocator

from gangoffour.lab.simulator.lookup import cache_folder, rules_hash

ELSEWHERE: Final = ("InTreeCacheLocator", "UserWideCacheLocator")
"""The compiler's own places, for a home that cannot be written to."""
FIRST_TIME: Final = (
    "gangoffour: compiling for this machine, once: about half a minute of a free processor …\n"
)
EVERY_TIME: Final = (
    "gangoffour: compiling, about half a minute of a free processor, each time anew, as there is "
    "no folder to keep it in; XDG_CACHE_HOME may name one …\n"
)


class Place(UserProvidedCacheLocator):
    """Where a function's code lies: by the folder of its module, not by where that is installed."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The name of the module's folder; the lab's are all different."""
        return Path(py_file).parent.name


class _Told(event.Listener):
    """Says once in a process that something is being compiled."""

    def __init__(self) -> None:
        self.text = FIRST_TIME
        self.told = False

    def on_start(self, event: Any) -> None:
        """A function is compiled that was not found on disk."""
        ours = event.data["dispatcher"].py_func.__module__.startswith("gangoffour.")
        if ours and not self.told:
            self.told = True
            sys.stderr.write(self.text)
            sys.stderr.flush()

    def on_end(self, event: Any) -> None:
        """Nothing is said of the end: what was asked for follows."""


_TOLD: Final = _Told()
event.register("numba:compile", _TOLD)  # type: ignore[no-untyped-call]


def nothing_kept() -> None:
    """From now on, whoever waits for the compiler is told that they will wait again."""
    _TOLD.text = EVERY_TIME


@cache
def _folder() -> str:
    """Another one for other sources, as code that is kept calls code that was compiled into it."""
    digest = sha256(f"{rules_hash()} {numba.__version__}".encode())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        source = path.read_bytes()
        digest.update(source if b"@compiled" in source else b"")
    return str(cache_folder() / f"code-{digest.hexdigest()[:16]}")


@contextmanager
def kept_code() -> Iterator[None]:
    """What is handed to the compiler meanwhile is kept here."""
    settings: Any = numba.config
    before = settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES
    settings.CACHE_DIR = _folder()
    settings.CACHE_LOCATOR_CLASSES = ",".join((f"{__name__}.{Place.__name__}", *ELSEWHERE))
    try:
        yield
    finally:
        settings.CACHE_DIR, settings.CACHE_LOCATOR_CLASSES = before
