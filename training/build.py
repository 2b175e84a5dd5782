"""Compiles self-play, for the GPU (nvcc) or for the CPU (g++), with the catalogue's places.

The table itself, ``table.cuh``, is the lab's (``gangoffour.lab.gpu``). Every number that the C++
source needs comes from ``gangoffour.rules`` through ``gangoffour.bots.network``: there is one
source of truth for cards, combinations and features.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

from gangoffour.bots import network
from gangoffour.lab.gpu.build import library
from gangoffour.lab.gpu.layout import (
    BY_GREEDY,
    BY_NET,
    BY_OTHER_NET,
    BY_RANDOM,
    ENDLESS,
    EVERY_MOVE,
    ONE_MATCH,
    ONE_ROUND,
    TABLE,
    Catalogue,
    blank,
    catalogue_arrays,
    places,
)

__all__ = [
    "BY_GREEDY",
    "BY_NET",
    "BY_OTHER_NET",
    "BY_RANDOM",
    "CRITIC_WORDS",
    "ENDLESS",
    "EVENT_WORDS",
    "EVERY_MOVE",
    "LIST",
    "ONE_MATCH",
    "ONE_ROUND",
    "POLICY_WORDS",
    "TABLE",
    "Catalogue",
    "Settings",
    "blank",
    "catalogue_arrays",
    "compile_library",
    "defines",
]

HERE = Path(__file__).parent
LIST = 512
"""Legal plays kept for one decision."""
POLICY_WORDS, CRITIC_WORDS, EVENT_WORDS = 15, 13, 7


class Settings(ctypes.Structure):
    """``struct Settings`` of table.cuh: how self-play tables are set up and explored."""

    _fields_ = [
        (name, ctypes.c_float)
        for name in (
            "three_players",
            "match_aim",
            "no_duty",
            "fresh",
            "greedy_table",
            "temperature",
            "uniform",
            "lambda_",
        )
    ]


def defines() -> dict[str, object]:
    """The compiler's definitions: places in the catalogue and widths of the features."""
    levels = network.LEVELS
    return {
        **places(),
        "GIVE": network.GIVE,
        "LIST": LIST,
        "LEVELS_SINGLE": levels[0],
        "LEVELS_PAIR": levels[1],
        "LEVELS_TRIPLE": levels[2],
        "LEVELS_FIVE": levels[3],
        "ALL_LEVELS": sum(levels),
        "POLICY_BITS": network.POLICY_BITS,
        "CRITIC_BITS": network.CRITIC_BITS,
        "POLICY_WORDS": POLICY_WORDS,
        "EVENT_WORDS": EVENT_WORDS,
        "CRITIC_WORDS": CRITIC_WORDS,
        "STATIC_BITS": network.STATIC_BITS,
        "PLAY_BITS": network.PLAY_BITS,
        "MATCH_INPUTS": network.MATCH_INPUTS,
        "LEAK": f"{network.LEAK}f",
    }


def compile_library(*, gpu: bool) -> Path:
    """The compiled library, reused while the sources stay the same."""
    source = "kernels.cu" if gpu else "host.cpp"
    sources = [HERE / "features.cuh", HERE / source]
    return library(sources, defines(), architecture="sm_90" if gpu else None)
