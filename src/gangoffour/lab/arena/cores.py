"""The arena's work on this machine: on one core, or on all of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial

from gangoffour.lab.arena.deal import Complain, Players, Row
from gangoffour.lab.arena.work import Work
from gangoffour.lab.processes import Done, Say, on_all_cores


def on_this_core(work: Work, todo: list[int], complain: Complain) -> Generator[Row, None, None]:
    """Play the deals right here, one after the other."""
    with closing(Players(work, complain)) as players:
        for deal in todo:
            yield players.play(deal)


def on_these_cores(
    work: Work, todo: list[int], jobs: int, complain: Complain
) -> Generator[Row, None, None]:
    """Play the deals in so many processes, each with bots of its own; in any order."""
    with closing(on_all_cores(partial(_seated, work), todo, jobs)) as heard:
        for message in heard:
            if isinstance(message, Done):
                yield message.what
            else:
                complain(message.what)


@contextmanager
def _seated(work: Work, say: Say) -> Iterator[Callable[[int], Row]]:
    with closing(Players(work, say)) as players:
        yield players.play
