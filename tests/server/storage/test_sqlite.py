"""The threads that use SQLite: in order, all or nothing, and trouble reaches who waits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import IntegrityError

from gangoffour.server.storage import database as storage
from gangoffour.server.storage import sqlite
from gangoffour.server.storage.database import Database, OutcomeUnknown
from gangoffour.server.storage.sqlite import Sqlite, Writer
from tests.support.client import Refused
from tests.support.live import live

pytestmark = pytest.mark.anyio
INSERT = "insert into one values (?)"


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncIterator[Writer]:
    connected: list[Any] = []
    url = make_url(f"sqlite+aiosqlite:///{tmp_path / 'w.db'}")
    whole = Sqlite(url, lambda new, _: connected.append(new), readers=1)
    found = whole.writer
    await found.transact(lambda one: one.execute(text("create table one (n integer primary key)")))
    yield found
    whole.close()
    assert len(connected) <= 2


async def numbers(writer: Writer) -> list[int]:
    found: list[int] = []

    def look(connection: Connection) -> None:
        found.extend(connection.execute(text("select n from one order by n")).scalars())

    await writer.transact(look)
    return found


async def test_what_is_asked_is_done_in_order(writer: Writer) -> None:
    done: list[int] = []

    async def insert(number: int) -> None:
        await writer.store(INSERT, [(number,), (number + 100,)])
        done.append(number)

    await asyncio.gather(*(insert(number) for number in range(20)))
    assert done == list(range(20))
    assert await numbers(writer) == [*range(20), *range(100, 120)]


async def test_a_clash_takes_all_of_it_back_and_is_told(writer: Writer) -> None:
    await writer.store(INSERT, [(1,)])
    with pytest.raises(sqlite3.IntegrityError):
        await writer.store(INSERT, [(2,), (1,), (3,)])
    assert await numbers(writer) == [1]
    await writer.store(INSERT, [(2,)])
    assert await numbers(writer) == [1, 2]


async def test_more_rows_than_one_statement_takes_are_stored_or_none_of_them(
    writer: Writer,
) -> None:
    many = 2 * sqlite.TOGETHER + 3
    await writer.store(INSERT, [(number,) for number in range(many)])
    assert await numbers(writer) == [*range(many)]
    with pytest.raises(sqlite3.IntegrityError):
        await writer.store(INSERT, [(number,) for number in range(2 * many, many - 2, -1)])
    assert await numbers(writer) == [*range(many)]


async def test_what_belongs_to_rows_is_stored_with_them_or_not_at_all(writer: Writer) -> None:
    change = "update one set n = n + ? where n = ?"
    await writer.store(INSERT, [(1,), (2,)], (change, (10, 1)), (change, (20, 2)))
    assert await numbers(writer) == [11, 22]
    with pytest.raises(sqlite3.IntegrityError):
        await writer.store(INSERT, [(3,)], (change, (11, 11)))
    assert await numbers(writer) == [11, 22]


async def test_whatever_goes_wrong_is_raised_where_somebody_waits(writer: Writer) -> None:
    def explode(connection: Connection) -> None:
        connection.execute(text("insert into one values (7)"))
        raise ValueError("unthought of")

    with pytest.raises(ValueError, match="unthought of"):
        await writer.transact(explode)
    assert await numbers(writer) == []


async def test_what_nobody_waits_for_any_more_is_finished_all_the_same(writer: Writer) -> None:
    task = asyncio.create_task(writer.store(INSERT, [(5,)]))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await numbers(writer) == [5]


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    found = Database(f"sqlite+aiosqlite:///{tmp_path / 'd.db'}")
    await found.transact(lambda one: one.execute(text("create table one (n integer primary key)")))
    yield found
    await found.close()


async def stored(database: Database) -> list[int]:
    async with database.reading() as connection:
        return list((await connection.execute(text("select n from one order by n"))).scalars())


async def insert(database: Database, *numbers: int) -> None:
    async with database.writing() as connection:
        for number in numbers:
            await connection.execute(text("insert into one values (:n)"), {"n": number})


async def test_a_transaction_in_steps_is_stored_whole_or_not_at_all(database: Database) -> None:
    await insert(database, 1, 2)
    with pytest.raises(IntegrityError):
        await insert(database, 3, 1, 4)
    await asyncio.gather(insert(database, 5), insert(database, 6), insert(database, 7))
    assert await stored(database) == [1, 2, 5, 6, 7]


async def test_a_transaction_that_is_cut_off_is_taken_back(database: Database) -> None:
    begun = asyncio.Event()

    async def begin() -> None:
        async with database.writing() as connection:
            await connection.execute(text("insert into one values (8)"))
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(begin())
    await begun.wait()
    assert await stored(database) == [], "not before it is committed"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await insert(database, 9)
    assert await stored(database) == [9]


async def test_pages_are_small(database: Database) -> None:
    """A move changes one of them, and what is changed is written whole."""
    async with database.reading() as connection:
        assert (await connection.execute(text("pragma page_size"))).scalar_one() == 1024


async def test_many_look_at_once(database: Database) -> None:
    await insert(database, *range(50))
    found = await asyncio.gather(*(stored(database) for _ in range(20)))
    assert found == [list(range(50))] * 20


async def test_nobody_waits_for_ever_behind_a_transaction_that_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told that nothing was changed, which is true, while it still goes on."""
    async with live(tmp_path / "one.db") as server:
        ann = await server.person("Ann")
        room = await server.match(ann)
        choice, settings = ann.choice(room.id), {"settings": {"hand": "large"}}
        headers = {"Authorization": f"Bearer {ann.token}"}
        monkeypatch.setattr(storage, "WAIT_S", 0.2)
        async with server.server.database.writing():
            asked = (server.http.patch("/api/me", json=settings, headers=headers) for _ in range(5))
            answers = await asyncio.gather(*asked)
            codes = [answer.json()["error"]["code"] for answer in answers]
            assert codes == ["storage_unavailable"] * 5
            with pytest.raises(Refused, match="storage_unavailable"):
                await ann.do(room.id, choice)
        assert (await server.http.get("/api/me", headers=headers)).json()["settings"] == {}
        await ann.do(room.id, choice)
        assert (await server.http.patch("/api/me", json=settings, headers=headers)).is_success


async def test_what_sqlite_could_not_bring_to_the_disk_is_not_known(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All other trouble is taken back, and says so."""
    sure: list[bool] = []
    for name in ("SQLITE_IOERR_FSYNC", "SQLITE_FULL"):
        trouble = sqlite3.OperationalError("trouble")
        trouble.sqlite_errorname = name

        def fail(one: object, trouble: Exception = trouble) -> None:
            raise trouble

        with monkeypatch.context() as patch:
            patch.setattr(sqlite._Connection, "commit", fail)
            with pytest.raises(storage.StorageUnavailable) as caught:
                await insert(database, 1)
        sure.append(not isinstance(caught.value, OutcomeUnknown))
    assert sure == [False, True]
    await insert(database, 2)
    assert await stored(database) == [2], "what failed does not come along with the next"
