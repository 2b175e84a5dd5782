"""The game as a folder of files: any file server carries it, anywhere, and nobody else is asked."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from playwright.sync_api import Browser, expect

from gangoffour.server.site import NoSite, written
from gangoffour.server.transport.static import client_folder
from tests.browser.player import Player
from tests.browser.test_pocket import STARTED_MS, hand
from tests.support.length import LONG

WHERE = "people/ann/gof"


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
    with Popen(command, cwd=tmp_path / "web", stdout=PIPE, stderr=PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert found is not None
        yield f"{found[0]}/{WHERE}"
        server.terminate()
        server.communicate()


@pytest.mark.proof
def test_it_is_played_at_any_path_and_asks_nobody_else(site: str, browser: Browser) -> None:
    ann = Player(browser, site, "Ann", "keyboard", keeps=True)
    try:
        page, asked, failed = ann.page, [], []
        ann.context.on("request", lambda request: asked.append(request.url))
        ann.context.on(
            "response", lambda one: failed.append(one.url) if one.status >= 400 else None
        )
        ann.go("/?/pad&lang=de")
        expect(page.locator(".setup")).to_contain_text("Spieler")
        ann.go("/?lang=en")
        expect(page.locator(".ways")).to_have_count(0)
        page.locator(".on a[href^='/rules']").click()
        expect(page.locator("article h3").first).to_be_visible()
        assert page.url.startswith(f"{site}/?/rules")
        page.go_back()
        page.locator(".levels label").nth(4).click()  # by the network
        page.locator(".now .button-primary").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Ann", timeout=STARTED_MS)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/\?/table/"), timeout=STARTED_MS)
        ann.turn_comes()
        ann.act()
        ann.turn_comes()
        cards = hand(page)
        if LONG:  # to start Python is most of what this test costs
            page.reload()
            page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
        assert hand(page) == cards, "as it was"
        assert not failed and not [
            one for one in asked if not one.startswith((f"{site}/", "blob:"))
        ]
        assert any(one.endswith("/tiger.bin") for one in asked)
        assert not page.get_by_text("plays for it").count()
        assert not ann.context.cookies() and not ann.complaints
        manifest = page.request.get(f"{site}/app.webmanifest").json()
        assert [one["url"] for one in manifest["shortcuts"]][1] == "./?/pad"
        assert page.request.get(f"{site}/docs/").text() == "<h1>Documentation</h1>"
    finally:
        ann.leave()


def test_nothing_that_lies_there_is_lost(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(NoSite, match="name a new folder"):
        written(tmp_path, client_folder())
    with pytest.raises(NoSite, match="has not been built"):
        written(tmp_path / "new", None)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "Dear Ann"
