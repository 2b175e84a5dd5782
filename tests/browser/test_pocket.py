"""Playing without a server in a real browser: Python in a worker, the network cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.daily.day import closes_at, days_before, opens_at
from gangoffour.daily.rounds import RULES
from gangoffour.rules.match import Match
from gangoffour.server.daily.deal_sets import DealSet
from gangoffour.table.options import Options
from tests.browser.player import KEYS, Player
from tests.browser.scenery import Scenery
from tests.browser.window import visit
from tests.pocket.page import Page as Device
from tests.pocket.page import finished_match
from tests.support.length import LONG

STARTED_MS = 300_000
"""Python takes seconds to start; on a busy machine many."""


STORE = """async ([events, owner]) => {
  const opening = indexedDB.open('gangoffour-pocket', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('events', { keyPath: ['table_id', 'seq'] });
    opening.result.createObjectStore('owner');
  };
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const writing = database.transaction(['events', 'owner'], 'readwrite');
  for (const one of events) writing.objectStore('events').add(one);
  writing.objectStore('owner').put(owner, 'me');
  await new Promise((done) => (writing.oncomplete = done));
  database.close();
}"""
DAY_KEPT = """async (day) => {
  for (;; await new Promise((later) => setTimeout(later, 20))) {
    const known = await indexedDB.databases();
    if (!known.some((one) => one.name === 'gangoffour-pocket')) continue;
    const opening = indexedDB.open('gangoffour-pocket');
    const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    const asked = database.transaction('owner').objectStore('owner').get('days');
    const days = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
    database.close();
    if (days?.[day]) return;
  }
}"""
PRACTISED = """async () => {
  for (;; await new Promise((later) => setTimeout(later, 20))) {
    const opening = indexedDB.open('gangoffour-pocket');
    const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    const asked = database.transaction('owner').objectStore('owner').get('practised');
    const practised = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
    database.close();
    if (practised) return practised;
  }
}"""
ALL_KEPT = """async () => {
  const kept = () => caches.match('/pocket-is-kept');
  while (!(await kept())) await new Promise((later) => setTimeout(later, 20));
}"""
SHARE = """([action, name, value]) => {
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' });
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
    page.evaluate(SHARE, ["/?share", "record", record])
    own = page.locator("[data-replay-seat='0'] .hand")
    expect(own).to_have_attribute("aria-label", re.compile("Mireille"), timeout=STARTED_MS)
    assert page.url.endswith("/open")


def taken_along(ann: Player, device: Device) -> str:
    """A match begun online goes on here, where somebody has played before; its address."""
    page = ann.page
    page.locator("[data-action=play-now]").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ann")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    ann.turn_comes()
    ann.act()
    ann.turn_comes()
    cards, place = hand(page), page.url
    stored = [one._asdict() | {"body": one.body.decode()} for one in device.kept]
    assert device.owner is not None
    page.evaluate(STORE, [stored, {"id": device.owner.id, "name": device.owner.name}])
    visit(page, "/matches")
    page.locator("[data-action=take-along]").click()
    page.locator("[data-action=really-take]").click()
    page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
    assert hand(page) == cards and page.url == place
    return place.removeprefix(ann.url)


def brought_back(ann: Player, place: str, cards: list[str]) -> None:
    """It goes on online, at another table, with the same cards."""
    page = ann.page
    visit(page, "/matches")
    match = page.locator(f"li.match:has(a[href='{place}?sit'])")
    match.locator("[data-action=bring-back]").click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-key]").first.wait_for()
    assert hand(page) == cards and page.url != f"{ann.url}{place}"
    ann.turn_comes()
    ann.act()
    now = page.url.removeprefix(ann.url)
    visit(page, "/matches")
    expect(page.locator(f"li.match a[href='{now}?sit']")).to_be_visible()
    expect(match).to_have_count(0)


def hand(page: Page) -> list[str]:
    return list(page.locator("[data-key]").evaluate_all(KEYS))


def round_one_phone(ann: Player) -> None:
    """Three sit round one phone: while it goes from hand to hand, no hand is on the page."""
    page = ann.page
    page.locator("[data-together]").click(timeout=STARTED_MS)
    page.get_by_text("3 players").click()
    page.get_by_label("Player 1", exact=True).fill("Mireille")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.locator("select[data-seat='2']").select_option("dumpling")
    page.locator("[data-action=deal]").click()
    uncover = page.locator("[data-action=uncover]")
    last = ""
    for _ in range(2):
        uncover.wait_for(timeout=STARTED_MS)
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


def published(scenery: Scenery) -> DealSet:
    """A day of the server that is over."""
    sets = scenery.live.server.daily.sets
    day = days_before(sets.today, 1)
    times = (opens_at(day), closes_at(day))
    return scenery.do(sets._made(DealSet(day, "daily", "a secret", day, "", *times, None)))


def days_without_a_network(ann: Player, old: DealSet) -> None:
    """Today's cards for fun, with why they are not the ranked ones; and the server's own of a day
    that is over."""
    page = ann.page
    visit(page, "/")
    page.locator("[data-daily]").click()
    expect(page.locator("[data-for-fun]")).to_contain_text("secret on the server")
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(page.locator("[data-calendar]")).to_be_visible()
    visit(page, f"/daily/{old.id}")
    expect(page.locator("[data-for-fun]")).to_contain_text("that everybody had on this day")
    page.locator("[data-action=play]").click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-key]").first.wait_for()
    dealt = Match.new(seed=old.seed(1), rules=RULES)
    ann.turn_comes()
    held = {one.partition("#")[0] for one in hand(page)}
    assert held <= set(dealt.view(0).hand.codes), "the cards of that day"
    ann.act()
    ann.turn_comes()


@pytest.mark.long
@pytest.mark.proof
def test_a_match_goes_on_without_a_network_whatever_happens_to_the_tab(
    scenery: Scenery, browser: Browser
) -> None:
    """Begun online; taken along and played without a network; the tab is killed, everything is
    loaded anew and the match found again as it was, still without one; then back online. Each load
    starts Python, which is most of what this costs: so all of this in two loads."""
    ann = Player(browser, scenery.url, "Ann", "shortcuts", keeps=True)
    try:
        device, match = finished_match(25 if LONG else 1)
        old = published(scenery)
        ann.go(f"/daily/{old.id}")
        ann.page.evaluate(DAY_KEPT, old.id)
        ann.go("/")
        place = taken_along(ann, device)
        page = ann.page
        page.evaluate(ALL_KEPT)
        visit(page, "/")
        expect(page.locator(".ways")).to_have_count(1)  # all else stays with the server
        visit(page, f"/match/{match}?review=1")  # what was played without a server
        page.locator("[data-review=made]").wait_for(timeout=STARTED_MS)
        ann.context.set_offline(True)
        visit(page, place)
        ann.turn_comes()
        ann.act()
        ann.turn_comes()
        cards = hand(page)
        page.close()  # as if the battery were flat
        ann.open()
        page = ann.page
        page.goto(scenery.url)
        page.locator(f"a.button[href='{place}?sit']").click(timeout=STARTED_MS)
        page.locator("[data-key]").first.wait_for()
        assert hand(page) == cards
        page.go_back()
        round_one_phone(ann)
        visit(page, "/")
        page.get_by_role("button", name="Play on this device").click()
        expect(page.locator(".levels label")).to_have_count(5)
        expect(page.locator(".levels legend")).to_contain_text("5 is hard")
        expect(page.locator(".frame-foot a[href='/account']")).to_have_count(0)
        visit(page, "/account")  # says at once that it is not here
        expect(page.get_by_text("That needs a server")).to_be_visible()
        expect(page.get_by_label("Password")).to_have_count(0)
        visit(page, "/")
        expect(page.locator(".ways")).to_have_count(0)
        page.locator("[data-action=play-now]").click()
        page.wait_for_url(re.compile("/table/"))
        ann.turn_comes()
        ann.act()
        days_without_a_network(ann, old)
        assert "/assets/pocket-" in page.evaluate(PRACTISED)  # for this build, and once
        if LONG:  # which starts Python once more
            visit(page, "/matches")
            out_and_in(page, device, match)
        ann.context.set_offline(False)
        visit(page, "/")
        page.get_by_role("button", name="Back to playing online").click()
        page.locator(".ways").wait_for()
        brought_back(ann, place, cards)
        assert not [one for one in ann.complaints if "net::ERR_" not in one]
        said = "Come to my table: https://example.org/t/bcdfgh"  # there is no such table: 404
        page.evaluate(SHARE, ["/?share", "text", said])
        page.wait_for_url(re.compile("/t/bcdfgh$"))
    finally:
        ann.leave()


def test_a_match_round_one_phone_is_one_match_and_all_else_goes_on_at_the_server(
    scenery: Scenery, browser: Browser
) -> None:
    """It is dealt and played on this device; the front page has it beside all that the server has,
    a friend's link leads to the friend's table, and without a network the match goes on."""
    ann = Player(browser, scenery.url, "Ann", "shortcuts", keeps=True)
    page = ann.page
    try:
        ann.enter()
        open_table = scenery.table([scenery.guest("Ben")], Options())
        ann.go("/together")
        expect(page.locator("form.setup")).to_contain_text(re.compile(r"About \d+ MB"))
        visit(page, "/")
        round_one_phone(ann)
        here = page.url
        expect(page.locator("[data-cover]")).to_be_visible()
        visit(page, "/")
        expect(page.locator(".ways")).to_have_count(1)
        expect(page.locator(".frame-me")).to_contain_text("Ann")
        mine = page.locator("li", has=page.locator(f"a[href^='{here.removeprefix(ann.url)}']"))
        expect(mine).to_contain_text("Mireille")
        expect(mine).to_contain_text("on this device")
        visit(page, f"/t/{open_table.code}")
        page.wait_for_url(re.compile("/table/"))
        expect(page.locator("main")).to_contain_text("Ben")
        page.evaluate(ALL_KEPT)
        ann.context.set_offline(True)
        page.goto(scenery.url)
        mine.locator("a.button").click()
        page.locator("[data-action=uncover]").click(timeout=STARTED_MS)
        ann.turn_comes()
        ann.act()
        page.reload()
        page.locator("[data-action=uncover]").wait_for(timeout=STARTED_MS)
        assert page.url == here
    finally:
        ann.leave()


def test_where_no_server_answers_it_is_offered_and_chosen_in_the_settings(
    scenery: Scenery, browser: Browser
) -> None:
    """Python itself is not started here."""
    ann = Player(browser, scenery.url, "Ann", "shortcuts")
    page, block = ann.page, ann.page.locator("[data-pocket]")
    try:
        page.route(re.compile("/api/|/pocket_worker"), lambda route: route.abort())
        ann.go("/")
        expect(block).to_have_attribute("data-pocket", "offered")
        expect(block).to_contain_text(re.compile(r"\d+ MB"))
        expect(block.get_by_role("button", name="Play on this device")).to_be_enabled()
        expect(block.get_by_role("button", name="Daily deal")).to_be_enabled()
        block.get_by_role("button", name="Play on this device").click()
        expect(block).to_contain_text("You need to be online once")
        expect(block).to_have_attribute("data-pocket", "offered")
        visit(page, "/together")
        page.locator("[data-action=deal]").wait_for()
        page.route(f"{scenery.url}/sw.js", lambda route: route.abort())
        page.locator("[data-action=deal]").click()
        expect(page.locator(".toast-alarm")).to_contain_text("You need to be online once")
        visit(page, "/settings")
        page.get_by_label("Play on this device only").click()
        expect(block).to_have_attribute("data-pocket", "used")
        visit(page, "/lobby")
        expect(page.locator("[data-needs-server]")).to_be_visible()
        page.unroute_all()
        back = page.get_by_role("button", name="Back to playing online")
        back.click()
        expect(page.get_by_role("button", name="Find players")).to_be_visible()
        expect(back).to_have_count(0)
        assert page.url == f"{scenery.url}/lobby"
        visit(page, "/")
        expect(page.locator(".ways")).to_have_count(1)
        expect(block).to_have_count(0)
    finally:
        ann.leave()
