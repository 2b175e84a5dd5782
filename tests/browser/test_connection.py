"""The client's end of the line: a network that says nothing any more is noticed."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Stage
from tests.browser.window import PHONE, window


def test_a_dead_network_is_noticed_within_twelve_seconds(stage: Stage) -> None:
    """Both ends stay open, but nothing goes through: only the client's own pings can tell."""
    dead: list[bool] = []
    welcome: list[str | bytes] = []

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if dead else server.send(message))
        server.on_message(lambda message: None if dead else heard(route, message))

    def heard(route: WebSocketRoute, message: str | bytes) -> None:
        welcome.append(message)
        route.send(message)

    stage.scenery.guest("Ann")
    cookie = stage.scenery.cookie("Ann")
    with window(stage.browser, PHONE, cookie, timezone_id="Asia/Shanghai") as page:
        page.clock.install()  # for good: nobody else's window may be of this kind
        page.route_web_socket(re.compile(r"/ws$"), through)
        page.goto(f"{stage.scenery.url}/lobby")
        page.locator("h1").first.wait_for()
        while not welcome:
            page.wait_for_timeout(20)
        lost = page.locator(".banner.lost")
        dead.append(True)
        page.clock.run_for(6_000)
        expect(lost).to_have_count(0)
        page.clock.run_for(6_000)
        expect(lost).to_have_count(1)
        menu, banner = page.locator(".frame-tools button").last.bounding_box(), lost.bounding_box()
        assert menu is not None and banner is not None
        assert banner["x"] + banner["width"] <= menu["x"], "what stands in the corner stays"
