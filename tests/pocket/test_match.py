"""Whole matches without a server, by the messages of the wire, in step with the library."""

from __future__ import annotations

import json
from itertools import cycle
from random import Random

import pytest

from gangoffour import EDITIONS, Match
from gangoffour.bots import load_bot
from gangoffour.pocket.bots import BY_LEVEL
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.editions import rule_set
from tests.pocket.page import Page
from tests.support.length import slice_of

ACTIONS = slice_of(100_000, 700)
"""How many actions are played in step, shared by editions and numbers of players."""
KILLED_EVERY = 10
CASES = [(edition, seats) for edition in EDITIONS for seats in EDITIONS[edition].seats]


class InStep:
    """A match of the library that follows what a page has kept, and asks the same bots itself."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._match: Match | None = None
        self._bots: dict[int, str] = {}
        self._options: dict[str, object] = {}
        self.actions = 0
        self._seen = 0

    def follow(self, page: Page) -> None:
        for entry in page.kept[self._seen :]:
            self._fold(json.loads(entry.body))
        self._seen = len(page.kept)

    def _fold(self, event: dict[str, object]) -> None:
        match event:
            case {"event": "opened", "options": dict(options)}:
                self._options, self._bots = options, {}
            case {"event": "bot_sat", "seat": int(seat), "bot": str(bot)}:
                self._bots[seat] = bot
            case {"event": "started", "seed": str(seed)}:
                changes = {"target": self._options["target"], "last_card": "automatic"}
                rules = rule_set(str(self._options["edition"]), **changes)
                self._match = Match.new(
                    seats=int(str(self._options["seats"])), seed=seed, rules=rules
                )
            case {"event": "acted", "seat": int(seat), "action": dict(action)}:
                self._act(seat, action)

    def _act(self, seat: int, action: dict[str, object]) -> None:
        assert self._match is not None
        if seat in self._bots:
            bot = load_bot(self._bots[seat])
            assert action_dict(bot.choose(self._match.view(seat), self._chance)) == action
        self._match = self._match.act(seat, parse_action(action))
        self.actions += 1

    def agrees_with(self, page: Page, table: str) -> None:
        """What the page shows is what the library has."""
        assert self._match is not None
        state, match = page.tables[table], self._match
        shown, own = state["public"]["match"], state["own"]
        assert shown["totals"] == list(match.totals) and shown["version"] == match.version
        assert shown["turn"] == match.turn and shown["winners"] == list(match.winners)
        assert own["hand"] == match.view(own["seat"]).hand.codes


@pytest.mark.parametrize(("edition", "seats"), CASES)
def test_whole_matches_in_step_with_the_library_whatever_kills_the_tab(
    edition: str, seats: int
) -> None:
    seed = f"{edition} {seats}"
    chance, seeds = Random(seed), (f"{seed} {number}" for number in cycle(range(10_000)))
    page = Page(Random(seed), lambda: next(seeds))
    page.enter("Ann")
    library = InStep(Random(seed))
    target = slice_of(100, 20)
    while library.actions * len(CASES) < ACTIONS:
        options = {"seats": seats, "edition": edition, "target": target, "clock": "none"}
        table = page.ask("POST", "/api/tables", {"options": options})["table"]
        page.say("watch", table=table)
        for seat in range(1, seats):
            page.do(table, "set_bot", seat=seat, bot=BY_LEVEL[seat - 1])
        page.do(table, "start")
        killed_at = library.actions
        while page.tables[table]["public"]["phase"] != "over":
            if not page.act(table, chance):
                page.wait()
            library.follow(page)
            if library.actions - killed_at >= KILLED_EVERY:
                killed_at = library.actions
                page.killed()
                page.say("watch", table=table)
                library.agrees_with(page, table)
        library.agrees_with(page, table)
        number = page.tables[table]["public"]["match"]["number"]
        replay = page.ask("GET", f"/api/matches/{table}-{number}/replay")
        assert len(replay["rounds"]) == len(page.tables[table]["public"]["match"]["results"])
        record = page.text(f"/api/matches/{table}-{number}/record")
        again = page.ask("POST", "/api/replays", {"record": record})
        assert again["rounds"] == replay["rounds"] and again["match"]["id"] == ""
        names = [(one["name"], one["bot"]) for one in again["match"]["players"]]
        assert names[:2] == [("Ann", None), (BY_LEVEL[0], BY_LEVEL[0])]
