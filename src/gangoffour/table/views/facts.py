"""What happened at a table, as public facts: what everybody may hear of its events.

One struct for each kind; the client's types are generated from these. A fact says what
``rules.events.event_dict`` says of an action of the game, or what may be known of an event of the
table: never a seed, never a hidden card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, get_args

from msgspec import Struct, convert

from gangoffour.rules.events import Event as GameEvent
from gangoffour.rules.events import event_dict
from gangoffour.table import events as e
from gangoffour.table.fold import apply
from gangoffour.table.state import Table
from gangoffour.table.views.types import CeremonyView


class _Fact(Struct, frozen=True, tag_field="type"):
    """The base of all facts; ``type`` names its kind on the wire."""


class PlayedFact(_Fact, frozen=True, tag="played"):
    seat: int
    cards: list[str]
    kind: str
    call: bool
    lead: bool


class PassedFact(_Fact, frozen=True, tag="passed"):
    seat: int


class CalledFact(_Fact, frozen=True, tag="called"):
    """``Last card!`` said after the play (R5.1)."""

    seat: int


class BarredFact(_Fact, frozen=True, tag="barred"):
    """Silent about the last card, and out of the round (R5.2)."""

    seat: int


class TrickTakenFact(_Fact, frozen=True, tag="trick_taken"):
    seat: int
    leader: int


class RoundEndedFact(_Fact, frozen=True, tag="round_ended"):
    """A new line of the score sheet (R6)."""

    round: int
    direction: Literal[1, -1]
    winner: int
    loser: int
    left: list[int]
    points: list[int]
    totals: list[int]
    barred: list[int]


class DealtFact(_Fact, frozen=True, tag="dealt"):
    round: int
    direction: Literal[1, -1]
    dealer: int
    ceremony: CeremonyView | None


class CardTakenFact(_Fact, frozen=True, tag="card_taken"):
    """The loser's highest card has gone to the winner (R7.1)."""

    giver: int
    taker: int
    card: str


class CardGivenFact(_Fact, frozen=True, tag="card_given"):
    """The winner has given a card back (R7.1)."""

    seat: int
    to: int
    card: str


class MatchEndedFact(_Fact, frozen=True, tag="match_ended"):
    winners: list[int]
    totals: list[int]


class OpenedFact(_Fact, frozen=True, tag="opened"):
    pass


class OptionsSetFact(_Fact, frozen=True, tag="options_set"):
    pass


class HostChangedFact(_Fact, frozen=True, tag="host_changed"):
    pass


class SatFact(_Fact, frozen=True, tag="sat"):
    seat: int
    name: str


class BotSatFact(_Fact, frozen=True, tag="bot_sat"):
    seat: int
    bot: str


class SeatFreedFact(_Fact, frozen=True, tag="seat_freed"):
    """Somebody has left; or the host has sent them away, ``by_host``."""

    seat: int
    by_host: bool


class MadeCasualFact(_Fact, frozen=True, tag="made_casual"):
    """The table is rated no more, and why."""

    reason: Literal["same_address"]


class StartedFact(_Fact, frozen=True, tag="started"):
    match: int


class VoidedFact(_Fact, frozen=True, tag="voided"):
    """The match is no more, and counts for nobody."""

    reason: Literal["everybody_left", "nobody_came_back", "given_up"]


class PromisedFact(_Fact, frozen=True, tag="promised"):
    """Somebody will have a hand in the next deal."""

    seat: int


class ContributedFact(_Fact, frozen=True, tag="contributed"):
    seat: int


class ShuffledFact(_Fact, frozen=True, tag="shuffled"):
    """The cards are dealt from everybody's contributions; some came too late."""

    replaced: list[int]


class ReadiedFact(_Fact, frozen=True, tag="readied"):
    seat: int


class RoundBeganFact(_Fact, frozen=True, tag="round_began"):
    pass


class PauseAskedFact(_Fact, frozen=True, tag="pause_asked"):
    seat: int


class PausedFact(_Fact, frozen=True, tag="paused"):
    pass


class ResumedFact(_Fact, frozen=True, tag="resumed"):
    seat: int


class DroppedFact(_Fact, frozen=True, tag="dropped"):
    """A seated person's last connection is gone."""

    seat: int


class BackFact(_Fact, frozen=True, tag="back"):
    seat: int


class StoodInFact(_Fact, frozen=True, tag="stood_in"):
    seat: int
    bot: str
    reason: Literal["left", "time", "connection"]


class TookBackFact(_Fact, frozen=True, tag="took_back"):
    seat: int


class SteppedAwayFact(_Fact, frozen=True, tag="stepped_away"):
    """Away until then (ms since 1970), or back (0)."""

    seat: int
    until: int


class RematchAskedFact(_Fact, frozen=True, tag="rematch_asked"):
    seat: int


class SaidFact(_Fact, frozen=True, tag="said"):
    person: str
    name: str
    text: str


class PhrasedFact(_Fact, frozen=True, tag="phrased"):
    person: str
    name: str
    phrase: str


class RecoveredFact(_Fact, frozen=True, tag="recovered"):
    pass


Fact = (
    PlayedFact
    | PassedFact
    | CalledFact
    | BarredFact
    | TrickTakenFact
    | RoundEndedFact
    | DealtFact
    | CardTakenFact
    | CardGivenFact
    | MatchEndedFact
    | OpenedFact
    | OptionsSetFact
    | HostChangedFact
    | SatFact
    | BotSatFact
    | SeatFreedFact
    | MadeCasualFact
    | PromisedFact
    | StartedFact
    | VoidedFact
    | ContributedFact
    | ShuffledFact
    | ReadiedFact
    | RoundBeganFact
    | PauseAskedFact
    | PausedFact
    | ResumedFact
    | DroppedFact
    | BackFact
    | StoodInFact
    | TookBackFact
    | SteppedAwayFact
    | RematchAskedFact
    | SaidFact
    | PhrasedFact
    | RecoveredFact
)
KINDS: Final = {one.__struct_config__.tag: one for one in get_args(Fact)}
"""By name: to find one out of so many costs a hundred times what making it does."""


class Happening(Struct, frozen=True):
    """A fact with the number of the event that it belongs to."""

    seq: int
    what: Fact


@lru_cache(4096, typed=True)  # events of two kinds may be equal as tuples
def fact_of(event: GameEvent) -> Fact:
    """What everybody may know of an action; kept, as most actions have happened before."""
    return _typed(event_dict(event))


def happenings(before: Table, caused: tuple[e.Event, ...], after: Table) -> list[Happening]:
    """The public facts of some events, in order. One action of the game may cause several."""
    found: list[Happening] = []
    seq = before.seq
    ends = len(caused) > 1 and any(isinstance(event, e.Voided) for event in caused)
    now = before if ends else after
    for event in caused:
        seq += 1
        if ends:  # the match of what was done before is there no longer
            now = apply(now, event, after.changed_at)
        found += [Happening(seq, what) for what in _facts(event, now)]
    return found


def _facts(event: e.Event, after: Table) -> list[Fact]:
    match event:
        case e.Acted():
            assert after.match is not None
            return [fact_of(one) for one in after.match.events]
        case e.Started():
            dealt = [] if event.promises or after.match is None else after.match.events
            return [StartedFact(event.match), *(fact_of(one) for one in dealt)]
        case e.Shuffled():
            assert after.match is not None
            shuffled = ShuffledFact(list(event.replaced))
            return [shuffled, *(fact_of(one) for one in after.match.events)]
        case e.Promised():
            return [PromisedFact(event.seat)]
        case e.Contributed():
            return [ContributedFact(event.seat)]
        case e.Opened():
            return [OpenedFact()]
        case e.OptionsSet():
            return [OptionsSetFact()]
        case e.HostChanged():
            return [HostChangedFact()]
        case e.Sat():
            return [SatFact(event.seat, event.name)]
    plain = {name: getattr(event, name) for name in event.__struct_fields__}
    return [_typed({"type": event.__struct_config__.tag, **plain})]


def _typed(plain: dict[str, object]) -> Fact:
    """A fact from its JSON form; a kind that is not one of the above is an error."""
    made: Fact = convert(plain, KINDS[plain["type"]])
    return made
