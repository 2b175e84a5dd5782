"""What deals are drawn from: one secret for a set of them, a seed for each round.

The secret's SHA-256 is published when the set opens, the secret when it closes: then everybody can
draw the seeds again, and nobody could have known one from another.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from gangoffour.daily.day import ROUNDS
from gangoffour.rules.deal import commitment


def seed_of(secret: str, label: str, number: int) -> str:
    """The seed of round ``number``, from 1, of the set with this label.

    >>> seed_of("0" * 64, "2026-11-16", 1)[:16]
    '2d81da32f2e99e17'
    """
    text = f"gangoffour/deals/{label}/{number}"
    return hmac.new(secret.encode(), text.encode(), "sha256").hexdigest()


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
