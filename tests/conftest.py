"""Settings for all tests: the same examples in every run, so a failure is never a surprise."""

from __future__ import annotations

import gc
import itertools
import os
import signal
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.support import in_memory, order, reach, seeds
from tests.support.length import slice_of
from tests.support.servers import Nats, Postgres

RUBBISH: Final = (10_000, 20, 20)
"""When rubbish is looked for: less often than usual, as the processes live for minutes only."""

in_memory.move()
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
    max_examples=slice_of(200, 25),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same-every-time")
gc.disable()  # until all tests are there: nothing of them is rubbish


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{reach.MARK}: starts a server or a browser (found out)")
    config.addinivalue_line("markers", "proof: with a server, and longer in make chaos")
    config.addinivalue_line("markers", "long: too long for make test; make long runs it")


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reach.mark(items)
    order.arrange(items, waiting_first=f"not {reach.MARK}" in config.option.markexpr)


def pytest_collection_finish() -> None:
    """Only where tests are run, not where they are handed out: servers are loaded from here on.

    Half a million objects stay to the end: nobody looks through them for rubbish again.
    """
    from tests.support import compiled_sql, patience
    from tests.support.process import Process

    Process.forks = True
    patience.give()
    compiled_sql.share()
    gc.freeze()
    gc.set_threshold(*RUBBISH)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> order.Groups:
    return order.Groups(config, log)


@pytest.fixture(autouse=True)
def _no_server_unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker(reach.MARK) is None:
        reach.forbid(monkeypatch)


@pytest.fixture(autouse=True, scope="module")
def _cards_of_the_file(request: pytest.FixtureRequest) -> None:
    seeds.begin(request.node.nodeid)


@pytest.fixture(autouse=True)
def _cards_of_the_test(request: pytest.FixtureRequest, _cards_of_the_file: None) -> None:
    seeds.begin(request.node.nodeid)


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


@pytest.fixture(scope="session")
def migrated(postgres: Postgres) -> str:
    """The name of a database that has the newest schema and nothing else, to be copied."""
    from tests.support.template import migrate

    migrate(postgres.create("migrated"))
    return "migrated"


@pytest.fixture
def database(postgres: Postgres, migrated: str) -> str:
    """The URL of a new database without any rows."""
    return postgres.create(f"test{next(_names)}", like=migrated)


@pytest.fixture
def empty_database(postgres: Postgres) -> str:
    """The URL of a new database without any tables."""
    return postgres.create(f"test{next(_names)}")
