"""What a table is made of on its way to a phone, and what comes later, with its words."""

from __future__ import annotations

import gzip
import re
from typing import Final
from urllib.parse import urlsplit

from bench._browser import DIST
from bench.web import KILOBYTES
from playwright.sync_api import Request, Route, ViewportSize, expect

from gangoffour.table.options import Options
from tests.browser import longest
from tests.browser.conftest import Stage
from tests.browser.window import window

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SHORTCUTS: Final = "**/assets/Shortcuts-*.js"
FILES: Final = 30
"""On a slow phone each file costs more than a kilobyte in it."""
KEY: Final = re.compile(r"\b[a-z]+(_[a-z]+)+\b")
"""A message that has no words yet."""


def weight(paths: set[str]) -> int:
    """Bytes of scripts and styles, each file gzipped."""
    return sum(len(gzip.compress((DIST / path[1:]).read_bytes(), 9)) for path in paths)


def test_a_table_weighs_little_and_never_shows_a_key(stage: Stage) -> None:
    me = stage.scenery.account("Wanda")
    options = Options(clock="none", target=1000)
    room = stage.scenery.begin([me], options, ["crane", "lantern", "sparrow"])
    (words,) = (one["en"] for name, one in longest.texts().items() if "paraglide/pages" in name)
    asked: set[str] = set()
    held: list[Route] = []

    def hear(request: Request) -> None:
        path = urlsplit(request.url).path
        if path.endswith((".js", ".css")):
            asked.add(path)

    cookie, gone = stage.scenery.cookie("Wanda"), ("ERR_FAILED",)
    with window(stage.browser, PHONE, cookie, expected=gone) as page:
        page.on("request", hear)
        page.route(f"**/assets/{words}", lambda route: held.append(route))
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        expect(page.locator("[data-hand] .card-button")).to_have_count(16)
        page.locator(".bar .round").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("table")).to_be_visible()
        assert weight(asked) <= KILOBYTES * 1000
        assert len(asked) <= FILES
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        with page.expect_request(f"**/assets/{words}"):
            page.get_by_role("button", name="Menu").click()
        expect(dialog).to_have_count(0)
        held[0].continue_()
        expect(dialog).to_be_visible()
        assert not KEY.search(dialog.inner_text())
        page.remove_listener("request", hear)
        page.keyboard.press("Escape")
        # What cannot be fetched says so in a line, and there is a way on.
        page.route(SHORTCUTS, lambda route: route.abort())
        page.keyboard.press("?")
        failed = page.locator("[data-failed]")
        expect(failed).to_contain_text("could not be loaded")
        expect(dialog).to_have_count(0)
        page.unroute_all()
        with page.expect_navigation():
            failed.get_by_role("button", name="Try again").click()
        page.locator("[data-hand] .card-button").first.wait_for()
        page.keyboard.press("?")
        expect(dialog.locator("kbd").first).to_be_visible()
