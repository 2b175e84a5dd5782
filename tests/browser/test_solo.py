"""A match against bots is the player's: left, closed or reloaded, it is found as it was."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.player import KEYS, Player
from tests.browser.scenery import Scenery
from tests.browser.window import page_in


def hand(page: Page) -> list[str]:
    return list(page.locator("[data-key]").evaluate_all(KEYS))


def test_a_closed_tab_and_leaving_wait_for_the_player(scenery: Scenery, browser: Browser) -> None:
    """A newcomer plays a few moves, leaves, comes back, closes the tab, and comes back again."""
    ann = Player(browser, scenery.url, "Ann", "shortcuts")
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(str(frame))["type"]))

    ann.page.on("websocket", listen)
    try:
        ann.go("/")
        ann.page.locator(".now .button-primary").click()
        ann.page.get_by_role("dialog").get_by_role("textbox").fill("Ann")
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_url(re.compile("/table/"))
        place = ann.page.url
        for _ in range(3):
            ann.turn_comes()
            ann.act()
        ann.turn_comes()
        assert sent.count("quick") == 1
        assert sent.index("seen") > sent.index("watch")
        cards = hand(ann.page)
        ann.page.get_by_role("button", name="Menu").click()
        ann.press("leave")
        ann.press("really-leave")
        going_on = ann.page.locator("[data-progress]")
        expect(going_on).to_contain_text("Round 1 · 0 –\u2060 0 –\u2060 0 –\u2060 0")
        expect(ann.page.locator(".frame-waiting")).to_have_count(0)  # it waits, but calls nobody
        ann.page.wait_for_timeout(1_500)  # a bot without a pause would be rounds further
        ann.page.locator(f"a.button[href='{place.removeprefix(scenery.url)}']").click()
        ann.turn_comes()
        assert hand(ann.page) == cards
        ann.page.close()
        page = page_in(ann.context)
        page.goto(f"{scenery.url}/matches")
        expect(page.locator("li.match")).to_contain_text("Round 1")
        page.locator("li.match a.button").click()
        page.locator("[data-key]").first.wait_for()
        assert hand(page) == cards
        room = scenery.do(scenery.live.server.tables.get(place.rpartition("/")[2]))
        assert room.table.seats[0].stand_in is None and room.table.leavers == ()
        assert room.table.sources is not None and room.table.sources.promises[0], "promised"
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_text("Ask for a pause")).to_have_count(0)  # it waits by itself
        page.locator("[data-action=leave]").click()
        page.locator("[data-action=give-up]").click()
        expect(page.locator(".now")).to_be_visible()
        expect(page.locator("[data-progress]")).to_have_count(0)
    finally:
        ann.leave()
