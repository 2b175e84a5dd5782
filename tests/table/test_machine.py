"""A table under everything that can be asked of it, in any order, at any time.

Several people, some of them spectators, bots, the clock, lost connections and outages of the
server: whatever happens, the table stays a table.
"""

from __future__ import annotations

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from msgspec import to_builtins

from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.chat import PHRASES
from gangoffour.table.clock import next_deadline, turn_clock
from gangoffour.table.options import Options
from gangoffour.table.result import outcomes
from gangoffour.table.state import Table
from gangoffour.table.views.facts import happenings
from gangoffour.table.views.public_view import changes, public
from gangoffour.table.views.seat_view import own
from tests.support.client import merged
from tests.support.length import slice_of
from tests.table.scene import Scene, as_ask, as_json

PEOPLE = ("ann", "bob", "cid", "dan", "eve")
people = st.sampled_from(PEOPLE)
seats = st.integers(-1, 5)
options = st.builds(
    Options,
    seats=st.sampled_from((3, 4)),
    edition=st.sampled_from(("official", "german", "riva", "finnish", "unheard of")),
    target=st.sampled_from((2, 10, 40, 100)),
    last_card=st.sampled_from(("automatic", "call")),
    clock=st.sampled_from(("none", "relaxed", "normal", "blitz", "days")),
    rated=st.booleans(),
    minimum_karma=st.sampled_from((0, 50, 90)),
    chat=st.sampled_from(("all", "phrases", "none")),
    chinese_deal=st.booleans(),
    look_back=st.booleans(),
)
cards = st.lists(st.sampled_from(("M1", "G1", "Y5", "R10", "GP", "RD", "??", "")), max_size=7)
versions = st.integers(-1, 40)
asks = st.one_of(
    st.builds(c.Sit, st.none() | seats),
    st.builds(c.Leave),
    st.builds(c.GiveUp),
    st.builds(c.SetBot, seats, st.sampled_from(("dumpling", "tiger"))),
    st.builds(c.Unseat, seats),
    st.builds(c.SetOptions, options),
    st.builds(c.Start),
    st.builds(c.Play, cards, versions, st.booleans()),
    st.builds(c.Pass, versions),
    st.builds(c.Call),
    st.builds(c.Give, st.sampled_from(("G1", "RD", "no card")), versions),
    st.builds(c.Ready),
    st.builds(c.Pause),
    st.builds(c.Resume),
    st.builds(c.Rematch),
    st.builds(c.TakeHost),
    st.builds(c.Say, st.text(max_size=5)),
    st.builds(c.Phrase, st.sampled_from((*PHRASES, "no phrase"))),
    st.builds(c.Connect),
    st.builds(c.Disconnect),
)


class TableMachine(RuleBasedStateMachine):
    """Everything goes through ``Scene.do``, which checks numbering and that refusals are inert."""

    @initialize(options=options.filter(lambda one: one.edition != "unheard of"))
    def open(self, options: Options) -> None:
        self.scene: Scene | None = None
        try:
            self.scene = Scene(options, karma=90)
        except Refusal:
            self.scene = Scene(karma=90)
        self.moved = 0
        self.shown = self.scene.table
        self.shown_at = self.scene.now

    @property
    def table(self) -> Table:
        assert self.scene is not None
        return self.scene.table

    def ask(self, who: str | None, what: c.Ask, karma: int = 90) -> tuple[e.Event, ...]:
        """Ask and accept a refusal; whatever else is raised fails the test."""
        assert self.scene is not None
        before = self.table
        try:
            caused = self.scene.do(who, what, karma=karma)
        except Refusal as problem:
            refused: Refusal | None = problem
        else:
            refused = None
        if refused is not None:
            assert refused.message and self.table is before
            return ()
        facts = happenings(before, caused, self.table)
        assert {fact.seq for fact in facts} == set(range(before.seq + 1, self.table.seq + 1))
        if isinstance(what, c.SetOptions | c.Start | c.Say | c.Phrase):
            return caused
        if before.match is not None and self.table.match is not before.match:
            assert any(isinstance(one, e.Acted | e.Started | e.Voided) for one in caused)
        return caused

    @rule(who=people, what=asks, karma=st.sampled_from((40, 50, 90, 90, 90)))
    def anything(self, who: str, what: c.Ask, karma: int) -> None:
        self.ask(who, what, karma)

    @rule(who=people)
    def sit_down(self, who: str) -> None:
        self.ask(who, c.Sit())

    @precondition(lambda self: not self.table.running)
    @rule()
    def fill_up_and_start(self) -> None:
        for seat in range(len(self.table.seats)):
            if not self.table.seats[seat].taken:
                self.ask(self.table.host, c.SetBot(seat, "dumpling"))
        for seat in self.table.people:
            self.ask(self.table.seats[seat].person, c.Connect())
            self.ask(self.table.seats[seat].person, c.Ready())
        self.ask(self.table.host, c.Start())

    @precondition(lambda self: self.table.turn is not None)
    @rule(choice=st.integers(0, 1000), moves=st.integers(1, 40), pause=st.integers(0, 20_000))
    def play_on(self, choice: int, moves: int, pause: int) -> None:
        """Some legal moves, by whoever is to move."""
        assert self.scene is not None
        for number in range(moves):
            turn = self.table.turn
            if turn is None:
                return
            if self.table.asleep and self.table.seats[turn].played_by_bot is not None:
                assert self.scene.refused(None, c.BotActs(turn, {}, self.scene.version)) == (
                    "nobody_here"
                )
                return
            self.scene.wait(pause)
            self.scene.move(lambda actions: actions[(choice * 7 + number) % len(actions)])  # noqa: B023

    @precondition(lambda self: self.table.turn is not None)
    @rule(who=people)
    def act_out_of_turn(self, who: str) -> None:
        """The right action of the wrong person changes nothing."""
        match, turn = self.table.match, self.table.turn
        assert match is not None and turn is not None
        if self.table.seats[turn].person != who:
            action = match.view(turn).actions[0]
            if as_json(action) != {"call": True}:
                assert self.ask(who, as_ask(action, match.version)) == ()

    @rule(ms=st.sampled_from((0, 1, 500, 10_000, 45_000, 121_000, 86_400_000)))
    def time_passes(self, ms: int) -> None:
        assert self.scene is not None
        self.scene.wait(ms)

    @rule()
    def nobody_comes_back(self) -> None:
        asleep = self.table.asleep
        assert bool(self.ask(None, c.Expire())) is asleep
        assert not self.table.asleep

    @rule()
    def the_clock_is_looked_at(self) -> None:
        self.ask(None, c.Tick())
        self.no_deadline_is_left_behind()

    @precondition(lambda self: next_deadline(self.table) is not None)
    @rule()
    def wait_for_the_deadline(self) -> None:
        """At a deadline a tick changes something, and never for ever."""
        assert self.scene is not None
        deadline = next_deadline(self.table)
        assert deadline is not None
        self.scene.now = max(self.scene.now, deadline)
        assert self.ask(None, c.Tick()) != ()
        self.no_deadline_is_left_behind()

    def no_deadline_is_left_behind(self) -> None:
        assert self.scene is not None
        for _ in range(20):
            deadline = next_deadline(self.table)
            if deadline is None or deadline > self.scene.now:
                return
            assert self.ask(None, c.Tick()) != ()
        raise AssertionError("the clock ticks for ever")

    @rule(away=st.sampled_from((0, 1_000, 100_000_000)))
    def the_server_was_away(self, away: int) -> None:
        """What is stored gives the same table, and nobody's time was burnt."""
        assert self.scene is not None
        restored = self.scene.replayed()
        assert restored == self.table
        banks = [seat.bank_ms for seat in restored.seats]
        self.scene.wait(away)
        self.ask(None, c.Recover())
        assert [seat.bank_ms for seat in self.table.seats] == banks
        clock = turn_clock(self.table, self.scene.now)
        pace = self.table.options.pace
        if clock is not None and pace is not None and self.table.used_ms == 0:
            assert clock.move_ms == pace.move_ms
        deadline = next_deadline(self.table)
        if self.table.running and deadline is not None and self.table.used_ms == 0:
            assert deadline >= self.scene.now

    @rule(ms=st.integers(0, 10_000_000))
    def a_pause_stops_every_clock(self, ms: int) -> None:
        if self.table.phase == "paused":
            assert self.scene is not None
            clock = turn_clock(self.table, self.scene.now)
            self.scene.wait(ms)
            assert turn_clock(self.table, self.scene.now) == clock
            assert next_deadline(self.table) is None

    @invariant()
    def seats_are_sound(self) -> None:
        table = self.table
        assert len(table.seats) == table.options.seats
        people = [seat.person for seat in table.seats if seat.person is not None]
        assert len(people) == len(set(people))
        for seat in table.seats:
            assert seat.person is None or seat.bot is None
            assert seat.stand_in is None or seat.person is not None
            assert (seat.stand_in is None) == (seat.away_reason is None)
            assert seat.bank_ms >= 0
        if table.solo:
            assert not table.running or table.leavers == ()
        if table.running:
            assert set(table.leavers) <= set(people)
        assert table.host
        if table.running:
            assert all(seat.taken for seat in table.seats)
            present = {table.seats[seat].person for seat in table.present_people}
            assert not present or table.host in present or self.host_was_unseated

    @property
    def host_was_unseated(self) -> bool:
        """A host may run a table without sitting at it."""
        return self.table.seat_of(self.table.host) is None

    @invariant()
    def phases_fit_the_match(self) -> None:
        table, match = self.table, self.table.match
        if table.running and table.phase != "dealing":
            assert match is not None and not match.over
            assert match.seats == len(table.seats)
        if table.phase == "over":
            assert match is not None and match.over
            assert table.rematch_asked == () or set(table.rematch_asked) <= set(table.people)
        if match is not None:
            cards = sum(hand.bit_count() for hand in match.round.hands)
            laid = sum(move.play.size for move in match.round.history if move.play is not None)
            assert cards + laid + match.round.dead.bit_count() == 64

    @invariant()
    def clocks_are_never_negative(self) -> None:
        assert self.scene is not None
        clock = turn_clock(self.table, self.scene.now)
        if clock is not None:
            assert clock.move_ms >= 0 and clock.bank_ms >= 0
        assert self.table.used_ms >= 0

    @invariant()
    def everybody_can_be_shown_the_table(self) -> None:
        assert self.scene is not None
        shown = public(self.table, self.scene.now)
        assert shown.seq == self.table.seq == len(self.scene.stored)
        if shown.match is not None and self.table.running:
            assert shown.match.seed is None
        for seat in range(len(self.table.seats)):
            own(self.table, seat)

    @invariant()
    def what_has_changed_is_told_and_nothing_else(self) -> None:
        """Put together with what was shown before, it is the whole; times are always new."""
        assert self.scene is not None
        before = to_builtins(public(self.shown, self.shown_at))
        after = to_builtins(public(self.table, self.scene.now))
        told = msgspec.json.decode(
            msgspec.json.encode(changes(self.shown, self.table, self.scene.now))
        )
        assert merged(before, told) == after
        same = {name for name, value in told.items() if before[name] == value}
        assert same <= {"seq", "clock", "between_ms", "seats"}
        assert "seats" not in same or not all(one["connected"] for one in after["seats"])
        if told.get("match") and before["match"]:
            of_match = before["match"].items()
            assert not any(one in of_match for one in told["match"].items())
        self.shown, self.shown_at = self.table, self.scene.now

    @invariant()
    def results_add_up(self) -> None:
        table = self.table
        match = table.match
        if table.phase == "over" and match is not None and match.seats == len(table.seats):
            found = outcomes(table)
            assert table.options.rated or sum(one.karma == -5 for one in found) <= 1
            assert not any(one.won and not one.finished for one in found)
            assert {one.karma for one in found} <= {-5, 0, 1}

    def teardown(self) -> None:
        if getattr(self, "scene", None) is not None:
            assert self.scene is not None
            assert self.scene.replayed() == self.table


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=slice_of(300, 20), stateful_step_count=60)
