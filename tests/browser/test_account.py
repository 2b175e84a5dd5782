"""The account page in a real browser: sessions, recovery codes, and pages left behind by both."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.scenery import PASSWORD, Scenery
from tests.browser.window import DESK, PHONE, window

NEW = "jasmine and lotus"


def log_in(page: Page, name: str, password: str) -> None:
    form = page.get_by_role("region", name="Log in")
    form.get_by_label("Your name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Log in").click()


def test_a_guest_registers_and_the_other_tab_follows(browser: Browser, scenery: Scenery) -> None:
    scenery.guest("Drifting Duck")
    with window(browser, PHONE, scenery.cookie("Drifting Duck")) as page:
        page.goto(f"{scenery.url}/account")
        expect(page.get_by_role("heading", name="Drifting Duck")).to_be_visible()
        tab = page.context.new_page()
        tab.goto(f"{scenery.url}/account")
        expect(tab.get_by_text("You are a guest")).to_be_visible()
        form = page.get_by_role("region", name="Create an account")
        form.get_by_label("Your name").fill("Nesting Duck")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button").click()
        codes = page.get_by_role("dialog", name="Recovery codes")
        expect(codes.get_by_role("listitem")).to_have_count(8)
        page.keyboard.press("Escape")
        expect(codes, "they must be kept first").to_be_visible()
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
        copy = codes.get_by_role("button", name="Copy")
        copy.press("Enter")
        page.locator(".toast").first.wait_for()
        expect(copy, "the old way of copying gives the focus back").to_be_focused()
        codes.get_by_role("button", name="I have saved them").click()
        expect(page.get_by_text("Unused codes: 8")).to_be_visible()
        expect(tab.get_by_role("heading", name="Nesting Duck")).to_be_visible()
        expect(tab.get_by_text("You have an account.")).to_be_visible()
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(tab.get_by_role("region", name="Log in")).to_be_visible()
        log_in(page, "Nesting Duck", PASSWORD)
        expect(tab.get_by_role("heading", name="Nesting Duck")).to_be_visible()
        tab.goto(f"{scenery.url}/settings")
        share = tab.get_by_role("checkbox", name="Share my matches")
        expect(share, "nobody agrees by default").not_to_be_checked()
        with tab.expect_response("**/api/me"):
            share.check()
        tab.reload()
        expect(share).to_be_checked()
        tab.close()


def test_sessions_are_ended_and_a_code_leads_back(browser: Browser, scenery: Scenery) -> None:
    scenery.account("Hopping Hare")
    cookie = scenery.cookie("Hopping Hare")
    refused = ("status of 401", "status of 503")
    with window(browser, PHONE, cookie, refused) as page, window(browser, DESK) as other:
        other.goto(f"{scenery.url}/account")
        log_in(other, "Hopping Hare", PASSWORD)
        expect(other.get_by_text("You have an account.")).to_be_visible()
        page.goto(f"{scenery.url}/account")
        listed = page.get_by_role("region", name="Where you are logged in")
        expect(listed.get_by_role("listitem")).to_have_count(2)
        expect(listed.get_by_role("listitem").first).to_contain_text("This device")
        expect(listed).to_contain_text("Chrome on Linux")
        listed.get_by_role("button", name="Log out: Chrome on Linux").click()
        expect(listed.get_by_role("listitem")).to_have_count(1)
        expect(other.get_by_role("region", name="Log in")).to_be_visible()
        codes = page.get_by_role("region", name="Recovery codes")
        expect(codes).to_contain_text("You have no codes left.")
        codes.get_by_label("Your password").fill("not mine at all")
        codes.get_by_role("button").click()
        expect(codes.get_by_role("alert")).to_have_text("The password is wrong.")
        codes.get_by_label("Your password").fill(PASSWORD)
        codes.get_by_role("button").click()
        shown = page.get_by_role("dialog").get_by_role("listitem").first
        code = shown.inner_text()
        page.get_by_role("button", name="I have saved them").click()
        other.get_by_role("button", name="Forgot your password?").click()
        back = other.get_by_role("region", name="Forgot your password?")
        back.get_by_label("Your name").fill("Hopping Hare")
        back.get_by_label("Recovery code").fill(code.lower())
        back.get_by_label("New password").fill(NEW)
        back.get_by_role("button", name="Set new password").click()
        expect(other.get_by_text("Unused codes: 7")).to_be_visible()
        expect(page.get_by_role("region", name="Log in")).to_be_visible()
        log_in(page, "Hopping Hare", PASSWORD)
        expect(page.get_by_role("alert")).to_be_visible()
        log_in(page, "Hopping Hare", NEW)
        expect(listed.get_by_role("listitem")).to_have_count(2)
        listed.get_by_role("button", name="Log out everywhere else").click()
        expect(other.get_by_role("region", name="Log in")).to_be_visible()
        busy = '{"error": {"code": "too_busy"}}'
        page.route("**/api/me/recovery", lambda route: route.fulfill(status=503, body=busy))
        page.get_by_label("Old password").fill(NEW)
        page.get_by_label("New password").fill(PASSWORD)
        page.get_by_role("button", name="Change password").click()
        expect(page.get_by_text("Your password has been changed.")).to_be_visible()
        expect(codes, "the old ones are void").to_contain_text("no codes left")
