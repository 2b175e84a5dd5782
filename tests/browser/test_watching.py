"""Who watches three players: the whole trick, why one cannot talk, and a hand that nobody holds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from gangoffour.rules.round import Move
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser import longest
from tests.browser.longest import Measure
from tests.browser.scenery import Scenery
from tests.browser.test_moments import she_leads
from tests.browser.window import PHONE, visit, window
from tests.support.length import some_of

MEASURES: Sequence[Measure] = some_of(longest.MEASURES, ["text"])
SMALLEST: ViewportSize = {"width": 320, "height": 568}
TOO_WIDE = """() => {
  const bar = document.querySelector('.bar'), eye = bar.querySelector('.watching');
  eye.after(eye.cloneNode(true));  // as wide as the sign of a lost line
  return Math.max(bar.scrollWidth - bar.clientWidth,
    document.documentElement.scrollWidth - innerWidth);
}"""


def two_plays(table: Table) -> bool:
    """The person is to move, and at least two plays lie there."""
    match = table.match
    if match is None or match.turn != 0 or match.round.table is None:
        return False
    return len([one for one in trick_of(table) if one.play is not None]) >= 2


def trick_of(table: Table) -> list[Move]:
    assert table.match is not None
    history = table.match.round.history
    lead = max(i for i, one in enumerate(history) if one.lead)
    return list(history[lead:])


@pytest.mark.proof
def test_a_spectator_sees_the_trick_and_learns_why_they_are_silent(
    scenery: Scenery, browser: Browser
) -> None:
    """And the player's smallest phone has room for the sign that somebody watches."""
    ann = scenery.guest("Ann")
    scenery.guest("Eve")
    room = scenery.moment(
        [ann], Options(seats=3, clock="none"), ["dumpling", "dumpling"], two_plays
    )
    lead = scenery.moment([ann], Options(clock="none"), ["dumpling"] * 3, she_leads)
    place = f"{scenery.url}/table/{room.id}"
    with (
        window(browser, PHONE, scenery.cookie("Eve")) as page,
        window(browser, SMALLEST, scenery.cookie("Ann")) as player,
    ):
        page.goto(f"{scenery.url}/table/{lead.id}")
        told = page.locator("[data-whole-trick]")
        expect(told.locator("li:visible")).to_have_count(len(trick_of(lead.table)))
        expect(told.locator("h3")).to_have_text("The previous trick")
        visit(page, f"/table/{room.id}")
        laid = [one.play for one in trick_of(room.table) if one.play is not None]
        cards = page.locator("[data-whole-trick] .card-chip")
        expect(cards).to_have_count(sum(len(one.codes) for one in laid))
        expect(cards.last).to_be_in_viewport()
        expect(page.locator("[data-open-hands]")).to_have_count(0)
        _dead_hand_is_covered(page)
        page.get_by_role("button", name="Chat").click()
        expect(page.locator("dialog [data-silent]")).to_contain_text("Only the players can chat")
        for measure in MEASURES:
            player.goto(f"{place}?lang={longest.speak(player, measure)}")
            player.locator(".bar .watching").wait_for()
            assert player.evaluate(TOO_WIDE) <= 1, measure  # rounded pixels
        _dead_hand_is_covered(player)


def _dead_hand_is_covered(page: Page) -> None:
    expect(page.locator("[data-dead]")).to_be_visible()
    expect(page.locator("[data-dead] .card-down").first).to_be_visible()
    expect(page.locator("[data-dead] .card:not(.card-down)")).to_have_count(0)
