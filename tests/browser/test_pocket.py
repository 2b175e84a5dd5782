"""Playing without a server in a real browser: Python in a worker, the network cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import KEYS, Player
from tests.browser.scenery import Scenery
from tests.browser.window import page_in, visit
from tests.pocket.page import Page as Device
from tests.pocket.page import finished_match
from tests.support.length import LONG

STARTED_MS = 300_000
"""Python takes seconds to start; on a busy machine many."""


STORE = """async (events) => {
  const opening = indexedDB.open('gangoffour-pocket', 1);
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const writing = database.transaction('events', 'readwrite');
  for (const one of events) writing.objectStore('events').add(one);
  await new Promise((done) => (writing.oncomplete = done));
  database.close();
}"""
SHARE = """([name, value]) => {
  const form = document.createElement('form');
  Object.assign(form, { action: '/?share', method: 'post', enctype: 'multipart/form-data' });
  const field = document.createElement('input');
  Object.assign(field, { name, type: name === 'record' ? 'file' : 'text' });
  if (name === 'record') {
    const carried = new DataTransfer();
    carried.items.add(new File([value], 'match.gof', { type: 'text/plain' }));
    field.files = carried.files;
  } else field.value = value;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
"""As the system hands over what is shared with the installed application."""


def out_and_in(page: Page, device: Device, match: str) -> None:
    """A match kept here goes out as a file, and comes in again when it is shared with the app."""
    page.locator(f"a[href='/match/{match}']").click(timeout=STARTED_MS)
    with page.expect_download() as saving:
        page.locator("[data-action=save-record]").click()
    assert saving.value.suggested_filename == f"gangoffour-{match}.gof"
    record = saving.value.path().read_text(encoding="utf-8")
    assert record == device.text(f"/api/matches/{match}/record")
    page.evaluate(SHARE, ["record", record])
    own = page.locator("[data-replay-seat='0'] .hand")
    expect(own).to_have_attribute("aria-label", re.compile("Mireille"), timeout=STARTED_MS)
    assert page.url.endswith("/open")


def there_and_back(ann: Player, page: Page, match: str) -> None:
    """A match begun online goes on without a network, and then online again, with its cards. Before
    the network is cut, what was played without a server is reviewed."""
    page.locator(".now .button-primary").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ann")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    ann.turn_comes()
    ann.act()
    ann.turn_comes()
    cards, online = hand(page), page.url
    visit(page, "/matches")
    page.locator("[data-action=take-along]").click()
    page.locator("[data-action=really-take]").click()
    page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
    assert hand(page) == cards and page.url == online
    visit(page, f"/match/{match}?review=1")
    page.locator("[data-review=made]").wait_for(timeout=STARTED_MS)
    ann.context.set_offline(True)
    visit(page, online[online.index("/table/") :])
    ann.turn_comes()
    ann.act()
    ann.turn_comes()
    cards = hand(page)
    ann.context.set_offline(False)
    visit(page, "/matches")
    page.locator(f"li.match:has(a[href='{online[online.index('/table/') :]}'])").locator(
        "[data-action=bring-back]"
    ).click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-key]").first.wait_for()
    assert hand(page) == cards and page.url != online
    ann.turn_comes()
    ann.act()


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


@pytest.mark.proof
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
        device, match = finished_match()
        stored = [one._asdict() | {"body": one.body.decode()} for one in device.kept]
        page.evaluate(STORE, stored)
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
        if LONG:  # which starts Python once more
            visit(page, "/matches")
            out_and_in(page, device, match)
        ann.context.set_offline(False)
        visit(page, "/")  # where Python is started already
        page.get_by_role("button", name="Back to playing online").click()
        expect(page.locator(".ways")).to_have_count(1)
        expect(page.locator("[data-pocket]")).to_have_count(0)
        page.evaluate(SHARE, ["text", "Come to my table: https://example.org/t/bcdfgh"])
        page.wait_for_url(re.compile("/t/bcdfgh$"))
        page.goto(scenery.url)
        ann.page = page
        there_and_back(ann, page, match)
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
