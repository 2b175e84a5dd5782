"""A rated table that becomes casual says so to everybody who looks at it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window

TOLD = "This match is unrated: two of you are playing from the same internet address."


@pytest.mark.long
def test_two_from_one_address_are_told_that_their_match_is_casual(
    scenery: Scenery, browser: Browser
) -> None:
    """Both browsers are on this machine, so both accounts come from one address."""
    people = [scenery.account("Ann"), scenery.account("Bob")]
    room = scenery.table(people, Options(rated=True, clock="none"), ["dumpling", "dumpling"])
    place = f"{scenery.url}/table/{room.id}"
    with (
        window(browser, PHONE, scenery.cookie("Ann")) as host,
        window(browser, PHONE, scenery.cookie("Bob")) as guest,
    ):
        host.goto(place)
        guest.goto(place)
        host.locator("[data-action=start]").wait_for()
        guest.get_by_text("Ann").first.wait_for()
        assert room.table.options.rated
        expect(host.get_by_text(TOLD)).to_have_count(0)
        expect(host.get_by_text("Waiting for Bob")).to_be_visible()
        guest.locator("[data-action=agree]").click()
        expect(host.get_by_text("Waiting for Bob")).to_have_count(0)
        assert room.table.ready == (1,)
        for page in (host, guest):  # before it begins, too
            expect(page.locator("[data-rated=same_address]")).to_be_visible()
        host.locator("[data-action=start]").click()
        for page in (host, guest):
            expect(page.get_by_text(TOLD).first).to_be_visible()
    assert not room.table.options.rated
