"""What can be asked of a table, by people, by bots and by the clock."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from gangoffour.table.options import Options, Purpose


class _Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of everything that can be asked; ``do`` names it on the wire."""


class Sit(_Ask, frozen=True, tag="sit"):
    """Take a seat, any free one if none is named; takes one's own seat back from a stand-in."""

    seat: int | None = None


class Leave(_Ask, frozen=True, tag="leave"):
    """Leave the table. In a running match a bot stands in at once; if nobody else sits there, the
    match waits."""


class GiveUp(_Ask, frozen=True, tag="give_up"):
    """End a match against bots only, for good: it counts for nothing."""


class SetBot(_Ask, frozen=True, tag="set_bot"):
    """The host puts a bot into a free seat, or another bot in place of one."""

    seat: int
    bot: str


class Unseat(_Ask, frozen=True, tag="unseat"):
    """The host empties a seat before the match."""

    seat: int


class SetOptions(_Ask, frozen=True, tag="set_options"):
    """The host changes the options before the match."""

    options: Options


class TakeHost(_Ask, frozen=True, tag="take_host"):
    """Be the host before a match, in place of one who has been away for a minute."""


class Promise(_Ask, frozen=True, tag="promise"):
    """Promise a contribution to the next deal by its SHA-256; whoever does is waited for."""

    promise: str


class Contribute(_Ask, frozen=True, tag="contribute"):
    """Say what was promised, now that the match begins."""

    contribution: str


class Start(_Ask, frozen=True, tag="start"):
    """The host starts the match; all seats must be taken."""


class Play(_Ask, frozen=True, tag="play"):
    """Lay a combination, perhaps calling the last card with it."""

    cards: list[str]
    version: int
    call: bool = False


class Pass(_Ask, frozen=True, tag="pass"):
    version: int


class Call(_Ask, frozen=True, tag="call"):
    """Say "Last card!" after the play."""


class Give(_Ask, frozen=True, tag="give"):
    """Give a card back in the exchange."""

    card: str
    version: int


class Ready(_Ask, frozen=True, tag="ready"):
    """Ready for the next round; before a rated match: agreed to be rated."""


class Pause(_Ask, frozen=True, tag="pause"):
    """Ask for a pause, or agree to one: it begins when all people at the table have."""


class Resume(_Ask, frozen=True, tag="resume"):
    """End the pause, or withdraw the wish for one."""


class Rematch(_Ask, frozen=True, tag="rematch"):
    """Ask for another match, or agree to it: it begins once all have and no seat is free."""


class Say(_Ask, frozen=True, tag="say"):
    """Table chat: free text."""

    text: str


class Phrase(_Ask, frozen=True, tag="phrase"):
    """Table chat: a quick phrase, shown to every reader in their language."""

    phrase: str


PersonAsk = (
    Sit
    | Leave
    | GiveUp
    | SetBot
    | Unseat
    | SetOptions
    | TakeHost
    | Promise
    | Contribute
    | Start
    | Play
    | Pass
    | Call
    | Give
    | Ready
    | Pause
    | Resume
    | Rematch
    | Say
    | Phrase
)
"""What a person may ask of a table."""


MOVES = (Play, Pass, Call, Give, Ready, Contribute)
"""What the game itself asks for: there is an end to it."""
CHAT = (Say, Phrase)
MAY_START = (Start, Rematch, SetBot)
"""What may begin a match, and so needs a seed: a bot, if all but a free seat want a rematch."""


class Open(Struct, frozen=True):
    """Open a new table; the person who asks is its host."""

    table: str
    options: Options
    purpose: Purpose | None = None
    """For deals that are the same for everybody; then ``bots`` take the other seats at once."""
    bots: tuple[str, ...] = ()
    seed: str | None = None
    """What the first match is dealt from, if it begins at once; it waits for the host to come."""


class Carry(Struct, frozen=True):
    """Open a table with a match that was begun without this server: what was done in it is done
    again, under the rules. The person who asks is the one among bots."""

    table: str
    options: Options
    bots: tuple[str | None, ...]
    """Seat by seat; None where the person sits."""
    seed: str
    actions: tuple[tuple[int, dict[str, object]], ...]
    """Everything that was done: the seat, and the action as its JSON form."""
    finished: bool = False
    """Refused if it is not over."""


OPENS = (Open, Carry)
"""What there need not be a table for."""


class BotActs(Struct, frozen=True):
    """A bot's or stand-in's action, as its JSON form."""

    seat: int
    action: dict[str, object]
    version: int


class Tick(Struct, frozen=True):
    """Time has passed: act on every deadline that has."""


class Connect(Struct, frozen=True):
    """A person's connection is there (again)."""


class Disconnect(Struct, frozen=True):
    """A person's last connection is gone."""


class StepAway(Struct, frozen=True):
    """A person is away for some days, or back (0); the server knows how many they may be."""

    seat: int
    until: int


class Expire(Struct, frozen=True):
    """Nobody has come back to a match for too long."""


class Recover(Struct, frozen=True):
    """The server was away: nobody's clock pays for that."""


Ask = PersonAsk | Open | Carry | BotActs | Tick | Connect | Disconnect | StepAway | Expire | Recover


class Person(NamedTuple):
    """Who asks."""

    id: str
    name: str
    karma: int = 50
    avatar: str = ""
    """The face they have chosen, if any."""


class Command(Struct, frozen=True):
    """Something asked of a table. ``by`` is None for the server's own: bots and the clock.

    ``id`` is chosen by the sender: the same id of a person in the same ``session`` is applied once.
    ``seed`` is a fresh secret, needed if a match may begin with this command (``MAY_START``).
    ``same_address``: two of those who sit there share an address, so a match that begins is casual.
    ``held_back``: how often each, seat by seat, has lately kept back what they promised for a deal.
    ``agreed``: all who sit there have just asked for a match, though they may not be there yet.
    """

    what: Ask
    by: Person | None = None
    id: str = ""
    seed: str = ""
    same_address: bool = False
    session: str = ""
    agreed: bool = False
    held_back: tuple[int, ...] = ()
