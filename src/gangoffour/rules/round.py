"""One round (R4, R5): whose turn it is, what may be played, what a play, pass or call causes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gangoffour.rules.cards import M1_WORD, Cards, remove
from gangoffour.rules.combinations import Combination, combination
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal, whole
from gangoffour.rules.events import Barred, Called, Event, Passed, Played, TrickTaken
from gangoffour.rules.plays import NO_PLAYS, Plays, Situation, legal_plays, refuse_pass, refuse_play

Seats = tuple[int, ...]
"""Some seats, in rising order."""

NOBODY: Seats = ()

Choices = tuple[Plays, bool, bool, bool]
"""A seat's plays, whether it may pass and may call, and whether the duty to block holds for it."""
NO_CHOICES: Choices = (NO_PLAYS, False, False, False)


class Move(NamedTuple):
    """One public action of a round: a play, a pass (no play), or a call made after a play."""

    seat: int
    play: Combination | None = None
    call: bool = False
    lead: bool = False

    @property
    def is_pass(self) -> bool:
        return self.play is None and not self.call

    @property
    def is_call(self) -> bool:
        """A call made after the play, not with it."""
        return self.play is None and self.call


class Round(NamedTuple):
    """The state of one round. Every transition returns a new one and checks first.

    A named tuple rather than a frozen dataclass: as immutable, and ten times cheaper to make.
    """

    rules: RuleSet
    number: int
    direction: int
    """1 counter-clockwise (seats rising), −1 clockwise (R4.1)."""
    hands: tuple[int, ...]
    dead: int
    turn: int
    opening: bool = False
    """No combination of the match has been played yet (R4.3)."""
    table: Combination | None = None
    table_by: int | None = None
    passed: Seats = NOBODY
    """Who has passed since the last combination (R4.4)."""
    called: Seats = NOBODY
    barred: Seats = NOBODY
    silent: int | None = None
    """Who holds one card and may still say so, until the next player acts (R5.1)."""
    history: tuple[Move, ...] = ()
    winner: int | None = None
    events: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """R4.6: somebody has laid their last card."""
        return self.winner is not None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards everybody holds (R4.7)."""
        return tuple(map(int.bit_count, self.hands))

    def after(self, seat: int) -> int:
        """The next player still in the round (R4.1, R5.2); the same seat if nobody else is.

        Who kept silent about the last card is barred as soon as ``seat`` acts, so is skipped too.
        """
        seats = len(self.hands)
        following = (seat + self.direction) % seats
        while following != seat and (following in self.barred or following == self.silent):
            following = (following + self.direction) % seats
        return following

    @property
    def situation(self) -> Situation:
        """What the player to move must heed."""
        following = self.after(self.turn)
        return Situation(
            self.rules,
            self.table,
            self.opening and bool(self.hands[self.turn] & M1_WORD),
            following in self.called and following != self.turn,
        )

    def legal(self) -> tuple[Plays, bool]:
        """The plays of the player to move, and whether they may pass."""
        if self.over:
            return NO_PLAYS, False
        return legal_plays(self.hands[self.turn], self.situation)

    def choices(self, seat: int) -> Choices:
        """What a seat may do, as long as there is nothing to be given first (R4.4, R5.1, R5.4)."""
        may_call = self.silent == seat
        if self.turn != seat:
            return NO_PLAYS, False, may_call, False
        situation = self.situation
        plays, may_pass = legal_plays(self.hands[seat], situation)
        return plays, may_pass, may_call, situation.duty

    def play(
        self, seat: int, cards: Combination | Cards | str | Iterable[str], *, call: bool = False
    ) -> Round:
        """Lay a combination (R4.4), calling the last card with it if ``call`` (R5.1)."""
        seat = self._require_turn(seat)
        laid = combination(cards)
        hand = self.hands[seat]
        refusal = refuse_play(hand, laid, self.situation)
        if refusal is not None:
            raise refusal
        left = remove(hand, laid.word)
        one_left = left & (left - 1) == 0 and left != 0
        if call and not one_left:
            raise Refusal("nothing_to_call", seat=seat)

        barred, events = self._bar_the_silent()
        alone = len(barred) == len(self.hands) - 1
        call = one_left and (call or (self.rules.last_card == "automatic" and not alone))
        lead = self.table is None
        events += (Played(seat, laid, call, lead),)
        passed = NOBODY if self.rules.passed_may_return else self.passed
        turn = seat
        table: Combination | None = laid
        table_by: int | None = seat
        if left and self._nobody_answers(seat, barred, passed):
            events += (TrickTaken(seat, seat),)
            table, table_by, passed = None, None, NOBODY
        elif left:
            turn = self._next_to_act(seat, barred, passed)
        return Round(
            self.rules,
            self.number,
            self.direction,
            (*self.hands[:seat], left, *self.hands[seat + 1 :]),
            self.dead,
            turn,
            False,
            table,
            table_by,
            passed,
            _with(self.called, seat) if call else self.called,
            barred,
            seat if one_left and not call and not alone else None,
            (*self.history, Move(seat, laid, call, lead)),
            None if left else seat,
            events,
        )

    def pass_(self, seat: int) -> Round:
        """Let the combination stand (R4.4)."""
        seat = self._require_turn(seat)
        refusal = refuse_pass(self.hands[seat], self.situation)
        if refusal is not None:
            raise refusal
        barred, events = self._bar_the_silent()
        events += (Passed(seat),)
        passed = _with(self.passed, seat)
        turn, table, table_by = seat, self.table, self.table_by
        assert table_by is not None
        if self._nobody_answers(table_by, barred, passed):  # R5.2 if the taker is barred
            turn = table_by if table_by not in barred else _next_in(self, table_by, barred)
            events += (TrickTaken(table_by, turn),)
            table, table_by, passed = None, None, NOBODY
        else:
            turn = self._next_to_act(seat, barred, passed)
        return Round(
            self.rules,
            self.number,
            self.direction,
            self.hands,
            self.dead,
            turn,
            False,
            table,
            table_by,
            passed,
            self.called,
            barred,
            None,
            (*self.history, Move(seat)),
            None,
            events,
        )

    def call(self, seat: int) -> Round:
        """Say "Last card!" after the play, before the next player acts (R5.1)."""
        seat = self.require_seat(seat)
        if self.over or self.silent != seat:
            raise Refusal("nothing_to_call", seat=seat)
        return self._replace(
            called=_with(self.called, seat),
            silent=None,
            history=(*self.history, Move(seat, call=True)),
            events=(Called(seat),),
        )

    def require_seat(self, seat: int) -> int:
        """The seat, as a number of Python's own; refused if it is not at this table (R4.1)."""
        return seat_of(seat, len(self.hands))

    def _require_turn(self, seat: int) -> int:
        seat = self.require_seat(seat)
        if self.over:
            raise Refusal("match_over")
        if seat != self.turn:
            raise Refusal("not_your_turn", seat=seat, turn=self.turn)
        return seat

    def _bar_the_silent(self) -> tuple[Seats, tuple[Event, ...]]:
        """R5.2: the next player acts, so whoever kept silent about the last card is barred."""
        if self.silent is None or self.silent == self.turn:  # nobody else has acted since
            return self.barred, ()
        return _with(self.barred, self.silent), (Barred(self.silent),)

    def _nobody_answers(self, seat: int, barred: Seats, passed: Seats) -> bool:
        """R4.5: everybody else who is still in the round has passed, so the trick is over."""
        for other in range(len(self.hands)):
            if other != seat and other not in passed and other not in barred:
                return False
        return True

    def _next_to_act(self, seat: int, barred: Seats, passed: Seats) -> int:
        """The next seat that may act: not barred, nor (without return) out of the trick."""
        return _next_in(self, seat, barred if self.rules.passed_may_return else barred + passed)


def seat_of(seat: int, seats: int) -> int:
    """A seat at a table of so many, as Python's own number; refused if there is none (R4.1)."""
    number = seat if type(seat) is int else whole(seat)
    if type(number) is not int or not 0 <= number < seats:
        raise Refusal("unknown_seat", seat=number, seats=seats)
    return number


def _with(seats: Seats, seat: int) -> Seats:
    return tuple(sorted((*seats, seat)))


def _next_in(state: Round, seat: int, out: Seats) -> int:
    """The next seat in the round's direction that is not ``out``."""
    seats = len(state.hands)
    following = (seat + state.direction) % seats
    while following in out:
        following = (following + state.direction) % seats
    return following
