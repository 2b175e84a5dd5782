"""What an action caused, as public facts in order. No event holds a hidden card."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.rules.combinations import Combination
from gangoffour.rules.deal import Ceremony


class Played(NamedTuple):
    seat: int
    play: Combination
    call: bool
    lead: bool


class Passed(NamedTuple):
    seat: int


class Called(NamedTuple):
    """``Last card!`` said after the play (R5.1)."""

    seat: int


class Barred(NamedTuple):
    """A player kept silent about the last card and is out of the round (R5.2)."""

    seat: int


class TrickTaken(NamedTuple):
    """The cards are set aside (R4.5); ``leader`` leads, the taker unless barred (R5.2)."""

    seat: int
    leader: int


class RoundResult(NamedTuple):
    """One line of the score sheet (R6)."""

    number: int
    direction: int
    winner: int
    loser: int
    left: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    barred: tuple[int, ...]


class RoundEnded(NamedTuple):
    result: RoundResult


class Dealt(NamedTuple):
    number: int
    direction: int
    dealer: int
    ceremony: Ceremony | None


class CardTaken(NamedTuple):
    """The loser's highest card has gone to the winner (R7.1)."""

    giver: int
    taker: int
    card: str


class CardGiven(NamedTuple):
    """The winner has given a card back (R7.1)."""

    seat: int
    to: int
    card: str


class MatchEnded(NamedTuple):
    winners: tuple[int, ...]
    totals: tuple[int, ...]


Event = (
    Played
    | Passed
    | Called
    | Barred
    | TrickTaken
    | RoundEnded
    | Dealt
    | CardTaken
    | CardGiven
    | MatchEnded
)


def event_dict(event: Event) -> dict[str, object]:
    """An event as JSON carries it: ``type`` in small letters, cards as codes."""
    match event:
        case Played():
            return {
                "type": "played",
                "seat": event.seat,
                "cards": event.play.codes,
                "kind": event.play.kind.code,
                "call": event.call,
                "lead": event.lead,
            }
        case Passed():
            return {"type": "passed", "seat": event.seat}
        case RoundEnded(result):
            return {"type": "round_ended", **result_dict(result)}
        case Dealt():
            shown = event.ceremony
            return {
                "type": "dealt",
                "round": event.number,
                "direction": event.direction,
                "dealer": event.dealer,
                "ceremony": ceremony_dict(shown),
            }
    plain = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in event._asdict().items()
    }
    return {"type": _TYPES[type(event)], **plain}


_TYPES: dict[type, str] = {
    Called: "called",
    Barred: "barred",
    TrickTaken: "trick_taken",
    CardTaken: "card_taken",
    CardGiven: "card_given",
    MatchEnded: "match_ended",
}


def result_dict(result: RoundResult) -> dict[str, object]:
    """A line of the score sheet as JSON carries it."""
    return {
        "round": result.number,
        "direction": result.direction,
        "winner": result.winner,
        "loser": result.loser,
        "left": list(result.left),
        "points": list(result.points),
        "totals": list(result.totals),
        "barred": list(result.barred),
    }


def ceremony_dict(ceremony: Ceremony | None) -> dict[str, object] | None:
    """A Chinese deal as JSON carries it (R8.1)."""
    if ceremony is None:
        return None
    return {"cutter": ceremony.cutter, "shown": list(ceremony.shown), "first": ceremony.first}
