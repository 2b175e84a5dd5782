"""Work on all cores of this machine: a process for each, a pipe to each, and nothing shared.

The standard library's pool shares locks between its processes, and one that is told to end just
before it waits for a lock never hears of it. Here each process waits for its own pipe alone, and
that a pipe was closed cannot be missed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, cast

from gangoffour.bots.errors import BotError
from gangoffour.bots.outside.program import end_programs, ending_in_words
from gangoffour.lab.errors import LabError
from gangoffour.rules.errors import Refusal

SECONDS_TO_LEAVE: Final = 10.0
"""How long a process may take to end what its bots have started; then it is killed."""
_AHEAD: Final = 2
"""Pieces given to a process at once, so that it never waits for the next."""

Say = Callable[[object], None]
"""Tells something at once, long before the piece of work is finished."""
Told = Callable[[int, int], None]
"""Is told how much of how much is done."""
Prepare = Callable[[Say], AbstractContextManager[Callable[[Any], object]]]
"""What a process does once: it gives the function that does a piece, and tidies up in the end."""


class Said(NamedTuple):
    """Told in the middle of a piece."""

    what: Any


class Done(NamedTuple):
    """What came of a piece."""

    what: Any


class _Refused(NamedTuple):
    why: BotError | LabError | Refusal | OSError


class _Worker(NamedTuple):
    process: SpawnProcess
    pipe: Connection


def on_all_cores(
    prepare: Prepare, pieces: Sequence[object], jobs: int
) -> Generator[Said | Done, None, None]:
    """Do the pieces in so many processes, in any order.

    Ctrl-C is for this process alone, which ends the others, and they what their bots have started.
    """
    left, undone = iter(pieces), len(pieces)
    with _started(prepare, jobs) as workers:
        for worker in workers * _AHEAD:
            _give(worker, left)
        while undone:
            ready = wait([worker.pipe for worker in workers])
            for worker in (one for one in workers if one.pipe in ready):
                message = _heard(worker)
                if isinstance(message, Done):
                    undone -= 1
                    _give(worker, left)
                yield message


def _give(worker: _Worker, left: Iterator[object]) -> None:
    for piece in left:
        try:
            worker.pipe.send(piece)
        except OSError as problem:
            raise _died(worker) from problem
        return


def _heard(worker: _Worker) -> Said | Done:
    try:
        message = worker.pipe.recv()
    except (EOFError, OSError) as problem:
        raise _died(worker) from problem
    if isinstance(message, _Refused):
        raise message.why
    assert isinstance(message, Said | Done)
    return message


def _died(worker: _Worker) -> LabError:
    """How a process has ended that was not told to, as the system says it."""
    worker.process.join(SECONDS_TO_LEAVE)
    code = worker.process.exitcode
    how = "its pipe closed" if code is None else ending_in_words(code)
    return LabError("process_died", how=how)


@contextmanager
def _started(prepare: Prepare, jobs: int) -> Iterator[list[_Worker]]:
    """So many processes; all are gone in the end, whatever happens."""
    context = multiprocessing.get_context("spawn")
    workers: list[_Worker] = []
    try:
        with _ctrl_c_not_inherited():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                with theirs:
                    process = context.Process(target=_serve, args=(prepare, theirs), daemon=True)
                    process.start()
                workers.append(_Worker(process, ours))
        yield workers
    except BaseException:
        for worker in workers:
            worker.process.terminate()  # it need not finish what it has begun
        raise
    finally:
        for worker in workers:
            worker.pipe.close()
        for worker in workers:
            worker.process.join(SECONDS_TO_LEAVE)
            worker.process.kill()
            worker.process.join()


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


def _serve(prepare: Prepare, pipe: Connection) -> None:
    """The life of a process: prepare, do one piece after the other, leave with the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sending = threading.Lock()
    with ExitStack() as ending:

        def leave(*_: object) -> None:
            """At once, whatever a bot is doing: an exception could be caught by it."""
            ending.close()
            end_programs()  # also one that is only being started
            os._exit(0)

        def send(message: object) -> None:
            """One at a time: a thread may tell something, too."""
            with sending:
                pipe.send(message)

        signal.signal(signal.SIGTERM, leave)
        with suppress(EOFError, OSError):  # nobody listens any more
            try:
                work = ending.enter_context(prepare(lambda what: send(Said(what))))
            except (BotError, LabError, Refusal, OSError) as refusal:
                send(_Refused(refusal))
            else:
                while not isinstance(message := _came_of(work, pipe.recv()), _Refused):
                    send(message)
                send(message)
    leave_if_kept(0)


def _left_running(before: Iterable[threading.Thread] = ()) -> bool:
    """Whether there are threads that Python would wait for, besides those from before."""
    known = {threading.main_thread(), *before}
    return any(not one.daemon for one in threading.enumerate() if one not in known)


def leave_if_kept(code: int, before: Iterable[threading.Thread] = ()) -> None:
    """End the process at once if it could not end by itself; nothing that was said is lost."""
    if not _left_running(before):
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:  # nobody takes it any more
        code = code or 1
    os._exit(code)


def _came_of(work: Callable[[Any], object], piece: object) -> Done | _Refused:
    """What came of a piece; a full disk is told here as it would be in one process."""
    try:
        return Done(work(piece))
    except (BotError, LabError, Refusal, OSError) as refusal:
        return _Refused(refusal)


def in_order(
    prepare: Prepare,
    numbers: range,
    jobs: int,
    told: Told | None = None,
    heard: Callable[[Any], None] | None = None,
) -> Iterator[Any]:
    """The rows of all numbers one after the other, each as soon as those before it are there,
    whatever the number of processes.

    Work on a number answers the number and its rows. Whoever wants to know is told how many
    numbers are done, and hears what is said meanwhile.
    """
    told, heard = told or (lambda done, total: None), heard or (lambda what: None)
    if not numbers:
        return
    told(numbers.start, numbers.stop)
    if jobs == 1:
        with prepare(heard) as work:
            for one in numbers:
                yield from cast(tuple[int, list[Any]], work(one))[1]
                told(one + 1, numbers.stop)
        return
    waiting: dict[int, list[Any]] = {}
    wanted = numbers.start
    with closing(on_all_cores(prepare, numbers, min(jobs, len(numbers)))) as messages:
        for message in messages:
            if isinstance(message, Said):
                heard(message.what)
                continue
            number, rows = message.what
            waiting[number] = rows
            while wanted in waiting:
                yield from waiting.pop(wanted)
                wanted += 1
                told(wanted, numbers.stop)
