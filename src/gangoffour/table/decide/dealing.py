"""Everybody's hand in the deal: promised before the match, said once it has begun."""

from __future__ import annotations

import re
from typing import Final

from gangoffour.rules.deal import commitment
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.clock import deal_deadline
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
        shuffle_if_complete(case)


def shuffle_if_complete(case: Decision) -> None:
    """Deal as soon as nobody's contribution is waited for."""
    if case.table.phase == "dealing" and not case.table.awaited:
        shuffle(case)


def shuffle_if_late(case: Decision) -> None:
    """Whoever was asked for a contribution and is silent is waited for no longer."""
    late = deal_deadline(case.table)
    if late is not None and case.now >= late:
        shuffle(case)


def shuffle(case: Decision) -> None:
    """Deal from what was contributed; promises stand for what was not."""
    sources = case.table.sources
    assert sources is not None
    said = zip(sources.promises, sources.contributions, strict=True)
    late = [seat for seat, (promise, given) in enumerate(said) if promise and not given]
    case.happens(e.Shuffled(tuple(late)))
