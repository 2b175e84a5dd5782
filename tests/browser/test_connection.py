"""The client's end of the line: a network that says nothing any more is noticed."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect, sync_playwright

from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, launch, window


def test_a_dead_network_is_noticed_within_twelve_seconds(tmp_path: Path) -> None:
    """Both ends stay open, but nothing goes through: only the client's own pings can tell."""
    scenery = Scenery(tmp_path)
    dead: list[bool] = []

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if dead else server.send(message))
        server.on_message(lambda message: None if dead else route.send(message))

    try:
        scenery.guest("Ann")
        with sync_playwright() as playwright:
            browser = launch(playwright)
            with window(browser, PHONE, scenery.cookie("Ann")) as page:
                page.clock.install()
                page.route_web_socket(re.compile(r"/ws$"), through)
                page.goto(f"{scenery.url}/lobby")
                page.locator("h1").first.wait_for()
                page.wait_for_timeout(1_500)
                lost = page.locator(".banner.lost")
                dead.append(True)
                page.clock.run_for(6_000)
                expect(lost).to_have_count(0)
                page.clock.run_for(6_000)
                expect(lost).to_have_count(1)
            browser.close()
    finally:
        scenery.close()
