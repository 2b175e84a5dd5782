"""Threads that a bot has left running: Python would wait for them before it ends."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable


def left_running(before: Iterable[threading.Thread] = ()) -> bool:
    """Whether there are threads that Python would wait for, besides those from before."""
    known = {threading.main_thread(), *before}
    return any(not one.daemon for one in threading.enumerate() if one not in known)


def leave_if_kept(code: int, before: Iterable[threading.Thread] = ()) -> None:
    """End the process at once if it could not end by itself; nothing that was said is lost."""
    if not left_running(before):
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:  # nobody takes it any more
        code = code or 1
    os._exit(code)
