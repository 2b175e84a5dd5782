"""A person at the keyboard who plays legal actions at random, typed in every way there is."""

from __future__ import annotations

import io
import random

from rich.console import Console

from gangoffour import Action, Give, Match, Pass, Play, View
from gangoffour.terminal.console import THEME, open_screen
from gangoffour.terminal.game import Game, Pace
from gangoffour.terminal.keyboard import Keyboard
from gangoffour.terminal.session import Options, begin

ASIDES = ["?", "h", "sort", "score", "t", "why", "rules R3", "zzz", "RD RD", "", "sort kind"]


class Person(Keyboard):
    """Looks at the match as the player may, and types; all lines are kept in ``typed``."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        super().__init__(game._screen)
        self.game = game
        self.rng = rng
        self.typed: list[str] = []
        self.meant: Action | None = None

    def _next(self) -> str:
        self.typed.append(self._line())
        return self.typed[-1]

    def _line(self) -> str:
        view = self.game.match.view(0)
        if self.rng.random() < 0.15 and (view.plays or view.phase == "exchange"):
            return self.rng.choice(ASIDES)
        self.meant = self.rng.choice(view.actions)
        return typed(self.meant, view, self.rng)

    def called_in_time(self) -> bool:
        return self._script_calls()


def typed(action: Action, view: View, rng: random.Random) -> str:
    """One of the ways to type an action."""
    match action:
        case Play(laid, call):
            last = rng.choice([" !", " last", " call"]) if call and rng.random() < 0.9 else ""
            glue = rng.choice([" ", ", ", ""])
            return glue.join(rng.sample(laid.codes, laid.size)).lower() + last
        case Pass():
            return rng.choice(["p", "pass", "P", "-", "knock"])
        case Give(card):
            return rng.choice([card, card.lower(), card.lower() + " "])
    return "call"


def play_a_match(seed: str, **options: object) -> tuple[Match, list[str], str]:
    """A whole match at the terminal: its end, all lines typed, and all that was shown."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    screen = open_screen(Console(theme=THEME, file=out, width=80, highlight=False))
    match, seating = begin(Options(seed=seed, **options))  # type: ignore[arg-type]
    game = Game(match, seating, screen, Keyboard(screen), Pace())
    person = Person(game, random.Random(seed))
    game._keyboard = person
    end = game.run()
    assert isinstance(out.buffer, io.BytesIO)
    return end, person.typed, out.buffer.getvalue().decode()
