"""A table on a stage: people speak by name, time is moved by hand, everything is checked.

Every command goes through ``Scene.do``: what it caused is written down as storage writes it, a
refusal must leave the table untouched, and nothing but a ``Refusal`` may ever be raised.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.clock import next_deadline
from gangoffour.table.decide.handle import handle
from gangoffour.table.fold import apply
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from gangoffour.table.views.facts import happenings

START = 1_700_000_000_000
decode_event = e.decode_event

Policy = Callable[[tuple[Action, ...]], Action]


def first_action(actions: tuple[Action, ...]) -> Action:
    """The simplest player: whatever comes first."""
    return actions[0]


class Scene:
    """One table, its clock, and its events as they are stored."""

    def __init__(self, options: Options | None = None, host: str = "ann", karma: int = 50) -> None:
        self.now = START
        self.table = Table()
        self.stored: list[tuple[bytes, int]] = []
        self.seeds = 0
        self.do(host, c.Open("t1", options or Options()), karma=karma)

    def do(self, who: str | None, what: c.Ask, *, karma: int = 50) -> tuple[e.Event, ...]:
        """Carry out a command of a person (None: of the server itself); what it caused."""
        before = self.table
        self.seeds += 1
        by = None if who is None else c.Person(who, who.title(), karma)
        try:
            self.table, caused = handle(before, c.Command(what, by, "", f"s{self.seeds}"), self.now)
        except Refusal:
            assert self.table is before
            raise
        self.stored += [(msgspec.json.encode(event), self.now) for event in caused]
        assert self.table.seq == before.seq + len(caused) == len(self.stored)
        told = {one.seq for one in happenings(before, caused, self.table)}
        assert told == set(range(before.seq + 1, self.table.seq + 1)), "everything can be told"
        return caused

    def refused(self, who: str | None, what: c.Ask, *, karma: int = 50) -> str:
        """The code with which a command is refused."""
        try:
            self.do(who, what, karma=karma)
        except Refusal as refusal:
            return refusal.code
        raise AssertionError(f"{what} was not refused")

    def replayed(self) -> Table:
        """The table as storage gives it back."""
        table = Table()
        for body, at in self.stored:
            table = apply(table, decode_event(body), at)
        return table

    def wait(self, ms: int) -> None:
        """Time passes; nothing looks at the clock."""
        self.now += ms

    def tick(self, ms: int = 0) -> tuple[e.Event, ...]:
        """Time passes and the server looks at the clock."""
        self.now += ms
        return self.do(None, c.Tick())

    def to_deadline(self) -> tuple[e.Event, ...]:
        """Time passes until the next deadline."""
        deadline = next_deadline(self.table)
        assert deadline is not None
        self.now = max(self.now, deadline)
        return self.tick()

    @property
    def turn(self) -> int:
        turn = self.table.turn
        assert turn is not None
        return turn

    @property
    def version(self) -> int:
        assert self.table.match is not None
        return self.table.match.version

    def person(self, seat: int) -> str:
        """Who sits in a seat."""
        person = self.table.seats[seat].person
        assert person is not None
        return person

    @property
    def player(self) -> str:
        """The person who is to move."""
        return self.person(self.turn)

    def move(self, choose: Policy = first_action) -> tuple[e.Event, ...]:
        """Whoever is to move does: a person by a command, a bot as the server's bots do."""
        match, seat = self.table.match, self.turn
        assert match is not None
        action = choose(match.view(seat).actions)
        if self.table.seats[seat].played_by_bot is not None:
            return self.do(None, c.BotActs(seat, as_json(action), match.version))
        return self.do(self.person(seat), as_ask(action, match.version))

    def play_until(self, reached: Callable[[Table], bool], choose: Policy = first_action) -> None:
        """Play on, everybody ready between rounds, until something is so."""
        for _ in range(20_000):
            if reached(self.table):
                return
            if self.table.phase == "between":
                waiting = set(self.table.present_people) - set(self.table.ready)
                self.do(self.person(min(waiting)), c.Ready())
            else:
                self.move(choose)
        raise AssertionError("never reached")

    def finish(self) -> None:
        """Play the match to its end."""
        self.play_until(lambda table: table.phase == "over")

    def all_act(self) -> None:
        """Play on until every person has had a part in the match."""
        self.play_until(lambda table: len(table.acted) == len(table.people))

    def until_turn(self, who: str) -> None:
        """Play on until somebody is to move."""
        seat = self.table.seat_of(who)
        self.play_until(lambda table: table.turn == seat)


def as_json(action: Action) -> dict[str, object]:
    """An action as bots hand it in."""
    match action:
        case Play(laid, call):
            return {"play": laid.codes, "call": call}
        case Pass():
            return {"pass": True}
        case Call():
            return {"call": True}
        case Give(card):
            return {"give": card}


def as_ask(action: Action, version: int) -> c.PersonAsk:
    """An action as a person asks for it."""
    match action:
        case Play(laid, call):
            return c.Play(laid.codes, version, call)
        case Pass():
            return c.Pass(version)
        case Call():
            return c.Call()
        case Give(card):
            return c.Give(card, version)


def seated(*others: str, bots: int = 0, host: str = "ann", options: Options | None = None) -> Scene:
    """A table with its host, other people, then bots; not started."""
    scene = Scene(options or Options(seats=4), host)
    for who in others:
        scene.do(who, c.Sit())
    for _ in range(bots):
        free = next(i for i, seat in enumerate(scene.table.seats) if not seat.taken)
        scene.do(host, c.SetBot(free, "dumpling"))
    return scene


def playing(*others: str, options: Options | None = None, host: str = "ann") -> Scene:
    """A running match: the host, these others, and bots in what seats are left."""
    options = options or Options()
    scene = seated(*others, bots=options.seats - 1 - len(others), host=host, options=options)
    if options.rated:
        for who in others:
            scene.do(who, c.Ready())
    scene.do(host, c.Start())
    return scene


def kinds(caused: tuple[e.Event, ...]) -> list[str]:
    """The names of some events."""
    return [str(event.__struct_config__.tag) for event in caused]
