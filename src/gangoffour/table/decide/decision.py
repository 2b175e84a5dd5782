"""One command being decided: what it may rely on, and the events it has caused so far."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table


class Decision:
    """One command being decided: each event is folded in at once, so decisions see it."""

    def __init__(self, table: Table, command: c.Command, now: int) -> None:
        self.table = table
        self.command = command
        self.now = now
        self.caused: list[e.Event] = []

    def happens(self, event: e.Event) -> None:
        self.table = apply(self.table, event, self.now)
        self.caused.append(event)

    @property
    def person(self) -> c.Person:
        if self.command.by is None:
            raise TableRefusal("not_seated")
        return self.command.by

    @property
    def seat(self) -> int:
        """The seat of the person who asks."""
        seat = self.table.seat_of(self.person.id)
        if seat is None:
            raise TableRefusal("not_seated")
        return seat

    @property
    def own_seat(self) -> int:
        """The seat of the person who asks, if they play for themselves."""
        seat = self.seat
        if self.table.seats[seat].stand_in is not None:
            raise TableRefusal("bot_plays_here", seat=seat)
        return seat

    def require_host(self) -> None:
        if self.person.id != self.table.host:
            raise TableRefusal("host_only")

    def require_no_match(self) -> None:
        if self.table.running:
            raise TableRefusal("match_running")

    def require_free_hand(self) -> None:
        """Refuse what would change a table whose seats and deals are given."""
        if self.table.purpose is not None:
            raise TableRefusal("deals_given")

    def require_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.table.seats):
            raise TableRefusal("no_such_seat", seat=seat)

    def require_dealt(self) -> None:
        if self.table.phase == "dealing":
            raise TableRefusal("being_dealt")

    def require_playing(self) -> None:
        self.require_dealt()
        if not self.table.running:
            raise TableRefusal("no_match_running")
        if self.table.phase == "between":
            raise TableRefusal("between_rounds")
        if self.table.phase == "paused":
            raise TableRefusal("table_paused")

    def require_version(self, version: int) -> None:
        """A choice made on an older state is refused: the person has not seen what happened. A call
        after a play (R5.1) is no move, and the rules judge what was chosen as they do after it."""
        match = self.table.match
        if match is None:
            raise TableRefusal("stale_version")
        called = bool(match.round.history) and match.round.history[-1].is_call
        if version not in (match.version, match.version - called):
            raise TableRefusal("stale_version")

    def act(self, seat: int, action: dict[str, object], by_bot: bool = False) -> None:
        self.happens(e.Acted(seat, action, by_bot))

    def begin_round_if_ready(self) -> None:
        table = self.table
        if table.phase == "between" and all(seat in table.ready for seat in table.present_people):
            self.happens(e.RoundBegan())
