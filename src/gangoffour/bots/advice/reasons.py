"""Why an action at a view may be good: codes from a closed list, so that every client can put
them into words."""

from __future__ import annotations

from typing import Final

from gangoffour.bots.planning.plan import Planner
from gangoffour.bots.position.position import Position, left_by
from gangoffour.bots.position.strength import strongest
from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.cards import RANK_OF, faces, highest, remove
from gangoffour.rules.combinations import Combination
from gangoffour.rules.plays import gangs
from gangoffour.rules.scoring import MULTIPLIERS
from gangoffour.rules.view import View

REASONS: Final[dict[str, str]] = {
    "only_play": "There is nothing else to do.",
    "goes_out": "It gets rid of the last cards and wins the round.",
    "duty_highest": "The next player has one card: the highest single is a duty (R5.4).",
    "duty_several": "The next player has one card: two or more cards must be led (R5.4).",
    "leaves_unbeatable": "Nobody can beat what is left.",
    "leaves_one_play": "What is left can be played in one go.",
    "takes_lead": "Nobody can beat it.",
    "stops_opponent": "An opponent is about to go out.",
    "drops_multiplier": "It leaves few enough cards to count less for each (R6.1).",
    "sheds_many": "It gets rid of many cards at once.",
    "gets_rid_of_low": "It gets rid of low cards.",
    "keeps_gang": "It keeps the gang together.",
    "saves_control": "It keeps the high cards for later.",
    "keeps_plan": "It does not break up another combination.",
    "pass_saves_high": "Playing would cost a high card or a gang.",
    "pass_keeps_plan": "Every play would break up a combination.",
    "gives_useless": "It is of least use to this hand, and to others (R7.1).",
    "says_last_card": "One card is left: it has to be called (R5.1).",
    "for_the_match": "It is worth more for the match than for the round.",
}
"""Every reason there is, with an English sentence."""

SOON: Final = 4
"""With so few cards an opponent may end the round before one's next turn."""


FEW: Final = 10
"""Whoever is left with more cards has not few of them, though each may count less than before."""


class Reasons:
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
        kept = rest.bit_count()
        fewer_points = kept <= FEW and _rate(self.hand.bit_count()) > _rate(kept)
        soon = fewest <= SOON
        single_high = play.word == 1 << highest(self.hand)
        plan = self.planner.plan(self.hand).plays
        given = (
            ("duty_highest", view.must_block and play.size == 1 and single_high),
            ("duty_several", view.must_block and several),
            ("leaves_unbeatable", holds and all(self._unbeatable(one) for one in left)),
            ("leaves_one_play", len(left) == 1),
            ("takes_lead", holds),
            ("stops_opponent", fewest <= 2 and (holds or single_high or play.is_gang)),
            ("drops_multiplier", fewer_points and soon),
            ("sheds_many", play.size >= 5),
            ("gets_rid_of_low", max(RANK_OF[face] for face in faces(play.word)) <= 4),
            ("keeps_gang", whole and not play.is_gang),
            ("saves_control", high and not holds and not single_high),
            ("keeps_plan", play in plan and not _splits(play.word, rest)),
            ("drops_multiplier", fewer_points and not soon),  # true, but not why
        )
        return [code for code, so in given if so]

    def _of_pass(self) -> list[str]:
        plays, plan = self.view.plays, self.planner.plan(self.hand).plays
        if all(one.is_gang or RANK_OF[highest(one.word)] >= 10 for one in plays):
            return ["pass_saves_high"]
        return ["pass_keeps_plan"] if not any(one in plan for one in plays) else ["saves_control"]


def _splits(word: int, rest: int) -> bool:
    """Whether some of a rank's cards stay behind."""
    gone, left = ({RANK_OF[face] for face in faces(one)} for one in (word, rest))
    return not gone.isdisjoint(left)


def _rate(count: int) -> int:
    """What each of so many cards left costs (R6.1)."""
    return next(each for up_to, each in MULTIPLIERS if count <= up_to)
