"""A match at the terminal: a person against bots, from the first deal to the last score."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Final, NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gangoffour.bots import BotError, hint
from gangoffour.bots.advice.reasons import REASONS
from gangoffour.bots.outside.slow_bots import PATIENCE_S, Slow, Watch
from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.combinations import Combination
from gangoffour.rules.deal import commitment
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import CardTaken, Dealt, Event, MatchEnded, RoundEnded
from gangoffour.rules.match import Match
from gangoffour.rules.view import View
from gangoffour.terminal.advice import advice
from gangoffour.terminal.cards import chips
from gangoffour.terminal.console import Screen
from gangoffour.terminal.failure import BotFailure, Failure
from gangoffour.terminal.keyboard import Keyboard
from gangoffour.terminal.rulebook import rule_drawing
from gangoffour.terminal.seating import YOU, Seating
from gangoffour.terminal.sheet import sheet_drawing
from gangoffour.terminal.story import direction_story, exchange_story, told
from gangoffour.terminal.table import SORTS, plays_drawing, sorted_hand, table_drawing
from gangoffour.terminal.typed_line import Entry, entry_card, entry_plays, read_entry

MOST_CHOICES: Final = 12
HELP: Final = (
    ("g4 y4", "help_cards"),
    ("full, straight, gang …", "help_kind"),
    ("p", "help_pass"),
    ("g4 !", "help_call"),
    ("h", "help_hint"),
    ("sort", "help_sort"),
    ("rules R5.4, why", "help_rules"),
    ("score, table", "help_score"),
    ("quit", "help_quit"),
)
"""What may be typed, and the key of what it does."""


class Quit(Exception):
    """The person has had enough for now."""


class Pace(NamedTuple):
    """Seconds to wait before a bot's move, and after a round."""

    move: float = 0.0
    round: float = 0.0


class Game:
    """Draws, asks, and applies; ``match`` is always the state after the last accepted action."""

    def __init__(
        self, match: Match, seating: Seating, screen: Screen, keyboard: Keyboard, pace: Pace
    ) -> None:
        self.match = match
        self._seating = seating
        self._screen = screen
        self._words = screen.words
        self._names = seating.shown(screen.words)
        self._keyboard = keyboard
        self._pace = pace if screen.live else Pace()
        self._sort = SORTS[0]
        self._refused_by = "R4.4"

    def run(self) -> Match:
        """Play to the end of the match."""
        self._welcome()
        with closing(Watch(self._tell_slow, PATIENCE_S)) as watch:
            while not self.match.over:
                if self.match.turn == YOU:
                    self._my_turn()
                elif self.match.round.silent == YOU and self._keyboard.called_in_time():
                    self._apply(YOU, Call())
                else:
                    self._bot_turn(watch)
        return self.match

    def _say(self, *drawings: RenderableType) -> None:
        for one in drawings:
            if isinstance(one, Text) and one.plain.startswith(" "):
                one = Padding(one[1:], (0, 0, 0, 1), expand=False)  # longer lines keep the indent
            self._screen.console.print(one, width=self._screen.width)

    def _welcome(self) -> None:
        rules, words = self.match.rules, self._words
        edition = words(f"edition_{rules.edition}")
        seats = words("versus", name=self._names[YOU], names=", ".join(self._names[1:]))
        title = f"Gang of Four {self._screen.glyphs.dash} {seats}"
        line = self._screen.glyphs.corners[6]
        self._say(Rule(title, align="left", characters=line, style="frame"))
        self._say(
            Text(f" {words('welcome', edition=edition, target=rules.target)}"),
            Text(f" {words('seed', hash=commitment(self.match.seed)[:16])}", "quiet"),
        )
        if self.match.version == 0:
            self._tell(self.match.events)

    # -- what happened ------------------------------------------------------------------------

    def _apply(self, seat: int, action: Action) -> None:
        self.match = self.match.act(seat, action)
        self._tell(self.match.events)

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            line = told(event, self._seating, self._screen)
            if line is not None:
                self._say(line)
            match event:
                case RoundEnded():
                    self._say(self._sheet())
                    time.sleep(self._pace.round)
                case Dealt(number, direction):
                    self._say(direction_story(number, direction, self._seating, self._screen))
                case CardTaken():
                    result = self.match.results[-1]
                    rules = self.match.rules
                    self._say(exchange_story(event, result, rules, self._seating, self._screen))
                case MatchEnded():
                    self._farewell()

    def _sheet(self) -> RenderableType:
        match = self.match
        return sheet_drawing(match.results, self._names, self._screen, match.winners)

    def _farewell(self) -> None:
        match, words = self.match, self._words
        points = words("points_long", count=min(match.totals))
        if len(match.winners) > 1:
            names = words.listed([self._names[seat] for seat in match.winners])
            self._say(Text(f" {words('share_win', names=names, points=points)}", "good"))
        else:
            won_by = self._seating.about("win", match.winners[0], words, points=points)
            self._say(Text(f" {won_by}", "good"))
        won = [sum(one.winner == seat for one in match.results) for seat in range(match.seats)]
        gangs = [
            sum(
                move.seat == seat and move.play is not None and move.play.is_gang
                for past in match.past
                for move in past.history
            )
            for seat in range(match.seats)
        ]
        for seat, name in enumerate(self._names):
            told = words("match_stats", won=won[seat], gangs=gangs[seat])
            self._say(Text(f"   {name:<16} {told}", "quiet"))

    def _bot_turn(self, watch: Watch) -> None:
        seat = self.match.turn
        assert seat is not None
        time.sleep(self._pace.move)
        action = self._seating.choose(self.match, seat, watch)
        while self._seating.troubles:
            trouble = self._words.bot_error(self._seating.troubles.pop(0))
            self._say(Text(f" {trouble} {self._words('bot_instead')}", "turn"))
        self._apply(seat, action)

    def _tell_slow(self, slow: Slow) -> None:
        key = "bot_stood" if slow.lines else "bot_slow"
        line = self._words(key, bot=slow.bot, seconds=f"{slow.seconds:g}")
        self._say(Text(f" {line}", "turn"))
        if slow.lines:
            self._screen.console.print(Text(slow.lines), soft_wrap=True)

    # -- what the person does -----------------------------------------------------------------

    def _my_turn(self) -> None:
        view = self.match.view(YOU)
        self._draw(view)
        while self.match.turn == YOU and self.match.version == view.version:
            try:
                self._obey(read_entry(self._keyboard.line(self._prompt(view))), view)
            except Refusal as refusal:
                self._refused_by = refusal.rule
                said = self._words.refusal(refusal.code, refusal.params, refusal.message)
                mark = self._screen.glyphs.barred
                self._say(Text.assemble(f" {mark} {said} ", (f"({refusal.rule})", "rule")))
            except Failure as failure:
                self._say(Text(f" {failure.told(self._words)}"))

    def _draw(self, view: View) -> None:
        self._say(*table_drawing(view, self._names, self._screen, self._sort))
        self._say(Text.assemble(" ", (advice(view, self._names, self._words), "quiet")))

    def _prompt(self, view: View) -> str:
        key = "prompt_give" if view.phase == "exchange" else "prompt_play"
        return f" {self._words(key)} > "

    def _obey(self, entry: Entry, view: View) -> None:
        match entry.verb:
            case "":
                if not view.plays and view.may_pass:
                    self._apply(YOU, Pass())
                else:
                    self._say(Text.assemble(" ", (advice(view, self._names, self._words), "quiet")))
            case "pass":
                self._apply(YOU, Pass())
            case "call":
                self._apply(YOU, Call())
            case "help":
                self._help(view)
            case "hint":
                self._hint(view)
            case "sort":
                self._resort(entry.words, view)
            case "rules":
                wanted = entry.words[0] if entry.words else self._refused_by
                self._say(rule_drawing(wanted, self._words.language))
            case "score":
                self._say(self._sheet())
            case "table":
                self._draw(view)
            case "quit":
                raise Quit
            case _:
                self._play(entry, view)

    def _play(self, entry: Entry, view: View) -> None:
        shown = sorted_hand(view, self._sort)
        if view.phase == "exchange":
            self._apply(YOU, Give(entry_card(entry, view, shown)))
            return
        meant = entry_plays(entry, view, shown)
        if len(meant) == 1:
            self._apply(YOU, Play(meant[0], entry.call))
            return
        answer = self._ask_which(meant)
        if answer.isdecimal():
            if len(answer) > 2 or not 1 <= int(answer) <= min(len(meant), MOST_CHOICES):
                raise Failure("no_number", input=answer[:9])
            self._apply(YOU, Play(meant[int(answer) - 1], entry.call))
        elif answer:
            self._obey(read_entry(answer), view)

    def _ask_which(self, meant: Sequence[Combination]) -> str:
        """Several plays fit: show them with numbers. Another entry may be typed instead."""
        for number, one in enumerate(meant[:MOST_CHOICES], 1):
            line = Text(f"   {number:>2}  ")
            self._say(line.append_text(chips(one.codes, self._screen.glyphs)))
        if len(meant) > MOST_CHOICES:
            more = self._words("more_plays", count=len(meant) - MOST_CHOICES)
            self._say(Text(f"   {more}"))
        return self._keyboard.line(f" {self._words('which')} > ").strip()

    def _help(self, view: View) -> None:
        if view.phase == "exchange":
            self._say(Text(f" {self._words('help_give')}"))
        elif view.plays or view.may_pass:
            may_play = Text(f" {self._words('help_plays')}", "good")
            self._say(may_play, *plays_drawing(view, self._screen))
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="key", no_wrap=True)
        grid.add_column()
        for key, meaning in HELP:
            grid.add_row(key, self._words(meaning))
        self._say(Text(f" {self._words('help_type')}", "good"), Padding(grid, (0, 1)))

    def _hint(self, view: View) -> None:
        """The best actions in a strong player's eyes, with the points to expect and why."""
        try:
            advised = hint(view)
        except BotError as problem:  # damaged weights: the game goes on without
            raise BotFailure(problem) from None
        for place, one in enumerate(advised):
            key = "hint_or" if place else "hint_first"
            line = Text(" ").append_text(self._words.text(key, what=self._advised(one.action)))
            if view.phase == "play" and "only_play" not in one.reasons:
                points = self._words("hint_points", points=self._words.decimal(one.points))
                line.append(f"  {points}", "quiet")
            reasons = " ".join(self._reason(code) for code in one.reasons[:2])
            self._say(line.append(f"  {reasons}", "quiet"))

    def _reason(self, code: str) -> str:
        return REASONS[code] if self._words.language == "en" else self._words(f"reason_{code}")

    def _advised(self, action: Action) -> Text:
        words, glyphs = self._words, self._screen.glyphs
        match action:
            case Play(one, call):
                said = call and self.match.rules.last_card == "call"
                key = "do_play_call" if said else "do_play"
                return words.text(key, cards=chips(one.codes, glyphs))
            case Give(card):
                return words.text("do_give", cards=chips([card], glyphs))
            case Pass():
                return words.text("do_pass")
            case Call():
                return words.text("do_call")

    def _resort(self, words: Sequence[str], view: View) -> None:
        following = SORTS[(SORTS.index(self._sort) + 1) % len(SORTS)]
        wanted = {"color": "colour", "suit": "colour", "number": "rank"}.get(
            words[0] if words else following, words[0] if words else following
        )
        if wanted not in SORTS:
            raise Failure("sorts", sorts=", ".join(SORTS), input=repr(wanted[:20]))
        self._sort = wanted
        self._draw(view)
