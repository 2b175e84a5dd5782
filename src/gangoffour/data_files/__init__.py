"""Rows for others to learn from: JSON lines or Parquet, with a card that says what they are."""

from gangoffour.data_files.data_card import CODES, DataCard
from gangoffour.data_files.rows import (
    DataError,
    begun_with,
    forget,
    part_of,
    require_place,
    write,
    write_on,
)

__all__ = [
    "CODES",
    "DataCard",
    "DataError",
    "begun_with",
    "forget",
    "part_of",
    "require_place",
    "write",
    "write_on",
]
