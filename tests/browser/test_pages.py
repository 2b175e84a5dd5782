"""The pages around the table in a real browser: in eight languages, by day and night, and used."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.server.clubs.clubs import ClubDraft
from gangoffour.table.options import Options
from tests.browser import axe, longest
from tests.browser.longest import Measure
from tests.browser.scenery import PASSWORD, Scenery
from tests.browser.window import DESK, PHONE, visit, window
from tests.support.length import some_of

ROOT = Path(__file__).parents[2]
SHORT = Options(clock="none", target=1)
NEW = "jasmine and lotus"

OVERFLOWING = """
() => {
  const wrong = [];
  const words =
    'button, a, label, legend, .chip, .legend, h1, h2, h3, p, dt, dd, th, td, strong, .note';
  for (const node of document.querySelectorAll(words)) {
    const box = node.getBoundingClientRect();
    if (!box.width || node.closest('.spoken, .skip, [hidden], .gof-sprite')) continue;
    if (getComputedStyle(node).clipPath !== 'none') continue;
    const text = node.textContent.trim().slice(0, 60);
    const inline = getComputedStyle(node).display === 'inline';
    if (!inline && node.scrollWidth > node.clientWidth + 1) wrong.push(`cut off: ${text}`);
    const letters = (text.length * parseFloat(getComputedStyle(node).fontSize)) / box.height;
    const own = !inline && !node.matches('th, td'); // others make a cell as tall as themselves
    if (own && text.length > 6 && letters < 1.2) wrong.push(`squeezed: ${text}`);
    if (box.right > innerWidth + 1 || box.left < -1) {
      if (!node.closest('[class*="scroll"], .languages')) wrong.push(`outside: ${text}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
  return wrong;
}
"""


SAMPLE = """
() => {
  const seen = new Map();
  for (const one of document.querySelectorAll('article :is(p, li, tr, figure)')) {
    const parts = [one, ...one.querySelectorAll('*:not(svg *)')];
    const kinds = new Set(parts.map((part) => `${part.tagName} ${part.getAttribute('class')}`));
    const kind = [...kinds].sort().join();
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > 2) one.remove();
  }
}
"""
"""Of the longest page, axe looks at each kind of paragraph, row and example twice."""


class Place(NamedTuple):
    """A page: its address, and what is there once it is ready."""

    path: str
    ready: str


class Stage(NamedTuple):
    """What the module's tests share."""

    browser: Browser
    scenery: Scenery
    places: dict[str, Place]
    match: str


@pytest.fixture(scope="module")
def stage(scenery: Scenery, browser: Browser) -> Stage:
    ann, ben = scenery.account("Annemarie"), scenery.account("Benedykt")
    match = scenery.match([ann, ben], SHORT, ["dumpling", "sparrow"])
    scenery.do(scenery.live.server.deal_tally.count_some())
    scenery.promote(ben, ann)
    scenery.do(scenery.live.server.relations.add_buddy(ann.id, ben.id))
    scenery.begin([ann, ben], Options(clock="days"), ["lantern", "crane"])
    waiting = scenery.table([ann], Options(clock="none"), ["crane"])
    rated = scenery.table([ann, ben], Options(rated=True, clock="none"), ["crane"])
    open_table = scenery.table([ben], Options(name="Tea at four", last_card="call"))
    scenery.seated(open_table, "Benedykt")
    draft = ClubDraft("Tuesday Dragons", "Every Tuesday at eight", "approval", open_board=True)
    club = scenery.do(scenery.live.server.clubs.found(ann, draft))
    scenery.do(scenery.live.server.clubs.members.join(ben, club, None))
    rules = scenery.do(
        scenery.live.server.boards.writer.begin(
            ann,
            "rules",
            "Two gangs in one hand",
            f"G3 G3 first?\n[R5], R5.3\n/match/{match}?at=8",
            "en",
        )
    )
    scenery.daily(ann)
    challenge = scenery.do(scenery.live.server.daily.sets.new_challenge(ben.id, None)).id
    places = {
        "front": Place("/", ".fan"),
        "new": Place("/new", "form .presets"),
        "together": Place("/together", "[data-action=deal]"),
        "lobby": Place("/lobby", ".rows h3"),
        "matches": Place("/matches", ".players"),
        "leaderboard": Place("/leaderboard", "tbody tr"),
        "profile": Place(f"/people/{ben.id}", ".figures"),
        "buddies": Place("/buddies", ".lamp"),
        "boards": Place("/boards", "[data-board=rules]"),
        "board": Place("/boards/rules", "[data-thread]"),
        "thread": Place(f"/thread/{rules.thread}", "[data-match]"),
        "clubs": Place("/clubs", "[data-club]"),
        "club": Place(f"/club/{club}", "[data-member]"),
        "settings": Place("/settings", ".languages"),
        "account": Place("/account", "#account-data"),
        "open": Place("/open", "[data-action=open-record]"),
        "about": Place("/about", "#about-licences"),
        "fair": Place("/fair", "figure svg"),
        "rules": Place("/rules", "article h3"),
        "variants": Place("/variants", "#variant-target"),
        "blank-pad": Place("/pad/blank", ".rounds tfoot"),
        "strategy": Place("/strategy", "#match figure svg"),
        "missing": Place("/nowhere", ".missing"),
        "waiting": Place(f"/table/{waiting.id}", ".seats"),
        "rated": Place(f"/table/{rated.id}", "[data-rated]"),
        "daily": Place("/daily", "[data-calendar]"),
        "challenge": Place(f"/challenge/{challenge}", "#challenge-all"),
        "replay": Place(f"/match/{match}?at=8", "[data-replay-seat]"),
    }
    return Stage(browser, scenery, places, match)


FIRST = ("front", "lobby", "waiting", "settings")
"""What a newcomer sees first; the other pages take long."""


def shown(page: Page, place: Place) -> None:
    visit(page, place.path)
    page.locator(place.ready).first.wait_for()


def looked_at(page: Page, name: str, by: axe.Look, measure: Measure | None) -> dict[str, list[str]]:
    """What does not fit a phone, and what axe finds; first whichever the page's size is for."""
    wrong: dict[str, list[str]] = {}
    phone = page.viewport_size == PHONE
    for fits in (phone, not phone):
        if fits:
            page.set_viewport_size(PHONE)
            if name != "rules" and (found := page.evaluate(OVERFLOWING)):
                wrong[name] = found
        elif measure != "text":
            wrong |= axe.by_night_or_day(page, name, by, mixed=measure is not None)
    return wrong


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("measure", some_of(longest.ROUNDS, ["word"]))
@pytest.mark.parametrize("first", [True, False])
def test_every_page_fits_a_phone_in_every_language_and_axe_finds_nothing(
    stage: Stage, measure: Measure | None, *, first: bool
) -> None:
    """Each text is the longest that it is in any language, or the one with the longest word. To
    load a page and to go round costs more than to look, so both are looked for in one round."""
    wrong: dict[str, list[str]] = {}
    places = {name: place for name, place in stage.places.items() if (name in FIRST) == first}
    with window(
        stage.browser, PHONE, stage.scenery.cookie("Annemarie"), ("status of 404",)
    ) as page:
        page.goto(f"{stage.scenery.url}/?lang={longest.speak(page, measure)}")
        page.locator(".fan").wait_for()
        # It is not the language asked for that is shown.
        expect(page.locator("#main")).to_contain_text(longest.of("pages", "front_now_go", measure))
        for number, (name, place) in enumerate(places.items()):
            shown(page, place)
            if name == "rules":  # a long page, whose fit has a test of its own
                page.evaluate(SAMPLE)
            words = page.locator("#main").inner_text()
            assert name == "rules" or not re.search(r"\b[a-z]+_[a-z_]+\b", words), name
            by = axe.look_of(number, len(places))
            wrong |= looked_at(page, name, by, measure)
    with window(stage.browser, PHONE) as page:  # the forms of somebody who is not logged in
        page.goto(f"{stage.scenery.url}/account?lang={longest.speak(page, measure)}")
        fields = page.locator("[aria-labelledby=account-login] input")
        expect(fields).to_have_count(2)
        found = page.evaluate(OVERFLOWING)
        page.locator("[aria-labelledby=account-login] .button-quiet").click()
        expect(fields).to_have_count(3)
        if found := [*found, *page.evaluate(OVERFLOWING)]:
            wrong["account forms"] = found
    assert not wrong, json.dumps(wrong, indent=1)


def test_a_newcomer_plays_after_two_clicks(stage: Stage) -> None:
    sent: list[str] = []
    stage.scenery.account("Taken Tern")
    with window(stage.browser, PHONE, None, ("status of 409",), has_touch=True) as page:
        page.on("websocket", lambda line: line.on("framesent", lambda one: sent.append(str(one))))
        page.goto(stage.scenery.url)
        page.get_by_role("button", name="Play now").click()
        dialog = page.get_by_role("dialog")
        name = dialog.get_by_role("textbox")
        given = name.input_value()
        assert given
        name.fill("Taken Tern")
        dialog.get_by_role("button", name="Let’s play").click()
        expect(dialog.get_by_role("alert")).to_contain_text("taken")
        name.fill(given)  # what is no longer so is no longer said
        expect(dialog.get_by_role("alert")).to_have_count(0)
        dialog.get_by_role("button", name="Let’s play").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("[data-hand] [data-code]")).to_have_count(16)
    assert sum('"type":"quick"' in one for one in sent) == 1, "one match was asked for"


def test_a_code_and_a_link_lead_to_the_table(stage: Stage) -> None:
    host = stage.scenery.guest("Hosting Heron")
    room = stage.scenery.table([host], Options(private=True, clock="none"))
    with window(stage.browser, PHONE, expected=("status of 404",)) as page:
        page.goto(stage.scenery.url)
        code = page.get_by_label("Code or link")
        code.fill("nope0")
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("This table does not exist")
        expect(page.get_by_text("This table does not exist")).to_have_count(1)  # and says so once
        code.fill(f" {room.code.lower()[:2]} {room.code.lower()[2:]}")
        page.get_by_role("button", name="Join", exact=True).click()
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url(f"**/table/{room.id}*")
        expect(page.locator("#main")).to_contain_text("Hosting Heron")
    with window(stage.browser) as page:
        page.goto(f"{stage.scenery.url}/t/{room.code}")
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url(f"**/table/{room.id}*")
    assert len(room.table.people) == 3


def test_a_table_is_opened_as_chosen(stage: Stage) -> None:
    stage.scenery.guest("Choosy Koi")
    with window(stage.browser, DESK, stage.scenery.cookie("Choosy Koi")) as page:
        page.goto(f"{stage.scenery.url}/new")
        page.get_by_role("radio", name="Casual").check(force=True)
        page.get_by_role("radio", name="3 players").check(force=True)
        page.get_by_label("Edition").select_option("german")
        page.get_by_role("radio", name="150").check(force=True)
        page.get_by_label("Name of the table").fill("Jasmine")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")
        room = stage.scenery.do(stage.scenery.live.server.tables.get(page.url.split("/")[-1]))
    options = room.table.options
    assert (options.seats, options.edition, options.target) == (3, "german", 150)
    assert (options.name, options.private, options.rated) == ("Jasmine", False, False)


def test_the_lobby_is_live_and_looking_for_players_can_be_stopped(stage: Stage) -> None:
    with window(stage.browser, DESK, stage.scenery.cookie("Annemarie")) as page:
        page.goto(f"{stage.scenery.url}/lobby")
        expect(page.get_by_role("heading", name="Tea at four")).to_be_visible()
        newcomer = stage.scenery.guest("Late Lotus")
        room = stage.scenery.table([newcomer], Options(name="A new table"))
        stage.scenery.seated(room, "Late Lotus")
        expect(page.get_by_role("heading", name="A new table")).to_be_visible()
        expect(page.get_by_role("link", name="Late Lotus", exact=True)).to_be_visible()
        page.get_by_role("button", name="Find players").click()
        expect(page.get_by_role("dialog")).to_contain_text("Bots take the free seats")
        page.get_by_role("button", name="Stop looking").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        stage.scenery.until(lambda: stage.scenery.live.server.lobby.state().seeking == 0)
        page.set_viewport_size({"width": 820, "height": 1180})  # a club's columns are narrow there
        visit(page, stage.places["club"].path)
        ranked = page.get_by_role("region", name="Daily deal").get_by_text("Annemarie", exact=True)
        assert ranked.evaluate("name => name.scrollWidth <= name.clientWidth"), "cut off"


def test_a_replay_is_stepped_through(stage: Stage) -> None:
    with window(stage.browser, DESK) as page:
        page.goto(f"{stage.scenery.url}/match/{stage.match}")
        seats = page.locator("[data-replay-seat]")
        expect(seats).to_have_count(4)
        expect(seats.first).to_contain_text("16 cards")
        page.get_by_role("button", name="Step forward").click()
        page.wait_for_url("**at=1*")
        page.locator("#main").focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**at=2*")
        page.keyboard.press("End")
        page.get_by_text("Total").first.wait_for()
        page.get_by_role("button", name="See it from Benedykt’s seat").click()
        page.wait_for_url("**seat=1*")
        address = page.url
        page.get_by_role("button", name="Was the deal fair?").click()
        expect(page.get_by_role("dialog")).to_contain_text("they match")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Show all hands").click()
        expect(page.locator("[data-replay-seat='1'] .card-down")).to_have_count(0)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        assert download.value.suggested_filename.endswith(".gof")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**at=1&*")
        page.get_by_role("button", name="Pause").click()
        page.goto(address)
        expect(page.locator("[data-replay-seat]").last).to_contain_text("Benedykt")


def test_an_account_has_a_bot_and_another_password_and_is_deleted_for_ever(stage: Stage) -> None:
    """How somebody comes to have one is told by test_account.py."""
    stage.scenery.account("Settled Panda")
    cookie = stage.scenery.cookie("Settled Panda")
    with window(stage.browser, PHONE, cookie, ("status of 401",)) as page:
        page.goto(f"{stage.scenery.url}/account")
        expect(page.get_by_role("heading", name="Settled Panda")).to_be_visible()
        page.get_by_label("Name of the bot").fill("Pandabot")
        page.get_by_role("button", name="Create a token").click()
        expect(page.get_by_text("shown only once")).to_be_visible()
        page.get_by_label("Old password").fill("not the old one")
        page.get_by_label("New password").fill(NEW)
        page.get_by_role("button", name="Change password").click()
        expect(page.get_by_role("alert")).to_have_text("The old password is wrong.")
        page.get_by_label("Old password").fill(PASSWORD)
        page.get_by_role("button", name="Change password").click()
        expect(page.get_by_text("Your password has been changed.")).to_be_visible()
        expect(page.get_by_label("Old password")).to_have_value("")
        codes = page.get_by_role("dialog", name="Recovery codes")
        expect(codes.get_by_role("listitem"), "those for the old one are void").to_have_count(8)
        codes.get_by_role("button", name="I have saved them").click()
        expect(page.get_by_text("Unused codes: 8")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Settled Panda")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Export my data").click()
        assert "Settled Panda" in Path(download.value.path()).read_text()
        page.get_by_role("button", name="Delete my data").click()
        sure = page.get_by_role("dialog")
        sure.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Delete forever").click()
        expect(sure.get_by_role("alert")).to_have_text("The password is wrong.")
        sure.get_by_label("Your password").fill(NEW)
        page.get_by_role("button", name="Delete forever").click()
        page.wait_for_url(re.compile(r"/$"))
    found = stage.scenery.do(stage.scenery.live.http.get("/api/people/Settled Panda"))
    assert found.status_code == 404


LINES = """() => [...document.querySelectorAll('.frame-nav a')]
  .filter((one) => one.offsetParent)
  .map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map((line) => line.top)).size;
  })"""
"""How many lines each way in a page's head takes."""


@pytest.mark.long
def test_the_head_of_a_page_has_one_line_in_every_language(stage: Stage) -> None:
    with window(stage.browser, PHONE, stage.scenery.cookie("Annemarie")) as page:
        page.goto(f"{stage.scenery.url}/about?lang={longest.speak(page, 'text')}")
        page.locator("#about-licences").wait_for()
        for width in (768, 820, 895, 896, 991, 992, 1151, 1152, 1280):
            page.set_viewport_size({"width": width, "height": 700})
            lines = page.evaluate(LINES)
            assert len(lines) >= 4 and set(lines) == {1}, (width, lines)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_settings_stay(stage: Stage) -> None:
    with window(stage.browser, PHONE, color_scheme="dark") as page:
        page.goto(f"{stage.scenery.url}/settings")
        other = page.context.new_page()
        other.goto(f"{stage.scenery.url}/settings")
        page.get_by_role("radio", name="Day").check(force=True)
        page.get_by_role("radio", name="by colour").check(force=True)
        expect(other.get_by_role("radio", name="by colour")).to_be_checked()
        page.get_by_role("radio", name="Deutsch").check(force=True)
        expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
        assert "lang=de" in page.url
        page.goto(f"{stage.scenery.url}/settings")
        expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        assert page.evaluate("JSON.parse(localStorage['gangoffour.settings']).sort") == "colour"


@pytest.mark.long
def test_buddies_and_mutes(stage: Stage) -> None:
    shy = stage.scenery.guest("Shy Sesame")
    with window(stage.browser, PHONE, stage.scenery.cookie("Benedykt")) as page:
        page.goto(f"{stage.scenery.url}/people/{shy.id}")
        page.get_by_role("button", name="Add as a buddy").click()
        expect(page.get_by_role("button", name="Remove from buddies")).to_be_visible()
        page.get_by_role("button", name="Mute").click()
        expect(page.get_by_role("button", name="Unmute")).to_be_visible()
        page.get_by_role("button", name="Never seat us together").click()
        expect(page.get_by_role("button", name="Seat us together again")).to_be_visible()
        visit(page, "/buddies")
        page.get_by_role("button", name="Remove Shy Sesame").click()
        expect(page.get_by_text("Nobody yet.")).to_be_visible()
        expect(page.get_by_role("region", name="Muted")).to_contain_text("Shy Sesame")
        apart = page.get_by_role("region", name="Never seated with")
        apart.get_by_role("button", name="Seat us together again").click()
        expect(apart).to_have_count(0)
