"""Players that plan: one way of thinking, with a style for each level."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from gangoffour.bots.errors import require_choice
from gangoffour.bots.planning.chance_to_hold import Counted
from gangoffour.bots.planning.plan import Plan, Planner
from gangoffour.bots.players.characters import SOBER, Character
from gangoffour.bots.players.human_habits import mistaken, pull, says_it, seen_by
from gangoffour.bots.position.position import Position, position_of
from gangoffour.bots.search.sure_win import RunOut
from gangoffour.rules.actions import Action, Call, Give, Pass, play_of
from gangoffour.rules.cards import ORDER_OF, face_of, remove
from gangoffour.rules.combinations import Combination
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

SWAY: Final = 0.3
"""What a point of habit is worth in a plan's cost, of which 1 is a lead to be won back."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a level sees and how it weighs it. The costs are those of ``plan``."""

    width: int = 6
    """How far the plan looks for five-card plays (0: not at all)."""
    lead_worth: float = 0.5
    """What holding the trick is worth when following."""
    patience: float = 0.15
    """How much a play must gain over a pass."""
    hurry: float = 0.5
    """How much more the lead is worth as an opponent runs out of cards."""
    size_worth: float = 0.06
    """What each card laid in one lead is worth."""
    fear: float = 0.5
    """How much it minds the points of the cards it would be left with (R6.1)."""
    caution: float = 0.4
    """The price of leading just as many cards as an opponent holds."""
    finish: float = 1.0
    """What it is worth to be able to go out without losing the lead again."""
    counts: bool = False
    """Whether it counts the cards that are out, instead of guessing how well plays hold.

    Who counts also sees when it can go out for sure.
    """
    considered: int = 10
    """How many plays it compares in full."""


class Planned:
    """Compares what each play leaves by the cost of the best plan for the rest."""

    def __init__(self, style: Style, character: Character = SOBER) -> None:
        self.style = style
        self.character = character
        self._planner = Planner(width=style.width)

    def planner(self, view: View) -> Planner:
        """The planner to value this view's plays with."""
        if self.style.counts:
            return Planner(Counted(view).holds, self.style.width)
        return self._planner

    def choose(self, view: View, rng: Random) -> Action:
        """The best action in this style's eyes."""
        require_choice(view)
        if view.phase == "exchange" and view.my_turn:
            return Give(self.gift(view))
        if view.may_call:
            return Call()
        plays = view.plays
        if not plays:
            return Pass()
        if len(plays) == 1 and not view.may_pass:
            chosen: Combination | None = plays[0]
        else:
            chosen = self._chosen(view, rng)
        if chosen is None:
            return Pass()
        return play_of(chosen, says_it(self.character, view, chosen, rng))

    def gift(self, view: View) -> str:
        """The card to give back (R7.1): the one whose loss leaves the cheapest plan."""
        planner = self.planner(view)
        hand = view.hand.word
        return min(
            dict.fromkeys(view.hand.codes),
            key=lambda code: (
                planner.plan(remove(hand, 1 << face_of(code))).cost
                + 0.02 * ORDER_OF[face_of(code)],
                code,
            ),
        )

    def values(self, view: View, plays: tuple[Combination, ...]) -> dict[Combination | None, float]:
        """What each play is worth, more is better; None is the pass, if it is allowed."""
        planner = self.planner(view)
        hand = view.hand.word
        before = planner.plan(hand).cost
        weigh = self._lead_worth if view.table is None else self._follow_worth
        found: dict[Combination | None, float] = {}
        for play in self._shortlist(planner, hand, plays):
            rest = planner.plan(remove(hand, play.word))
            found[play] = before - rest.cost + weigh(view, planner, play)
            if self.style.finish:
                found[play] += self.style.finish * _runs_out(planner, play, rest)
        if view.may_pass:
            found[None] = 0.0
        return found

    def _chosen(self, view: View, rng: Random) -> Combination | None:
        hand = view.hand.word
        for play in view.plays:
            if play.word == hand:  # R4.6
                return play
        if self.style.counts:
            sure = RunOut(view).play()
            if sure is not None:
                return sure
        values = self._looks(view, rng)
        return max(values, key=lambda one: (values[one], -1 if one is None else -one.index))

    def _looks(self, view: View, rng: Random) -> dict[Combination | None, float]:
        """How good each play looks to this character."""
        who = self.character
        if who == SOBER:
            return self.values(view, view.plays)
        now = seen_by(position_of(view), who, rng)
        values = self.values(view._replace(counts=_by_seat(view, now)), view.plays)
        for one in values:
            action = Pass() if one is None else play_of(one, False)
            values[one] += SWAY * (pull(who, view, now, action) + who.temperature * mistaken(rng))
        return values

    def _shortlist(
        self, planner: Planner, hand: int, plays: tuple[Combination, ...]
    ) -> tuple[Combination, ...]:
        limit = self.style.considered
        if len(plays) <= limit:
            return plays
        planned = set(planner.plan(hand).plays)
        ranked = sorted(
            plays,
            key=lambda one: (
                one not in planned,
                planner.rough(remove(hand, one.word)) + planner.holds(one) - 0.2 * one.size,
                one.index,
            ),
        )
        return tuple(ranked[:limit])

    def _lead_worth(self, view: View, planner: Planner, play: Combination) -> float:
        worth = self.style.size_worth * play.size + self._relief(view, play)
        if play.size in self._others(view):
            worth -= self.style.caution * max(0.0, 1 - planner.holds(play))
        return worth

    def _follow_worth(self, view: View, planner: Planner, play: Combination) -> float:
        style = self.style
        fewest = min(self._others(view), default=16)
        worth = style.lead_worth + style.hurry * max(0, 6 - fewest) / 5
        held = worth * min(1.0, planner.holds(play)) - style.patience
        return held + self._relief(view, play)

    def _relief(self, view: View, play: Combination) -> float:
        """What a play saves if the round ends before the next one."""
        fewest = min(self._others(view), default=16)
        count = len(view.hand)
        saved = points_for(count) - points_for(count - play.size)
        return self.style.fear * saved * 0.1 / max(1, fewest - 1)

    @staticmethod
    def _others(view: View) -> set[int]:
        """How many cards the others hold who are still in the round."""
        return {
            count
            for seat, count in enumerate(view.counts)
            if seat != view.seat and seat not in view.barred
        }


def _by_seat(view: View, now: Position) -> tuple[int, ...]:
    """How many cards everybody seems to hold."""
    seen = list(view.counts)
    for turn, count in enumerate(now.counts):
        seen[((view.seat or 0) + view.direction * turn) % view.seats] = count
    return tuple(seen)


def _runs_out(planner: Planner, play: Combination, rest: Plan) -> float:
    """The chance to go out without losing the lead: all but the last play must hold."""
    holding = sorted(planner.holds(one) for one in rest.plays)
    chance = min(1.0, planner.holds(play))
    for one in holding[1:]:
        chance *= min(1.0, one)
    return chance
