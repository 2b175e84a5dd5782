"""Whether a record's deals are those of its seed, and the seed the one committed to."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.rules.deal import commitment, deal
from gangoffour.rules.record import Record


class DealCheck(NamedTuple):
    """Whether one recorded deal is the seed's."""

    number: int
    fair: bool


def verify_deals(record: Record) -> list[DealCheck]:
    """Recompute every deal of a record from its seed, in order."""
    match = record.match
    played = [(past.result.number, past.dealer, past.deal) for past in match.past]
    if not match.over:
        played.append((match.round.number, match.dealer, match.deal))
    return [
        DealCheck(
            number,
            dealt
            == deal(match.seed, number, match.seats, dealer, 1 if number % 2 else -1, match.rules),
        )
        for number, dealer, dealt in played
    ]


def verify_commitment(record: Record) -> bool | None:
    """Whether the seed is the one committed to; None if the record carries no commitment."""
    published = record.tags.get("Commitment")
    return None if published is None else published == commitment(record.match.seed)
