"""A match of the library in step with one that is played without a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from gangoffour import Match
from gangoffour.bots import load_bot
from gangoffour.bots.bot import Bot
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.editions import rule_set
from gangoffour.server.storage.stored_event import Entry

AS_ON_A_SERVER = {"tiger": "tiger-exact"}
"""What a bot of a browser is called elsewhere, where that is not the same."""


@cache
def _bot(name: str) -> Bot:
    return load_bot(AS_ON_A_SERVER.get(name, name))


class InStep:
    """A match of the library that follows what a page has kept, and asks the same bots itself."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        """What the page's bots have; another one after the page was opened again."""
        self.match: Match | None = None
        self._bots: dict[int, str] = {}
        self._options: dict[str, object] = {}
        self.actions = 0
        self._seen = 0

    def follow(self, kept: Sequence[Entry]) -> None:
        """Do what has been kept since this was last asked; whatever a bot did, it chooses too."""
        for entry in kept[self._seen :]:
            self._fold(json.loads(entry.body))
        self._seen = len(kept)

    def _fold(self, event: dict[str, object]) -> None:
        match event:
            case {"event": "opened", "options": dict(options)}:
                self._options, self._bots = options, {}
            case {"event": "bot_sat", "seat": int(seat), "bot": str(bot)}:
                self._bots[seat] = bot
            case {"event": "started", "seed": str(seed)}:
                changes = {"target": self._options["target"], "last_card": "automatic"}
                rules = rule_set(str(self._options["edition"]), **changes)
                self.match = Match.new(
                    seats=int(str(self._options["seats"])), seed=seed, rules=rules
                )
            case {"event": "acted", "seat": int(seat), "action": dict(action)}:
                self._act(seat, action)

    def _act(self, seat: int, action: dict[str, object]) -> None:
        assert self.match is not None
        if seat in self._bots:
            chosen = _bot(self._bots[seat]).choose(self.match.view(seat), self.chance)
            assert action_dict(chosen) == action
        self.match = self.match.act(seat, parse_action(action))
        self.actions += 1

    def agrees_with(self, state: dict[str, Any]) -> None:
        """What a page knows of a table is what the library has."""
        assert self.match is not None
        shown, own, match = state["public"]["match"], state["own"], self.match
        assert shown["totals"] == list(match.totals) and shown["version"] == match.version
        assert shown["turn"] == match.turn and shown["winners"] == list(match.winners)
        assert own["hand"] == match.view(own["seat"]).hand.codes
