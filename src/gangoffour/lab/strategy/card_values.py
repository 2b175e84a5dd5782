"""What each card is worth in a hand: a least-squares fit of payoffs on the cards dealt.

The deal is drawn at random, so the fit tells what one more such card in place of an average one
brings. Rounds after an exchange serve for it, where the multi-coloured 1 has no duty (R4.3); to
lead first, as the last winner does, and to have lost the last round are fitted beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.lab.payoff import payoff
from gangoffour.lab.strategy.rounds import Row
from gangoffour.rules.cards import DECK, M1_FACE, RANK_OF, faces

CLASSES: Final = ("M1", *(str(rank) for rank in range(1, 11)), "phoenix", "dragon")

ROLES: Final = ("lead", "lost")


def class_of(face: int) -> int:
    """The place of a face in ``CLASSES``."""
    return 0 if face == M1_FACE else RANK_OF[face]


def card_values(rounds: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Value and interval of each class of card, and of the roles."""
    width = len(CLASSES) + len(ROLES)
    x = np.zeros((len(rounds), 4, width))
    y = np.zeros((len(rounds), 4))
    deck = np.bincount([class_of(face) for face in DECK], minlength=width) / len(DECK)
    for number, one in enumerate(rounds):
        points = one["points"]
        for seat, word in enumerate(one["hands"]):
            for face in faces(int(word, 16)):
                x[number, seat, class_of(face)] += 1
            y[number, seat] = payoff(points, seat)
        x[number, one["exchange"][1], -2] = 1
        x[number, one["exchange"][0], -1] = 1
    # Hands have 16 cards and payoffs sum to nothing: values are told against the deck's average.
    centre = np.eye(width)
    centre[: -len(ROLES)] -= deck
    flat, paid = x.reshape(-1, width), y.reshape(-1)
    inverse = np.linalg.pinv(flat.T @ flat)
    fit = inverse @ flat.T @ paid
    by_deal: NDArray[np.float64] = np.einsum("nsw,ns->nw", x, y - x @ fit)
    spread = centre @ inverse @ (by_deal.T @ by_deal) @ inverse @ centre.T
    value, margin = centre @ fit, 1.96 * np.sqrt(np.diag(spread))
    found: dict[str, Any] = {}
    for name, mean, half in zip((*CLASSES, *ROLES), value, margin, strict=True):
        found[name] = {"mean": round(float(mean), 4), "margin": round(float(half), 4)}
    return found
