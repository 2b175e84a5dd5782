"""The migrations make exactly the tables that the models describe, and take them away again."""

from __future__ import annotations

from hashlib import sha256
from time import time
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Column, MetaData, create_engine, inspect, select

from gangoffour.daily.seeds import seeds_of
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


def versions() -> list[str]:
    return sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


@pytest.mark.long
def test_what_an_older_version_writes_fits_the_newest_schema() -> None:
    """Expand, then contract: while two versions run side by side, the old one's rows are whole."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schemas = {}
        for version in versions():
            command.upgrade(config_for(connection), version)
            schemas[version] = MetaData()
            schemas[version].reflect(connection)
        for version, old in schemas.items():
            tables = [table for table in old.sorted_tables if table.name != "alembic_version"]
            for table in tables:
                row = {column.name: sample(column) for column in table.columns}
                connection.execute(table.insert().values(row))
                assert connection.execute(select(table)).one()._asdict() == row, version
            for table in reversed(tables):
                connection.execute(table.delete())
    engine.dispose()


def test_invisible_names_of_old_are_shown() -> None:
    engine = create_engine("sqlite://")
    names = ("Ann", "An\u200bn", "\u3164\u3164", "Zoë", "B\ufe0fob")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "0008")
        old = MetaData()
        old.reflect(connection)
        people = old.tables["people"]
        for number, name in enumerate(names):
            row = {one.name: sample(one) for one in people.columns} | {"owner_id": None}
            mine = {"id": f"{number}abcdef123", "name": name, "name_key": name.lower()}
            connection.execute(people.insert().values(row | mine))
        command.upgrade(config_for(connection), "head")
        found = connection.execute(select(people.c.name, people.c.name_key).order_by("id"))
        assert [tuple(row) for row in found] == [
            ("Ann", "ann"),
            ("Ann 1abcde", "ann1abcde"),
            ("Player 2abcde", "2abcde"),
            ("Zoë", "zoë"),
            ("Bob", "bob"),
        ]
    engine.dispose()


def sample(column: Column[Any]) -> object:
    """Some value of a column's type."""
    return {int: 1, str: "{}", bytes: b"x", bool: True, float: 1.0}.get(column.type.python_type, {})


def test_what_bots_played_in_a_persons_name_is_mended() -> None:
    """A solo match finished by a bot cost karma and was a win; among people it stays as left."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "0009")
        old = MetaData()
        old.reflect(connection)

        def add(table: str, **values: Any) -> None:
            row = {one.name: None if one.nullable else sample(one) for one in old.tables[table].c}
            connection.execute(old.tables[table].insert().values({**row, **values}))

        add("people", id="ann", karma=0)
        add("people", id="bob", karma=99)
        for match, people in {"solo": ["ann"], "two": ["ann", "bob"], "best": ["bob"]}.items():
            add("matches", id=match)
            for seat in range(3):
                who = people[seat] if seat < len(people) else None
                played = {"won": seat == 0, "finished": who != "ann", "karma": 1}
                if who == "ann":
                    played["karma"] = -5
                add("players", match_id=match, seat=seat, person_id=who, **played)
                if who is None:
                    bot = old.tables["players"].update().values(bot="lantern", karma=None)
                    place = old.tables["players"].c
                    connection.execute(bot.where(place.match_id == match, place.seat == seat))
        command.upgrade(config_for(connection), "head")
        karma = connection.exec_driver_sql("select id, karma from people order by id").all()
        assert [tuple(row) for row in karma] == [("ann", 5), ("bob", 99)]
        rows = connection.exec_driver_sql(
            "select match_id, won, finished, karma from players where person_id = 'ann'"
        )
        found = {row[0]: tuple(row[1:]) for row in rows}
        assert found == {"solo": (0, None, 0), "two": (0, 0, -5)}
    engine.dispose()


def test_bots_of_those_who_were_banned_before_are_banned_too() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "0020")
        old = MetaData()
        old.reflect(connection)
        people = old.tables["people"]
        out = {"banned_at": 7, "ban_reason": "cheating", "banned_until": 9}
        rude = {"banned_at": 5, "ban_reason": "rude", "banned_until": None}
        everybody: dict[str, dict[str, Any]] = {
            "ann": {"owner_id": None, **out},
            "bob": {"owner_id": None},
            "robby": {"owner_id": "ann"},
            "rude": {"owner_id": "ann", **rude},
            "ruby": {"owner_id": "bob"},
        }
        for name, more in everybody.items():
            row = {one.name: None if one.nullable else sample(one) for one in people.columns}
            connection.execute(people.insert().values({**row, "id": name, **more}))
        command.upgrade(config_for(connection), "head")
        wanted = select(people.c.id, people.c.banned_at, people.c.ban_reason, people.c.banned_until)
        found = {row[0]: tuple(row[1:]) for row in connection.execute(wanted)}
    engine.dispose()
    assert found["robby"] == found["ann"] == (7, "cheating", 9)
    assert found["rude"] == (5, "rude", None)
    assert found["bob"] == found["ruby"] == (None, None, None)


def test_sets_of_deals_that_were_open_before_are_found_by_their_seeds() -> None:
    engine, now = create_engine("sqlite://"), int(time() * 1000)
    with engine.begin() as connection:
        command.upgrade(config_for(connection), "0021")
        old = MetaData()
        old.reflect(connection)
        sets = old.tables["deal_sets"]
        for key, label in {"a day": "a day", "c1": "match:32010", "over": "over"}.items():
            row = {one.name: sample(one) for one in sets.columns}
            closes_at = now + (-1 if key == "over" else 60_000)
            mine = {"id": key, "secret": "tea", "label": label, "closes_at": closes_at}
            connection.execute(sets.insert().values(row | mine))
        command.upgrade(config_for(connection), "head")
        rows = connection.exec_driver_sql("select mark, set_id from deal_seeds").all()
    engine.dispose()
    wanted = {
        (sha256(seed.encode()).hexdigest(), key)
        for key, label in (("a day", "a day"), ("c1", "match:32010"))
        for seed in seeds_of("tea", label)
    }
    assert {tuple(row) for row in rows} == wanted and len(wanted) == 10
