"""Coming back to a match that one has left: what was asked for is done, or is one tap away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window

CALM = Options(clock="none")
ON_ITS_SIDE = {"width": 667, "height": 375}


def leave(page: Page) -> None:
    page.locator("[data-hand] .card-button").first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=leave]").click()
    page.locator("[data-action=really-leave]").click()


@pytest.mark.parametrize("path", ["/", "/matches"])
def test_who_goes_on_with_a_match_sits_there_again(
    browser: Browser, scenery: Scenery, path: str
) -> None:
    ann, bea = scenery.guest("Ann goes on"), scenery.guest("Bea goes on")
    room = scenery.begin([ann, bea], CALM, ["dumpling", "dumpling"])
    with window(browser, PHONE, scenery.cookie(bea.name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        leave(page)
        scenery.until(lambda: room.table.seats[1].stand_in is not None)
        visit(page, path)
        page.get_by_role("link", name="Continue").click()
        page.locator("[data-hand] .card-button").first.wait_for()
        expect(page.locator("[data-action=pass]")).to_be_visible()
        expect(page.get_by_role("button", name="Take your seat back")).to_have_count(0)
        assert room.table.seats[1].stand_in is None
        expect(page.locator(".toast", has_text="A bot takes over for you.")).to_have_count(0)
        assert page.url == f"{scenery.url}/table/{room.id}", "a link to it only leads there"


def test_who_comes_by_a_link_finds_the_way_back_in_place_of_the_buttons(
    browser: Browser, scenery: Scenery
) -> None:
    ann, bea = scenery.guest("Ann waits on"), scenery.guest("Bea looks in")
    room = scenery.begin([ann, bea], CALM, ["dumpling", "dumpling"])
    with window(browser, PHONE, scenery.cookie(bea.name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        leave(page)
        scenery.until(lambda: room.table.seats[1].stand_in is not None)
        page.goto(f"{scenery.url}/table/{room.id}")
        back = page.get_by_role("button", name="Take your seat back")
        for size in (PHONE, ON_ITS_SIDE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            expect(back).to_be_in_viewport(ratio=1)
            box = back.bounding_box()
            assert box is not None and box["height"] >= 44 and box["width"] >= 150
        expect(page.get_by_text("A bot is playing for you.")).to_be_visible()
        assert room.table.seats[1].stand_in is not None
        back.click()
        expect(page.locator("[data-action=pass]")).to_be_visible()
        assert room.table.seats[1].stand_in is None
