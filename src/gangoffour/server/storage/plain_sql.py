"""Statements in a database's own words: written once, as to write one costs more than to run it.

Only for what is stored with every command; everything else is left to SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sqlalchemy import Dialect, Insert, Update

Row = tuple[object, ...]
"""Values in the order in which a statement wants them."""
Given = tuple[str, Row]
"""A statement with its values."""


class Plain(NamedTuple):
    """A statement, and the names of its values in their order."""

    text: str
    names: tuple[str, ...]

    def given(self, values: Mapping[str, object]) -> Given:
        return self.text, tuple([values[name] for name in self.names])


@cache
def plain(statement: Insert | Update, dialect: Dialect) -> Plain:
    """A statement as a database wants to read it."""
    compiled = statement.compile(dialect=dialect)
    return Plain(str(compiled), tuple(compiled.positiontup or ()))
