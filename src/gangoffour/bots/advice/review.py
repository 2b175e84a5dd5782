"""A review of a match: every decision judged, a summary for each seat, the turning points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from gangoffour.bots.advice.decision import (
    Decision,
    Look,
    Moment,
    Verdict,
    decision_of,
    lead_of,
    looks_of,
)
from gangoffour.rules.match import Match
from gangoffour.rules.retrace import retrace
from gangoffour.rules.round import seat_of

TURNING_POINTS: Final = 3
REVISION: Final = 4
"""Raised when the same match gets another review, so that those kept are made anew."""


class Outlook(NamedTuple):
    """How far ahead of the others' mean a seat could expect to be after the round, in points."""

    at: Moment
    lead: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a seat's outlook changed most, between this action and its next or the round's end."""

    at: Moment
    seat: int
    before: float
    after: float

    def as_dict(self) -> dict[str, object]:
        return {
            **self.at._asdict(),
            "seat": self.seat,
            "before": round(self.before, 1),
            "after": round(self.after, 1),
        }


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What a review makes of one seat."""

    seat: int
    decisions: int
    same: int
    """In how many of them the network would have done the same."""
    doubtful: int
    mistakes: int
    cost: float
    """The mean cost a round: points, and hundredths of the chance to win the match."""
    outlook: tuple[Outlook, ...]
    """At each of its turns after its action, and at the end of each round (there without a move
    of its own: the last of the round)."""

    def as_dict(self) -> dict[str, object]:
        """The seat as the engine and the server send it."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "same": self.same,
            "doubtful": self.doubtful,
            "mistakes": self.mistakes,
            "cost": round(self.cost, 2),
            "outlook": [[*one.at, round(one.lead, 1)] for one in self.outlook],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A match as the network sees it, seat by seat, each by what it could see."""

    rounds: int
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]

    @property
    def marked(self) -> tuple[Decision, ...]:
        """The decisions that were not good, in order."""
        return tuple(one for one in self.decisions if one.mark != "good")

    def as_dict(self) -> dict[str, object]:
        """The review as the engine and the server send it: good decisions are only counted."""
        return {
            "rounds": self.rounds,
            "seats": [one.as_dict() for one in self.seats],
            "marked": [one.as_dict() for one in self.marked],
            "turning_points": [one.as_dict() for one in self.turning_points],
        }


def rounds_of(match: Match, seats: Iterable[int] | None = None) -> list[list[Look]]:
    """The turns of some seats, or of all, round by round: what there is to judge."""
    chosen = chosen_seats(match, seats)
    return [
        [look for look in looks_of(list(steps)) if look.seat in chosen]
        for _, steps in groupby(retrace(match), key=lambda step: step.before.round.number)
    ]


def chosen_seats(match: Match, seats: Iterable[int] | None) -> list[int]:
    """The seats that are named, or all; refused if there is no such seat."""
    if seats is None:
        return [*range(match.seats)]
    named = seats if isinstance(seats, Iterable) else [seats]  # one seat alone is meant so
    return sorted({seat_of(seat, match.seats) for seat in named})


def assembled(
    match: Match,
    rounds: Sequence[Sequence[Look]],
    verdicts: Sequence[Sequence[Verdict]],
    seats: Iterable[int] | None = None,
) -> Review:
    """The review of a match from the verdicts on the turns of these seats."""
    chosen = chosen_seats(match, seats)
    outlooks: dict[int, list[Outlook]] = {seat: [] for seat in chosen}
    decisions: list[Decision] = []
    for number, (looks, found) in enumerate(zip(rounds, verdicts, strict=True)):
        for look, verdict in zip(looks, found, strict=True):
            decision = decision_of(look, verdict)
            if decision is not None:
                decisions.append(decision)
            lead = lead_of(look.view.totals, look.seat) + verdict.expected
            outlooks[look.seat].append(Outlook(look.at, lead))
        if number < len(match.results):
            result = match.results[number]
            end = Moment(result.number, len(match.past[number].history) - 1)
            for seat in chosen:
                outlooks[seat].append(Outlook(end, lead_of(result.totals, seat)))
    return Review(
        len(rounds),
        tuple(_of_seat(seat, decisions, outlooks[seat], len(rounds)) for seat in chosen),
        tuple(decisions),
        _turning_points(outlooks),
    )


def _of_seat(
    seat: int, decisions: Sequence[Decision], outlook: Sequence[Outlook], rounds: int
) -> SeatReview:
    own = [one for one in decisions if one.seat == seat]
    return SeatReview(
        seat,
        len(own),
        sum(one.played == one.best for one in own),
        sum(one.mark == "doubtful" for one in own),
        sum(one.mark == "mistake" for one in own),
        sum(one.cost for one in own) / max(rounds, 1),
        tuple(outlook),
    )


def _turning_points(outlooks: dict[int, list[Outlook]]) -> tuple[TurningPoint, ...]:
    """The largest changes within a round, one a round at most, in the order of the match."""
    found: dict[int, TurningPoint] = {}
    for seat, outlook in outlooks.items():
        for one, after in pairwise(outlook):
            if one.at.round != after.at.round:
                continue
            point = TurningPoint(one.at, seat, one.lead, after.lead)
            known = found.get(one.at.round)
            if known is None or _change(point) > _change(known):
                found[one.at.round] = point
    largest = sorted(found.values(), key=_change, reverse=True)[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda point: point.at.round))


def _change(point: TurningPoint) -> float:
    return abs(point.after - point.before)
