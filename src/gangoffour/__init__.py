"""Gang of Four, the card game: one import is enough to play a whole match.

>>> import random
>>> from gangoffour import Match
>>> match, rng = Match.new(seed=2026), random.Random(1)
>>> while not match.over:
...     match = match.act(match.turn, rng.choice(match.view(match.turn).actions))
>>> len(match.totals)
4
"""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from gangoffour.rules.actions import Action, Call, Give, Pass, Play, action_dict, parse_action
from gangoffour.rules.answers import PICTURE
from gangoffour.rules.cards import Card, Cards
from gangoffour.rules.combinations import Combination, Kind, beats, catalogue, classify, combination
from gangoffour.rules.deal import Deal, commitment
from gangoffour.rules.editions import EDITIONS, RuleSet, rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import MOVES, Match, Step
from gangoffour.rules.plays import combinations_in
from gangoffour.rules.round import Move, Round
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import Exchange, View

__version__ = "0.2.0"
"""The one place where the version stands; a build takes it from here."""


@PICTURE.answered_by
def _picture(shown: Card | Cards | View | Match) -> str:
    """As a notebook shows it; the pictures are loaded when somebody looks."""
    from gangoffour.svg import card, hand, table

    if isinstance(shown, Card):
        return card(shown)
    return hand(shown) if isinstance(shown, Cards) else table(shown)


@MOVES.answered_by
def _moves(match: Match) -> Iterator[Step]:
    from gangoffour.rules.retrace import retrace  # loaded when somebody asks

    return retrace(match)


if TYPE_CHECKING:  # there __getattr__ would make a name of anything
    from gangoffour.rules.position import parse_position, print_position
    from gangoffour.rules.reader import parse_record
    from gangoffour.rules.record import Record, print_record
    from gangoffour.rules.retrace import retrace
else:

    def __getattr__(name: str) -> object:
        """What not every match needs is loaded on first use. What is elsewhere in the package, and
        often looked for here, is told where it is."""
        if name in _LATER:
            return getattr(import_module(_LATER[name]), name)
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise ImportError(f"{name} is in {home}: from {home} import {name}", name=home)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_LATER = {
    "Record": "gangoffour.rules.record",
    "parse_position": "gangoffour.rules.position",
    "parse_record": "gangoffour.rules.reader",
    "print_position": "gangoffour.rules.position",
    "print_record": "gangoffour.rules.record",
    "retrace": "gangoffour.rules.retrace",
}

_HOMES = {
    **dict.fromkeys(
        ("Advice", "Bot", "BotError", "BotInfo", "Careful", "Line", "analyse", "hint", "load_bot"),
        "gangoffour.bots",
    ),
    "review": "gangoffour.bots.review",
    "arena": "gangoffour.lab",
    "env": "gangoffour.lab.gang_of_four_v1",
    "VectorEnv": "gangoffour.lab.vector",
}

__all__ = [
    "EDITIONS",
    "Action",
    "Call",
    "Card",
    "Cards",
    "Combination",
    "Deal",
    "Exchange",
    "Give",
    "Kind",
    "Match",
    "Move",
    "Pass",
    "Play",
    "Record",
    "Refusal",
    "Round",
    "RuleSet",
    "Step",
    "View",
    "action_dict",
    "beats",
    "catalogue",
    "classify",
    "combination",
    "combinations_in",
    "commitment",
    "parse_action",
    "parse_position",
    "parse_record",
    "points_for",
    "print_position",
    "print_record",
    "retrace",
    "rule_set",
]
