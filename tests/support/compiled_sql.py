"""How a statement is said in SQL is worked out once for all servers of a test's process: hundreds
of them live there one after the other, and each would work it out anew."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

ALIKE: Final = (PGDialect_asyncpg, SQLiteDialect_pysqlite)
"""One of each kind says the same as every other one: they meet one PostgreSQL, one SQLite."""


def share() -> None:
    """From now on all engines of one kind know what each of them has worked out."""
    known: dict[type, LRUCache[Any, Any]] = {kind: LRUCache(10_000) for kind in ALIKE}

    def cache(self: Engine) -> Any:
        return known.get(type(self.dialect), vars(self).get("own_cache"))

    def keep(self: Engine, own: Any) -> None:
        vars(self)["own_cache"] = own

    Engine._compiled_cache = property(cache, keep)  # type: ignore[assignment]
    for kind in ALIKE:  # a dialect is a part of what is looked up
        kind.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign, assignment]
        kind.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign]
