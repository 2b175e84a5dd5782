"""A review as clients get it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class MarkedDecision(Struct, frozen=True):
    """A decision that was not good: what was done, what was better and why, what it cost."""

    round: int
    move: int | None
    """Which action of the round, from 0; null: the card given back."""
    seat: int
    played: dict[str, object]
    best: dict[str, object]
    best_kind: str | None
    cost: float
    """In points, or in hundredths of the chance to win the match if ``for_match``."""
    for_match: bool
    mark: Literal["doubtful", "mistake"]
    reasons: list[str]


class ReviewedSeat(Struct, frozen=True):
    """One seat in figures."""

    seat: int
    decisions: int
    same: int
    """In how many of them the network would have done the same."""
    doubtful: int
    mistakes: int
    cost: float
    """The mean cost a round."""
    outlook: list[tuple[int, int | None, float]]
    """Round, move, and how far ahead of the others' mean it could expect to be after the round."""


class TurningView(Struct, frozen=True):
    """Where a seat's outlook changed most."""

    round: int
    move: int | None
    seat: int
    before: float
    after: float


class MatchReview(Struct, frozen=True):
    """A match as the network sees it, every seat judged by what it could see."""

    rounds: int
    seats: list[ReviewedSeat]
    marked: list[MarkedDecision]
    turning_points: list[TurningView]


class ReviewProgress(Struct, frozen=True):
    """The review is being made: ask again in a second."""

    done: int
    rounds: int | None
    """Of how many rounds; null if that is not known here."""
