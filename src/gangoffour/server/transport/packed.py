"""Files of the client that an installed package has compressed only, as ``.gz``."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ENDING: Final = ".gz"
PIECE: Final = 1 << 18


def packed(plain: Path) -> Path:
    """Where the compressed form of a file lies."""
    return plain.with_name(plain.name + ENDING)


def only_packed(folder: Path) -> Iterator[Path]:
    """The files of a folder that are there compressed only, by their plain paths."""
    for path in folder.rglob(f"*{ENDING}"):
        plain = path.with_suffix("")
        if not plain.exists():
            yield plain


def unpacked(plain: Path) -> Iterator[bytes]:
    """What is in such a file, piece by piece."""
    with gzip.open(packed(plain)) as file:
        while piece := file.read(PIECE):
            yield piece


def unpacked_size(plain: Path) -> int:
    """How many bytes that is: the last four of a gzip file say so."""
    with packed(plain).open("rb") as file:
        file.seek(-4, 2)
        return int.from_bytes(file.read(), "little")
