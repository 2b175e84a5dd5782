"""Standard output is the report's: what bots print goes to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress


def printed_aside() -> AbstractContextManager[object]:
    """What Python code prints meanwhile goes to standard error."""
    return redirect_stdout(sys.stderr)


@contextmanager
def all_printed_aside() -> Iterator[None]:
    """The same, also of what is no Python or a process of its own."""
    out, err = 1, 2
    kept = None
    with suppress(OSError):  # one of them is closed
        _flush()
        kept = os.dup(out)
        os.dup2(err, out)
    try:
        with printed_aside():
            yield
    finally:
        if kept is not None:
            with suppress(OSError):
                _flush()  # what was printed past sys.stdout
            os.dup2(kept, out)
            os.close(kept)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()
