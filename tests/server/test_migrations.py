"""The migrations make exactly the tables that the models describe, and take them away again."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from gangoffour.server.storage.database import MIGRATIONS
from gangoffour.server.storage.models import Model


def config_for(connection: Any) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def test_the_migrations_equal_the_models() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Model.metadata) == []
        names = set(inspect(connection).get_table_names())
        assert names == {*Model.metadata.tables, "alembic_version"}
    engine.dispose()


def test_the_migrations_go_back() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "head")
        command.downgrade(config_for(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
