"""The application on a phone: installed, and without a network there is all that needs none."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from bench._browser import DIST
from playwright.sync_api import Browser, Page, expect

from gangoffour.rules.editions import rule_set
from gangoffour.rules.sheet import Sheet
from gangoffour.table.options import Options
from tests.browser.conftest import Stage
from tests.browser.player import Player
from tests.browser.scenery import Scenery
from tests.browser.test_pad import (
    MATCH,
    NAMES,
    OFFLINE,
    TOUCH,
    begin,
    entry,
    expect_totals,
    tap,
    type_in,
    write,
)
from tests.browser.window import PHONE, window
from tests.support.languages import LOCALES

CONTROLLED = """
() => new Promise((done) => {
  const worker = navigator.serviceWorker;
  if (worker.controller) done();
  else worker.addEventListener('controllerchange', () => done());
})
"""
KEPT = """
(language) => navigator.serviceWorker.ready.then((ready) => new Promise((done) => {
  const line = new MessageChannel();
  line.port1.onmessage = (message) => done(message.data);
  ready.active.postMessage({ keep: language }, [line.port2]);
}))
"""
MEASURED = """(icons) => Promise.all(icons.map(async ({ src }) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}))"""


def test_the_rules_are_kept_for_readers_of_every_language() -> None:
    """Also of English, whose rules lie elsewhere than their translations."""
    (texts,) = re.findall(r"const TEXTS = (\{.*?\});", (DIST / "sw.js").read_text())
    kept = json.loads(texts)
    assert sorted(kept) == sorted(LOCALES)
    for language, paths in kept.items():
        found = [path for path in paths if "R9" in (DIST / path[1:]).read_text()]
        assert found, f"no rules in {language}"


@pytest.mark.long
def test_it_is_installed_and_scores_and_is_read_without_a_network(stage: Stage) -> None:
    """In one visit, as fetching all that is kept costs more than any page."""
    url = stage.scenery.url
    with window(stage.browser, PHONE, expected=OFFLINE, service_workers="allow", **TOUCH) as page:
        page.goto(url)
        page.evaluate(CONTROLLED)
        it_can_be_installed(page, url)
        page.context.set_offline(True)
        page.goto(f"{url}/pad")
        a_whole_match_is_scored(page)
        page.context.set_offline(False)
        page.goto(f"{url}/?lang=fr")
        assert page.evaluate(KEPT, "fr")
        page.context.set_offline(True)
        there_are_the_pages_one_reads(page, url)


def it_can_be_installed(page: Page, url: str) -> None:
    """A manifest whose icons are as large as it says."""
    session = page.context.new_cdp_session(page)
    told: Any = session.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    start = urljoin(told["url"], manifest["start_url"])  # relative: the site lies anywhere
    assert (start, manifest["display"]) == (f"{url}/", "standalone")
    measured = page.evaluate(MEASURED, manifest["icons"])
    for icon, size in zip(manifest["icons"], measured, strict=True):
        assert icon["sizes"] in (size, "any"), icon
    wrong: Any = session.send("Page.getInstallabilityErrors")
    names = {one["errorId"] for one in wrong["installabilityErrors"]}
    assert names <= {"in-incognito"}, names
    session.detach()


def a_whole_match_is_scored(page: Page) -> None:
    """The first rounds are tapped, the others typed; a reload in the middle loses nothing."""
    sheet = Sheet.new(4, rule_set("official"))
    begin(page, NAMES)
    expect(page.locator("[data-next]")).to_contain_text("multicoloured 1 leads")
    for number, line in enumerate(MATCH, 1):
        dialog = entry(page)
        if number == 2:
            tap(dialog, line.left[:2])
            page.reload()  # in the middle of an entry, still without a network
            expect(page.locator("[data-left='0']")).to_have_value("4")
        if number > 2:
            type_in(dialog, line.left)
        else:
            tap(dialog, line.left, line.barred)
        write(page)
        sheet = sheet.add(line)
        expect_totals(page, sheet.totals)
        if sheet.winners:
            break
        said, result = page.locator("[data-next]"), sheet.results[-1]
        giver, taker = NAMES[result.loser], NAMES[result.winner]
        expect(said).to_contain_text(f"{giver} gives their best card to {taker}")
        way = "right" if sheet.direction == 1 else "left"
        expect(said).to_contain_text(f"Round {number + 1} goes to the {way}")
        if number == 3:
            expect(said).to_contain_text("tie with 7 cards each; the higher total decides: Bob")
    winner = NAMES[sheet.winners[0]]
    expect(page.locator("[data-next]")).to_contain_text(f"{winner} wins with")
    page.reload()
    expect_totals(page, sheet.totals)
    page.get_by_role("button", name="Rematch").click()
    expect_totals(page, (0, 0, 0, 0))
    page.get_by_role("button", name="Open: Anneliese").click()
    expect_totals(page, sheet.totals)


def there_are_the_pages_one_reads(page: Page, url: str) -> None:
    """Though they were never visited: in the reader's language, each loaded anew."""
    for path, there in (
        ("/rules", "#R9"),
        ("/summary", ".summary-card"),
        ("/settings", "input[type=range]"),
        ("/learn", "a[href^='/learn/']"),
    ):
        page.goto(f"{url}{path}?lang=fr", wait_until="domcontentloaded")
        expect(page.locator(there).first).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == "fr"
    page.goto(f"{url}/lobby", wait_until="domcontentloaded")
    expect(page.locator("main")).not_to_be_empty()


def test_a_reload_without_a_network_stays_where_it_is_and_goes_on_by_itself(
    scenery: Scenery, browser: Browser
) -> None:
    """Who came by a link, and had seen nothing of the application before: the table's address is
    kept, it says what is missing, and the match is there again once the network is."""
    ann, ben = scenery.guest("Ann"), scenery.guest("Ben")
    match = scenery.begin([ann, ben], Options(seats=3), ["sparrow"])
    table = scenery.table([ben], Options(seats=3))
    player = Player(browser, scenery.url, "Ann", keeps=True)
    page, waits = player.page, player.page.locator("[data-waiting=connection]")
    try:
        cookie: Any = scenery.cookie("Ann")
        player.context.add_cookies([cookie])
        player.go(f"/table/{match.id}")
        page.locator("[data-key]").first.wait_for()
        page.evaluate(CONTROLLED)
        assert page.evaluate(KEPT, "en")
        player.context.set_offline(True)
        page.reload()
        expect(waits).to_be_visible()
        assert page.url.endswith(f"/table/{match.id}")
        player.context.set_offline(False)
        page.locator("[data-key]").first.wait_for()
        player.context.set_offline(True)
        player.go(f"/t/{table.code}")
        expect(waits).to_be_visible()
        player.context.set_offline(False)
        page.wait_for_url(f"**/table/{table.id}")
        expect(page.locator("main")).to_contain_text("Ben")
        player.context.set_offline(True)
        player.go("/")
        expect(page.locator("[data-action=play-now]")).to_be_visible()
        expect(page.locator("[data-pocket]")).to_have_count(0)  # nothing of it is on this device
        player.context.set_offline(False)
        expect(page.locator(f"a[href^='/table/{match.id}']")).to_be_visible()
    finally:
        player.leave()
