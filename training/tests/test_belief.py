"""The belief over whole hands deals as the rules do before it has learnt anything."""

from __future__ import annotations

import math
import random

import torch

from training import belief


def _dealt(seed: int) -> torch.Tensor:
    """Where 48 unseen cards lie, sixteen at each place."""
    cards = [face for face in range(34) for _ in range(2 if face < 30 else 1)]
    random.Random(seed).shuffle(cards)
    where = torch.zeros(1, belief.FACES, 3)
    for at, face in enumerate(cards[16:]):
        where[0, belief.ORDER.index(face), at // 16] += 1
    return where


def test_nothing_learnt_makes_all_hands_alike() -> None:
    weights = belief.fresh(16, 8, 0, 1, "cpu")
    for seed in range(5):
        where = _dealt(seed)
        found = belief.logs(weights, torch.zeros(1, 16), where, where.sum(1)).sum()
        deals = math.lgamma(49) - 3 * math.lgamma(17)
        apart = int(((where.sum(-1) == 2) & (where.max(-1).values == 1)).sum())
        assert math.isclose(float(found), apart * math.log(2) - deals, rel_tol=1e-5)


def test_what_the_network_believes_of_cards_is_a_belief_of_hands_too() -> None:
    where = _dealt(7)
    sure = torch.zeros(1, 3, belief.FACES)
    for at, face in enumerate(belief.ORDER):
        sure[0, :, face] = 20 * where[0, at]
    assert float(belief.by_cards(sure, where, where.sum(1)).sum()) > -8
    none = belief.by_cards(torch.zeros_like(sure), where, where.sum(1)).sum()
    assert float(none) < -30
