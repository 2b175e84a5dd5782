"""Days per move: a pass that is planned holds though the page is closed; who is away, is seen."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, expect

from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window

SLOW = Options(clock="days", seats=3)


def turn_of(table: Table) -> str | None:
    return None if table.turn is None else table.seats[table.turn].person


async def passed(room: Room, seat: int) -> None:
    async with asyncio.timeout(60):
        while room.table.match is None or seat not in room.table.match.round.passed:
            await asyncio.sleep(0.02)


@pytest.mark.long
def test_a_planned_pass_holds_and_who_is_away_is_seen(browser: Browser, scenery: Scenery) -> None:
    scenery.live.server.slow.plans._waits_s = (0.0, 0.0)
    people = [scenery.account(name) for name in ("Slow Sloth", "Sleepy Snail", "Tardy Toad")]
    room = scenery.begin(people, SLOW)
    match = room.table.match
    assert match is not None and match.turn is not None
    first, second = match.turn, match.round.after(match.turn)
    who = {one.id: one for one in people}
    leader, waiting = (who[room.table.seats[seat].person or ""] for seat in (first, second))
    with window(browser, PHONE, scenery.cookie(waiting.name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        page.locator("[data-action=pass]").click()
        expect(page.locator("[data-action=play]")).to_contain_text("Pass until the trick is over")
        page.reload()
        expect(page.locator("[data-action=play]")).to_contain_text("Pass until the trick is over")
    lead = match.view(first).plays[0]
    scenery.ask(room, c.Play(str(lead).split(), match.version), leader)
    scenery.do(passed(room, second))
    elsewhere = scenery.moment(people, SLOW, [], lambda table: turn_of(table) == leader.id)
    with window(browser, PHONE, scenery.cookie(waiting.name)) as page:
        page.goto(f"{scenery.url}/settings")
        group = page.get_by_role("region", name="Away")
        group.get_by_label("Away until").fill((date.today() + timedelta(days=3)).isoformat())
        group.get_by_role("button", name="Stop my clocks").click()
        expect(group.get_by_role("status")).to_contain_text("You are away until")
        with window(browser, PHONE, scenery.cookie(leader.name)) as other:
            other.goto(f"{scenery.url}/table/{room.id}")
            expect(other.locator("[data-away]")).to_contain_text("away until")
            # Their move is made here; another match waits for them, one tap away.
            other.locator("[data-next]").click()
            other.wait_for_url(f"**/table/{elsewhere.id}")
            expect(other.locator(".status.mine")).to_be_visible()
        group.get_by_role("button", name="I’m back").click()
        expect(group).to_have_attribute("data-away", "no")
    scenery.do(scenery.live.server.tables.forget(waiting.id))
