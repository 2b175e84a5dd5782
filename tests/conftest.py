"""Settings for all tests: the same examples in every run, so a failure is never a surprise."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.servers import Nats, Postgres

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # as the command line sets them, before numpy is there

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # begun in the background of a shell: what the tests start would be deaf to Ctrl-C as well
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "same-every-time",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same-every-time")

LONGEST = ("browser/test_table", "browser/", "cluster/test_faults", "cluster/", "strategy/")
"""What takes longest comes first: at the end no process waits for another's last test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: [part not in item.nodeid for part in LONGEST])


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
