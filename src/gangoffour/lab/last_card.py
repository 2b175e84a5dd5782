"""Who is asked once more for "Last card!": a bot from outside, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from gangoffour.bots.outside.made_of import is_outside
from gangoffour.rules.match import Match


def asked_to_call(match: Match, bots: Sequence[str]) -> int | None:
    """The seat that has laid its second last card in silence and may call it until the next player
    acts (R5.1), if a bot from outside sits there; the bots are named by seat.

    It may answer ``Pass()``, and then is barred (R5.2). Our own say it with the play or have
    forgotten it: at a table nobody asks them again either.
    """
    silent = match.round.silent
    if silent is None or silent == match.turn or not is_outside(bots[silent]):
        return None
    return silent
