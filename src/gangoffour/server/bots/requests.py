"""What a server asks of a worker: a bot's choice or a hint for one seat, a verdict on the turns of
a round that is over; and the answers.

A request carries seats' views and nothing else of the match: a worker cannot know more than the
seat does, whatever bot it runs.
"""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

import msgspec
from msgspec import Struct

from gangoffour.bots.advice.decision import Look, Verdict
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import Combination, catalogue
from gangoffour.rules.deal import Ceremony
from gangoffour.rules.editions import RuleSet, parse_rules, print_rules
from gangoffour.rules.events import RoundResult
from gangoffour.rules.round import Move
from gangoffour.rules.view import Exchange, View
from gangoffour.server.wire.messages import HintPlay


class SentView(Struct, frozen=True, array_like=True):
    """A view on its way: cards as bits, combinations as their numbers in the catalogue."""

    seat: int
    rules: str
    phase: str
    round: int
    turn: int | None
    direction: int
    dealer: int
    ceremony: tuple[int, tuple[str, ...], int] | None
    hand: int
    counts: tuple[int, ...]
    table: int | None
    table_by: int | None
    passed: tuple[int, ...]
    called: tuple[int, ...]
    barred: tuple[int, ...]
    plays: tuple[int, ...]
    may_pass: bool
    may_call: bool
    must_block: bool
    opening: bool
    exchange: Exchange | None
    history: tuple[tuple[int, int | None, bool, bool], ...]
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    version: int


class BotRequest(Struct, frozen=True):
    """A choice of which bot (for a hint: of none), and the view."""

    bot: str
    view: SentView


class Answer(Struct, frozen=True, omit_defaults=True):
    """An action, advice, or a verdict for each turn; nothing if a request was not understood."""

    action: dict[str, object] | None = None
    advice: list[HintPlay] | None = None
    verdicts: list[Verdict] | None = None


class SentLook(Struct, frozen=True, array_like=True):
    """One turn on its way: what the seat could see, and what it did."""

    view: SentView
    played: int
    forgot: bool


decode_looks = msgspec.msgpack.Decoder(list[SentLook]).decode
decode_request = msgspec.msgpack.Decoder(BotRequest).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
encode = msgspec.msgpack.Encoder().encode


def sent_view(view: View) -> SentView:
    """A seat's view, ready to be sent."""
    assert view.seat is not None
    plain = view._asdict()
    plain["rules"] = _rules_text(view.rules)
    plain["ceremony"] = None if view.ceremony is None else astuple(view.ceremony)
    plain["hand"] = view.hand.word
    plain["table"] = None if view.table is None else view.table.index
    plain["plays"] = tuple(one.index for one in view.plays)
    plain["history"] = tuple(
        (one.seat, None if one.play is None else one.play.index, one.call, one.lead)
        for one in view.history
    )
    return SentView(**plain)


def view_of(sent: SentView) -> View:
    """The view that was sent."""
    known = catalogue()
    plain = {name: getattr(sent, name) for name in View._fields}
    plain["rules"] = _rules(sent.rules)
    plain["ceremony"] = None if sent.ceremony is None else Ceremony(*sent.ceremony)
    plain["hand"] = Cards(sent.hand)
    plain["table"] = None if sent.table is None else known[sent.table]
    plain["plays"] = tuple(known[index] for index in sent.plays)
    plain["history"] = tuple(
        Move(seat, _play(known, play), call, lead) for seat, play, call, lead in sent.history
    )
    return View(**plain)


def sent_look(look: Look) -> SentLook:
    """A turn, ready to be sent; the results of earlier rounds are of no use."""
    return SentLook(sent_view(look.view._replace(results=())), look.played, look.forgot)


def look_of(sent: SentLook) -> Look:
    """The turn that was sent."""
    return Look(view_of(sent.view), sent.played, sent.forgot)


def _play(known: tuple[Combination, ...], index: int | None) -> Combination | None:
    return None if index is None else known[index]


@cache
def _rules(text: str) -> RuleSet:
    return parse_rules(text)


@cache
def _rules_text(rules: RuleSet) -> str:
    return print_rules(rules)
