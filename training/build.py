"""Compiles the environment, for the GPU (nvcc) or for the CPU (g++), with the catalogue's places.

Every number that the C++ source needs comes from ``gangoffour.rules`` through
``gangoffour.bots.network``: there is one source of truth for cards, combinations and features.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots import network

HERE = Path(__file__).parent
LIST = 512
"""Legal plays kept for one decision (``LIST`` in table.cuh)."""
POLICY_WORDS, CRITIC_WORDS, EVENT_WORDS = 15, 13, 7

TABLE = np.dtype(
    [
        ("hand", np.uint64, 4),
        ("played", np.uint64, 4),
        ("seed", np.uint64),
        ("rng", np.uint64),
        ("word", np.uint64),
        ("can", np.uint64, 4),
        ("log", np.uint64, network.EVENTS),
        ("moves", np.uint32),
        ("totals", np.int16, 4),
        ("before", np.int16, 4),
        ("points", np.int16, 4),
        ("after", np.int16, 4),
        ("on", np.int16),
        ("declined", np.uint8, (4, 4)),
        ("holder", np.uint8, 4),
        *((name, np.uint8) for name in ("seats", "turn", "owner", "round", "giving", "opening")),
        *((name, np.uint8) for name in ("winner", "loser", "taken", "given")),
        *(
            (name, np.uint8)
            for name in ("passed", "duty", "aims", "mode", "over", "ended", "final")
        ),
        ("step", np.int8),
        *((name, np.uint8) for name in ("round_winner", "round_loser", "was_winner", "was_loser")),
        ("decisions", np.uint8),
        ("laid", np.uint8),
        ("plan", np.uint8, 4),
        ("stale", np.uint8),
        ("late", np.uint8),
    ],
    align=True,
)
"""``struct Table`` of table.cuh."""

ENDLESS, ONE_ROUND, ONE_MATCH, EVERY_MOVE = range(4)
BY_NET, BY_OTHER_NET, BY_GREEDY, BY_RANDOM = range(4)


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


def defines() -> list[str]:
    """The compiler's definitions: places in the catalogue and widths of the features."""
    begin, levels = network.CLASS_BEGIN, network.LEVELS
    values = {
        "COMBINATIONS": network.COMBINATIONS,
        "PAIRS": begin[1],
        "TRIPLES": begin[2],
        "FIVES": begin[3],
        "GANGS": begin[4],
        "LEVELS_SINGLE": levels[0],
        "LEVELS_PAIR": levels[1],
        "LEVELS_TRIPLE": levels[2],
        "LEVELS_FIVE": levels[3],
        "ALL_LEVELS": sum(levels),
        "EVENTS": network.EVENTS,
        "POLICY_BITS": network.POLICY_BITS,
        "CRITIC_BITS": network.CRITIC_BITS,
        "POLICY_WORDS": POLICY_WORDS,
        "EVENT_WORDS": EVENT_WORDS,
        "CRITIC_WORDS": CRITIC_WORDS,
        "STATIC_BITS": network.STATIC_BITS,
        "PLAY_BITS": network.PLAY_BITS,
        "MATCH_INPUTS": network.MATCH_INPUTS,
    }
    leak = f"-DLEAK={network.LEAK}f"
    return [*(f"-D{name}={value}" for name, value in values.items()), leak]


def block_needs() -> NDArray[np.uint64]:
    """For each block of 32 combinations, the cards that all of them contain."""
    words = network.lookup().word.reshape(-1, 32)
    found: NDArray[np.uint64] = np.bitwise_and.reduce(words, axis=1)
    return found


def compile_library(*, gpu: bool) -> Path:
    """The compiled library, reused while the sources stay the same."""
    sources = ["table.cuh", "features.cuh", "kernels.cu" if gpu else "host.cpp"]
    text = b"".join((HERE / name).read_bytes() for name in sources) + repr(defines()).encode()
    folder = Path(os.environ.get("GANGOFFOUR_BUILD", tempfile.gettempdir()))
    target = folder / f"gangoffour-{sources[-1][:-4]}-{hashlib.sha256(text).hexdigest()[:16]}.so"
    if target.exists():
        return target
    if gpu:
        compiler = ["nvcc", "-O3", "-arch=sm_90", "-std=c++17", "-Xcompiler", "-fPIC", "-shared"]
    else:
        compiler = ["g++", "-O2", "-std=c++17", "-fPIC", "-shared", "-Wall", "-Wno-unused-function"]
    draft = target.with_suffix(f".{os.getpid()}")
    command = [*compiler, *defines(), "-o", str(draft), str(HERE / sources[-1])]
    subprocess.run(command, check=True)
    draft.replace(target)
    return target


def has_compiler() -> bool:
    """Whether the CPU library can be compiled here."""
    return shutil.which("g++") is not None
