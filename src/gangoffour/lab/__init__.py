"""The laboratory: a compiled simulator, an arena and environments for learning.

Needs ``pip install 'gangoffour[lab]'``. Nothing here is imported by the game itself.
"""

from typing import TYPE_CHECKING, NoReturn

from gangoffour.extras import watch

watch(__name__)

_HOMES = {
    "GangOfFour": "environment",
    "OneSeat": "one_seat",
    "Tables": "tables",
    "VectorEnv": "vector",
    "env": "gang_of_four_v1",
    "load_game": "spiel",
    "random_rounds": "random_play",
    "raw_env": "gang_of_four_v1",
    "run": "arena",
}

if not TYPE_CHECKING:  # there it would make a name of anything

    def __getattr__(name: str) -> NoReturn:
        """What lies in a module of the lab, and is looked for here, is told where it is."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = f"{__name__}.{_HOMES[name]}"
        raise ImportError(f"{name} is in {home}: from {home} import {name}", name=home)
