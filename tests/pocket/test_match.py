"""Whole matches without a server, by the messages of the wire, in step with the library."""

from __future__ import annotations

from itertools import cycle
from random import Random

import pytest

from gangoffour import EDITIONS
from gangoffour.pocket.bots import BY_LEVEL
from tests.pocket.in_step import InStep
from tests.pocket.page import Page
from tests.support.length import first_of, slice_of

ACTIONS = slice_of(100_000, 700)
"""How many actions are played in step, shared by editions and numbers of players."""
KILLED_EVERY = 10
CASES = [(edition, seats) for edition in EDITIONS for seats in EDITIONS[edition].seats]


@pytest.mark.parametrize(("edition", "seats"), first_of(CASES, 4))
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
            library.follow(page.kept)
            if library.actions - killed_at >= KILLED_EVERY:
                killed_at = library.actions
                page.killed()
                page.say("watch", table=table)
                library.agrees_with(page.tables[table])
        library.agrees_with(page.tables[table])
        number = page.tables[table]["public"]["match"]["number"]
        replay = page.ask("GET", f"/api/matches/{table}-{number}/replay")
        assert len(replay["rounds"]) == len(page.tables[table]["public"]["match"]["results"])
        record = page.text(f"/api/matches/{table}-{number}/record")
        again = page.ask("POST", "/api/replays", {"record": record})
        assert again["rounds"] == replay["rounds"] and again["match"]["id"] == ""
        names = [(one["name"], one["bot"]) for one in again["match"]["players"]]
        assert names[:2] == [("Ann", None), (BY_LEVEL[0], BY_LEVEL[0])]
