"""The network goes while a page is open: what a button would have opened is said to be missing,
where one looks; and it is there once the network is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Stage
from tests.browser.window import PHONE, visit, window

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


def test_what_a_dialog_fetches_besides_cannot_be_loaded(stage: Stage) -> None:
    """One comes in without a choice of faces; a link for others says that it is missing."""
    with window(stage.browser, PHONE, expected=GONE, has_touch=True) as page:
        for part in ("AvatarChoice", "Invite"):
            page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
        page.goto(stage.scenery.url)
        page.locator("[data-action=play-now]").click()
        name = page.get_by_role("dialog").get_by_label("Your name at the table")
        name.fill("Nemo")
        name.press("Enter")
        page.locator("[data-hand] li").first.wait_for()
        page.get_by_role("button", name="Menu", exact=True).click()
        page.get_by_role("dialog").get_by_text("Invite", exact=True).click()
        expect(page.locator("[data-failed]")).to_be_visible()


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


LIVE = ("/clubs", "/lobby", "/buddies", "/boards", "/matches", "/leaderboard", "/daily")


def test_live_pages_say_that_they_need_a_connection_and_go_on_once_it_is_back(stage: Stage) -> None:
    """Also where this browser does not know yet who reads, as nobody could be asked."""
    ann = stage.scenery.account("Ann Waits")
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name), expected=GONE) as page:
        page.route("**/api/**", lambda route: route.abort())
        page.goto(f"{stage.scenery.url}/about")
        for path in LIVE:
            visit(page, path)
            said = page.locator("main [data-waiting=connection], main [role=alert]").first
            expect(said).to_contain_text("onnection")
        page.unroute("**/api/**")
        page.context.set_offline(True)  # and back, so that nobody waits for the next try
        page.context.set_offline(False)
        expect(page.locator("[data-action=play]")).to_be_visible()
        for path in LIVE:  # those who are known, while the page is open
            page.context.set_offline(True)
            visit(page, path)
            said = page.locator("main [data-waiting=connection], main [role=alert]").first
            expect(said).to_contain_text("onnection")
            page.context.set_offline(False)
            expect(said).to_have_count(0)
            expect(page.locator("main")).not_to_contain_text("One moment")


def test_rules_that_are_not_there_say_why_and_come_once_the_network_is_back(stage: Stage) -> None:
    with window(stage.browser, PHONE, expected=GONE) as page:
        page.route("**/assets/rules-*.js", lambda route: route.abort())
        page.goto(f"{stage.scenery.url}/rules")
        failed = page.locator("[data-page-failed]")
        expect(failed.get_by_role("button", name="Try again")).to_be_visible()
        page.context.set_offline(True)
        expect(failed).to_contain_text("No connection.")
        page.unroute("**/assets/rules-*.js")
        page.context.set_offline(False)
        expect(page.locator("#R9")).to_be_visible()
