"""``handle(table, command, now)``: decide what a command causes, or refuse and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gangoffour.rules.cards import Cards
from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.decide import (
    carrying,
    chatting,
    dealing,
    out_of_time,
    pausing,
    seating,
    stand_ins,
    starting,
)
from gangoffour.table.decide.decision import Decision
from gangoffour.table.decide.host import take_host
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table


def handle(table: Table, command: c.Command, now: int) -> tuple[Table, tuple[e.Event, ...]]:
    """The table after a command and the events it caused; a Refusal if it cannot be."""
    if not table.id and not isinstance(command.what, c.OPENS):
        raise TableRefusal("table_closed")
    case = Decision(table, command, now)
    _DECIDE[type(command.what)](case, command.what)
    return case.table, tuple(case.caused)


def _play(case: Decision, ask: c.Play) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    action: dict[str, object] = {"play": Cards.parse(ask.cards).codes}
    case.act(seat, {**action, "call": True} if ask.call else action)


def _pass(case: Decision, ask: c.Pass) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    case.act(seat, {"pass": True})


def _call(case: Decision, ask: c.Call) -> None:
    seat = case.own_seat
    case.require_playing()
    case.act(seat, {"call": True})


def _give(case: Decision, ask: c.Give) -> None:
    seat = case.own_seat
    case.require_playing()
    case.require_version(ask.version)
    case.act(seat, {"give": ask.card})


def _bot_acts(case: Decision, ask: c.BotActs) -> None:
    case.require_playing()
    case.require_version(ask.version)
    case.require_seat(ask.seat)
    if case.table.seats[ask.seat].played_by_bot is None:
        raise TableRefusal("not_a_bot", seat=ask.seat)
    if case.table.asleep:
        raise TableRefusal("nobody_here")
    case.act(ask.seat, ask.action, by_bot=True)


def _expire(case: Decision, ask: c.Expire) -> None:
    if case.table.asleep:
        case.happens(e.Voided("nobody_came_back"))


def _recover(case: Decision, ask: c.Recover) -> None:
    if case.table.running and not case.table.asleep:
        case.happens(e.Recovered())


_DECIDE: dict[type, Callable[[Decision, Any], None]] = {
    c.Open: seating.open_table,
    c.Carry: carrying.carry,
    c.Sit: seating.sit,
    c.Leave: seating.leave,
    c.GiveUp: seating.give_up,
    c.SetBot: seating.set_bot,
    c.Unseat: seating.unseat,
    c.SetOptions: seating.set_options,
    c.TakeHost: take_host,
    c.Promise: dealing.promise,
    c.Contribute: dealing.contribute,
    c.Start: starting.start,
    c.Play: _play,
    c.Pass: _pass,
    c.Call: _call,
    c.Give: _give,
    c.BotActs: _bot_acts,
    c.Ready: starting.ready,
    c.Pause: pausing.pause,
    c.Resume: pausing.resume,
    c.Rematch: starting.rematch,
    c.Say: chatting.say,
    c.Phrase: chatting.phrase,
    c.Connect: stand_ins.connect,
    c.Disconnect: stand_ins.disconnect,
    c.StepAway: seating.step_away,
    c.Tick: out_of_time.tick,
    c.Expire: _expire,
    c.Recover: _recover,
}


def why_not(table: Table, person: c.Person, cards: list[str]) -> Refusal | None:
    """Why a person could not play these cards now, by their seat's view; None if they could."""
    match = table.match
    try:
        if match is None:
            raise TableRefusal("no_match_running")
        case = Decision(table, c.Command(c.Play(cards, match.version), person), table.since)
        seat = case.own_seat
        case.require_playing()
        return match.view(seat).why_not(Cards.parse(cards).codes)
    except Refusal as refusal:
        return refusal
