"""Which tests start a server or a browser: found in what their code reaches, never told by hand.

``make check`` runs the others. A server is one with all its parts and a database, be it in the
test's own process and without a port (``tests/server/house.py``). A test reaches what its function,
its fixtures and whatever of ``tests`` they name reach. What is overlooked here cannot pass unseen:
a test that is taken for one without servers fails as soon as it starts one, or opens a port.
"""

from __future__ import annotations

import asyncio
import inspect
import socket
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest

MARK: Final = "server"
PROGRAMS: Final = (
    "serve",
    "worker",
    "postgres",
    "nats-server",
    "chromium-headless-shell",
    "chromium",
)
"""Named in the command line of a server's process; tests of the command line start others."""


@cache
def starters() -> frozenset[object]:
    """What starts servers and browsers, loaded where tests are run: the process that only hands
    them out, and prints what became of them, has no need of it."""
    import uvicorn
    from playwright.sync_api import sync_playwright
    from tools.free_ports import claim, free_port

    from gangoffour.server.process import Server

    loops = {asyncio.start_server, asyncio.create_subprocess_exec, socket.socket}
    return frozenset({Server, uvicorn.Server, sync_playwright, free_port, claim, *loops})


def mark(items: list[pytest.Item]) -> None:
    """Give the mark to every test that starts a server or a browser."""
    for item in items:
        if isinstance(item, pytest.Function) and any(map(_starts, _beginnings(item))):
            item.add_marker(MARK)


def _beginnings(item: pytest.Function) -> Iterator[Any]:
    """The test's own function, its class, and the functions of its fixtures."""
    yield item.obj
    yield item.cls
    known = item._fixtureinfo.name2fixturedefs
    for name in item.fixturenames:
        yield from (one.func for one in known.get(name, ()))


@cache
def _starts(thing: Any) -> bool:
    """Whether something that starts a server can be reached from here."""
    seen: set[int] = set()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if _is_starter(one):
            return True
        waiting.extend(_named_in(one))
    return False


def _is_starter(thing: Any) -> bool:
    try:
        return thing in starters()
    except TypeError:  # what has no hash is no function and no class
        return False


def _named_in(thing: Any) -> Iterator[Any]:
    """What a function or a class of the tests names."""
    if inspect.ismethod(thing):
        thing = thing.__func__
    if isinstance(thing, staticmethod | classmethod | property):
        yield from (getattr(thing, name, None) for name in ("__func__", "fget"))
    elif inspect.isclass(thing) and thing.__module__.startswith("tests."):
        yield from thing.__bases__
        yield from vars(thing).values()
    elif isinstance(thing, FunctionType) and thing.__module__ != __name__:
        for cell in thing.__closure__ or ():
            yield _content(cell)
        yield getattr(thing, "__wrapped__", None)
        yield getattr(getattr(thing, "hypothesis", None), "inner_test", None)
        if thing.__module__.startswith("tests."):
            names = set(_names(thing.__code__))
            yield from _resolved(names, thing.__globals__)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing is in it yet
        return None


def _names(code: CodeType) -> Iterator[str]:
    """All names in a function and in those inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _resolved(names: set[str], known: dict[str, Any]) -> Iterator[Any]:
    """What names stand for, those after the dot of a module among them."""
    for name in names & known.keys():
        found = known[name]
        if isinstance(found, ModuleType):
            yield from (vars(found)[one] for one in names & vars(found).keys())
        else:
            yield found


class Opened(AssertionError):
    """A test that was taken for one without servers has started one."""


def forbid(patch: pytest.MonkeyPatch) -> None:
    """From now on no server starts here, no port is opened and no server's program started."""

    from gangoffour.server.process import Server

    async def start_whole(self: Server) -> None:
        raise Opened("a server starts: tests.support.reach did not find out")

    def bind(self: socket.socket, address: Any) -> None:
        if self.family == socket.AF_UNIX:  # no port: a fork server listens there
            return open_bind(self, address)
        raise Opened(f"{address} is opened: tests.support.reach did not find out")

    def start(self: subprocess.Popen[Any], args: Any, *more: Any, **named: Any) -> None:
        words = [str(one) for one in ([args] if isinstance(args, str) else args)]
        if any(word.rpartition("/")[2] in PROGRAMS for word in words):
            raise Opened(f"{words} is started: tests.support.reach did not find out")
        popen(self, args, *more, **named)

    open_bind: Callable[..., None] = socket.socket.bind
    popen: Callable[..., None] = subprocess.Popen.__init__
    patch.setattr(socket.socket, "bind", bind, raising=False)
    patch.setattr(subprocess.Popen, "__init__", start)
    patch.setattr(Server, "start", start_whole)
