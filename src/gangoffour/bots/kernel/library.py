"""The compiled kernel: shipped beside this file, or compiled from its source once and kept.

``kernel.c`` and what it includes need no library, only the numbers that are defined here from the
catalogue, the features and the networks' shapes. Where it can be neither found nor compiled there
is none, and numpy plays the imagined rounds, move by move the same.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from ctypes import c_int, c_long, c_size_t, c_uint64, c_void_p
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from gangoffour.bots.network import (
    CLASS_BEGIN,
    COMBINATIONS,
    EVENT_BITS,
    EVENTS,
    LEAK,
    LEVELS,
    POLICY_BITS,
    REFLEX,
    Shape,
)
from gangoffour.bots.network.belief import FINE, REACH, SHARP, SLIM, SUMS, WIDTH
from gangoffour.bots.network.reflex import LEAK_PARTS

SOURCE: Final = Path(__file__).with_name("kernel.c")
PARTS: Final = ("kernel.c", "round.h", "reflex.h", "network.h", "dealing.h")
OFF: Final = "GANGOFFOUR_KERNEL"
"""Set to ``off``, this variable leaves imagined rounds to numpy."""
NETWORK: Final = Shape()
BLOCK: Final = 32
"""So many combinations of the catalogue are looked at together."""
HEAP: Final = 8
"""So many blocks are passed over together."""
STRIP: Final = 64
"""So many numbers that come out of the network's layers are reckoned together."""
BITS_AFTER: Final = 9
"""Bits after the point of the network's sums of bits."""
PATIENCE: Final = 60.0
"""Seconds that the compiler may take."""


def defines() -> list[str]:
    """What the source needs to know, as the compiler takes it."""
    names = ("SINGLE", "PAIR", "TRIPLE", "FIVE", "GANG")
    begins = ("PAIRS", "TRIPLES", "FIVES", "GANGS")
    values = {
        "COMBINATIONS": COMBINATIONS,
        "POLICY_BITS": POLICY_BITS,
        "TRUNK": REFLEX.trunk,
        "JOINT": REFLEX.joint,
        "HIDDEN": REFLEX.hidden,
        "DEEP_TRUNK": NETWORK.trunk,
        "DEEP_JOINT": NETWORK.joint,
        "DEEP_HIDDEN": NETWORK.hidden,
        "COURSE": NETWORK.event,
        "EVENTS": EVENTS,
        "EVENT_BITS": EVENT_BITS,
        "ALL_LEVELS": sum(LEVELS),
        "BITS_AFTER": BITS_AFTER,
        "STRIP": STRIP,
        "LEAK": f"{LEAK}f",
        "BLOCK": BLOCK,
        "HEAP": HEAP,
        "LEAK_PARTS": LEAK_PARTS,
        "WIDTH": WIDTH,
        "REACH": REACH,
        "SLIM": SLIM,
        "COARSE": SUMS + SHARP - FINE,
        "FINE": FINE,
        **{f"LEVELS_{name}": levels for name, levels in zip(names, LEVELS, strict=True)},
        **dict(zip(begins, CLASS_BEGIN[1:5], strict=True)),
    }
    return [f"-D{name}={value}" for name, value in values.items()]


class Build(NamedTuple):
    """The kernel for some processors of one kind."""

    name: str
    machine: str
    flags: tuple[str, ...]
    needs: frozenset[str]
    """What such a processor says that it can do."""


WIDEST: Final = ("-mprefer-vector-width=512",)
"""Compilers for x86-64 use half a register otherwise."""
BUILDS: Final = (
    Build(
        "bytes",
        "x86_64",
        ("-march=x86-64-v4", "-mavx512vnni", *WIDEST),
        frozenset(["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512_vnni"]),
    ),
    Build("wide", "x86_64", ("-march=x86-64-v3",), frozenset({"avx2", "bmi1", "bmi2", "fma"})),
    Build("bytes", "aarch64", ("-march=armv8.2-a+dotprod",), frozenset({"asimddp"})),
    Build("any", platform.machine(), (), frozenset()),
)
"""For who compiles it for others: the best ones first. The last runs everywhere, on x86-64 at half
the pace of the first."""


def builds() -> list[Build]:
    """Those for processors of this kind."""
    return [one for one in BUILDS if one.machine == platform.machine()]


def file_name(build: str = "any") -> str:
    """The kernel's name: another one for another source or other numbers."""
    sources = [SOURCE.with_name(name).read_bytes() for name in PARTS]
    digest = sha256(b"".join(sources) + repr(defines()).encode())
    return f"kernel-{digest.hexdigest()[:16]}-{build}.so"


def processor() -> str:
    """What this processor is and can do: a kernel that was compiled for it may not run on another
    that shares its files."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as info:
            told = [line for line in info.read(8192).splitlines() if line[:5] in ("flags", "Featu")]
    except OSError:
        told = [platform.processor()]
    return f"{platform.machine()} {' '.join(told[:1])}"


def compile_to(target: Path, flags: Sequence[str] = ()) -> bool:
    """Compile the kernel, with flags that say for which processors. False where that fails."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return False
    every = ["-O3", *flags, "-std=c11", "-fPIC", "-shared", "-ffreestanding", *defines()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            draft = Path(folder) / target.name
            command = [compiler, *every, "-o", str(draft), str(SOURCE)]
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
            draft.replace(target)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def compile_for_all(folder: Path) -> list[str]:
    """Compile the kernel for all processors of this kind; the names of the builds that came about:
    an older compiler does not know all of them."""
    return [one.name for one in builds() if compile_to(folder / file_name(one.name), one.flags)]


def shipped(folder: Path) -> Path | None:
    """The best kernel in a folder that this processor can run."""
    able = set(processor().split())
    found = [folder / file_name(one.name) for one in builds() if one.needs <= able]
    return next((one for one in found if one.is_file()), None)


def kept() -> Path | None:
    """Where a kernel for this processor is kept; None for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "gangoffour"
    except RuntimeError:
        return None
    for_this = sha256(processor().encode()).hexdigest()[:8]
    return folder / file_name(for_this)


@cache
def library() -> ctypes.CDLL | None:
    """The kernel, or None where there is none."""
    if os.environ.get(OFF) == "off":
        return None
    brought, own = shipped(SOURCE.parent), kept()
    if brought is not None:
        found = _loaded(brought)
        if found is not None:
            return found
    flags = ["-march=native", *(WIDEST if platform.machine() == "x86_64" else ())]
    if own is None or not (own.is_file() or compile_to(own, flags)):
        return None
    return _loaded(own)


def _loaded(path: Path) -> ctypes.CDLL | None:
    try:
        return declared(ctypes.CDLL(str(path)))
    except OSError:  # made for another machine
        return None


def declared(kernel: ctypes.CDLL) -> ctypes.CDLL:
    kernel.room_size.restype, kernel.room_size.argtypes = c_size_t, [c_int]
    at: Any = c_void_p
    common: list[Any] = [at, at, at, at, at, c_int, at, c_int]
    kernel.play_out.argtypes = [at, at, *common, at, at]
    kernel.look_back.argtypes = [at, *common, at, c_int, at, at]
    kernel.look_back.restype = None
    kernel.imagine.argtypes = [c_uint64, c_int, c_int, at, at, at]
    kernel.imagine.restype = None
    kernel.play_out.restype = c_long
    return kernel
