"""Going out for sure: plays that nobody can beat, one after the other, until the hand is empty.

Nobody else plays meanwhile, so what is unseen and what the others hold stay as they are, and one
look at the strongest hidden combination of each class settles every step.
"""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.bots.position.position import position_of
from gangoffour.bots.position.strength import class_of, stronger, strongest
from gangoffour.rules.cards import highest, remove
from gangoffour.rules.combinations import Combination, by_word
from gangoffour.rules.plays import all_plays
from gangoffour.rules.view import View

STEPS = 400
"""How many hands to look at before giving up."""


class RunOut:
    """Looks for a way out at one view."""

    def __init__(self, view: View) -> None:
        self.view = view
        now = position_of(view)
        self._top: Sequence[int] = strongest(now.unseen)
        others = [seat for seat in range(view.seats) if seat != view.seat]
        in_round = [seat for seat in others if seat not in view.barred]
        self._fullest = max((view.counts[seat] for seat in in_round), default=0)
        self._duty = view.rules.duty_to_block and self._next_has_called()
        self._steps = 0
        self._lost: set[int] = set()

    def _next_has_called(self) -> bool:
        view = self.view
        assert view.seat is not None
        for turn in range(1, view.seats):
            seat = (view.seat + view.direction * turn) % view.seats
            if seat not in view.barred:
                return seat in view.called
        return False

    def unbeatable(self, play: Combination) -> bool:
        """Whether nobody can hold anything that beats a play (R3)."""
        kind = class_of(play.kind)
        after = stronger()[play.index]
        if self._fullest >= (4 if kind == 4 else play.size) and self._top[kind] >= after:
            return False
        return kind == 4 or self._fullest < 4 or self._top[4] < 0

    def play(self) -> Combination | None:
        """A play that goes out for sure, now or in what follows; None if none was found.

        Among those, the one that leaves the fewest cards.
        """
        view = self.view
        for play in sorted(view.plays, key=lambda one: (-one.size, one.index)):
            rest = remove(view.hand.word, play.word)
            if not rest or (self.unbeatable(play) and self._goes_out(rest)):
                return play
        return None

    def _goes_out(self, hand: int) -> bool:
        """Whether a hand that leads can be laid without losing the lead."""
        if hand in by_word():
            return True
        if hand in self._lost or self._steps > STEPS:
            return False
        self._steps += 1
        plays = all_plays(hand)
        if self._duty:  # R5.4: two or more cards first, else the highest single
            several = tuple(one for one in plays if one.size > 1)
            plays = several or (by_word()[1 << highest(hand)],)
        for play in reversed(plays):
            if self.unbeatable(play) and self._goes_out(remove(hand, play.word)):
                return True
        self._lost.add(hand)
        return False
