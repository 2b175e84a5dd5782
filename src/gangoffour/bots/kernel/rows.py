"""Rows of weights as the kernel adds them up: those of what was declined, and of an action."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.strength import lookup
from gangoffour.bots.network import CLASS_BEGIN, LEVELS, PASS, PLAY_BITS, STATIC_BITS, Floats
from gangoffour.bots.network.features import every_play
from gangoffour.bots.network.outline import TURNS
from gangoffour.bots.network.reflex import left_rows

DECLINED: Final = 556


def by_parts(by_play: Floats) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """What is made of an action as a sum of few rows: how it looks (of five cards, each card and
    the rest), the outline of what it leaves, and how much that is. The row of each action's look
    comes first; the controls of an outline are also added up beforehand."""
    known, rest = lookup(), by_play[PLAY_BITS:]
    actions = np.arange(PASS + 1)
    fives = (actions >= CLASS_BEGIN[3]) & (actions < CLASS_BEGIN[4])
    looks = np.where(fives, 0, actions)
    looks[fives] = -1 - (known.kind[fives[:-1]].astype(np.int64) << 8 | known.level[fives[:-1]])
    _, one, which = np.unique(looks, return_index=True, return_inverse=True)
    rows = every_play()[one]
    rows[fives[one], :64] = 0
    controls = np.arange(32)[:, None] >> np.arange(5) & 1
    parts = [by_play[:64], rest, controls @ rest[64 + TURNS :][:5], left_rows(by_play)]
    parts += [rows @ by_play[:STATIC_BITS]]
    return which.astype(np.int16), np.concatenate(parts).astype(np.int16)


def declined_rows(trunk: Floats) -> NDArray[np.int16]:
    """The sums of a class's rows from each level on, for each place: how declining it looks."""
    rows, at = [], DECLINED
    for _ in range(3):
        for width in LEVELS[:4]:
            rows.append(trunk[at : at + width][::-1].cumsum(axis=0)[::-1])
            at += width
    return np.concatenate(rows).astype(np.int16)
