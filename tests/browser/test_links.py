"""Links for others from a page that was opened as localhost: they lead to where others reach it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window

CALM = Options(clock="none")
COPIES = (
    "navigator.share = undefined; navigator.clipboard.writeText = (text) => "
    "{ window.copied = text; return Promise.resolve() }"
)
PUBLIC = "http://cards.example"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenery]:
    """A server that has an address for others."""
    found = Scenery(tmp_path_factory.mktemp("known"), public_url=PUBLIC)
    yield found
    found.close()


def copied(page: Page) -> str:
    return str(page.wait_for_function("() => window.copied").json_value())


def test_an_invitation_leads_to_where_others_reach_the_server(
    browser: Browser, known: Scenery
) -> None:
    ann = known.guest("Ann who invites")
    room = known.table([ann], CALM)
    with window(browser, PHONE, known.cookie(ann.name)) as page:
        page.add_init_script(COPIES)
        page.goto(f"{known.url}/table/{room.id}")
        expect(page.locator(".qr")).to_have_attribute("data-link", f"{PUBLIC}/t/{room.code}")
        expect(page.get_by_text("Only this computer can open this link")).to_have_count(0)
        page.get_by_role("button", name="Copy link").click()
        assert copied(page) == f"{PUBLIC}/t/{room.code}"


def test_so_does_a_score_pad_that_others_follow(browser: Browser, known: Scenery) -> None:
    ann = known.guest("Ann who writes")
    with window(browser, PHONE, known.cookie(ann.name)) as page:
        page.goto(f"{known.url}/pad")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Create a link").click()
        code = page.locator("[data-live]").get_attribute("data-live")
        expect(page.locator("[data-live]")).to_have_text(f"cards.example/p/{code}")
        expect(page.locator(".qr")).to_have_attribute("data-link", f"{PUBLIC}/p/{code}")


def test_and_a_moment_of_a_replay(browser: Browser, known: Scenery) -> None:
    ann = known.guest("Ann who shows")
    match = known.match([ann], Options(clock="none", target=20), ["dumpling"] * 3)
    with window(browser, PHONE, known.cookie(ann.name)) as page:
        page.add_init_script(COPIES)
        page.goto(f"{known.url}/match/{match}?at=3&review=1")
        page.locator("[data-action=share]").click()
        page.locator("[data-action=share-puzzle]").click()
        assert copied(page) == f"{PUBLIC}/match/{match}?at=3&puzzle=1"


def test_where_nobody_else_reaches_it_that_is_said(browser: Browser, scenery: Scenery) -> None:
    """This server listens on loopback."""
    ann = scenery.guest("Ann alone")
    room = scenery.table([ann], CALM)
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        expect(page.get_by_text("Only this computer can open this link")).to_be_visible()
        expect(page.locator(".qr")).to_have_attribute("data-link", f"{scenery.url}/t/{room.code}")
        visit(page, "/pad")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Create a link").click()
        expect(page.get_by_text("Only this computer can open this link")).to_be_visible()
