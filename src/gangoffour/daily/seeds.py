"""What deals are drawn from: one secret for a set of them, a seed for each round.

The secret's SHA-256 is published when the set opens, the secret when it closes: then everybody can
draw the seeds again, and nobody could have known one from another.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from gangoffour.daily.day import ROUNDS
from gangoffour.rules.deal import commitment, named_deal
from gangoffour.rules.match import Match

SEATS: Final = 4


MATCH: Final = "match:"
"""Begins the label of a set whose deals are those of a match; its seed is the secret. Then follows,
round by round, who is dealt the first card."""


def label_of(match: Match, seat: int) -> str:
    """The label for the deals of a match of four, with the cards of a seat in seat 0. Rounds that
    the match did not have are dealt as they would have been."""
    firsts = [(past.dealer + 1 - seat) % SEATS for past in match.past[:ROUNDS]]
    return MATCH + "".join(map(str, firsts)).ljust(ROUNDS, "0")


def seed_of(secret: str, label: str, number: int) -> str:
    """The seed of round ``number``, from 1, of the set with this label.

    >>> seed_of("0" * 64, "2026-11-16", 1)[:16]
    '2d81da32f2e99e17'
    """
    if label.startswith(MATCH):
        return named_deal(secret, number, int(label[len(MATCH) + number - 1]))
    text = f"gangoffour/deals/{label}/{number}"
    return hmac.new(secret.encode(), text.encode(), "sha256").hexdigest()


def public_secret(day: str) -> str:
    """What a day is dealt from where there is no server to keep a secret: anybody can reckon it.

    >>> public_secret("2026-11-16")[:16]
    'eba5f74f8ca9e978'
    """
    return sha256(f"gangoffour/day/{day}".encode()).hexdigest()


def seeds_of(secret: str, label: str) -> list[str]:
    """The seeds of all rounds of a set."""
    return [seed_of(secret, label, number) for number in range(1, ROUNDS + 1)]


def faults(secret: str, promised: str, label: str, played: Mapping[int, str]) -> list[str]:
    """What is wrong with a published secret: against what was promised, and against the seeds of
    rounds that were played, by their numbers. Nothing if all is as it should be."""
    found = []
    if commitment(secret) != promised:
        found.append("The secret is not the one that was committed to.")
    for number, seed in sorted(played.items()):
        if seed != seed_of(secret, label, number):
            found.append(f"Round {number} was not dealt from this secret.")
    return found
