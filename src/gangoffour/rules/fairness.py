"""Whether a record's deals are those of its seed, and the seed the one committed to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gangoffour.rules.deal import commitment, deal, mixed_seed
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


class Sources(NamedTuple):
    """What a match's seed was mixed from, seat by seat; None where nobody promised anything."""

    server_seed: str
    server_commitment: str
    promises: tuple[str | None, ...]
    """The SHA-256 of each contribution, known before the match began."""
    contributions: tuple[str | None, ...]
    replaced: tuple[int, ...]
    """Seats that did not say in time what they had promised: the promise itself stands for it."""

    @property
    def tags(self) -> dict[str, str]:
        """As headers of a record."""
        return {
            "ServerSeed": self.server_seed,
            "ServerCommitment": self.server_commitment,
            "Promises": _listed(self.promises),
            "Contributions": _listed(self.contributions),
            "Replaced": " ".join(map(str, self.replaced)),
        }


def read_sources(tags: Mapping[str, str]) -> Sources | None:
    """What a record says about where its seed comes from; None if it says nothing."""
    if "ServerSeed" not in tags:
        return None
    replaced = tags.get("Replaced", "").split()
    return Sources(
        tags["ServerSeed"],
        tags.get("ServerCommitment", ""),
        _read(tags.get("Promises", "")),
        _read(tags.get("Contributions", "")),
        tuple(int(one) for one in replaced if one.isdecimal() and len(one) <= 2),
    )


def verify_sources(record: Record) -> bool | None:
    """Whether the seed is mixed from what was promised; None if the record names no sources."""
    told = read_sources(record.tags)
    if told is None:
        return None
    if told.server_commitment != commitment(told.server_seed):
        return False
    if len(told.promises) != record.match.seats or len(told.contributions) != len(told.promises):
        return False
    for seat, (promise, given) in enumerate(zip(told.promises, told.contributions, strict=True)):
        if not _kept(promise, given, replaced=seat in told.replaced):
            return False
    return record.match.seed == mixed_seed(told.server_seed, told.contributions)


def _kept(promise: str | None, given: str | None, *, replaced: bool) -> bool:
    """Whether a seat's part in the seed is what it had promised, or stands for it in the open."""
    if promise is None or given is None:
        return promise is given and not replaced
    return given == promise if replaced else commitment(given) == promise


def _listed(values: Sequence[str | None]) -> str:
    return " ".join(one or "-" for one in values)


def _read(text: str) -> tuple[str | None, ...]:
    return tuple(None if one == "-" else one for one in text.split())
