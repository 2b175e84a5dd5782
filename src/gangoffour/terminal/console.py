"""The terminal as it is: how wide, with which characters, and whether somebody watches.

Colour is never needed to play: every card also shows its letter and, where the terminal can, the
shape of its suit. ``NO_COLOR``, ``TERM=dumb``, pipes and old encodings are all honoured.
"""

from __future__ import annotations

import os
import re
import sys
from typing import IO, Any, Final, NamedTuple, TextIO, cast

from rich.console import Console, RenderableType
from rich.theme import Theme

from gangoffour.terminal.languages import Words, local_language, words_in

THEME: Final = Theme(
    {
        "card.G": "bold #ffffff on #14613c",
        "card.Y": "bold #2a1c14 on #e5b13a",
        "card.R": "bold #ffffff on #a81d20",
        "frame": "dim",
        "you": "bold",
        "turn": "bold #dba127",
        "loud": "bold reverse",
        "quiet": "dim",
        "good": "bold",
        "rule": "italic",
        "key": "bold cyan",
    }
)


class Glyphs(NamedTuple):
    """The characters to draw with."""

    shapes: dict[str, str]
    """The suits: a leaf, a coin, a lantern, and the star of the multicoloured 1."""
    corners: str
    """Left, middle and right of a card row's top, then of its bottom, then the bars ``─`` ``│``."""
    arrow: str
    directions: dict[int, str]
    won: str
    lost: str
    barred: str
    pointer: str
    dash: str


UNICODE: Final = Glyphs(
    shapes={"G": "♠", "Y": "●", "R": "◆", "M": "★"},
    corners="╭┬╮╰┴╯─│",
    arrow="→",
    directions={1: "↺", -1: "↻"},
    won="★",
    lost="▼",
    barred="✗",
    pointer="▸",
    dash="·",
)
ASCII: Final = Glyphs(
    shapes={"G": "^", "Y": "o", "R": "#", "M": "*"},
    corners="++++++-|",
    arrow="->",
    directions={1: "ccw", -1: "cw"},
    won="*",
    lost="v",
    barred="x",
    pointer=">",
    dash="-",
)


class Trimmed:
    """A file that gets no blanks at the ends of its lines."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Whole lines at a time, as the console writes them."""
        return self._file.write(re.sub(r" +$", "", text, flags=re.MULTILINE))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Screen(NamedTuple):
    """Where to draw, and with what."""

    console: Console
    glyphs: Glyphs
    live: bool
    """A person watches: take a moment for each move."""
    words: Words = words_in("en")
    """What is said, in the player's language."""

    @property
    def width(self) -> int:
        return min(self.console.width, 100)


def open_screen(
    console: Console | None = None, *, plain: bool = False, language: str | None = None
) -> Screen:
    """The screen of this process, or of a console made for a picture or a test."""
    console = console or Console(
        file=_file(), theme=THEME, highlight=False, no_color=True if plain else None
    )
    fancy = console.encoding.lower().startswith("utf") and not console.is_dumb_terminal
    live = console.is_terminal and sys.stdin.isatty()
    wanted = language or local_language()
    if not fancy:  # letters that such a terminal lacks would be question marks
        return Screen(console, ASCII, live, words_in("en", plain=True))
    return Screen(console, ASCII if plain else UNICODE, live, words_in(wanted, plain=plain))


def _file() -> IO[str] | None:
    """Into a pipe lines end with their last letter; at a terminal they may be filled up."""
    if sys.stdout is None or sys.stdout.isatty():
        return None
    return cast("IO[str]", Trimmed(sys.stdout))


def show_pages(drawing: RenderableType, screen: Screen) -> None:
    """Show a long drawing: through a pager where somebody reads, as it is into a pipe.

    ``less`` keeps its colours and leaves at once if it fits.
    """
    if not screen.live:
        screen.console.print(drawing, width=screen.width)
        return
    os.environ.setdefault("LESS", "FRX")
    with screen.console.pager(styles=True):
        screen.console.print(drawing, width=screen.width)
