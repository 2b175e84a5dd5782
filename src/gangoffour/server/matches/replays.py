"""Replays of finished matches, made when somebody asks for one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record
from gangoffour.server.matches.history import History
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.steps import Replay, Steps, replay_of, steps_in, steps_of
from gangoffour.server.wire.matches import MatchLine, PlayerLine
from gangoffour.server.wire.refusals import ServerRefusal

REMEMBERED: Final = 8
MAX_NAME: Final = 40


class Replays:
    """Replays of matches; the last few are remembered, as making one takes a moment."""

    def __init__(self, records: Records, history: History) -> None:
        self._records = records
        self._history = history
        self._steps: OrderedDict[str, Steps] = OrderedDict()

    async def of(self, match_id: str) -> Replay:
        """The replay of a match; refused while it runs."""
        steps = self._steps.get(match_id)
        if steps is None:
            record = await self._records.bare_record(match_id)
            steps = await asyncio.to_thread(steps_of, record)
            self._steps[match_id] = steps
            if len(self._steps) > REMEMBERED:
                self._steps.popitem(last=False)
        line = await self._history.match(match_id)
        return replay_of(line, steps)

    async def opened(self, text: str) -> Replay:
        """The replay of a record from elsewhere, which is kept nowhere; refused if it is no match
        or has no finished round."""
        return await asyncio.to_thread(_opened, text)


def _opened(text: str) -> Replay:
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
