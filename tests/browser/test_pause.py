"""A pause: who asks for it is seen, and while it lasts nothing is out of reach."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, ViewportSize, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window

SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SHORT: ViewportSize = {"width": 740, "height": 360}


def test_a_pause_is_asked_for_by_somebody_and_covers_nothing(
    browser: Browser, scenery: Scenery
) -> None:
    anna, bea = scenery.guest("Anna"), scenery.guest("Alexandrina-Beate")
    room = scenery.begin([anna, bea], Options(seats=3, clock="none"), ["sparrow"])
    cookie = scenery.cookie(anna.name)
    with window(browser, SIDEWAYS, cookie, locale="fr-FR") as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        scenery.ask(room, c.Pause(), bea)
        agree = page.locator("[data-action=pause]")
        expect(agree).to_have_text(
            re.compile(r"Pause demandée par Alexandrina-Beate\s*Accepter la pause")
        )
        for size in (SIDEWAYS, SHORT, PHONE):
            page.set_viewport_size(size)
            expect(agree).to_be_in_viewport(ratio=1)
        agree.click()
        page.get_by_role("dialog", name="En pause").wait_for()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        for name in ("Menu", "Discussion", "Manche 1"):
            page.get_by_role("button", name=name).click()
            page.locator("dialog[open]").wait_for()
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        page.locator("[data-action=resume]").click()
        scenery.until(lambda: room.table.phase == "playing")
        expect(page.locator("[data-action=pass]")).to_be_visible()
