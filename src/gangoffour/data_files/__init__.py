"""Rows for others to learn from: JSON lines or Parquet, with a card that says what they are."""

from gangoffour.data_files.data_card import CODES, DataCard
from gangoffour.data_files.rows import DataError, forget, require_place, write, write_on

__all__ = ["CODES", "DataCard", "DataError", "forget", "require_place", "write", "write_on"]
