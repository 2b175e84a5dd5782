"""The phone that goes round a table of several people: who holds it, and so what it shows.

While nobody holds it, it shows what any spectator may see. It is given to whoever is to act, and is
covered again as soon as it is another person's turn: no page is ever told two hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from gangoffour.rules.errors import Refusal
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.chat import clean
from gangoffour.table.options import Options
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table

NAME_LENGTHS: Final = range(2, 21)
HELD: Final = (c.Play, c.Pass, c.Call, c.Give)
"""What only whoever holds the phone may do."""
TOGETHER: Final = (c.Ready, c.Pause, c.Resume, c.Rematch)
"""What all who sit round the phone do at once: one tap is enough."""


class Player(Struct, frozen=True):
    """Somebody who is to sit down: a person by name, or a bot."""

    name: str = ""
    bot: str = ""


class RoundTable(Struct, frozen=True):
    """The body of ``POST /api/pocket/tables``: everybody, in the order of the seats."""

    players: list[Player]
    options: Options = Options()


class Given(Struct, frozen=True):
    """The body of ``POST /api/pocket/tables/{id}/holder``: who has the phone now."""

    seat: int | None = None


class Phone:
    """A table's watcher for all who sit there."""

    muted: frozenset[str] = frozenset()

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.send = send
        self.person_id = ""
        """Who holds it; nobody while it is covered."""

    def give(self, table: Table, seat: int | None) -> None:
        """Uncover the phone for a seat, or cover it; refused to whoever is not to act."""
        if seat is not None and (table.turn != seat or table.seats[seat].person is None):
            raise Refusal("not_your_turn", seat=seat, turn=table.turn)
        self.person_id = "" if seat is None else table.seats[seat].person or ""

    def cover_from_others(self, table: Table) -> None:
        """Cover it if it is another person's turn, or nobody's: asked before a change is told."""
        turn = table.turn
        acting = None if turn is None else table.seats[turn].person
        if turn is None or (acting is not None and acting != self.person_id):
            self.person_id = ""

    def asked(self, table: Table, ask: c.PersonAsk, owner: c.Person) -> list[c.Command]:
        """What is asked of the table by those who sit there; none if it is no matter of theirs."""
        people = people_at(table)
        if isinstance(ask, HELD):
            holder = next((one for one in people if one.id == self.person_id), None)
            if holder is None:
                raise TableRefusal("not_seated")
            return [c.Command(ask, holder)]
        if isinstance(ask, TOGETHER):
            return [c.Command(ask, one) for one in people]
        if isinstance(ask, c.GiveUp):
            return [c.Command(c.Leave(), one) for one in people] if table.running else []
        if isinstance(ask, c.Leave):  # the phone is put away: the match waits for them
            return []
        return [c.Command(ask, owner)]


def goes_round(table: Table) -> bool:
    """Whether several people play here: all of them have this one phone."""
    return len(table.people) > 1


def people_at(table: Table) -> list[c.Person]:
    """The people who sit at a table."""
    return [c.Person(seat.person, seat.name) for seat in table.seats if seat.person is not None]


def seated(body: RoundTable, owner: c.Person) -> list[c.Person | str]:
    """Who sits down where: people, and bots by name. The first is whose phone it is."""
    if len(body.players) != body.options.seats or body.options.rated:
        raise ServerRefusal("bad_message", problem="There are as many players as seats.")
    if not body.players[0].name:
        raise ServerRefusal("bad_name")
    return [
        one.bot if one.bot else c.Person(f"{owner.id}.{seat}" if seat else owner.id, _name(one))
        for seat, one in enumerate(body.players)
    ]


def _name(player: Player) -> str:
    name = clean(player.name)
    if len(name) not in NAME_LENGTHS:
        raise ServerRefusal("bad_name")
    return name
