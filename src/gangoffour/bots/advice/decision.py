"""Decisions judged by what their player could see, never by hidden cards.

The trained network says what each option may be expected to bring; what the chosen one brings less
than the best is its cost. It is an expectation: a play may cost nothing here and still lose. Who
reckons it is handed in: nothing here needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gangoffour.bots.advice.marks import Mark, mark_of
from gangoffour.bots.advice.reasons import Reasons
from gangoffour.bots.position.position import (
    Position,
    action_number,
    plays_for_match,
    position_of,
)
from gangoffour.bots.position.strength import class_of
from gangoffour.rules.actions import Action, Call, Give, Play, action_dict, play_of
from gangoffour.rules.match import Step
from gangoffour.rules.view import View

POINTS_PER_WIN: Final = 100.0
"""Where level 5 plays for the match, a hundredth of the chance to win it counts as a point."""
FORGOTTEN_CALL: Final = 5.4
"""What a last card that was not called costs on average among level 5 players (R5.2)."""
COMPARISONS: Final[dict[str, str]] = {
    "lower_does": "A lower combination does as well.",
    "higher_holds": "A higher combination is more likely to hold.",
}
"""Reasons that only a comparison of two plays has, with an English sentence."""


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


class Judged(NamedTuple):
    """What the network makes of a position: how much better each action is than the mean, and what
    the round is worth to who is to act. In points, or matches won where it aims at the match."""

    advantages: Sequence[float]
    value: float


Judges = Callable[[Sequence[Position], Sequence[Sequence[int]]], Sequence[Judged]]
"""Judges positions, each with the numbers of its actions."""


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


def judge(judges: Judges, looks: Sequence[Look]) -> list[Verdict]:
    """Judge the turns of one round, all at once."""
    if not looks:
        return []
    options = [look.options for look in looks]
    numbers = [[action_number(one) for one in some] for some in options]
    judged = judges([position_of(look.view) for look in looks], numbers)
    worth = [list(one.advantages) for one in judged]
    if plays_for_match(looks[0].view):  # by the totals before the round: the same for all
        aimed = [position_of(look.view, aim_at_match=True) for look in looks]
        worth = [
            [POINTS_PER_WIN * each for each in one.advantages] for one in judges(aimed, numbers)
        ]
    found = []
    for look, some, one, values in zip(looks, options, judged, worth, strict=True):
        best = values.index(max(values))
        cost = values[best] - values[look.played]
        expected = one.value + one.advantages[look.played]
        if look.forgot:
            cost, expected = cost + FORGOTTEN_CALL, expected - FORGOTTEN_CALL
        reasons: tuple[str, ...] = ()
        if mark_of(cost) != "good":
            reasons = _reasons(look, some[look.played], some[best])
            if one.advantages[look.played] > one.advantages[best]:
                reasons = (*reasons, "for_the_match")
        found.append(Verdict(best, cost, expected, reasons))
    return found


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


def _reasons(look: Look, played: Action, best: Action) -> tuple[str, ...]:
    """What speaks for the best and not for the one played."""
    why = Reasons(look.view, position_of(look.view))
    also = () if isinstance(played, Give) else why.of(played)
    found = tuple(code for code in why.of(best) if code not in also)
    silent = ("says_last_card",) if look.forgot else ()
    return (*silent, *found, *_compared(played, best))


def _compared(played: Action, best: Action) -> tuple[str, ...]:
    """What a play of the same class has over another."""
    if not (isinstance(played, Play) and isinstance(best, Play)):
        return ()
    one, other = played.combination, best.combination
    if one == other or class_of(one.kind) != class_of(other.kind):
        return ()
    return ("lower_does" if other.strength < one.strength else "higher_holds",)


def lead_of(totals: Sequence[int], seat: int) -> float:
    """How far ahead of the others' mean a seat is; low totals are good (R6.2)."""
    others = sum(totals) - totals[seat]
    return others / (len(totals) - 1) - totals[seat]
