"""A new migration is whole: next in the row, back as well as forth, and what the models say.

``tests/server/storage/test_migrations.py`` runs all of them, and writes rows of every older
schema into the newest one.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from gangoffour.server.storage.database import MIGRATIONS
from gangoffour.server.storage.models import Model
from tests.server.storage.test_migrations import config_for

FILES = sorted((Path(MIGRATIONS) / "versions").glob("[0-9]*.py"))


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("number", range(len(FILES)))
def test_the_migration_is_next_in_the_row(number: int) -> None:
    path, module = FILES[number], loaded(FILES[number])
    before = f"{number:04}" if number else None
    assert path.name.startswith(f"{number + 1:04}_"), f"{path.name}: {number + 1:04} is next"
    assert module.revision == path.name[:4], f"{path.name}: revision is {module.revision!r}"
    assert module.down_revision == before, f"{path.name}: down_revision is not {before!r}"
    assert (module.__doc__ or "").strip(), f"{path.name}: say in a docstring what it is for"
    for name in ("upgrade", "downgrade"):
        assert callable(getattr(module, name, None)), f"{path.name} has no {name}()"


def test_the_migrations_make_what_the_models_say() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        different = compare_metadata(context, Model.metadata)
    engine.dispose()
    assert not different, (
        "storage/models.py differs from what storage/migrations/versions makes; "
        f"a migration is missing for {different}"
    )
