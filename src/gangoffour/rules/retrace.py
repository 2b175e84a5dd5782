"""A match again, action by action: what stood before each, who acted, and what they did."""

from __future__ import annotations

from collections.abc import Iterator

from gangoffour.rules.actions import Action, Call, Give, Pass, play_of
from gangoffour.rules.match import Match, Step
from gangoffour.rules.position import parse_position
from gangoffour.rules.round import Move

__all__ = ["Step", "action_of", "beginning", "retrace"]


def retrace(end: Match) -> Iterator[Step]:
    """Every action that led to ``end``, in order, over or not.

    >>> match = Match.new(seed=7)
    >>> later = match.act(match.turn, match.view(match.turn).actions[0])
    >>> [(step.before.version, step.seat == match.turn) for step in retrace(later)]
    [(0, True)]
    """
    match = beginning(end)
    rounds = [(past.deal, past.exchange, past.history) for past in end.past]
    if not end.over:
        rounds.append((end.deal, end.exchange, end.round.history))
    for number, (dealt, exchange, history) in enumerate(rounds):
        if number and match.deal != dealt:  # laid out by hand, not from the seed
            match = match.deal_next(dealt)
        if match.exchange is not None and match.exchange.back is None:
            if exchange is None or exchange.back is None:
                return
            step = Step(match, exchange.taker, Give(exchange.back))
            yield step
            match = match.act(*step[1:])
        for move in history:
            step = Step(match, move.seat, action_of(move))
            yield step
            match = match.act(*step[1:])


def beginning(end: Match) -> Match:
    """The match before its first action."""
    if end.origin is not None:
        return parse_position(end.origin, end.seed)
    first = end.past[0] if end.past else end
    return Match.begin(end.rules, end.seed, first.dealer, first.deal)


def action_of(move: Move) -> Action:
    """The action that a move of the history was."""
    if move.play is not None:
        return play_of(move.play, move.call)
    return Call() if move.call else Pass()
