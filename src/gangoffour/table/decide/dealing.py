"""Everybody's hand in the deal: promised before the match, said once it has begun."""

from __future__ import annotations

import re
from typing import Final

from gangoffour.rules.deal import commitment
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide.decision import Decision
from gangoffour.table.refusals import TableRefusal

_DIGITS: Final = re.compile("[0-9a-f]{64}")
"""32 bytes in hexadecimal digits: a promise as well as what is promised."""


def require_digits(text: str) -> None:
    """Refuse what is neither a promise nor a contribution."""
    if not _DIGITS.fullmatch(text):
        raise TableRefusal("bad_contribution")


def promise(case: Decision, ask: c.Promise) -> None:
    seat = case.seat
    case.require_no_match()
    case.require_free_hand()
    require_digits(ask.promise)
    if case.table.seats[seat].promise != ask.promise:
        case.happens(e.Promised(seat, ask.promise))


def contribute(case: Decision, ask: c.Contribute) -> None:
    seat, sources = case.seat, case.table.sources
    if case.table.phase != "dealing" or sources is None:
        raise TableRefusal("no_match_running")
    require_digits(ask.contribution)
    if sources.promises[seat] != commitment(ask.contribution):
        raise TableRefusal("bad_contribution")
    if sources.contributions[seat] is None:
        case.happens(e.Contributed(seat, ask.contribution))
        case.shuffle_if_complete()
