"""For whoever runs a server: ``backup``, ``restore``, ``migrate`` and ``check-config``."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import typer
from sqlalchemy.engine import make_url

from gangoffour.data_files import DataError, require_place, write
from gangoffour.server.matches.shared_matches import CARD, shared_matches
from gangoffour.server.runtime.setting_options import with_settings
from gangoffour.server.runtime.settings import Settings, from_environment
from gangoffour.server.runtime.settings_check import problems, require_sound
from gangoffour.server.storage.backup import NotPossible, back_up
from gangoffour.server.storage.backup import restore as put_back
from gangoffour.server.storage.database import Database, StorageUnavailable, newest_version
from gangoffour.server.storage.place import file_of, place_problem, shown, unusable
from gangoffour.server.storage.sole import Sole
from gangoffour.server.storage.soundness import examine
from gangoffour.server.transport.listening_address import bound

Answer = TypeVar("Answer")
DatabaseOption = Annotated[
    str | None, typer.Option("--database", help="Database URL; the server's own if not given.")
]
BUS_PORT = 4222
BUS_WAIT_S = 3.0


def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; it must be a new file.")],
    database: DatabaseOption = None,
) -> None:
    """Copy the whole database into one file, while it is played on.

    Of SQLite and of PostgreSQL alike, as it was at one moment. Nobody waits for it.

    \b
    Example:
      gangoffour backup gangoffour-monday.db
    """
    _with_database(database, lambda one: back_up(one, file))
    typer.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB")


def restore(
    file: Annotated[Path, typer.Argument(help="A copy that backup has made.")],
    database: DatabaseOption = None,
) -> None:
    """Put a copy into a new, empty database, and check that every table's events fold.

    SQLite or PostgreSQL, whichever the copy was made of.

    \b
    Example:
      gangoffour restore gangoffour-monday.db --database sqlite+aiosqlite:////srv/new.db
    """

    async def work(one: Database) -> None:
        served = Sole(one.url).problem()
        if served is not None:
            raise NotPossible(served)
        await put_back(file, one)
        found = await examine(one)
        typer.echo(f"{found.tables} tables with {found.events} events are there.")
        for problem in found.broken:
            typer.echo(f"broken: {problem}", err=True)
        if found.broken:
            raise NotPossible(f"{len(found.broken)} tables of the copy are broken.")

    _with_database(database, work)


def write_matches(file: Path, database: str | None) -> int:
    """Write the finished matches of players who agreed, without names; how many there are."""

    async def work(one: Database) -> int:
        rows = [row async for row in shared_matches(one)]
        return write(file, rows, CARD)

    try:
        require_place(file)
    except DataError as problem:
        _fail(str(problem))
    return _with_database(database, work)


def migrate(database: DatabaseOption = None) -> None:
    """Bring the database's schema up to date; a server does the same when it starts."""
    _with_database(database, lambda one: one.migrate())
    typer.echo(f"The schema has version {newest_version()}.")


@with_settings
def check_config(**given: Any) -> None:
    """Say whether a server could start with these settings, and what stands against it.

    Looks at every setting, then tries whether a server can listen there, and whether the database
    and the bus can be reached. Changes nothing.
    """
    try:
        settings = from_environment(os.environ, **given)
    except ValueError as error:
        _fail(str(error))
    found = problems(settings)
    if not found:
        found = [*_address_trouble(settings), *asyncio.run(_database_trouble(settings))]
        found += _bus_trouble(settings)
    for problem in found:
        typer.echo(f"gangoffour: {problem}", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo(f"The settings are sound: {_what_is_so(settings)}.")


def _what_is_so(settings: Settings) -> str:
    """Where the database is, and the bus."""
    url = make_url(settings.database_url)
    path = file_of(url)
    made = "" if path is None or os.path.exists(path) else ", and will be made"
    bus = f"the bus at {urlsplit(settings.bus).hostname} can be reached" if settings.bus else ""
    return f"the database is {shown(url)}{made}; {bus or 'no bus is set'}"


def _address_trouble(settings: Settings) -> list[str]:
    """Why a server could not listen; what is bound here is let go of again."""
    try:
        bound(settings.host, settings.port).close()
    except ValueError as error:
        return [str(error)]
    return []


async def _database_trouble(settings: Settings) -> list[str]:
    url = make_url(settings.database_url)
    problem, path = place_problem(url) or Sole(url).problem(), file_of(url)
    if problem is not None or (path is not None and not path.exists()):
        return [] if problem is None else [problem]  # it is made when the server starts
    database = Database(settings.database_url, connections=1)
    try:
        await database.schema_version()
    except StorageUnavailable as trouble:
        return [unusable(url, trouble)]
    finally:
        await database.close()
    return []


def _bus_trouble(settings: Settings) -> list[str]:
    if not settings.bus:
        return []
    place = urlsplit(settings.bus)
    try:
        with socket.create_connection((place.hostname, place.port or BUS_PORT), BUS_WAIT_S):
            return []
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        return [f"The bus at {place.hostname} cannot be reached: {why}."]


def _with_database(url: str | None, work: Callable[[Database], Awaitable[Answer]]) -> Answer:
    """Do some work on a database that can be reached; any trouble is one sentence."""

    async def run() -> Answer:
        database = Database(settings.database_url, connections=1)
        try:
            return await work(database)
        except StorageUnavailable as trouble:
            raise NotPossible(unusable(database.url, trouble)) from trouble
        finally:
            await database.close()

    try:
        settings = require_sound(from_environment(os.environ, database=url), serves=False)
        return asyncio.run(run())
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}." if error.filename else str(error))
    except (ValueError, NotPossible) as error:
        _fail(str(error))


def _fail(problem: str) -> NoReturn:
    typer.echo(f"gangoffour: {problem}", err=True)
    raise typer.Exit(1)
