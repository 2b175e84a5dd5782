"""Days without a server; that they are the same as on one is shown in ``tests/server/daily``."""

from __future__ import annotations

from random import Random

import pytest

from gangoffour.bots.review import review
from gangoffour.daily.check import check
from gangoffour.daily.day import ROUNDS, opens_at
from gangoffour.daily.seeds import public_secret, seeds_of
from tests.pocket.day import device, play_day
from tests.pocket.judged import judging
from tests.pocket.page import Page

DAY = "2026-11-16"


@pytest.mark.long
def test_a_day_that_no_server_keeps_secret_is_played_for_fun() -> None:
    page, chance = device(), Random(4)
    page.now = opens_at(DAY) + 1
    before = page.ask("GET", "/api/daily/today")
    assert before["id"] == DAY and before["mine"] is None and before["ranking"] == []
    assert before["seeds"] == seeds_of(public_secret(DAY), DAY), "anybody can draw them"

    def anything(page: Page, table: str) -> bool:
        return page.act(table, chance)

    with judging() as judge:
        played = play_day(page, DAY, judge, [anything] * ROUNDS)
        assert [one.seed for one in played] == before["seeds"]
        found = check({**before, "weights": "theirs"}, played)
        assert not found.wrong and all("as they do here" in one for one in found.notes[1:])

        # What it cost is judged one round after the other.
        for _ in range(ROUNDS + 1):
            mine = page.ask("GET", f"/api/daily/{DAY}")["mine"]
        assert mine["through"] and not mine["counts"] and mine["rank"] is None
        costs = [review(one).seats[0].cost for one in played]
        assert mine["cost"] == pytest.approx(sum(costs), abs=0.05 * ROUNDS)
        days = page.ask("GET", "/api/me/daily")
        assert days["days"][0]["played"] == ROUNDS and days["streak"] == 0
        table = mine["table"]
        again = page.ask("POST", "/api/daily/today/play")
        assert again["table"] != table and not again["counts"], "once more, for fun"


def test_there_is_no_day_to_come_nor_a_hint_of_who_asks() -> None:
    page = device()
    page.now = opens_at(DAY)
    for day in ("2026-11-17", "yesterday"):
        assert page.ask("GET", f"/api/daily/{day}")["error"]["code"] == "unknown_day"
    nobody = Page(Random(1), lambda: "never dealt from")
    refused = nobody.ask("POST", "/api/daily/today/play")
    assert refused["error"]["code"] == "not_signed_in"
