"""A record (``.gof``) from anywhere, to be replayed: it is checked, and kept nowhere."""

from __future__ import annotations

from typing import Final

from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record
from gangoffour.server.matches.replay_steps import Replay, replay_of, steps_in
from gangoffour.server.wire.matches import MatchLine, PlayerLine
from gangoffour.server.wire.refusals import ServerRefusal

MAX_NAME: Final = 40


def opened(text: str) -> Replay:
    """The replay of a record from elsewhere; refused if it is no match or has no finished round."""
    read = parse_record(text)
    if not read.match.past:
        raise ServerRefusal("no_finished_round")
    return replay_of(_line_of(read), steps_in(read))


def _line_of(read: Record) -> MatchLine:
    """What a record says of a match that this server may never have seen: it has no id."""
    match = read.match
    return MatchLine(
        id="",
        table="",
        number=1,
        state="over",
        due_at=None,
        round=match.round.number,
        rated=False,
        seats=match.seats,
        edition=match.rules.edition,
        clock="none",
        started_at=0,
        ended_at=None,
        players=[_player_of(read, seat) for seat in range(match.seats)],
    )


def _player_of(read: Record, seat: int) -> PlayerLine:
    match, tags = read.match, read.tags
    total = match.totals[seat]
    return PlayerLine(
        seat=seat,
        person=None,
        name=tags.get(f"Player{seat}", "")[:MAX_NAME],
        bot=tags.get(f"Bot{seat}", "")[:MAX_NAME] or None,
        total=total,
        place=1 + sum(other < total for other in match.totals),
        won=seat in match.winners,
        finished=None,
        rounds=None,
        rounds_won=None,
        gangs=None,
        karma=None,
        rating_before=None,
        rating_after=None,
    )
