"""The state of a table as a value, and the questions one can ask of it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gangoffour.rules.fairness import Sources
from gangoffour.rules.match import Match
from gangoffour.table.options import Options, Purpose

STAND_IN: Final = "lantern"
"""The bot that stands in for leavers."""

Phase = Literal["waiting", "dealing", "playing", "between", "paused", "over"]


class Seat(Struct, frozen=True):
    """One seat: empty, a bot's, or a person's, for whom a bot may stand in."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    stand_in: str | None = None
    away_reason: str | None = None
    """Why a bot stands in: ``left``, ``time`` or ``connection``."""
    dropped_at: int | None = None
    """Since when the person's connection is gone."""
    bank_ms: int = 0
    promise: str | None = None
    """The SHA-256 of what the person will contribute to the next deal."""
    absences: int = 0
    """How often in this match a stand-in has chosen after a lost line or when time was over; a
    contribution to the deal that was held back counts alike."""
    stood_for: int = 0
    """How many actions those were."""
    counted: bool = False
    """Whether the present absence is counted already."""
    withheld: int = 0
    """How often the person was there and did not say what they had promised: lately and anywhere
    where it is rated, else at this table."""
    excused: bool = False
    """They are away because the server was, and have not been back since."""
    away_until: int = 0
    """Until when they are away for some days (ms), and their clock stands still."""
    avatar: str = ""
    """The face the person had chosen when they sat down, if any."""

    @property
    def taken(self) -> bool:
        return self.person is not None or self.bot is not None

    @property
    def played_by_bot(self) -> str | None:
        """The bot that acts for this seat now, if one does."""
        return self.bot or self.stand_in

    @property
    def present(self) -> bool:
        """A person who plays for themselves."""
        return self.person is not None and self.stand_in is None


class Table(Struct, frozen=True):
    """A table at one moment. ``seq`` is the number of the last event folded into it."""

    id: str = ""
    options: Options = Options()
    host: str = ""
    seats: tuple[Seat, ...] = ()
    phase: Phase = "waiting"
    seq: int = 0
    match: Match | None = None
    match_number: int = 0
    played: tuple[Seat, ...] = ()
    """Who sat where when the match ended: it stays theirs, whoever comes or goes."""
    played_rated: bool = False
    """Whether that match was rated; what is chosen since is for the next."""
    ready: tuple[int, ...] = ()
    pause_asked: tuple[int, ...] = ()
    rematch_asked: tuple[int, ...] = ()
    resume_to: Phase = "playing"
    """The phase that a pause interrupts."""
    since: int = 0
    """When the current turn, or the time between rounds, began (ms)."""
    used_ms: int = 0
    """How much of it had passed before a pause."""
    sources: Sources | None = None
    """What the seed of the match is mixed from, if people have a hand in it."""
    leavers: tuple[str, ...] = ()
    """Who left the running match and has not come back, in that order."""
    acted: tuple[str, ...] = ()
    """Who has done something in this match: nobody else is judged by it."""
    helped: tuple[str, ...] = ()
    """Who left on purpose and had a stand-in choose for them, whether they came back or not."""
    changed_at: int = 0
    purpose: Purpose | None = None
    """What the server opened it for; None for a table of people."""
    carried: bool = False
    """Its first match was begun without this server (``commands.Carry``)."""

    @property
    def as_played(self) -> Table:
        """The table as it was when its match ended; whose it is has no part in that."""
        options = replace(self.options, rated=self.played_rated)
        over = replace(self, phase="over", seats=self.played, options=options, host="")
        return replace(over, ready=(), rematch_asked=())

    def has_part(self, seat: int) -> bool:
        """Whether the match is of who sits here: once it is over others may have come."""
        if not self.played:
            return True
        return seat < len(self.played) and self.played[seat].person == self.seats[seat].person

    @property
    def spent(self) -> bool:
        """Whether all matches that a table was opened for are played, or begun."""
        return self.purpose is not None and self.match_number >= self.purpose.matches

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.person is not None)

    @property
    def present_people(self) -> tuple[int, ...]:
        """The seats of people who play for themselves."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.present)

    @property
    def solo(self) -> bool:
        """One person among bots: the table is theirs, no clock runs and nobody stands in."""
        found = False
        for seat in self.seats:
            if seat.person is not None:
                if found:
                    return False
                found = True
        return found

    @property
    def asleep(self) -> bool:
        """A match at which nobody is: it stops, and goes on when somebody is back.

        With days per move and several people it is enough that somebody plays for themselves.
        """
        for seat in self.seats:
            if seat.dropped_at is None and seat.present:
                return False
        if not self.running or self.phase == "dealing":
            return False
        days = self.options.clock == "days" and not self.solo
        return not (days and any(seat.present for seat in self.seats))

    @property
    def first_leaver(self) -> str | None:
        """Who left the match first, of those who had a part in it, and stayed away: the karma is
        theirs to lose."""
        return next((one for one in self.leavers if one in self.acted), None)

    @property
    def open_to_all(self) -> bool:
        """Whether anybody may watch; where nobody may watch a match, before and after it."""
        return self.options.spectators or not (self.running or self.purpose)

    @property
    def running(self) -> bool:
        return self.phase in ("dealing", "playing", "between", "paused")

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose contributions to the deal are waited for."""
        if self.phase != "dealing" or self.sources is None:
            return ()
        said = zip(self.sources.promises, self.sources.contributions, strict=True)
        return tuple(
            index
            for index, (promise, given) in enumerate(said)
            if promise is not None and given is None and self.seats[index].dropped_at is None
        )

    @property
    def stage(self) -> str:
        """The phase as storage knows it: a match that waits for people is not moved by anybody.

        ``alone`` waits for the one person it belongs to, ``asleep`` for any of several.
        """
        if not self.asleep:
            return self.phase
        return "alone" if self.solo else "asleep"

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is not None:
            for index, seat in enumerate(self.seats):
                if seat.person == person:
                    return index
        return None

    @property
    def turn(self) -> int | None:
        """The seat that is to act now; None while nobody may."""
        return self.match.turn if self.match is not None and self.phase == "playing" else None

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat and the bot that is to act, if it is a bot's turn and somebody is there."""
        turn = self.turn
        bot = None if turn is None else self.seats[turn].played_by_bot
        return None if turn is None or bot is None or self.asleep else (turn, bot)
