"""Who may say what at a table."""

from __future__ import annotations

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.chat import checked_phrase, checked_text
from gangoffour.table.decide.decision import Decision
from gangoffour.table.refusals import TableRefusal


def say(case: Decision, ask: c.Say) -> None:
    _require_voice(case)
    if case.table.options.chat == "phrases":
        raise TableRefusal("phrases_only")
    case.happens(e.Said(case.person.id, case.person.name, checked_text(ask.text)))


def phrase(case: Decision, ask: c.Phrase) -> None:
    _require_voice(case)
    case.happens(e.Phrased(case.person.id, case.person.name, checked_phrase(ask.phrase)))


def _require_voice(case: Decision) -> None:
    if case.table.options.chat == "none":
        raise TableRefusal("no_chat_here")
    if case.table.seat_of(case.person.id) is None:
        raise TableRefusal("spectators_silent")
