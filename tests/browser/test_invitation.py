"""What a newcomer finds where a table's link leads, and how they come in."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route, expect

from gangoffour.table.options import Options
from tests.browser.axe import violations
from tests.browser.scenery import Scenery
from tests.browser.window import DESK, PHONE, visit, window

CALM = Options(clock="none", private=True, target=150)
BOTS = ["dumpling"] * 3


def wait_until(page: Page, reached: Callable[[], bool]) -> None:
    """Whatever the page does meanwhile."""
    for _ in range(1200):
        if reached():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


def test_a_newcomer_sees_who_invites_and_sits_down(browser: Browser, scenery: Scenery) -> None:
    ann, bea = scenery.guest("Ann at home"), scenery.guest("Bea at home")
    room = scenery.table([ann, bea], CALM, ["crane"])
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        expect(page.locator("h1")).to_have_text("Ann at home invites you to a game of Gang of Four")
        expect(page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("dialog")).to_have_count(0)
        main = page.locator("main")
        for text in (
            "Bea at home",
            "Crane",
            "Free seat",
            "1 of 4 seats is free.",
            room.code,
            "150",
        ):
            expect(main).to_contain_text(text)
        expect(page.locator("[data-seat=free]")).to_have_count(1)
        assert not violations(page)
        page.locator("[data-action=learn]").click()
        page.wait_for_url("**/learn")
        page.go_back()
        page.get_by_label("Your name at the table").fill("Cleo")
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url(f"**/table/{room.id}")
        expect(page.locator(".seats li.me")).to_contain_text("Cleo")
    assert room.table.seats[3].name == "Cleo"


def test_the_language_is_chosen_there(browser: Browser, scenery: Scenery) -> None:
    ann = scenery.guest("Ann abroad")
    room = scenery.table([ann], CALM)
    with window(browser, DESK) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        page.get_by_role("combobox", name="Language").select_option("de")
        expect(page.locator("h1")).to_have_text("Ann abroad lädt dich zu Gang of Four ein")
        expect(page.get_by_role("button", name="Hinsetzen")).to_be_visible()


def test_who_only_watches_needs_no_name_until_they_sit_down(
    browser: Browser, scenery: Scenery
) -> None:
    ann = scenery.guest("Ann who is watched")
    room = scenery.table([ann], CALM)
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        page.get_by_role("button", name="Just watch").click()
        page.wait_for_url(f"**/table/{room.id}")
        expect(page.locator(".seats")).to_contain_text("Ann who is watched")
        assert len(room.table.people) == 1
        page.goto(f"{scenery.url}/t/{room.code}")  # who comes again is invited again, and may watch
        expect(page.get_by_label("Your name at the table")).to_be_visible()
        page.get_by_role("button", name="Just watch").click()
        page.wait_for_url(f"**/table/{room.id}")
        page.locator("[data-action=sit]").first.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Your name at the table").fill("Dora")
        dialog.get_by_role("button", name="Let’s play").click()
        expect(page.locator(".seats li.me")).to_contain_text("Dora")
        another = scenery.table([scenery.guest("Ben who is watched")], CALM)
        visit(page, f"/table/{another.id}")
        expect(page.locator(".seats")).to_contain_text("Ben who is watched")
        page.locator("[data-action=sit]").first.click()  # they have a name by now
        expect(page.locator(".seats li.me")).to_contain_text("Dora")


def test_a_free_seat_asks_a_watcher_for_a_name_wherever_it_is_tapped_and_an_account_has_one(
    browser: Browser, scenery: Scenery
) -> None:
    ann = scenery.guest("Ann who waits")
    room = scenery.table([ann], CALM)
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        page.get_by_role("button", name="Just watch").click()
        page.wait_for_url(f"**/table/{room.id}")
        page.locator("[data-action=fill-seat]").first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Your name at the table")).to_be_visible()
        assert len(room.table.people) == 1
        page.keyboard.press("Escape")
        visit(page, "/account")
        new = page.get_by_role("region", name="Create an account")
        new.get_by_label("Your name").fill("Frida of account")
        new.get_by_label("Password").fill("a password of Frida")
        new.get_by_role("button").last.click()
        page.get_by_role("button", name="I have saved them").click()
        visit(page, f"/table/{room.id}")
        page.locator("[data-action=fill-seat]").first.click()
        expect(page.locator(".seats li.me")).to_contain_text("Frida of account")


def test_an_invitation_stays_where_looking_again_fails(browser: Browser, scenery: Scenery) -> None:
    room = scenery.table([scenery.guest("Ann by mail")], CALM)
    answers: list[str] = []
    with window(browser, PHONE, expected=("ERR_FAILED",)) as page:

        def fail(route: Route) -> None:
            answers.append("none")
            route.abort()

        page.route("**/api/tables/code/*", fail)
        page.goto(f"{scenery.url}/t/{room.code}")
        for _ in range(2):  # it is tried again by itself
            wait_until(page, lambda: bool(answers))
            answers.clear()
        page.unroute_all()
        name = page.get_by_label("Your name at the table")
        name.fill("Gerd")
        page.route("**/api/tables/code/*", fail)
        page.evaluate("dispatchEvent(new Event('focus'))")
        wait_until(page, lambda: bool(answers))
        expect(name).to_have_value("Gerd")
        page.unroute_all()
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".seats li.me")).to_contain_text("Gerd")


def test_a_match_that_runs_is_watched_without_a_name(browser: Browser, scenery: Scenery) -> None:
    ann = scenery.guest("Ann who plays")
    room = scenery.begin([ann], Options(clock="none"), BOTS)
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        page.wait_for_url(f"**/t/{room.code}")
        expect(page.locator("h1")).to_have_text("Ann who plays’s table")
        expect(page.get_by_text("invites you")).to_have_count(0)
        expect(page.locator("main")).to_contain_text("no seat is free")
        expect(page.get_by_label("Your name at the table")).to_have_count(0)
        page.get_by_role("button", name="Watch").click()
        page.wait_for_url(f"**/table/{room.id}")
        expect(page.locator(".spectator")).to_be_visible()
        expect(page.locator(".toast")).to_have_count(0)


def test_a_newcomer_watches_the_exhibition_at_once(browser: Browser, scenery: Scenery) -> None:
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/lobby")
        page.locator("[data-action=exhibition]").click()
        expect(page.locator(".seat")).to_have_count(4)
        assert page.url.endswith("/table/exhibition")


def test_where_nobody_may_watch_nobody_is_named(browser: Browser, scenery: Scenery) -> None:
    ann = scenery.guest("Ann in secret")
    room = scenery.begin([ann], Options(clock="none", spectators=False), BOTS)
    with window(browser, PHONE, expected=("status of 403",)) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        expect(page.locator("main")).to_contain_text("does not allow spectators")
        expect(page.locator("[data-action=lobby]")).to_be_visible()
        expect(page.locator("[data-action=watch]")).to_have_count(0)
        page.goto(f"{scenery.url}/table/{room.id}")
        expect(page.locator("main")).to_contain_text("does not allow spectators")
        assert "Ann in secret" not in page.content()


def test_who_comes_in_elsewhere_meanwhile_is_not_asked_twice(
    browser: Browser, scenery: Scenery
) -> None:
    ann = scenery.guest("Ann with tabs")
    room = scenery.table([ann], CALM)
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
        other = page.context.new_page()
        other.goto(f"{scenery.url}/lobby")
        other.get_by_role("button", name="Come in").click()
        other.get_by_role("dialog").get_by_label("Your name").fill("Eve of tabs")
        other.get_by_role("button", name="Let’s play").click()
        page.wait_for_url(f"**/table/{room.id}")
        expect(page.locator(".seats li.me")).to_contain_text("Eve of tabs")
        other.close()
