"""Rows written to a file: JSON lines with Python alone, Parquet where pyarrow is installed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from gangoffour.data_files.data_card import DataCard

Row = dict[str, Any]
BATCH: Final = 1_000
"""Rows of a group of Parquet."""


class DataError(ValueError):
    """A file that cannot be written so; one sentence says why."""


def write(path: Path, rows: Iterable[Row], card: DataCard) -> int:
    """Write rows to a new file, and its card beside it; how many there were.

    The name tells the kind: ``.jsonl`` or ``.parquet``.
    """
    if path.exists():
        raise DataError(f"{path} is there already.")
    if path.suffix == ".jsonl":
        number = _lines(path, rows)
    elif path.suffix == ".parquet":
        number = _parquet(path, iter(rows))
    else:
        raise DataError(f"{path} should end in .jsonl or .parquet.")
    path.with_suffix(".md").write_text(card.text(path.name, number), encoding="utf-8")
    return number


def _lines(path: Path, rows: Iterable[Row]) -> int:
    number = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            number += 1
    return number


def _parquet(path: Path, rows: Iterator[Row]) -> int:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        why = (
            "Parquet needs pyarrow: pip install pyarrow. A file that ends in .jsonl needs nothing."
        )
        raise DataError(why) from None
    first = list(islice(rows, BATCH))
    schema = pyarrow.Table.from_pylist(first).schema
    number = 0
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        some = first
        while some:
            writer.write_table(pyarrow.Table.from_pylist(some, schema=schema))
            number += len(some)
            some = list(islice(chain(rows), BATCH))
    return number
