"""One PostgreSQL and one NATS server for all tests here; each test has a database of its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.support.servers import Nats, Postgres

_names = itertools.count(1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    server = Nats()
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The URL of a new, empty database."""
    return postgres.create(f"test{next(_names)}")
