"""A record (``.gof``) from anywhere is opened, checked and replayed; what is none is refused."""

from __future__ import annotations

import re

import pytest
from msgspec.json import decode
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from gangoffour.server.matches.replay_steps import Replay
from gangoffour.table.options import Options
from tests.browser.lasting import WHEN_TOLD
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window

DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  return document.body.dispatchEvent(
    new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


@pytest.mark.long
def test_a_record_is_opened_by_menu_and_by_drop(scenery: Scenery, browser: Browser) -> None:
    """Also by who has no name here; three players' replay shows the dead hand's cards."""
    ann = scenery.guest("Ann")
    match = scenery.match([ann], Options(seats=3, clock="none"), ["dumpling", "dumpling"])
    record = scenery.do(scenery.live.server.records.record(match))
    assert len(record) < 60_000
    told = scenery.do(scenery.live.server.replays.of(match))
    replayed = decode(told, type=Replay).rounds[0]
    with window(browser, PHONE, expected=("status of 400",)) as page:
        page.goto(f"{scenery.url}/rules")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Replay a file").click()
        chooser = page.locator("[data-action=open-record]")
        for bad, says in (
            ("This is no match.", "not a match that can be replayed. Line 1"),
            (record.replace(record.partition("hand 0 ")[2][:2], "Q9", 1), "Line "),
            (record + " " * 60_000, "too large"),
        ):
            chooser.set_input_files(_file(bad))
            expect(page.locator("[data-problem]")).to_contain_text(says)
        chooser.set_input_files(_file(record))
        hand = page.locator("[data-replay-seat='0'] .hand")
        expect(hand).to_have_attribute("aria-label", re.compile("Ann.*, .*, "))
        dead = page.locator("[data-dead] [role=img]")
        expect(dead).to_be_visible()
        assert len(replayed.dead.split()) == dead.locator(".one").count()
        expect(page.get_by_role("button", name="Review")).to_have_count(0)
        visit(page, "/summary")
        # The browser would show any other file in the page's place.
        page.evaluate(WHEN_TOLD)
        assert page.evaluate(DROP, ["", "cat.jpg"]) is False
        _stays_while_it_is_read(page, page.locator(".toast-alarm"), "saved as a .gof file")
        assert page.url.endswith("/summary")
        page.evaluate(DROP, [record, "MATCH.GOF"])
        expect(hand).to_be_visible()
        page.keyboard.press("End")  # the end of a round is told with its points
        expect(page.locator("[data-speech=polite]")).to_contain_text(re.compile(r"\d points"))


def _stays_while_it_is_read(page: Page, toast: Locator, says: str) -> None:
    """Whoever points at it or has come to its button reads it still; then it goes by itself."""
    expect(toast).to_contain_text(says)
    toast.hover()
    page.evaluate("timePasses()")
    expect(toast).to_have_count(1)
    toast.get_by_role("button").focus()
    page.mouse.move(5, 800)
    page.evaluate("timePasses()")
    expect(toast).to_have_count(1)
    toast.get_by_role("button").blur()
    page.evaluate("timePasses()")
    expect(toast).to_have_count(0)


def _file(text: str) -> FilePayload:
    return {"name": "match.gof", "mimeType": "text/plain", "buffer": text.encode()}
