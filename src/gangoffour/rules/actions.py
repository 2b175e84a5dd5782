"""What a player can do (R4.4, R5.1, R7.1), as values; and their JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gangoffour.rules.cards import CODES, Cards, face_of
from gangoffour.rules.combinations import Combination, combination
from gangoffour.rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a combination, perhaps saying "Last card!" with it (R5.1)."""

    combination: Combination
    call: bool = False

    @classmethod
    def of(cls, cards: Cards | str | list[str], call: bool = False) -> Play:
        """The play of these cards; refused if they make no combination (R2)."""
        return play_of(combination(cards), call)


@cache
def play_of(laid: Combination, call: bool) -> Play:
    """The one ``Play`` of a combination with or without a call."""
    return Play(laid, bool(call))  # kept for all: whoever asks with 1 is answered with True


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the combination stand (R4.4)."""


@dataclass(frozen=True, slots=True)
class Call:
    """Say "Last card!" after the play (R5.1)."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give a card to the last round's loser (R7.1)."""

    card: str

    def __post_init__(self) -> None:
        face_of(self.card)


Action = Play | Pass | Call | Give


def action_dict(action: Action) -> dict[str, object]:
    """An action as JSON carries it.

    >>> action_dict(Play.of("G4 Y4", call=True))
    {'play': ['G4', 'Y4'], 'call': True}
    """
    match action:
        case Play(laid, call):
            return {"play": laid.codes, "call": True} if call else {"play": laid.codes}
        case Pass():
            return {"pass": True}
        case Call():
            return {"call": True}
        case Give(card):
            return {"give": card}


_PLAY_KEYS = frozenset({"play", "call"})


def parse_action(value: object) -> Action:
    """An action from its JSON form; anything else is refused.

    >>> parse_action({"give": "RD"})
    Give(card='RD')
    """
    if isinstance(value, dict):
        codes, call = value.get("play"), value.get("call", False)
        if isinstance(codes, list) and isinstance(call, bool) and value.keys() <= _PLAY_KEYS:
            return play_of(combination(Cards.parse(codes)), call)
        if len(value) == 1:
            if value.get("pass") is True:
                return Pass()
            if call is True:
                return Call()
            if isinstance(card := value.get("give"), str):
                return Give(CODES[face_of(card)])
    raise Refusal("unknown_action", input=value)
