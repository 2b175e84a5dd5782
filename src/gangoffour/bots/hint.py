"""Hints: the best plays at a view, what each may be expected to bring, and why.

The reasons are codes from a closed list, so that every client can put them into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gangoffour.bots.errors import BotError
from gangoffour.bots.learned import matters, shipped
from gangoffour.bots.levels import best_planned
from gangoffour.bots.network import (
    Position,
    action_number,
    left_by,
    position_of,
    strongest,
)
from gangoffour.bots.plan import Planner
from gangoffour.rules.actions import Action, Call, Give, Pass, Play, action_dict
from gangoffour.rules.cards import RANK_OF, faces, highest, remove
from gangoffour.rules.combinations import Combination
from gangoffour.rules.plays import gangs
from gangoffour.rules.scoring import MULTIPLIERS
from gangoffour.rules.view import View

REASONS: Final[dict[str, str]] = {
    "only_play": "There is nothing else to do.",
    "goes_out": "It lays the last cards and wins the round.",
    "duty_highest": "The next player has one card: the highest single is a duty (R5.4).",
    "duty_several": "The next player has one card: two or more cards must be led (R5.4).",
    "leaves_unbeatable": "Nobody can beat what is left.",
    "leaves_one_play": "What is left can be laid at once.",
    "takes_lead": "Nobody can beat it.",
    "stops_opponent": "An opponent is about to go out.",
    "drops_multiplier": "It leaves few enough cards to count less for each (R6.1).",
    "sheds_many": "It lays many cards at once.",
    "gets_rid_of_low": "It gets rid of low cards.",
    "keeps_gang": "It keeps the gang together.",
    "saves_control": "It keeps the high cards for later.",
    "keeps_plan": "It breaks no other combination.",
    "pass_saves_high": "Playing would cost a high card or a gang.",
    "pass_keeps_plan": "Every play would break up a combination.",
    "gives_useless": "It is of least use to this hand, and to others (R7.1).",
    "says_last_card": "One card is left: it has to be said (R5.1).",
}
"""Every reason there is, with an English sentence."""

POINTS_PER_COST: Final = 3.0
"""About how many points one unit of a plan's cost is worth."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One action worth considering."""

    action: Action
    points: float
    """The payoff to expect of the round: the mean of the others' points minus one's own."""
    reasons: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The advice as the engine and the server send it."""
        return {
            "action": action_dict(self.action),
            "points": round(self.points, 2),
            "reasons": list(self.reasons),
        }


def hint(view: View, limit: int = 3) -> list[Advice]:
    """The best actions at a view, best first, at most ``limit`` of them.

    Refused where the seat has nothing to choose. The same view gives the same advice. Near the
    end of a match the order heeds the match (R6.2); the points are still those of the round.
    """
    actions = view.actions
    if not actions:
        raise BotError("not_to_act", seat=view.seat)
    if view.may_call:
        return [Advice(Call(), 0.0, ("says_last_card",))]
    points, order = _judged(view, actions)
    why = _Reasons(view, position_of(view))
    return [Advice(actions[at], points[at], why.of(actions[at])) for at in order[:limit]]


def _judged(view: View, actions: tuple[Action, ...]) -> tuple[list[float], list[int]]:
    """What each action may bring in points, and their places from the best to the worst."""
    network = shipped()
    if network is None:
        points = _planned(view, actions)
        worth = points
    else:
        numbers = [action_number(one) for one in actions]
        judged = network.judge(position_of(view), numbers)
        points = [float(one + judged.values[0]) for one in judged.advantages]
        worth = points
        if matters(view):
            aimed = network.judge(position_of(view, aim_at_match=True), numbers)
            worth = [float(one) for one in aimed.advantages]
    return points, sorted(range(len(actions)), key=lambda at: (-worth[at], at))


def _planned(view: View, actions: tuple[Action, ...]) -> list[float]:
    """Points by the best plan, where no network is shipped."""
    planned = best_planned()
    if view.phase == "exchange":
        gift = planned.gift(view)
        return [0.0 if isinstance(one, Give) and one.card == gift else -1.0 for one in actions]
    known = planned.values(view, view.plays)
    worst = min(known.values()) - 1
    plays = [one.combination if isinstance(one, Play) else None for one in actions]
    found = [POINTS_PER_COST * known.get(one, worst) for one in plays]
    for at, one in enumerate(plays):  # going out is worth more than any plan (R4.6)
        if one is not None and one.size == len(view.hand):
            found[at] += 10.0
    return found


class _Reasons:
    """Why an action at one view may be good."""

    def __init__(self, view: View, now: Position) -> None:
        self.view = view
        self.now = now
        self.hand = view.hand.word
        self.top = strongest(now.unseen)
        self.planner = Planner()

    def of(self, action: Action) -> tuple[str, ...]:
        """The reasons for an action, the weightiest first."""
        match action:
            case Play(laid):
                found = self._of_play(laid)
            case Pass():
                found = self._of_pass()
            case Give():
                found = ["gives_useless"]
            case Call():
                found = ["says_last_card"]
        if len(self.view.actions) == 1 and "goes_out" not in found:
            found = ["only_play", *(one for one in found if one.startswith("duty"))]
        return tuple(found)

    def _unbeatable(self, play: Combination) -> bool:
        return bool(left_by(self.now, self.top, play.index) >> 6 & 1)

    def _of_play(self, play: Combination) -> list[str]:
        view, rest = self.view, remove(self.hand, play.word)
        if not rest:
            return ["goes_out"]
        left = self.planner.plan(rest).plays
        fewest = min(count for seat, count in enumerate(view.counts) if seat != view.seat)
        several = view.table is None and play.size > 1
        holds = self._unbeatable(play)
        gang = gangs(self.hand)
        whole = bool(gang) and max(one.size for one in gang) == max(
            (one.size for one in gangs(rest)), default=0
        )
        high = any(RANK_OF[face] > 10 for face in faces(rest)) or bool(gangs(rest))
        single_high = play.word == 1 << highest(self.hand)
        plan = self.planner.plan(self.hand).plays
        given = (
            ("duty_highest", view.must_block and play.size == 1 and single_high),
            ("duty_several", view.must_block and several),
            ("leaves_unbeatable", holds and all(self._unbeatable(one) for one in left)),
            ("leaves_one_play", len(left) == 1),
            ("takes_lead", holds),
            ("stops_opponent", fewest <= 2 and (holds or single_high or play.is_gang)),
            ("drops_multiplier", _rate(self.hand.bit_count()) > _rate(rest.bit_count())),
            ("sheds_many", play.size >= 5),
            ("gets_rid_of_low", max(RANK_OF[face] for face in faces(play.word)) <= 4),
            ("keeps_gang", whole and not play.is_gang),
            ("saves_control", high and not holds and not single_high),
            ("keeps_plan", play in plan),
        )
        return [code for code, so in given if so]

    def _of_pass(self) -> list[str]:
        plays, plan = self.view.plays, self.planner.plan(self.hand).plays
        if all(one.is_gang or RANK_OF[highest(one.word)] >= 10 for one in plays):
            return ["pass_saves_high"]
        return ["pass_keeps_plan"] if not any(one in plan for one in plays) else ["saves_control"]


def _rate(count: int) -> int:
    """What each of so many cards left costs (R6.1)."""
    return next(each for up_to, each in MULTIPLIERS if count <= up_to)
