"""The arena's work on all cores of this machine, one process each."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from typing import Final

from gangoffour.lab.arena.deal import Played, Players, Work
from gangoffour.lab.errors import LabError

SECONDS_BETWEEN_LOOKS: Final = 2.0
"""How often it is checked that all processes still live while nothing is finished."""

_players: Players | None = None


def on_this_core(work: Work, todo: list[int]) -> Generator[Played, None, None]:
    """Play the deals right here, one after the other."""
    with closing(Players(work)) as players:
        for deal in todo:
            yield players.play(deal), players.complaints()


def on_all_cores(work: Work, todo: list[int], jobs: int) -> Generator[Played, None, None]:
    """Play the deals in so many processes, each with bots of its own; in any order.

    Ctrl-C is for this process alone, which ends the others, and they what their bots have started.
    """
    others = _children()
    with _ctrl_c_not_inherited():
        pool = multiprocessing.get_context("spawn").Pool(jobs, _prepare, (work,))
    with pool:
        workers = _children() - others
        results = pool.imap_unordered(_play, todo, chunksize=1)
        for _ in todo:
            while True:
                try:
                    yield results.next(SECONDS_BETWEEN_LOOKS)
                    break
                except multiprocessing.TimeoutError as waiting:  # its deal would never arrive
                    if not workers <= _children():
                        raise LabError("process_died") from waiting


def _children() -> set[int | None]:
    return {one.pid for one in multiprocessing.active_children()}


@contextmanager
def _ctrl_c_not_inherited() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # no signals elsewhere
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _prepare(work: Work) -> None:
    global _players
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players = Players(work)
    atexit.register(_players.close)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: object) -> None:
    """At once, whatever a bot is doing: an exception could be caught by it."""
    assert _players is not None
    _players.close()
    os._exit(0)


def _play(deal: int) -> Played:
    assert _players is not None
    return _players.play(deal), _players.complaints()
