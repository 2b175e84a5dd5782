"""Looking back at the round's earlier tricks, where the host allows it (R4.7)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from gangoffour.table.options import Options
from gangoffour.table.state import Table
from gangoffour.table.views.public_view import public
from tests.browser import axe
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window

BOTS = ["sparrow", "sparrow", "sparrow"]


def three_tricks_later(table: Table) -> bool:
    """Ann's turn in the middle of a round: nothing moves while she looks back."""
    match = table.match
    if match is None or table.phase != "playing" or table.turn != 0:
        return False
    return sum(move.lead for move in match.round.history) > 3


def opened_menu(page: Page, scenery: Scenery, name: str, look_back: bool) -> list[Any]:
    """The table's menu on somebody's screen; what the server lets them look back at."""
    person = scenery.guest(name)
    options = Options(clock="none", look_back=look_back)
    room = scenery.moment([person], options, BOTS, three_tricks_later)
    page.context.add_cookies([scenery.cookie(name)])  # type: ignore[list-item]
    page.goto(f"{scenery.url}/table/{room.id}")
    page.locator("[data-hand] li").first.wait_for()
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator("dialog summary").first.wait_for()  # it is loaded when it is wanted
    seen = public(room.table, 0).match
    assert seen is not None
    return seen.earlier


@pytest.mark.long
def test_earlier_tricks_can_be_looked_through(scenery: Scenery, browser: Browser) -> None:
    with window(browser, PHONE) as page:
        earlier = opened_menu(page, scenery, "Ann", look_back=True)
        page.get_by_text("Earlier tricks", exact=True).click()
        tricks = page.locator("[data-earlier] section")
        assert tricks.count() == len(earlier) >= 3
        for number, moves in enumerate(reversed(earlier)):
            cards = tricks.nth(number).locator(".card-chip")
            assert cards.count() == sum(len(move.play or []) for move in moves)
            assert tricks.nth(number).locator("li").count() == len(moves)
        assert not axe.violations(page, "dialog")
        cut = "() => document.querySelector('dialog').scrollWidth > innerWidth"
        assert not page.evaluate(cut)


@pytest.mark.long
def test_nobody_looks_back_where_the_host_does_not_allow_it(
    scenery: Scenery, browser: Browser
) -> None:
    with window(browser, PHONE) as page:
        assert opened_menu(page, scenery, "Ben", look_back=False) == []
        assert page.get_by_text("Earlier tricks", exact=True).count() == 0
