"""Draw the terminal pictures anew: ``python docs/images/draw.py``.

Each is a real game with the answers typed below, so a picture never shows what the game does not.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from gangoffour.rules.view import View
from gangoffour.terminal.console import THEME, Screen, open_screen
from gangoffour.terminal.game import Game, Pace
from gangoffour.terminal.keyboard import Keyboard
from gangoffour.terminal.session import Options, begin

HERE = Path(__file__).parent
COLOURS = TerminalTheme(
    (16, 29, 24),
    (236, 230, 214),
    [(16, 29, 24), (224, 108, 96), (127, 191, 141), (229, 177, 58), (120, 160, 220)]
    + [(190, 150, 220), (110, 190, 190), (236, 230, 214)],
)
PICTURES = {
    "terminal": (Options(seed="tea 5"), ["6 6", "gang"]),
}


class Typed(Keyboard):
    """A keyboard whose keys have been pressed already."""

    def __init__(self, screen: Screen, lines: list[str]) -> None:
        super().__init__(screen)
        self.lines = lines

    def _next(self) -> str:
        return self.lines.pop(0)


class Shown(Game):
    """A game that stops when the typed lines are used up and the table would be drawn again."""

    def _draw(self, view: View) -> None:
        if isinstance(self._keyboard, Typed) and not self._keyboard.lines:
            raise EOFError
        super()._draw(view)


def draw(name: str, options: Options, lines: list[str]) -> None:
    """One picture."""
    console = Console(
        theme=THEME,
        highlight=False,
        record=True,
        width=86,
        file=io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
    )
    screen = open_screen(console)._replace(live=False)
    match, seating = begin(options)
    try:
        Shown(match, seating, screen, Typed(screen, lines), Pace()).run()
    except EOFError:
        svg = console.export_svg(title="gangoffour play", theme=COLOURS, unique_id=name)
        svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # nothing from elsewhere
        (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


for title, (wanted, typed) in PICTURES.items():
    draw(title, wanted, typed)
