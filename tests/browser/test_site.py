"""The game as a folder of files: any file server carries it, anywhere, and nobody else is asked."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.server.site import NoSite, written
from gangoffour.server.transport.static import client_folder
from tests.browser.player import Player
from tests.browser.test_lessons import GUIDED, act, opened
from tests.browser.test_pocket import SHARE, STARTED_MS, hand, round_one_phone
from tests.browser.window import DESK, PHONE, visit
from tests.pocket.page import finished_match
from tests.support.length import LONG

WHERE = "people/ann/gof"
SPOIL = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (url.endsWith('/memory.bin')) await cache.put(url, new Response('spoilt'));
  }
}"""

COVERS = """(notice) => {
  const over = notice.getBoundingClientRect();
  const seen = '.start :is(a, button, label), .frame-head, h1';
  return [...document.querySelectorAll(seen)].some((one) => {
    const box = one.getBoundingClientRect();
    const beside = box.left >= over.right || box.right <= over.left;
    return !beside && box.top < over.bottom && box.bottom > over.top;
  });
}"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of the site, served by Python's own file server."""
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "index.html").write_text("<h1>Documentation</h1>", encoding="utf-8")
    folder = tmp_path / "web" / WHERE
    assert written(folder, client_folder(), documents) > 1_000_000
    assert written(folder, client_folder(), documents), "an older site is replaced"
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with Popen(command, cwd=tmp_path / "web", stdout=PIPE, stderr=DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert found is not None
        yield f"{found[0]}/{WHERE}"
        server.terminate()
        server.communicate()


def renew(folder: Path) -> str:
    """A new build lies there; the name of its first script."""
    page, worker = folder / "index.html", folder / "sw.js"
    found = re.search(r"assets/(app-[\w-]+)\.js", page.read_text(encoding="utf-8"))
    assert found is not None
    shutil.copy(folder / found[0], folder / "assets" / f"{found[1]}-new.js")
    for path in (page, worker):
        text = path.read_text(encoding="utf-8").replace(f"{found[1]}.js", f"{found[1]}-new.js")
        path.write_text(re.sub(r"(`\$\{OURS\})\w+", r"\1anew", text), encoding="utf-8")
    return f"{found[1]}-new.js"


def it_is_renewed(ann: Player, folder: Path) -> None:
    """A new version is mentioned, though not at a table, and comes when somebody wants it."""
    page, notice = ann.page, ann.page.locator("[data-update]")
    # The browser may look for itself as soon as there is something new.
    page.evaluate(
        """() => {
          window.changed = new Promise((done) =>
            navigator.serviceWorker.addEventListener('controllerchange', () => done(true)));
        }"""
    )
    script = renew(folder)
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).then(() => true)")
    page.wait_for_function("() => window.changed")
    expect(notice).to_have_count(0)
    visit(page, f"/{WHERE}/")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert not notice.evaluate(COVERS), "it lies beside what one taps first and the title"
    notice.get_by_role("button", name="Reload").click()
    page.locator(f"script[src$='{script}']").wait_for(state="attached")
    page.locator(".now").wait_for()
    expect(notice).to_have_count(0)


def it_starts_from_its_sources(ann: Player, cards: list[str]) -> None:
    """Python's memory is of no use to a browser: it starts from its beginning, and plays."""
    ann.page.evaluate(SPOIL)
    ann.page.reload()
    ann.page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
    assert hand(ann.page) == cards


def the_day_is_for_fun(ann: Player) -> None:
    """Nobody ranks here: the cards follow from the date, and the page says so."""
    page, place = ann.page, ann.page.url
    visit(page, f"/{WHERE}/")
    page.locator("[data-daily]").click()
    note = page.locator("[data-for-fun]")
    expect(note).to_contain_text("depend only on the date")
    expect(note).not_to_contain_text("server")
    page.locator("[data-action=play]").click()
    page.wait_for_url(re.compile(r"/\?/table/"))
    ann.turn_comes()
    visit(page, place)


def a_lesson_is_taught(page: Page) -> None:
    """Its table is dealt here, and what is done there is answered."""
    lesson = GUIDED[0]
    visit(page, f"/{WHERE}/?/learn/{lesson.name}")
    opened(page, lesson)
    act(page, lesson.steps[0].solution)
    expect(page.locator("[data-coach=right]")).to_be_visible()


def a_record_is_shared_with_it(page: Page, site: str) -> None:
    """Where the manifest says, as the system does; it is replayed."""
    manifest = page.request.get(f"{site}/app.webmanifest").json()
    there = urljoin(f"{site}/app.webmanifest", manifest["share_target"]["action"])
    device, match = finished_match(1)
    page.evaluate(SHARE, [there, "record", device.text(f"/api/matches/{match}/record")])
    own = page.locator("[data-replay-seat='0'] .hand")
    expect(own).to_have_attribute("aria-label", re.compile("Mireille"), timeout=STARTED_MS)
    assert page.url == f"{site}/?/open"


def test_it_is_read_at_any_path(site: str, browser: Browser) -> None:
    """Pages, manifest and documentation find each other wherever the folder lies."""
    ann = Player(browser, site, "Ann", "shortcuts")
    try:
        page, asked = ann.page, []
        ann.context.on("request", lambda request: asked.append(request.url))
        ann.go("/?/pad&lang=de")
        expect(page.locator(".setup")).to_contain_text("Spieler")
        ann.go("/?lang=en")
        expect(page.locator(".ways")).to_have_count(0)
        page.locator(".on a[href^='/rules']").click()
        expect(page.locator("article h3").first).to_be_visible()
        assert page.url.startswith(f"{site}/?/rules")
        assert not [one for one in asked if not one.startswith((f"{site}/", "blob:"))]
        manifest = page.request.get(f"{site}/app.webmanifest").json()
        assert [one["url"] for one in manifest["shortcuts"]][1] == "./?/pad"
        assert page.request.get(f"{site}/docs/").text() == "<h1>Documentation</h1>"
        assert 'url=../../index.html"' in page.request.get(f"{site}/docs/play/").text()
        assert not ann.context.cookies() and not ann.complaints
    finally:
        ann.leave()


@pytest.mark.long
@pytest.mark.proof
def test_it_is_played_at_any_path_and_asks_nobody_else(
    site: str, browser: Browser, tmp_path: Path
) -> None:
    ann = Player(browser, site, "Ann", "shortcuts", keeps=True)
    try:
        page, asked, failed = ann.page, [], []
        ann.context.on("request", lambda request: asked.append(request.url))
        ann.context.on(
            "response", lambda one: failed.append(one.url) if one.status >= 400 else None
        )
        ann.go("/?lang=en")
        page.locator(".levels label").nth(4).click()  # by the network
        page.locator("[data-action=play-now]").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Ann", timeout=STARTED_MS)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/\?/table/"), timeout=STARTED_MS)
        ann.turn_comes()
        ann.act()
        ann.turn_comes()
        cards = hand(page)
        if LONG:  # which takes as long again
            page.reload()
            page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
            assert hand(page) == cards, "as it was"
        the_day_is_for_fun(ann)
        place = page.url
        visit(page, f"/{WHERE}/")
        round_one_phone(ann)
        a_lesson_is_taught(page)
        a_record_is_shared_with_it(page, site)
        visit(page, place)
        assert not any(one.endswith("/python_stdlib.zip") for one in asked), "from its memory"
        assert not failed and not [
            one for one in asked if not one.startswith((f"{site}/", "blob:"))
        ]
        assert any(one.endswith("/tiger.bin") for one in asked)
        assert not page.get_by_text("playing in its place").count()
        assert not ann.context.cookies() and not ann.complaints
        if LONG:  # which takes ten times as long
            it_starts_from_its_sources(ann, cards)
            assert any(one.endswith("/python_stdlib.zip") for one in asked)
        it_is_renewed(ann, tmp_path / "web" / WHERE)
    finally:
        ann.leave()


def test_nothing_that_lies_there_is_lost(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(NoSite, match="name a new folder"):
        written(tmp_path, client_folder())
    with pytest.raises(NoSite, match="has not been built"):
        written(tmp_path / "new", None)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "Dear Ann"
