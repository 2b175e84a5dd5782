"""Rows written to a file: JSON lines with Python alone, Parquet where pyarrow is installed.

Until the last row is there, rows lie in ``FILE.part``; so nobody takes half a file for a whole one,
and a run that was stopped can go on. Each line begins with a hash of all up to it: what has been
damaged meanwhile does not get into the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from gangoffour.data_files.data_card import DataCard

Row = dict[str, Any]
Rest = Callable[[Row | None], Iterable[Row]]
"""The rows that follow the last there is, or all of them."""
SIGNED: Final = 16
"""Letters of the hash of a row in the part."""
BATCH: Final = 1_000
"""Rows of a group of Parquet."""


class DataError(ValueError):
    """A file that cannot be written so; one sentence says why."""


def write(path: Path, rows: Iterable[Row], card: DataCard) -> int:
    """Write rows to a new file, and its card beside it; how many there were.

    The name tells the kind: ``.jsonl`` or ``.parquet``.
    """
    require_place(path)
    part_of(path).unlink(missing_ok=True)
    return write_on(path, lambda _: rows, card)


def write_on(path: Path, rest: Rest, card: DataCard) -> int:
    """The same, but going on where an earlier run for the same card was stopped."""
    require_place(path)
    part, beside = part_of(path), card_beside(path)
    begun = card.text(path.name, 0).encode()
    if part.exists() and (not beside.exists() or beside.read_bytes() != begun):
        why = f"{part} was begun by another command or version; remove it, or name another file."
        raise DataError(why)
    beside.write_bytes(begun)
    with part.open("ab+") as file:
        number, signed, last = _kept(file, part)
        for row in rest(last):
            text = json.dumps(row, ensure_ascii=False).encode() + b"\n"
            signed = _signature(signed, text)
            file.write(signed + b" " + text)
            number += 1
    _finish(part, path)
    beside.write_text(card.text(path.name, number), encoding="utf-8")
    return number


def part_of(path: Path) -> Path:
    """Where the rows of an unfinished file lie."""
    return path.with_name(f"{path.name}.part")


def card_beside(path: Path) -> Path:
    """Where the data card of a file lies."""
    return path.with_name(f"{path.name}.md")


def forget(path: Path) -> None:
    """Take away what a run has begun that nobody should go on with."""
    for one in (part_of(path), card_beside(path)):
        one.unlink(missing_ok=True)


def require_place(path: Path) -> None:
    """Whatever stands against this file is told before the first row is made."""
    if path.exists():
        raise DataError(f"{path} is there already.")
    if not path.parent.is_dir():
        raise DataError(f"{str(path)!r} cannot be used: there is no folder {path.parent}.")
    if not os.access(path.parent, os.W_OK):
        raise DataError(f"{str(path)!r} cannot be used: {path.parent} cannot be written to.")
    if path.suffix == ".parquet":
        _pyarrow()
    elif path.suffix != ".jsonl":
        raise DataError(f"{path} should end in .jsonl or .parquet.")


def _signature(before: bytes, text: bytes) -> bytes:
    """What a row begins with in the part: made of it and of all before it."""
    return sha256(before + text).hexdigest()[:SIGNED].encode()


def _kept(file: IO[bytes], part: Path) -> tuple[int, bytes, Row | None]:
    """How many whole rows there are, and the last; what a kill has cut off is forgotten."""
    file.seek(0)
    number, end, signed, last = 0, 0, b"", b""
    for line in file:
        if not line.endswith(b"\n"):
            break
        text = line[SIGNED + 1 :]
        if line[: SIGNED + 1] != _signature(signed, text) + b" ":
            raise DataError(f"{part} is damaged; remove it, and the same command begins anew.")
        number, end, signed, last = number + 1, end + len(line), line[:SIGNED], text
    file.truncate(end)
    return number, signed, json.loads(last) if last else None


def _finish(part: Path, path: Path) -> None:
    """The rows alone, at once or not at all."""
    whole = path.with_name(f"{path.name}.new")
    if path.suffix == ".parquet":
        _write_parquet(part, whole)
    else:
        with whole.open("wb") as file:
            file.writelines(_texts(part))
    whole.replace(path)
    part.unlink()


def _texts(part: Path) -> Iterator[bytes]:
    with part.open("rb") as lines:
        for line in lines:
            yield line[SIGNED + 1 :]


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        why = (
            "Parquet needs pyarrow: pip install pyarrow. A file that ends in .jsonl needs nothing."
        )
        raise DataError(why) from None
    return pyarrow


def _write_parquet(part: Path, path: Path) -> None:
    """A field that only late rows have is a column as any other."""
    pyarrow = _pyarrow()
    found = [pyarrow.Table.from_pylist(some).schema for some in ([], *_batches(part))]
    schema = pyarrow.unify_schemas(found, promote_options="permissive")
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for some in _batches(part):
            writer.write_table(pyarrow.Table.from_pylist(some, schema=schema))


def _batches(part: Path) -> Iterator[list[Row]]:
    lines = _texts(part)
    while some := [json.loads(line) for line in islice(lines, BATCH)]:
        yield some
