"""A finished match step by step, with all hands: everything a client needs to show it again.

It is over, so nothing is secret any more. Every step carries the public facts, as they were told
during the match, and the state after it, so that whoever shows it needs no rules.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Final, Literal

from msgspec import Struct
from msgspec.json import encode

from gangoffour.rules.cards import Cards
from gangoffour.rules.deal import commitment
from gangoffour.rules.fairness import read_sources
from gangoffour.rules.match import Match, PlayedRound, Step
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record
from gangoffour.rules.retrace import retrace
from gangoffour.server.wire.matches import MatchLine
from gangoffour.table.views.facts import CardTakenFact, DealtFact, Fact, fact_of
from gangoffour.table.views.public_view import deal_view
from gangoffour.table.views.score_sheet import result_view
from gangoffour.table.views.types import DealView, ResultView

BEGINNING: Final = (DealtFact, CardTakenFact)
"""What is told of a later round before anybody acts."""


class ReplayStep(Struct, frozen=True):
    """One action: what happened, and how things stand after it."""

    events: list[Fact]
    """The public facts, as in ``update``."""
    hands: list[str | None]
    """The hand of each seat that changed, as codes with spaces between; null if it is as before."""
    turn: int | None
    table: str | None
    table_kind: str | None
    table_by: int | None
    passed: list[int]
    called: list[int]
    barred: list[int]


class ReplayRound(Struct, frozen=True):
    """One round: the cards as dealt, then every action; the exchange is a step as well."""

    round: int
    direction: Literal[1, -1]
    dealer: int
    hands: list[str]
    dead: str
    steps: list[ReplayStep]
    result: ResultView


class Replay(Struct, frozen=True):
    """A whole match, to be stepped through from any seat."""

    match: MatchLine
    seed: str
    commitment: str
    """SHA-256 of the seed, as it was published before the first card."""
    rounds: list[ReplayRound]
    winners: list[int]
    deal: DealView | None
    """What the seed was mixed from, if people had a hand in it."""


class Steps(Struct, frozen=True):
    """A replay without what may change later: the names of the players."""

    seed: str
    commitment: str
    rounds: list[ReplayRound]
    winners: list[int]
    deal: DealView | None


def replay_of(line: MatchLine, steps: Steps) -> Replay:
    """The replay of a match whose steps are known."""
    return Replay(line, steps.seed, steps.commitment, steps.rounds, steps.winners, steps.deal)


def told(line: MatchLine, steps: bytes) -> bytes:
    """The same as JSON, of steps that are JSON already: they are most of it by far."""
    return b'{"match":%b,%b' % (encode(line), steps.removeprefix(b"{"))


def steps_of(record: str) -> Steps:
    """The steps of a record."""
    return steps_in(parse_record(record))


def steps_in(read: Record) -> Steps:
    """Every finished round of a match, step by step."""
    match = read.match
    rounds = []
    played = groupby(retrace(match), key=lambda step: step.before.round.number)
    for past, (_, actions) in zip(match.past, played, strict=False):
        steps = _round(list(actions), past)
        result = result_view(past.result, past.exchange)
        rounds.append(
            ReplayRound(
                past.result.number,
                1 if past.result.direction == 1 else -1,
                past.dealer,
                [str(Cards(hand)) for hand in past.deal.hands],
                str(Cards(past.deal.dead)),
                steps,
                result,
            )
        )
    deal = deal_view(read_sources(read.tags))
    return Steps(match.seed, commitment(match.seed), rounds, list(match.winners), deal)


def _round(actions: list[Step], past: PlayedRound) -> list[ReplayStep]:
    """The steps of one round."""
    hands = past.deal.hands
    steps = []
    if past.exchange is not None:
        dealt = actions[0].before
        steps.append(_step(dealt, hands, _beginning(dealt)))
        hands = dealt.round.hands
    for _, (following, _, _) in pairwise(actions):
        steps.append(_step(following, hands, [fact_of(one) for one in following.events]))
        hands = following.round.hands
    before, seat, action = actions[-1]
    ended = before.act(seat, action)
    facts = [fact_of(one) for one in ended.events]
    if not ended.over:  # the next round's deal belongs to the next round
        facts = [one for one in facts if not isinstance(one, BEGINNING)]
    return [*steps, _last_step(before, hands, facts, past)]


def _beginning(match: Match) -> list[Fact]:
    """What the deal of a later round told: the card that moved to the winner (R7.1)."""
    facts = [fact_of(one) for one in match.events]
    return [one for one in facts if isinstance(one, BEGINNING)]


def _step(after: Match, hands: tuple[int, ...], facts: list[Fact]) -> ReplayStep:
    now = after.round
    return ReplayStep(
        events=facts,
        hands=[
            None if new == old else str(Cards(new))
            for old, new in zip(hands, now.hands, strict=True)
        ],
        turn=after.turn,
        table=None if now.table is None else str(now.table),
        table_kind=None if now.table is None else now.table.kind.code,
        table_by=now.table_by,
        passed=list(now.passed),
        called=list(now.called),
        barred=list(now.barred),
    )


def _last_step(
    before: Match, hands: tuple[int, ...], facts: list[Fact], past: PlayedRound
) -> ReplayStep:
    """The play that ended a round: the match has dealt the next one already."""
    laid = past.history[-1].play
    assert laid is not None
    now = before.round
    return ReplayStep(
        events=facts,
        hands=["" if seat == past.result.winner else None for seat in range(len(hands))],
        turn=None,
        table=str(laid),
        table_kind=laid.kind.code,
        table_by=past.result.winner,
        passed=[],
        called=list(now.called),
        barred=list(past.result.barred),
    )
