"""A recorded match again: printed as a story, or stepped through with all hands open."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gangoffour.rules.cards import Cards
from gangoffour.rules.events import CardTaken, Dealt, Event, MatchEnded, RoundEnded
from gangoffour.rules.match import Match
from gangoffour.rules.record import Record
from gangoffour.rules.retrace import beginning, retrace
from gangoffour.terminal.cards import chips
from gangoffour.terminal.console import Screen
from gangoffour.terminal.files import record_names
from gangoffour.terminal.seating import Seating
from gangoffour.terminal.sheet import sheet_drawing
from gangoffour.terminal.story import direction_story, exchange_story, told
from gangoffour.terminal.table import table_drawing


def frames(record: Record) -> list[Match]:
    """The match after each of its actions, from the first deal on."""
    steps = list(retrace(record.match))
    if not steps:
        return [beginning(record.match)]
    last = steps[-1]
    return [*(step.before for step in steps), last.before.act(last.seat, last.action)]


class Replay:
    """A record, its frames and how to draw them."""

    def __init__(self, record: Record, screen: Screen) -> None:
        self.frames = frames(record)
        self._screen = screen
        self._seating = Seating(record_names(record, screen.words), (), (), [])
        self._names = self._seating.shown(screen.words)

    def print_all(self) -> None:
        """The whole match as a story."""
        for match in self.frames:
            for event in match.events:
                for one in self._told(match, event):
                    self._screen.console.print(one, width=self._screen.width)

    def _told(self, match: Match, event: Event) -> Iterator[RenderableType]:
        line = told(event, self._seating, self._screen)
        if line is not None:
            yield line
        match event:
            case Dealt(number, direction):
                yield Text()
                yield direction_story(number, direction, self._seating, self._screen)
                yield self._hands(match.deal.hands, match.deal.dead)
            case CardTaken():
                yield exchange_story(
                    event, match.results[-1], match.rules, self._seating, self._screen
                )
            case RoundEnded():
                yield self._sheet(match)
            case MatchEnded(winners):
                words = self._screen.words
                names = words.listed([self._names[seat] for seat in winners])
                points = words("points_long", count=min(match.totals))
                yield Text(f" {words('over')} {names}: {points}.", "good")

    def _sheet(self, match: Match) -> RenderableType:
        return sheet_drawing(match.results, self._names, self._screen, match.winners)

    def _hands(self, hands: Sequence[int], dead: int) -> Table:
        rows = list(zip(self._names, hands, strict=True))
        grid = Table.grid(padding=(0, 1))
        for name, hand in [*rows, *([(self._screen.words("dummy_hand"), dead)] if dead else [])]:
            grid.add_row(Text(f" {name}"), chips(Cards(hand).codes, self._screen.glyphs))
        return grid

    def drawing(self, index: int) -> RenderableType:
        """One frame: the table, every hand, and what just happened."""
        match = self.frames[index]
        ended = any(isinstance(one, RoundEnded) for one in match.events)
        parts: list[RenderableType] = [
            *table_drawing(match.view(), self._names, self._screen),
            Text(),
            self._hands(match.round.hands, match.round.dead),
            Text(),
        ]
        for event in match.events:
            if not isinstance(event, Dealt):
                parts += self._told(match, event)
        if not ended and match.results and index == len(self.frames) - 1:
            parts.append(self._sheet(match))
        words = self._screen.words
        place = words("replay_place", number=index + 1, count=len(self.frames))
        parts += [Text(), Text(f" {place}   {words('replay_keys')}", "quiet")]
        return Group(*parts)

    def step_through(self) -> None:
        """Turn the pages by key until q; the terminal is given back as it was."""
        index = 0
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        with self._screen.console.screen(hide_cursor=True) as page:
            try:
                tty.setcbreak(descriptor)
                while True:
                    page.update(self.drawing(index))
                    key = read_key()
                    if key in ("q", "Q", "\x04", ""):
                        return
                    index = self.turned(index, key)
            finally:
                termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def turned(self, index: int, key: str) -> int:
        """The frame a key leads to."""
        last = len(self.frames) - 1
        match key:
            case " " | "\r" | "\n" | "\x1b[C" | "l" | "\x1b[B" | "j":
                return min(index + 1, last)
            case "\x1b[D" | "h" | "\x7f" | "\x1b[A" | "k":
                return max(index - 1, 0)
            case "n":
                return next((one for one in range(index + 1, last + 1) if self._begins(one)), last)
            case "b":
                return next((one for one in range(index - 1, 0, -1) if self._begins(one)), 0)
            case "\x1b[H" | "\x1b[1~" | "g":
                return 0
            case "\x1b[F" | "\x1b[4~" | "G":
                return last
        return index

    def _begins(self, index: int) -> bool:
        return any(isinstance(one, Dealt) for one in self.frames[index].events)


def read_key() -> str:
    """One key press, an arrow's escape sequence as a whole."""
    descriptor = sys.stdin.fileno()
    key = os.read(descriptor, 1)
    if key == b"\x1b":
        while select.select([descriptor], [], [], 0.02)[0]:
            key += os.read(descriptor, 1)
            if key[-1:].isalpha() or key.endswith(b"~"):
                break
    return key.decode(errors="replace")
