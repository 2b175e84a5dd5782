"""The score sheet of a table with real cards: told by cards left, round after round (R6, R7).

Nobody has seen the cards, so a line says only how many each player had left, who was barred, and,
where an edition asks for it, who of the tied held the highest card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import RoundResult
from gangoffour.rules.scoring import leaders, loser_among, most_left, round_points


class Line(NamedTuple):
    """One round as the players tell it, by seat."""

    left: tuple[int, ...]
    barred: tuple[int, ...] = ()
    highest: tuple[int, ...] = ()
    """Who of those tied for the most cards holds the highest one (R9 riva); else nothing."""


class Sheet(NamedTuple):
    """A match as it stands on paper. Each line returns the next sheet and leaves this as it was.

    >>> sheet = Sheet.new(3, RuleSet()).add(Line((0, 5, 16)))
    >>> sheet.totals, sheet.results[0].loser, sheet.direction, sheet.winners
    ((0, 5, 80), 2, -1, ())
    """

    rules: RuleSet
    totals: tuple[int, ...]
    results: tuple[RoundResult, ...] = ()
    winners: tuple[int, ...] = ()

    @classmethod
    def new(cls, seats: int, rules: RuleSet) -> Sheet:
        if seats not in rules.seats:
            allowed = " or ".join(str(number) for number in rules.seats)
            raise Refusal(
                "bad_rule_value", field="seats", input=seats, expected=f"{allowed} players"
            )
        return cls(rules, (0,) * seats)

    @classmethod
    def of(cls, seats: int, rules: RuleSet, lines: Iterable[Line]) -> Sheet:
        """The sheet with these lines; refused if the rounds cannot have gone so."""
        sheet = cls.new(seats, rules)
        for line in lines:
            sheet = sheet.add(line)
        return sheet

    @property
    def direction(self) -> int:
        """Which way the next round is played (R4.1): 1 counter-clockwise, -1 clockwise."""
        return -1 if len(self.results) % 2 else 1

    def add(self, line: Line) -> Sheet:
        """Write the next round down (R6.1); the match may end with it (R6.2)."""
        if self.winners:
            raise Refusal("rounds_after_end", round=len(self.results))
        self.check(line)
        points = round_points(line.left, line.barred, self.rules)
        totals = tuple(old + new for old, new in zip(self.totals, points, strict=True))
        winner = line.left.index(0)
        worth = [int(seat in line.highest) for seat in range(len(totals))]
        if self.rules.loser_tie == "total":
            worth = list(totals)
        result = RoundResult(
            len(self.results) + 1,
            self.direction,
            winner,
            loser_among(line.left, worth, winner),
            line.left,
            points,
            totals,
            line.barred,
        )
        over = max(totals) >= self.rules.target
        return Sheet(self.rules, totals, (*self.results, result), leaders(totals) if over else ())

    def check(self, line: Line) -> None:
        """Refuse what no round can leave behind."""
        seats = len(self.totals)
        if len(line.left) != seats:
            raise Refusal("bad_line", input=len(line.left), seats=seats)
        for seat in (*line.barred, *line.highest):
            if not 0 <= seat < seats:
                raise Refusal("unknown_seat", seat=seat, seats=seats)
        round_points(line.left, (), self.rules)  # from 0 to 16 cards each
        winners = line.left.count(0)
        if winners != 1:
            raise Refusal("no_round_winner" if winners == 0 else "two_round_winners")
        for seat in line.barred:
            if line.left[seat] != 1:
                raise Refusal("barred_one_card", seat=seat, input=line.left[seat])
        tied = most_left(line.left)
        settled = line.highest and set(line.highest) <= set(tied)
        if self.rules.loser_tie == "highest_card" and len(tied) > 1 and not settled:
            raise Refusal("tie_unsettled")
