"""The arena's work on this machine: on one core, or on all of them."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, redirect_stdout
from functools import partial
from typing import Final

from gangoffour.lab.arena.deal import Complain, Complaint, Players, Row
from gangoffour.lab.arena.printed import all_printed_aside, printed_aside
from gangoffour.lab.arena.work import Work
from gangoffour.lab.errors import LabError
from gangoffour.lab.processes import Done, Say, on_all_cores

GUARD: Final = (
    'A script that calls the arena needs `if __name__ == "__main__":` before the call, for each '
    "process reads the script again; with jobs=1 there are no others."
)


def on_this_core(work: Work, todo: list[int], complain: Complain) -> Generator[Row, None, None]:
    """Play the deals right here, one after the other."""
    out = sys.stdout

    def aloud(complaint: Complaint) -> None:
        with redirect_stdout(out):  # the caller is no bot
            complain(complaint)

    with printed_aside():
        players = Players(work, aloud)
    with closing(players):
        for deal in todo:
            with printed_aside():
                row = players.play(deal)
            yield row


def on_these_cores(
    work: Work, todo: list[int], jobs: int, complain: Complain
) -> Generator[Row, None, None]:
    """Play the deals in so many processes, each with bots of its own; in any order."""
    with (
        _guard_named(),
        closing(on_all_cores(partial(_seated, work), todo, jobs)) as heard,
    ):
        for message in heard:
            if isinstance(message, Done):
                yield message.what
            else:
                complain(message.what)


def leave_if_read_again(*, alone: bool) -> None:
    """A process that is to play reads the caller's script first. Where that calls the arena at
    once, without its guard, the process ends here, and the caller is told why. A call that plays
    ``alone`` starts no processes, so it is no circle."""
    if not alone and getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)


@contextmanager
def _guard_named() -> Iterator[None]:
    """Whoever calls from Python is told what else it may be that a process has died of."""
    try:
        yield
    except LabError as problem:
        if problem.code == "process_died":
            problem.add_note(GUARD)
        raise


@contextmanager
def _seated(work: Work, say: Say) -> Iterator[Callable[[int], Row]]:
    with all_printed_aside(), closing(Players(work, say)) as players:
        yield players.play
