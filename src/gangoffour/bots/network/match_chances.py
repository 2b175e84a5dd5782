"""What totals are worth: everybody's chance to win the match from them, by the network."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from gangoffour.bots.network.features import Floats
from gangoffour.bots.network.threads import one_thread
from gangoffour.bots.network.weights import MATCH_INPUTS
from gangoffour.bots.position.position import PLACES


@one_thread()
def match_chances(weights: dict[str, Floats], totals: ArrayLike, who: ArrayLike) -> Floats:
    """Everybody's chance to win the match, in seat order: a row for each row of totals (parts
    of 100) and of ``who`` won and lost the last round (-1: nobody, before the first).

    The last round counts because its winner will take a card and lead (R7).
    """
    w, standing, ended = weights, np.atleast_2d(totals), np.atleast_2d(who)
    seats = standing.shape[1]
    rows = np.zeros((len(standing), seats, MATCH_INPUTS), np.float32)
    for turn, place in enumerate(PLACES[seats]):
        other = (np.arange(seats) + turn) % seats
        rows[:, :, place] = standing[:, other] / 100
        rows[:, :, 5 + place] = ended[:, :1] == other
        rows[:, :, 9 + place] = ended[:, 1:] == other
    rows[:, :, 4] = seats == 3
    hidden = _relu(rows @ w["totals0.w"] + w["totals0.b"])
    hidden = _relu(hidden @ w["totals1.w"] + w["totals1.b"])
    odds = np.exp((hidden @ w["totals2.w"])[:, :, 0])
    return cast(Floats, odds / odds.sum(axis=1, keepdims=True))


def _relu(values: Floats) -> Floats:
    return cast(Floats, np.maximum(values, np.float32(0)))
