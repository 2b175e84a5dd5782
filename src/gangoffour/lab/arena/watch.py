"""Whether a bot chooses for very long: it is named while it does, and where it stands at the end.

Nothing ends a bot in Python but whoever waits for it: only programs have a time limit.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import gangoffour
from gangoffour.bots.outside import supervised
from gangoffour.lab import processes

PATIENCE_S: Final = 10.0
"""How long a bot may choose before it is named; then when it has taken twice as long, and so on."""
LOOKS: Final = 10
"""How often one looks in that time."""
AT_THE_END_S: Final = 0.5
"""Whoever chooses longer than this when everything is stopped, is asked where it stands."""
OUR_OWN: Final = Path(gangoffour.__file__).parent
"""Bots from here are nobody's to mend, and programs are asked from here."""

Tell = Callable[[str, str], None]
"""Told a bot's name and a sentence about it."""


class _Choice(NamedTuple):
    bot: str
    deal: int
    seat: int
    begun: float

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begun


class Watch:
    """Looks from a thread of its own at how long a choice takes."""

    def __init__(self, tell: Tell, patience: float = PATIENCE_S) -> None:
        self._tell = tell
        self._patience = patience
        self._choice: _Choice | None = None
        self._over = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    @contextmanager
    def watched(self, bot: str, deal: int, seat: int) -> Iterator[None]:
        """A bot chooses meanwhile; stopped by Ctrl-C, it is told where it stood."""
        self._choice = choice = _Choice(bot, deal, seat, time.monotonic())
        try:
            yield
        except KeyboardInterrupt as stopped:
            said = _standing(choice, traceback.extract_tb(stopped.__traceback__))
            if said:
                self._tell(bot, said)
            raise
        finally:
            self._choice = None

    def where(self) -> str:
        """Where a bot stands, asked from above it by whoever ends its process; often nothing."""
        if self._choice is None:
            return ""
        return _standing(self._choice, traceback.extract_stack())

    def close(self) -> None:
        """Look no longer."""
        self._over.set()

    def _look(self) -> None:
        told: _Choice | None = None
        due = self._patience
        while not self._over.wait(self._patience / LOOKS):
            choice = self._choice
            if choice is not told:
                told, due = choice, self._patience
            if choice is not None and choice.spent >= due:
                long = f"{choice.bot} has been choosing for {due:g} s"
                self._tell(choice.bot, f"{long} (deal {choice.deal}, seat {choice.seat}).")
                due *= 2


def _standing(choice: _Choice, lines: traceback.StackSummary) -> str:
    """The lines of a bot's own code: what is above the one that asks it, and below who ends it."""
    if choice.spent < AT_THE_END_S:
        return ""
    files = [line.filename for line in lines]
    first = files.index(supervised.__file__) + 1 if supervised.__file__ in files else len(files)
    if first == len(files) or Path(files[first]).is_relative_to(OUR_OWN):
        return ""
    last = files.index(processes.__file__, first) if processes.__file__ in files[first:] else None
    said = f"{choice.bot} was choosing (deal {choice.deal}, seat {choice.seat}), here:\n"
    return said + "".join(traceback.format_list(lines[first:last])).rstrip()
