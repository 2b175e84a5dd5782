"""What happened at a table: the facts that are stored, numbered from 1, and folded into its state.

Only ``Started`` holds a secret (the seed). What others may see of an event is decided in ``views``.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from gangoffour.table.options import Options, Purpose


class _Fact(Struct, frozen=True, tag_field="event", omit_defaults=True):
    """The base of all events; ``event`` names it in storage and on the wire."""


class Opened(_Fact, frozen=True, tag="opened"):
    table: str
    host: str
    options: Options
    purpose: Purpose | None = None
    carried: bool = False
    """Its first match was begun without this server, and is for nobody's ranking."""


class OptionsSet(_Fact, frozen=True, tag="options_set"):
    options: Options


class Sat(_Fact, frozen=True, tag="sat"):
    seat: int
    person: str
    name: str
    avatar: str = ""


class BotSat(_Fact, frozen=True, tag="bot_sat"):
    seat: int
    bot: str


class SeatFreed(_Fact, frozen=True, tag="seat_freed"):
    """Somebody left, or was unseated, while no match ran."""

    seat: int
    by_host: bool = False
    """The host has sent somebody else away from it."""


class HostChanged(_Fact, frozen=True, tag="host_changed"):
    person: str


class MadeCasual(_Fact, frozen=True, tag="made_casual"):
    """The table is rated no more; everybody is told why."""

    reason: Literal["same_address"]


class Promised(_Fact, frozen=True, tag="promised"):
    """A person promises a contribution to the next deal: its SHA-256."""

    seat: int
    promise: str


class Started(_Fact, frozen=True, tag="started"):
    """A match begins. The seed is a secret until it is over.

    With promises, seat by seat, the cards are dealt once those are kept (``Shuffled``).
    """

    match: int
    seed: str
    promises: tuple[str | None, ...] = ()
    held_back: tuple[int, ...] = ()
    """Where it is rated: how often each has lately kept back what they had promised, anywhere."""


class Contributed(_Fact, frozen=True, tag="contributed"):
    """A person says what they had promised."""

    seat: int
    contribution: str


class Shuffled(_Fact, frozen=True, tag="shuffled"):
    """The cards are dealt, from the server's seed and all contributions.

    Those of ``replaced`` seats did not come in time: their promises stand for them.
    """

    replaced: tuple[int, ...] = ()


class Voided(_Fact, frozen=True, tag="voided"):
    """The match is no more, and counts for nobody: all have left it, or its one person gave up."""

    reason: Literal["everybody_left", "nobody_came_back", "given_up"]


class Acted(_Fact, frozen=True, tag="acted"):
    """An action of the game, as its JSON form, by the person or the bot of the seat."""

    seat: int
    action: dict[str, object]
    by_bot: bool = False


class Readied(_Fact, frozen=True, tag="readied"):
    seat: int


class RoundBegan(_Fact, frozen=True, tag="round_began"):
    """Everybody was ready, or the time to look at the score sheet was over."""


class PauseAsked(_Fact, frozen=True, tag="pause_asked"):
    seat: int


class Paused(_Fact, frozen=True, tag="paused"):
    pass


class Resumed(_Fact, frozen=True, tag="resumed"):
    seat: int


class Dropped(_Fact, frozen=True, tag="dropped"):
    """A seated person's last connection is gone."""

    seat: int


class Back(_Fact, frozen=True, tag="back"):
    """A seated person is connected again."""

    seat: int


class StoodIn(_Fact, frozen=True, tag="stood_in"):
    """A bot stands in for a person, whose result it plays for."""

    seat: int
    bot: str
    reason: Literal["left", "time", "connection"]


class TookBack(_Fact, frozen=True, tag="took_back"):
    """The person has the seat back from the stand-in."""

    seat: int


class SteppedAway(_Fact, frozen=True, tag="stepped_away"):
    """Somebody is away for some days, and their clock stands still until then; 0 if they are back.

    Only where a move may take days.
    """

    seat: int
    until: int


class RematchAsked(_Fact, frozen=True, tag="rematch_asked"):
    seat: int


class Said(_Fact, frozen=True, tag="said"):
    person: str
    name: str
    text: str


class Phrased(_Fact, frozen=True, tag="phrased"):
    person: str
    name: str
    phrase: str


class Recovered(_Fact, frozen=True, tag="recovered"):
    """The server was away; clocks go on as if no time had passed."""


Event = (
    Opened
    | OptionsSet
    | Sat
    | BotSat
    | SeatFreed
    | HostChanged
    | MadeCasual
    | Promised
    | Started
    | Voided
    | Contributed
    | Shuffled
    | Acted
    | Readied
    | RoundBegan
    | PauseAsked
    | Paused
    | Resumed
    | Dropped
    | Back
    | StoodIn
    | TookBack
    | SteppedAway
    | RematchAsked
    | Said
    | Phrased
    | Recovered
)

decode_event = msgspec.json.Decoder(Event).decode
"""An event from its stored form."""
