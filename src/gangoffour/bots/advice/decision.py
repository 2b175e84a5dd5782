"""Decisions judged by what their player could see, never by hidden cards.

What the chosen option may be expected to bring less than the best is its cost (``decision_cost``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gangoffour.bots.advice.marks import Mark, mark_of
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.rules.actions import Action, Call, Play, action_dict, play_of
from gangoffour.rules.match import Step
from gangoffour.rules.view import View


class Moment(NamedTuple):
    """A place in a match: an action of a round by its number there, or the card given back."""

    round: int
    move: int | None
    """The place in the round's history; None: the exchange (R7.1)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice among several options, judged."""

    at: Moment
    seat: int
    played: Action
    best: Action
    """What the network would have done."""
    cost: float
    """How many points of the round's payoff the choice may be expected to have cost, 0 or more."""
    for_match: bool
    """Whether the match's end was near: then the cost is in hundredths of the chance to win it."""
    mark: Mark
    reasons: tuple[str, ...]
    """What speaks for the best and not for the one played, as in a hint; nothing if it was good."""

    def as_dict(self) -> dict[str, object]:
        """The decision as the engine and the server send it."""
        return {
            **self.at._asdict(),
            "seat": self.seat,
            "played": action_dict(self.played),
            "best": action_dict(self.best),
            "best_kind": self.best.combination.kind.code if isinstance(self.best, Play) else None,
            "cost": round(self.cost, 2),
            "for_match": self.for_match,
            "mark": self.mark,
            "reasons": list(self.reasons),
        }


class Look(NamedTuple):
    """A seat about to act: what it could see, what it did."""

    view: View
    played: int
    """Which of its options it took."""
    forgot: bool = False
    """It kept silent about its last card, and was barred for it (R5.2)."""

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def at(self) -> Moment:
        exchange = self.view.phase == "exchange"
        return Moment(self.view.round, None if exchange else len(self.view.history))

    @property
    def options(self) -> tuple[Action, ...]:
        """What there was to choose; a call is judged apart."""
        return tuple(one for one in self.view.actions if not isinstance(one, Call))


class Verdict(NamedTuple):
    """What the network makes of a look."""

    best: int
    """Which of the options it would have taken."""
    cost: float
    expected: float
    """The payoff of the round to expect after what was done."""
    reasons: tuple[str, ...] = ()


def looks_of(steps: Sequence[Step]) -> Iterator[Look]:
    """Every turn of a round; a call by itself is none."""
    for place, (before, seat, action) in enumerate(steps):
        if isinstance(action, Call):
            continue
        view = before.view(seat)
        if isinstance(action, Play):  # with the call that belongs to it
            action = play_of(action.combination, action.combination.size == len(view.hand) - 1)
        following = steps[place + 1] if place + 1 < len(steps) else None
        forgot = (
            following is not None
            and following.before.round.silent == seat
            and following.seat != seat
        )
        yield Look(view, view.actions.index(action), forgot)


def decision_of(look: Look, verdict: Verdict) -> Decision | None:
    """The decision with its verdict; None where there was nothing to choose."""
    options = look.options
    if len(options) == 1 and not look.forgot:
        return None
    played = options[look.played]
    if look.forgot and isinstance(played, Play):
        played = play_of(played.combination, False)
    return Decision(
        look.at,
        look.seat,
        played,
        options[verdict.best],
        verdict.cost,
        plays_for_match(look.view),
        mark_of(verdict.cost),
        tuple(verdict.reasons),
    )


def lead_of(totals: Sequence[int], seat: int) -> float:
    """How far ahead of the others' mean a seat is; low totals are good (R6.2)."""
    others = sum(totals) - totals[seat]
    return others / (len(totals) - 1) - totals[seat]
