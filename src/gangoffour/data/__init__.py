"""Rows for others to learn from: JSON lines or Parquet, with a card that says what they are."""

from gangoffour.data.card import Card
from gangoffour.data.rows import DataError, write, write_on

__all__ = ["Card", "DataError", "write", "write_on"]
