"""Work in processes: all of it is done, and all of them are gone afterwards."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from gangoffour.lab import processes
from gangoffour.lab.errors import LabError
from gangoffour.lab.processes import Done, Said, Say, on_all_cores


@contextmanager
def _worker(folder: str, say: Say) -> Iterator[Callable[[int], int]]:
    def work(piece: int) -> int:
        say(f"begun {piece}")
        if piece == 13:
            raise LabError("bad_plot", path="thirteen")
        if piece == 28:
            raise OSError(errno.ENOSPC, "No space left on device")
        if piece == 99:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            say("deaf")
            time.sleep(60)
        return piece * piece

    yield work
    (Path(folder) / f"{os.getpid()}.tidy").touch()


@pytest.mark.long
def test_everything_is_done_told_and_tidied_up(tmp_path: Path) -> None:
    heard = list(on_all_cores(partial(_worker, str(tmp_path)), range(8), 2))
    done = [one.what for one in heard if isinstance(one, Done)]
    said = [one.what for one in heard if isinstance(one, Said)]
    assert sorted(done) == [n * n for n in range(8)]
    assert sorted(said) == [f"begun {n}" for n in range(8)]
    assert len(list(tmp_path.glob("*.tidy"))) == 2 and not multiprocessing.active_children()


def test_a_refusal_there_is_raised_here_and_a_deaf_process_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "SECONDS_TO_LEAVE", 0.2)
    with pytest.raises(LabError) as refused:
        list(on_all_cores(partial(_worker, str(tmp_path)), [13], 2))
    assert refused.value.params == {"path": "thirteen"} and not multiprocessing.active_children()
    with pytest.raises(OSError, match="No space left on device") as full:
        list(on_all_cores(partial(_worker, str(tmp_path)), [28], 1))
    assert full.value.errno == errno.ENOSPC and full.value.filename is None, "as in one process"
    hearing = on_all_cores(partial(_worker, str(tmp_path)), [99], 1)
    while next(hearing).what != "deaf":
        pass
    hearing.close()
    assert not multiprocessing.active_children()
