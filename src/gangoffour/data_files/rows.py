"""Rows written to a file: JSON lines with Python alone, Parquet where pyarrow is installed.

Until the last row is there, rows lie in ``FILE.part``; so nobody takes half a file for a whole one,
and a run that was stopped can go on. The first line there tells what the rows are made by. Each
line begins with a hash of all up to it: what has been damaged meanwhile does not get into the file.
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
MADE_OF: Final = "made_of"
"""What the first line of the part tells."""
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


def write_on(path: Path, rest: Rest, card: DataCard, made_of: Row | None = None) -> int:
    """The same, but going on where an earlier run for the same card was stopped. Whoever wants to
    know by what its rows are made says it here, and asks ``begun_with`` first."""
    require_place(path)
    part, beside = part_of(path), card_beside(path)
    begun = card.text(path.name, 0).encode()
    if part.exists() and (not beside.exists() or beside.read_bytes() != begun):
        raise _begun_by_another(part)
    beside.write_bytes(begun)
    with part.open("ab+") as file:
        number, signed, last = _kept(file, part)
        if not signed:
            signed = _add(file, signed, {MADE_OF: made_of or {}})
        for row in rest(last):
            signed = _add(file, signed, row)
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


def begun_with(path: Path) -> Row:
    """What the rows are made by that an earlier run has left; nothing if there are none."""
    part = part_of(path)
    if not part.is_file():
        return {}
    with part.open("rb") as file:
        line = file.readline()
    if not _is_signed(b"", line):
        return {}
    told: Row = json.loads(_text(line))
    return told.get(MADE_OF) or {}


def _add(file: IO[bytes], signed: bytes, row: Row) -> bytes:
    """Write a line, which no kill takes away again; what the next one's hash is made of."""
    text = json.dumps(row, ensure_ascii=False).encode() + b"\n"
    signed = _signature(signed, text)
    file.write(signed + b" " + text)
    file.flush()
    return signed


def _begun_by_another(part: Path) -> DataError:
    why = f"{part} was begun by another command or version; remove it, or name another file."
    return DataError(why)


def _is_signed(before: bytes, line: bytes) -> bool:
    return line[: SIGNED + 1] == _signature(before, _text(line)) + b" "


def _text(line: bytes) -> bytes:
    """A line of the part as it will stand in the file."""
    return line[SIGNED + 1 :]


def _signature(before: bytes, text: bytes) -> bytes:
    """What a line begins with in the part: made of it and of all before it."""
    return sha256(before + text).hexdigest()[:SIGNED].encode()


def _kept(file: IO[bytes], part: Path) -> tuple[int, bytes, Row | None]:
    """How many whole rows there are, and the last; what a kill has cut off is forgotten."""
    file.seek(0)
    number, end, signed, last = -1, 0, b"", b"null"  # the first line is no row
    for line in file:
        if not line.endswith(b"\n"):
            break
        if not _is_signed(signed, line):
            raise DataError(f"{part} is damaged; remove it, and the same command begins anew.")
        if number < 0 and MADE_OF not in json.loads(_text(line)):
            raise _begun_by_another(part)
        number, end, signed = number + 1, end + len(line), line[:SIGNED]
        last = _text(line) if number else b"null"
    file.truncate(end)
    return max(number, 0), signed, json.loads(last)


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
        lines.readline()
        yield from map(_text, lines)


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
