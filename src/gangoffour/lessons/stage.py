"""The table of a lesson: a real one, with the learner and three bots at it, and what is seen."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec import Struct

from gangoffour.lessons.lesson import LEARNER
from gangoffour.lessons.opponents import BOTS, written
from gangoffour.rules.actions import Action, Call, Give, Pass, Play, action_dict
from gangoffour.rules.errors import Refusal
from gangoffour.rules.position import parse_position
from gangoffour.rules.view import View
from gangoffour.table import commands as c
from gangoffour.table.decide.handle import handle, why_not
from gangoffour.table.options import Options
from gangoffour.table.state import Seat, Table
from gangoffour.table.views.facts import Happening, happenings
from gangoffour.table.views.public_view import public
from gangoffour.table.views.seat_view import own
from gangoffour.table.views.types import Own, Public

YOU: Final = c.Person("learner", "")
SEATS: Final = (Seat(YOU.id), Seat(bot="dumpling"), Seat(bot="sparrow"), Seat(bot="lantern"))
SEED: Final = "lesson 104"
"""Where the deal of a following round comes from: one that makes a good exchange."""


class Frame(Struct, frozen=True):
    """One moment of the table as the learner may see it, and what led to it."""

    seq: int
    events: list[Happening]
    public: Public
    own: Own


class Stage:
    """A lesson's table. It keeps a frame of every change until somebody asks for them."""

    def __init__(self, bot: str) -> None:
        self._bot = BOTS[bot]()
        self.table = Table()
        self.frames: list[Frame] = []

    @property
    def view(self) -> View:
        """What the learner sees, with everything they may do."""
        assert self.table.match is not None
        return self.table.match.view(LEARNER)

    def set_up(self, position: str, number: int) -> None:
        """Clear the table and lay out a position. It is a later moment than those before it: what a
        screen was told of them, such as a hint, is about them alone."""
        match = parse_position(position, SEED)
        if self.table.match is not None:
            match = match._replace(version=self._version + match.version + 1)
        rules = match.rules
        self.table = Table(
            id="lesson",
            options=Options(
                edition=rules.edition,
                last_card="call" if rules.last_card == "call" else "automatic",
                target=rules.target,
                clock="none",
                chat="none",
                private=True,
            ),
            host=YOU.id,
            seats=SEATS,
            phase="playing",
            seq=self.table.seq + 1,
            match=match,
            match_number=number,
        )
        self._keep([])

    def act(self, action: Action) -> None:
        """Do what the learner does; a refusal if it is not possible."""
        match action:
            case Play(laid, call):
                self._handle(c.Command(c.Play(laid.codes, self._version, call), YOU))
            case Pass():
                self._handle(c.Command(c.Pass(self._version), YOU))
            case Call():
                self._handle(c.Command(c.Call(), YOU))
            case Give(card):
                self._handle(c.Command(c.Give(card, self._version), YOU))

    def others_act(self, lines: str) -> None:
        """The others do what is written, then what their bot does, until it is the learner's turn.

        Between rounds the learner is taken to be ready; screens wait there by themselves.
        """
        for seat, action in written(lines):
            self._bot_acts(seat, action)
        while (turn := self.table.turn) not in (None, LEARNER):
            assert self.table.match is not None and turn is not None
            self._bot_acts(turn, self._bot.choose(self.table.match.view(turn), Random(SEED)))

    def next_round(self) -> None:
        """Begin the round that has been dealt."""
        if self.table.phase == "between":
            self._handle(c.Command(c.Ready(), YOU))

    def refusal_of(self, cards: list[str]) -> Refusal | None:
        """Why the learner could not play these cards now."""
        return why_not(self.table, YOU, cards)

    @property
    def _version(self) -> int:
        assert self.table.match is not None
        return self.table.match.version

    def _bot_acts(self, seat: int, action: Action) -> None:
        self._handle(c.Command(c.BotActs(seat, action_dict(action), self._version)))

    def _handle(self, command: c.Command) -> None:
        before = self.table
        self.table, caused = handle(before, command, 0)
        self._keep(happenings(before, caused, self.table))

    def _keep(self, events: list[Happening]) -> None:
        mine = own(self.table, LEARNER)
        assert mine is not None
        self.frames.append(Frame(self.table.seq, events, public(self.table, 0), mine))
