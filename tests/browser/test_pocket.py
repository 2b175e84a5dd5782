"""Playing without a server in a real browser: Python in a worker, the network cut."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.player import KEYS, Player
from tests.browser.scenery import Scenery
from tests.browser.window import page_in, visit

STARTED_MS = 300_000
"""Python takes seconds to start; on a busy machine many."""


def hand(page: Page) -> list[str]:
    return list(page.locator("[data-key]").evaluate_all(KEYS))


def round_one_phone(ann: Player, page: Page) -> None:
    """Three sit round one phone: while it goes from hand to hand, no hand is on the page."""
    before, ann.page = ann.page, page
    page.locator("[data-together]").click(timeout=STARTED_MS)
    page.get_by_text("3 players").click()
    page.get_by_label("Player 1", exact=True).fill("Mireille")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.locator("select[data-seat='2']").select_option("dumpling")
    page.locator("[data-action=deal]").click()
    uncover = page.locator("[data-action=uncover]")
    last = ""
    for _ in range(2):
        uncover.wait_for()
        assert hand(page) == [] and "Give the phone to" in page.locator("[data-cover]").inner_text()
        assert uncover.inner_text() != last, "it goes round"
        last = uncover.inner_text()
        uncover.click()
        ann.turn_comes()
        ann.act()
    uncover.wait_for()
    uncover.click()
    page.locator("[data-action=cover]").click()
    uncover.wait_for()
    assert hand(page) == []
    ann.page = before


def test_a_match_goes_on_without_a_network_whatever_happens_to_the_tab(
    scenery: Scenery, browser: Browser
) -> None:
    """Chosen with a network; played without one; the tab is killed, everything is loaded anew and
    the match found again as it was, still without one; then back online. Each load starts Python,
    which is most of what this costs."""
    ann = Player(browser, scenery.url, "Ann", "keyboard", keeps=True)
    try:
        page = ann.page
        ann.go("/settings")
        page.get_by_label("Play on this device alone").click()
        kept = page.get_by_text("Everything is on this device")
        expect(kept).to_be_visible(timeout=STARTED_MS)
        ann.context.set_offline(True)
        visit(page, "/")
        play = page.locator(".now .button-primary")
        expect(page.locator(".levels label")).to_have_count(5)
        expect(page.locator(".ways")).to_have_count(0)
        play.click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Ann", timeout=STARTED_MS)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/table/"), timeout=STARTED_MS)
        place = page.url
        ann.turn_comes()
        ann.act()
        ann.turn_comes()
        cards = hand(page)
        page.close()  # as if the battery were flat
        page = page_in(ann.context)
        page.goto(scenery.url)
        going_on = page.locator(f"a.button[href='{place.removeprefix(scenery.url)}']")
        going_on.click(timeout=STARTED_MS)
        page.locator("[data-key]").first.wait_for()
        assert hand(page) == cards
        page.go_back()
        round_one_phone(ann, page)
        ann.context.set_offline(False)
        visit(page, "/")  # where Python is started already
        page.get_by_role("button", name="Back to playing online").click()
        expect(page.locator(".ways")).to_have_count(1)
        expect(page.locator("[data-pocket]")).to_have_count(0)
        assert not [one for one in ann.complaints if "net::ERR_" not in one]
    finally:
        ann.leave()


def test_where_no_server_answers_it_is_offered(scenery: Scenery, browser: Browser) -> None:
    ann = Player(browser, scenery.url, "Ann", "shortcuts")
    try:
        ann.page.route(re.compile("/api/"), lambda route: route.abort())
        ann.go("/")
        offer = ann.page.locator("[data-pocket=offered]")
        expect(offer).to_contain_text(re.compile(r"\d+ MB"))
        expect(offer.get_by_role("button", name="Play on this device")).to_be_enabled()
    finally:
        ann.leave()
