"""One deal, played with every seating: the arena's unit of work, and of its statistics."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from gangoffour.bots import BotError, Careful
from gangoffour.bots.outside.mistakes_replaced import told_with_trace
from gangoffour.bots.outside.slow_bots import Slow, Watch
from gangoffour.lab import processes
from gangoffour.lab.arena import records
from gangoffour.lab.arena.players import load_player
from gangoffour.lab.arena.seating import Seating
from gangoffour.lab.arena.work import Work
from gangoffour.lab.last_card import asked_to_call
from gangoffour.lab.payoff import payoff
from gangoffour.rules.actions import Action, Pass
from gangoffour.rules.events import RoundResult
from gangoffour.rules.match import Match

Row = dict[str, Any]
"""What was played with one deal, as JSON carries it."""

BUCKETS_PER_DECADE = 20
"""Times are kept as counts in logarithmic buckets from a microsecond up."""


@dataclass(slots=True)
class Tally:
    """What one bot did with one deal, summed over its seats and the seatings."""

    seat_rounds: int = 0
    payoff: float = 0.0
    points: int = 0
    ranks: float = 0.0
    rounds: int = 0
    first_out: int = 0
    barred: int = 0
    matches: int = 0
    wins: float = 0.0
    asked: int = 0
    decisions: int = 0
    seconds: float = 0.0
    times: dict[int, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def timed(self, seconds: float) -> None:
        """Count one real decision's time."""
        self.decisions += 1
        self.seconds += seconds
        bucket = max(0, round(BUCKETS_PER_DECADE * math.log10(max(seconds, 1e-6) * 1e6)))
        self.times[bucket] = self.times.get(bucket, 0) + 1


LONG: Final = "long"
"""That a bot has been choosing for long, or where it stood when it was stopped; no fault."""


class Complaint(NamedTuple):
    """What a bot did wrong."""

    bot: str
    code: str
    sentence: str


Complain = Callable[[Complaint], None]
"""Told at once when a bot does something wrong for the first time."""


class _Tree:
    """All that is played with one deal: seatings share it as long as the same happens.

    What a bot does depends on its view and on chance, and chance on the place in the tree alone,
    so a bot is asked once at each place, however many seatings come by.
    """

    def __init__(self, match: Match) -> None:
        self.matches = [match]
        self.asked: dict[tuple[int, int, int], Action] = {}
        self._after: dict[tuple[int, Action], int] = {}

    def after(self, node: int, seat: int, action: Action) -> int:
        """The place after an action."""
        found = self._after.get((node, action))
        if found is None:
            found = self._after[node, action] = len(self.matches)
            self.matches.append(self.matches[node].act(seat, action))
        return found


class Players:
    """The bots of a run, loaded once per process, each behind a ``Careful`` wrapper."""

    def __init__(self, work: Work, complain: Complain | None = None) -> None:
        self.work = work
        self._complain = complain
        self._told: set[tuple[str, str]] = set()
        self._deal = 0
        self._watch = Watch(self._see_long, work.patience)
        self._home = os.getcwd()
        self.bots: list[Careful] = [self._seated(name) for name in work.bots]

    def _seated(self, name: str) -> Careful:
        def report(problem: BotError) -> None:
            kind = (name, problem.code)
            if self._complain is not None and kind not in self._told:
                self._told.add(kind)
                sentence = f"Deal {self._deal}: {told_with_trace(problem)}"
                self._complain(Complaint(*kind, sentence))

        os.chdir(self._home)  # the one before may have gone elsewhere as it was loaded
        return Careful(load_player(name, self.work.seconds), name, report, may_be_silent=True)

    def _see_long(self, slow: Slow) -> None:
        if self._complain is not None:
            self._complain(Complaint(slow.bot, LONG, slow.sentence))

    def close(self) -> None:
        """End the bots that are programs; one that is choosing just now is told where it stands."""
        self._watch.close(processes.__file__)
        for bot in self.bots:
            bot.close()

    def play(self, deal: int) -> Row:
        """Play one deal with every seating; a row as JSON carries it.

        A pair of bots that never sit together leaves no trace of each other; ``tables`` holds
        for each seating the seats' payoffs, for ratings and for comparing pairs.
        """
        work, self._deal = self.work, deal
        tallies = [Tally() for _ in work.bots]
        tree = _Tree(Match.new(seed=f"{work.seed}/{deal}", seats=work.seats, rules=work.rules))
        tables: list[list[list[float]]] = []
        for seating in work.seatings:
            match = self._played(deal, tree, seating, tallies)
            records.write(work, deal, len(tables), match)
            tables.append(_scored(work, seating, match, tallies))
        for tally, bot in zip(tallies, self.bots, strict=True):
            tally.faults, bot.faults = bot.faults, {}
        return {"deal": deal, "bots": [_row(tally) for tally in tallies], "tables": tables}

    def _asked(
        self, deal: int, tree: _Tree, node: int, bot: int, seat: int, tally: Tally
    ) -> Action:
        """What a bot does at a node of a deal's tree; each bot is asked once there."""
        known = tree.asked.get((node, seat, bot))
        if known is not None:
            return known
        match = tree.matches[node]
        view = match.view(seat)
        tally.asked += 1
        chance = random.Random(f"{self.work.seed}/{deal}/{match.version}/{seat}")
        begun = time.perf_counter()
        action = self._watch.choose(self.bots[bot], view, chance, deal)
        if len(view.plays) + view.may_pass > 1 or (view.phase == "exchange" and view.my_turn):
            tally.timed(time.perf_counter() - begun)
        tree.asked[node, seat, bot] = action
        return action

    def _played(self, deal: int, tree: _Tree, seating: Seating, tallies: list[Tally]) -> Match:
        """The deal with these bots in these seats, to its end."""
        work, node, silent = self.work, 0, -1
        names = [work.bots[bot] for bot in seating]
        match = tree.matches[0]
        while not match.over and (work.matches or not match.results):
            late = None if node == silent else asked_to_call(match, names)
            seat = match.turn if late is None else late
            assert seat is not None
            bot = seating[seat]
            action = self._asked(deal, tree, node, bot, seat, tallies[bot])
            if late is not None and action == Pass():  # R5.2: barred as soon as the next one acts
                silent = node
                continue
            node = tree.after(node, seat, action)
            match = tree.matches[node]
        return match


def _scored(work: Work, seating: Seating, match: Match, tallies: list[Tally]) -> list[list[float]]:
    """Count what everybody made; each seat's payoff and points a round."""
    for result in match.results:
        _score(result, seating, tallies)
    if match.over and work.matches:
        for bot in set(seating):
            tallies[bot].matches += 1
            mine = sum(seating[seat] == bot for seat in match.winners)
            tallies[bot].wins += mine / len(match.winners)
    rounds = len(match.results)
    return [
        [sum(payoff(result.points, seat) for result in match.results) / rounds]
        + [sum(result.points[seat] for result in match.results) / rounds]
        for seat in range(work.seats)
    ]


def _score(result: RoundResult, seating: Seating, tallies: list[Tally]) -> None:
    points = result.points
    for seat, bot in enumerate(seating):
        tally = tallies[bot]
        tally.seat_rounds += 1
        tally.payoff += payoff(points, seat)
        tally.points += points[seat]
        tally.barred += seat in result.barred
        below = sum(other < points[seat] for other in points)
        alike = sum(other == points[seat] for other in points)
        tally.ranks += below + (alike + 1) / 2
    for bot in set(seating):
        tallies[bot].rounds += 1
        tallies[bot].first_out += seating[result.winner] == bot


def _row(tally: Tally) -> Row:
    return {
        "seat_rounds": tally.seat_rounds,
        "payoff": round(tally.payoff, 6),
        "points": tally.points,
        "ranks": tally.ranks,
        "rounds": tally.rounds,
        "first_out": tally.first_out,
        "barred": tally.barred,
        "matches": tally.matches,
        "wins": round(tally.wins, 6),
        "asked": tally.asked,
        "decisions": tally.decisions,
        "seconds": round(tally.seconds, 6),
        "times": {str(bucket): count for bucket, count in sorted(tally.times.items())},
        "faults": tally.faults,
    }
