"""The front page: what one comes for is on the first screen, at every size."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from gangoffour.table.options import Options
from tests.browser.conftest import Stage
from tests.browser.window import DESK, PHONE, window

SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 667, "height": 375},
    {"width": 768, "height": 1024},
    DESK,
)


def test_what_one_comes_for_is_on_the_first_screen(stage: Stage) -> None:
    """A newcomer plays; whoever has a match goes on with it."""
    me = stage.scenery.account("Frida")
    stage.scenery.begin([me], Options(clock="relaxed"), ["crane", "lantern", "sparrow"])
    with window(stage.browser, PHONE, locale="de-DE") as page:
        page.goto(stage.scenery.url)
        for size in SIZES:
            page.set_viewport_size(size)
            expect(page.locator("[data-action=play-now]")).to_be_in_viewport(ratio=1)
    with window(stage.browser, PHONE, stage.scenery.cookie("Frida"), locale="de-DE") as page:
        page.goto(stage.scenery.url)
        mine = page.locator(".rows a").filter(has_text="Weiter")
        for size in SIZES:
            page.set_viewport_size(size)
            expect(mine).to_be_in_viewport(ratio=1)
