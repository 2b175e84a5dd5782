"""Replays of finished matches, made when somebody asks for one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from gangoffour.server.matches.history import History
from gangoffour.server.matches.opened_record import opened
from gangoffour.server.matches.records import Records
from gangoffour.server.matches.replay_steps import Replay, Steps, replay_of, steps_of

REMEMBERED: Final = 8


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
        return await asyncio.to_thread(opened, text)
