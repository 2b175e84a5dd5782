"""Whether a published day is as it was promised: its secret, its seeds, and what the bots replied.

Replies follow from the weights with which the bots play. A day names its own by their SHA-256;
after an update of the game these may be others, and then its replies cannot be compared: that is
said, and is no fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from gangoffour.bots.network.weights import SHIPPED, shipped_file, whole_file
from gangoffour.daily.rounds import other_replies
from gangoffour.daily.seeds import faults
from gangoffour.rules.match import Match


@cache
def weights_in_use() -> str:
    """The SHA-256 of the weights with which the bots of this installation play."""
    return sha256(whole_file(shipped_file(SHIPPED))).hexdigest()


class Checked(NamedTuple):
    """What was found of a day, in sentences."""

    wrong: list[str]
    notes: list[str]


def check(day: Mapping[str, Any], played: Sequence[Match] = ()) -> Checked:
    """Check a closed day as the server tells it, and records of rounds that were played in it."""
    seeds = list(day["seeds"])
    numbered = dict(enumerate(seeds, start=1))
    wrong = faults(day["secret"] or "", day["commitment"], day["label"], numbered)
    notes = [] if wrong else ["The secret is the one promised, and the seeds come from it."]
    ours = day.get("weights") == weights_in_use()
    for match in played:
        if match.seed not in seeds:
            wrong.append("A record is of no round of this day.")
            continue
        name = f"Round {seeds.index(match.seed) + 1}"
        others = other_replies(match)
        if not others:
            notes.append(f"{name}: the bots replied as they do here.")
        elif ours:
            wrong.append(f"{name}: move {others[0]} is not what the bots reply.")
        else:
            theirs = str(day.get("weights"))[:12]
            notes.append(
                f"{name}: played with other weights ({theirs}…) than those here"
                f" ({weights_in_use()[:12]}…): its replies cannot be compared."
            )
    return Checked(wrong, notes)
