"""Whether a bot chooses for very long: it is named while it does, and where it stands at the end.

Nothing ends a bot in Python but whoever waits for it: only programs have a time limit.
"""

from __future__ import annotations

import os
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import gangoffour
from gangoffour.bots.outside import mistakes_replaced
from gangoffour.bots.outside.mistakes_replaced import Careful
from gangoffour.rules.actions import Action
from gangoffour.rules.view import View

PATIENCE_S: Final = 10.0
"""How long a bot may choose before it is named; then when it has taken twice as long, and so on."""
LOOKS: Final = 10
"""How often one looks in that time."""
AT_THE_END_S: Final = 0.5
"""Whoever chooses longer than this when everything is stopped, is asked where it stands."""
OUR_OWN: Final = Path(gangoffour.__file__).parent
"""Bots from here are nobody's to mend, and programs are asked from here."""


class Slow(NamedTuple):
    """A bot that has been choosing for so many seconds; one that was stopped, where it stood."""

    bot: str
    deal: object
    seat: int | None
    seconds: float
    lines: str = ""

    @property
    def sentence(self) -> str:
        where = f"(deal {self.deal}, seat {self.seat})"
        if self.lines:
            return f"{self.bot} was choosing {where}, here:\n{self.lines}"
        return f"{self.bot} has been choosing for {self.seconds:g} s {where}."


Tell = Callable[[Slow], None]
Choice = tuple[str, object, int | None, float]
"""Which bot chooses, in which deal and seat, and since when (``time.perf_counter``)."""


class Watch:
    """Looks from a thread of its own at how long a choice takes."""

    def __init__(self, tell: Tell, patience: float = PATIENCE_S) -> None:
        self._choice: Choice | None = None
        """Set while a bot chooses; plainly, for it is set very often."""
        self._tell = tell
        self._patience = patience
        self._over = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def choose(self, bot: Careful, view: View, rng: Random, deal: object) -> Action:
        """The bot's action. Of one stopped by Ctrl-C meanwhile, it is told where it stood."""
        self._choice = choice = (bot.name, deal, view.seat, time.perf_counter())
        try:
            return bot.choose(view, rng)
        except KeyboardInterrupt as stopped:
            lines = traceback.extract_tb(stopped.__traceback__)
            by_python = type(stopped) is KeyboardInterrupt  # else by whoever stands last
            if said := _standing(choice, lines, "" if by_python else lines[-1].filename):
                self._tell(said)
            raise
        finally:
            self._choice = None

    def close(self, ended_in: str = "") -> None:
        """Look no longer. Where a process is ended from above a bot that is choosing, by code of
        the file ``ended_in``, it is told where that stands."""
        self._over.set()
        if self._choice is None:
            return
        if where := _standing(self._choice, traceback.extract_stack(), ended_in):
            with suppress(OSError):  # past sys.stderr, to which the bot may be writing just now
                os.write(2, f"{where.sentence}\n".encode(errors="replace"))

    def _look(self) -> None:
        told: Choice | None = None
        due = self._patience
        while not self._over.wait(self._patience / LOOKS):
            choice = self._choice
            if choice is not told:
                told, due = choice, self._patience
            if choice is not None and time.perf_counter() - choice[3] >= due:
                self._tell(Slow(*choice[:3], due))
                due *= 2


def _standing(choice: Choice, lines: traceback.StackSummary, ended_in: str = "") -> Slow | None:
    """The lines of a bot's own code: what is above the one that asks it, and below who ends it;
    often none."""
    seconds = time.perf_counter() - choice[3]
    if seconds < AT_THE_END_S:
        return None
    files = [line.filename for line in lines]
    ours = mistakes_replaced.__file__
    first = files.index(ours) + 1 if ours in files else len(files)
    if first == len(files) or Path(files[first]).is_relative_to(OUR_OWN):
        return None
    last = files.index(ended_in, first) if ended_in in files[first:] else None
    stood = "".join(traceback.format_list(lines[first:last])).rstrip()
    return Slow(*choice[:3], seconds, stood)
