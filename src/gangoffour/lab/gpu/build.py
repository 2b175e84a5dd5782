"""Compiles C source at its first use, by nvcc for a GPU or by a C++ compiler for the processor.

The library is kept in the user's cache under a hash of its sources: a change makes a new one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from gangoffour.lab.errors import LabError
from gangoffour.lab.simulator.lookup import cache_folder

HERE: Final = Path(__file__).parent
CUDA_HOMES: Final = ("CUDA_HOME", "CUDA_PATH")
"""Variables that say where the CUDA toolkit lies, if nvcc is not on the path."""
USUAL_PLACE = "/usr/local/cuda/bin"
ON_GPU: Final = ("-O3", "-Xcompiler", "-fPIC", "-std=c++17", "-shared")
ON_PROCESSOR: Final = (
    *("-O2", "-fPIC", "-fno-strict-aliasing", "-std=c++17", "-shared"),
    *("-Wall", "-Wno-unused-function", "-x", "c++"),
)


def library(
    sources: Iterable[Path], defines: Mapping[str, object], *, architecture: str | None = None
) -> Path:
    """The compiled library of some sources, of which the last is the one to compile.

    ``architecture`` is the GPU's (``sm_90``); without one it is made for the processor.
    """
    files = [HERE / "table.cuh", *sources]
    flags = [f"-D{name}={value}" for name, value in defines.items()]
    flags += [*ON_GPU, f"-arch={architecture}"] if architecture else ON_PROCESSOR
    text = b"".join(path.read_bytes() for path in files) + repr(flags).encode()
    name = f"{files[-1].stem}-{architecture or 'cpu'}-{hashlib.sha256(text).hexdigest()[:16]}.so"
    target = _folder() / name
    if target.exists():
        return target
    compiler = _nvcc() if architecture else _compiler()
    if compiler is None:
        raise LabError("no_nvcc" if architecture else "no_compiler")
    draft = target.with_suffix(f".{os.getpid()}")
    _run([compiler, f"-I{HERE}", "-o", str(draft), *flags, str(files[-1])])
    draft.replace(target)
    return target


def _folder() -> Path:
    """Where libraries are kept: the user's cache, or a new place where that is read-only."""
    kept = cache_folder()
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _elsewhere()
    return kept if os.access(kept, os.W_OK) else _elsewhere()


@cache
def _elsewhere() -> Path:
    """For as long as this process lives."""
    return Path(tempfile.mkdtemp())


def _compiler() -> str | None:
    named = os.environ.get("CXX", "")
    return next(filter(None, map(shutil.which, (named, "c++", "g++", "clang++"))), None)


def _nvcc() -> str | None:
    homes = [Path(os.environ[name]) / "bin" for name in CUDA_HOMES if os.environ.get(name)]
    places = [*map(str, homes), os.environ.get("PATH", ""), USUAL_PLACE]
    return shutil.which("nvcc", path=os.pathsep.join(places))


def _run(command: list[str]) -> None:
    """Compile, and say how long it has been going on; what the compiler refuses is told."""
    begun, tool = time.perf_counter(), Path(command[0]).name
    with tempfile.TemporaryFile() as told:
        job = subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT)
        while True:
            try:
                problem = job.wait(timeout=1)
                break
            except subprocess.TimeoutExpired:
                _say(f"\rCompiling by {tool}, once: {time.perf_counter() - begun:.0f} s", end="")
        told.seek(0)
        lines = told.read().decode(errors="replace").strip().splitlines()
    if problem:
        raise LabError("not_compiled", tool=tool, problem=" ".join(lines[-3:]))
    _say(f"\rCompiled by {tool} in {time.perf_counter() - begun:.0f} s.   ")


def _say(text: str, end: str = "\n") -> None:
    """Progress, for whoever watches; a file of the program's messages gets the last line only."""
    if sys.stderr.isatty() or end:
        sys.stderr.write(text.lstrip("\r" if not sys.stderr.isatty() else "") + end)
        sys.stderr.flush()
