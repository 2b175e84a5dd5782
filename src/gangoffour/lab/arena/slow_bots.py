"""Whether a bot chooses for very long: it is named while it does, and where it stands at the end.

Nothing ends a bot in Python but whoever waits for it: only programs have a time limit.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

import gangoffour
from gangoffour.bots.outside import mistakes_replaced
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
Choice = tuple[str, int, int, float]
"""Which bot chooses, in which deal and seat, and since when (``time.perf_counter``)."""


class Watch:
    """Looks from a thread of its own at how long a choice takes."""

    def __init__(self, tell: Tell, patience: float = PATIENCE_S) -> None:
        self.choice: Choice | None = None
        """Set while a bot chooses; plainly, for it is set very often."""
        self._tell = tell
        self._patience = patience
        self._over = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def see_stopped(self, choice: Choice, stopped: BaseException) -> None:
        """A bot was stopped by Ctrl-C while it chose: it is told where it stood."""
        if said := _standing(choice, traceback.extract_tb(stopped.__traceback__)):
            self._tell(choice[0], said)

    def where(self) -> str:
        """Where a bot stands, asked from above it by whoever ends its process; often nothing."""
        if self.choice is None:
            return ""
        return _standing(self.choice, traceback.extract_stack())

    def close(self) -> None:
        """Look no longer."""
        self._over.set()

    def _look(self) -> None:
        told: Choice | None = None
        due = self._patience
        while not self._over.wait(self._patience / LOOKS):
            choice = self.choice
            if choice is not told:
                told, due = choice, self._patience
            if choice is not None and time.perf_counter() - choice[3] >= due:
                bot, deal, seat, _ = choice
                long = f"{bot} has been choosing for {due:g} s"
                self._tell(bot, f"{long} (deal {deal}, seat {seat}).")
                due *= 2


def _standing(choice: Choice, lines: traceback.StackSummary) -> str:
    """The lines of a bot's own code: what is above the one that asks it, and below who ends it."""
    bot, deal, seat, begun = choice
    if time.perf_counter() - begun < AT_THE_END_S:
        return ""
    files = [line.filename for line in lines]
    ours = mistakes_replaced.__file__
    first = files.index(ours) + 1 if ours in files else len(files)
    if first == len(files) or Path(files[first]).is_relative_to(OUR_OWN):
        return ""
    last = files.index(processes.__file__, first) if processes.__file__ in files[first:] else None
    said = f"{bot} was choosing (deal {deal}, seat {seat}), here:\n"
    return said + "".join(traceback.format_list(lines[first:last])).rstrip()
