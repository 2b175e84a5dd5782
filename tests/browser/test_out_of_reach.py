"""The network goes while a page is open: what a button would have opened is said to be missing,
where one looks; and it is there once the network is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Stage
from tests.browser.window import PHONE, window

GONE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket connection")


def test_play_now_without_a_network_says_so_and_works_once_it_is_back(stage: Stage) -> None:
    with window(stage.browser, PHONE, expected=GONE, has_touch=True) as page:
        page.goto(stage.scenery.url)
        play = page.locator("[data-action=play-now]")
        expect(play).to_be_visible()
        page.context.set_offline(True)
        play.click()
        toast = page.get_by_role("status").filter(has_text="The server cannot be reached.")
        expect(toast).to_be_in_viewport(ratio=1)
        expect(play).to_be_enabled()
        for way in ("Open a table", "Find players"):  # as every other button that asks for a name
            page.locator(".toasts .close").first.click()
            expect(toast).to_be_hidden()
            page.get_by_role("button", name=way).click()
            expect(toast).to_be_in_viewport(ratio=1)
        page.context.set_offline(False)
        play.click()
        expect(page.get_by_role("dialog").get_by_label("Your name at the table")).to_be_focused()


def test_what_asks_for_a_name_cannot_be_loaded(stage: Stage) -> None:
    """The server answers, but not with that: one can go on without it, and try again."""
    with window(stage.browser, PHONE, expected=GONE, has_touch=True) as page:
        page.route("**/assets/NameDialog-*.js", lambda route: route.abort())
        page.goto(stage.scenery.url)
        play = page.locator("[data-action=play-now]")
        play.click()
        failed = page.locator("[data-failed]")
        expect(failed).to_be_in_viewport(ratio=1)
        failed.get_by_role("button", name="Close").click()
        expect(failed).to_have_count(0)
        expect(play).to_be_enabled()
        page.unroute("**/assets/NameDialog-*.js")
        play.click()
        failed.get_by_role("button", name="Try again").click()
        expect(failed).to_have_count(0)
        play.click()
        expect(page.get_by_role("dialog").get_by_label("Your name at the table")).to_be_focused()


def framed(page: Page) -> None:
    """The way to other pages is there."""
    expect(page.locator("[data-page-failed]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    expect(page.get_by_role("link", name="Gang of Four: front page")).to_be_visible()


def test_a_page_that_is_not_there_keeps_the_frame_and_comes_by_itself(stage: Stage) -> None:
    with window(stage.browser, PHONE, expected=GONE, has_touch=True) as page:
        page.goto(stage.scenery.url)
        expect(page.locator("[data-action=play-now]")).to_be_visible()
        page.context.set_offline(True)
        page.locator(".frame-foot").get_by_role("link", name="About").click()
        framed(page)
        page.context.set_offline(False)
        expect(page.get_by_role("heading", level=1)).to_contain_text("About")
        expect(page).to_have_url(f"{stage.scenery.url}/about")
