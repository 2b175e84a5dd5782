"""What forms ask for and what they say: in the page's language, before and not after, and no less
than they mean."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from playwright.sync_api import Page, expect

from gangoffour.table.options import Options
from tests.browser.conftest import Stage
from tests.browser.window import PHONE, visit, window

BOTS = ["crane", "lantern", "sparrow"]
FITS = """() => [...document.querySelectorAll('.languages label')].every((one) => {
  const words = document.createRange();
  words.selectNodeContents(one.lastChild);
  const [room, taken] = [one.getBoundingClientRect(), words.getBoundingClientRect()];
  const finger = one.querySelector('input').getBoundingClientRect().height;
  return finger >= 44 && taken.left - room.left >= 6 && room.right - taken.right >= 6;
})"""


def test_a_code_of_a_running_match_says_so_and_asks_for_no_name(stage: Stage) -> None:
    host = stage.scenery.account("Hostess")
    room = stage.scenery.begin([host], Options(clock="relaxed"), BOTS)
    waiting = stage.scenery.table([host], Options(), BOTS)
    stage.scenery.guest("Caller of codes")
    with window(stage.browser, PHONE, stage.scenery.cookie("Caller of codes")) as page:
        page.goto(stage.scenery.url)
        entry = page.get_by_label("Code or link")
        entry.fill(room.code)
        page.get_by_role("button", name="Join", exact=True).click()
        said = page.get_by_role("alert").filter(has_text="A match is in progress")
        expect(said).to_contain_text("no seat is free")
        expect(said).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(said.get_by_role("link", name="Watch")).to_have_attribute(
            "href", f"/table/{room.id}"
        )
        entry.fill(waiting.code)
        expect(said).to_have_count(0)
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="All seats")).to_be_visible()
        page.get_by_role("link", name="Watch").click()
        page.wait_for_url(f"**/table/{waiting.id}")
    with window(stage.browser, PHONE) as page:  # a newcomer reads it where the table is shown
        page.goto(stage.scenery.url)
        page.get_by_label("Code or link").fill(room.code)
        page.get_by_role("button", name="Join", exact=True).click()
        page.wait_for_url(f"**/t/{room.code}")
        expect(page.locator("main")).to_contain_text("A match is in progress")
        expect(page.get_by_label("Your name at the table")).to_have_count(0)
        page.get_by_role("button", name="Watch").click()
        page.wait_for_url(f"**/table/{room.id}")


def problem(page: Page, label: str) -> str:
    """What stands at a field that is refused."""
    field = page.get_by_label(label).first
    return str(field.evaluate("one => one.validationMessage"))


def test_what_a_form_lacks_is_told_in_the_pages_language(stage: Stage) -> None:
    """The browser speaks English here, the page German."""
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/?lang=de")
        page.get_by_role("button", name="Beitreten").click()
        assert problem(page, "Code oder Link") == "Bitte füll dieses Feld aus."
        page.get_by_label("Code oder Link").fill("-")
        assert problem(page, "Code oder Link") == ""
        page.get_by_role("button", name="Beitreten").click()
        expect(page.get_by_role("alert")).to_have_text("Bitte füll dieses Feld aus.")
        visit(page, "/account?lang=de")
        page.get_by_label("Dein Name am Tisch").first.fill("Ines")
        page.get_by_label("Passwort").first.press_sequentially("lotus")
        page.get_by_role("button", name="Konto anlegen").click()
        assert problem(page, "Passwort") == "Gib mindestens 8 Zeichen ein."


def test_the_account_page_says_all_before_and_forgets_nothing(stage: Stage) -> None:
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/account")
        page.get_by_label("Password").nth(1).wait_for()
        fresh, old = page.get_by_label("Password").all()
        expect(fresh).to_have_accessible_description(
            "8 characters or more, at least four of them different, and not your name."
        )
        expect(old).to_have_accessible_description("")
        page.get_by_label("Your name at the table").last.fill("Ines")
        page.get_by_role("button", name="Forgot your password?").click()
        expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
        expect(page.get_by_role("heading", name="Log in")).to_have_count(0)
        expect(page.get_by_label("Your name at the table").last).to_have_value("Ines")
        page.get_by_role("button", name="Back to login").click()
        expect(page.get_by_label("Your name at the table").last).to_have_value("Ines")


def test_the_languages_of_the_settings_have_room(stage: Stage) -> None:
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/settings")
        page.locator(".languages label").first.wait_for()
        for width in (320, 360, 390, 844):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(FITS), width


def test_a_date_is_written_as_where_the_browser_is(stage: Stage) -> None:
    day = stage.scenery.live.server.daily.sets.today
    for locale, shape in (
        ("en-GB", r"^\d{1,2} [A-Z][a-z]+ \d{4}$"),
        ("en-US", r"^[A-Z][a-z]+ \d{1,2}, "),
    ):
        with window(stage.browser, PHONE, locale=locale) as page:
            page.goto(f"{stage.scenery.url}/daily/{day}")
            expect(page.locator(".when span").first).to_have_text(re.compile(shape))


NAMES = {
    "de": "Reiher Lotus Jasmin Oolong Panda Koi Bambus Ginkgo Mango Sesam",
    "en": "Heron Lotus Jasmine Oolong Panda Koi Bamboo Ginkgo Mango Sesame",
}


@pytest.mark.parametrize("language", NAMES)
def test_a_suggested_name_is_a_word_of_the_language(stage: Stage, language: str) -> None:
    with window(stage.browser, PHONE, color_scheme="dark") as page:
        page.goto(f"{stage.scenery.url}/?lang={language}")
        page.locator("[data-action=play-now]").click()
        field = page.locator("input[name=name]")
        assert field.input_value().split()[0] in NAMES[language].split()
        chosen = (
            "(one) => getComputedStyle(one, '::selection').backgroundColor"  # not the browser's own
        )
        assert field.evaluate(chosen) != "rgba(0, 0, 0, 0)"


def test_players_of_a_pad_have_names_of_their_own_that_fit(stage: Stage) -> None:
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/pad")
        for number, name in enumerate(("Ada", "Bob", "bob ", "Di"), 1):
            page.get_by_label(f"Player {number}").fill(name)
        page.get_by_role("button", name="Start").click()
        said = page.get_by_role("alert").filter(has_text="Two players have the same name, “bob”.")
        expect(said).to_be_visible()
        expect(page.get_by_role("button", name="Enter round")).to_have_count(0)
        third = page.get_by_label("Player 3")
        third.fill("")
        expect(said).to_have_count(0)
        third.press_sequentially("Bartholomew the Second of Oz")
        expect(third).to_have_value("Bartholomew the Seco")
        expect(page.locator("[data-letters]")).to_have_text("20/20")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Change names").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Player 1").fill("Di")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_role("alert")).to_contain_text("“Di”")


def test_a_guest_who_is_here_is_found_though_not_by_name(stage: Stage) -> None:
    ann = stage.scenery.account("Ann Looks")
    dee = stage.scenery.guest("Dee")
    stage.scenery.do(stage.scenery.live.client(stage.scenery.tokens["Dee"]))
    cookie, missing = stage.scenery.cookie(ann.name), ("status of 404",)
    with window(stage.browser, PHONE, cookie, expected=missing) as page:
        page.goto(f"{stage.scenery.url}/lobby")
        expect(page.locator("#main")).to_contain_text("Dee")
        visit(page, "/buddies")
        name = page.get_by_label("Account name")
        for typed, said in (
            ("Nobody Ever", "Check the spelling"),
            ("dee", "“Dee” is here as a guest"),
        ):
            name.fill(typed)
            page.get_by_role("button", name="Add", exact=True).click()
            expect(page.locator("#buddy-problem")).to_contain_text(said)
        page.locator("#buddy-problem").get_by_role("link", name="Dee").click()
        page.wait_for_url(f"**/people/{dee.id}")
        page.get_by_role("button", name="Add as a buddy").click()
        expect(page.locator("button[aria-pressed=true]")).to_have_count(1)
        visit(page, "/buddies")
        expect(page.get_by_role("button", name="Remove Dee")).to_be_visible()


def test_what_was_refused_and_is_done_now_is_said_no_more(stage: Stage) -> None:
    ann = stage.scenery.account("Ann Rests")
    with window(
        stage.browser, PHONE, stage.scenery.cookie(ann.name), expected=("status of 4",)
    ) as page:
        page.goto(f"{stage.scenery.url}/settings")
        day = page.get_by_label("Away until")
        soon = dt.date.today() + dt.timedelta(days=3)
        for until in ("2020-01-01", soon.isoformat()):
            day.fill(until)
            page.locator("[aria-labelledby=settings-away] form button").click()
            expect(page.locator(".toasts .toast")).to_have_count(int(until < soon.isoformat()))
        expect(page.locator("[data-away=yes]")).to_be_visible()
