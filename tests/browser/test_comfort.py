"""What makes a table comfortable: a pass by itself, plans, a screen that stays awake, a call in a
hidden window, a code for the camera, and room for large letters."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.rules.combinations import beats
from gangoffour.rules.match import Match
from gangoffour.rules.round import Move
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser import camera
from tests.browser.scenery import Scenery
from tests.browser.test_pages import OVERFLOWING
from tests.browser.window import PHONE, settle, visit, window

CALM = Options(clock="none")
BOTS = ["dumpling"] * 3
SPIES = """
window.away = false;
Object.defineProperty(document, 'hidden', { get: () => away });
window.felt = [];
Navigator.prototype.vibrate = (pattern) => felt.push(pattern) > 0;

window.tones = 0;
const { createOscillator, createGain } = BaseAudioContext.prototype;
BaseAudioContext.prototype.createOscillator = function () {
  tones += 1;
  return createOscillator.call(this);
};
BaseAudioContext.prototype.createGain = function () {
  const made = createGain.call(this);
  window.loudness ??= made.gain;
  return made;
};

window.locks = [];
const { request } = WakeLock.prototype;
WakeLock.prototype.request = async function (kind) {
  const lock = await request.call(this, kind);
  locks.push(lock);
  return lock;
};
"""
"""What is felt and heard, the locks that keep the screen awake, and a window one may look away
from."""
AWAKE = "locks.filter((one) => !one.released).length"


@pytest.fixture(scope="module")
def pair(scenery: Scenery) -> Scenery:
    for name in ("Annemarie", "Benedykt"):
        scenery.account(name)
    return scenery


def choose(page: Page, **settings: Any) -> None:
    """What somebody has chosen in the settings before."""
    kept = f"localStorage['gangoffour.settings'] ??= {json.dumps(json.dumps(settings))}"
    page.add_init_script(kept)


def early(table: Table, turn: int) -> Match | None:
    """The match, if somebody is to move and nobody is about to finish a round."""
    match = table.match
    if table.phase != "playing" or match is None or match.phase != "play" or match.turn != turn:
        return None
    return match if min(hand.bit_count() for hand in match.round.hands) > 4 else None


def nothing_to_play(table: Table) -> bool:
    """She may pass, and nothing of hers beats what lies there."""
    match = early(table, 0)
    return match is not None and match.view(0).may_pass and not list(match.view(0).plays)


def his_lead(table: Table) -> bool:
    """He leads, she comes next and can beat his lowest card."""
    match = early(table, 1)
    if match is None or match.round.direction != -1 or match.round.table is not None:
        return False
    return beats(match.view(0).hand.codes[-1], match.view(1).hand.codes[0])


def at(scenery: Scenery, page: Page, room: Room) -> None:
    """She sits at a table."""
    page.goto(f"{scenery.url}/table/{room.id}")
    page.locator("[data-hand] .card-button").first.wait_for()


def moves(room: Room) -> tuple[Move, ...]:
    """What has been done in this round."""
    assert room.table.match is not None
    return room.table.match.round.history


def next_move(page: Page, room: Room, after: int) -> Move:
    """The move after so many, once it is made."""
    for _ in range(1_200):
        if len(moves(room)) > after:
            break
        page.wait_for_timeout(50)
    return moves(room)[after]


def he_leads(scenery: Scenery, room: Room) -> None:
    """Benedykt lays his lowest card."""
    match = room.table.match
    assert match is not None
    lowest = match.view(1).hand.codes[0]
    scenery.ask(room, c.Play([lowest], match.version), scenery.people["Benedykt"])


def test_a_pass_by_itself_is_seen_coming_and_can_be_stopped(
    pair: Scenery, browser: Browser
) -> None:
    room = pair.moment([pair.people["Annemarie"]], CALM, BOTS, nothing_to_play)
    made = len(moves(room))
    cookie = pair.cookie("Annemarie")
    with window(browser, PHONE, cookie, timezone_id="Asia/Shanghai") as page:
        page.clock.install()  # for good: nobody else's window may be of this kind
        choose(page, autoPass=True)
        at(pair, page, room)
        countdown = page.locator("[data-action=pass] .numerals")
        expect(countdown).to_have_text(re.compile("[2-6]"))
        page.locator("[data-action=stay]").click()
        expect(countdown).to_have_count(0)
        page.clock.run_for(8_000)
        page.wait_for_timeout(200)
        assert len(moves(room)) == made
        page.reload()  # that was about this once
        expect(countdown).to_be_visible()
        page.clock.run_for(8_000)
        move = next_move(page, room, made)
    assert move.seat == 0 and move.is_pass


def test_what_is_chosen_in_another_tab_arrives_at_the_table(
    pair: Scenery, browser: Browser
) -> None:
    """The menu leads to all settings, says that they open beside it, and the table follows."""
    room = pair.moment([pair.people["Annemarie"]], CALM, BOTS, lambda table: bool(early(table, 0)))
    with window(browser, PHONE, pair.cookie("Annemarie")) as page:
        at(pair, page, room)
        page.get_by_role("button", name="Menu", exact=True).click()
        link = page.get_by_role("link", name="All settings (opens in a new tab)")
        with page.context.expect_page() as opened:
            link.click()
        settings = opened.value
        settings.locator(".switch:disabled").first.wait_for()  # the browser allows no notifications
        looks = settings.locator(".switch:not(:checked)").evaluate_all(
            "all => all.map((one) => `${one.disabled} ${getComputedStyle(one).borderTopStyle}`)"
        )
        assert {"true dashed", "false solid"} == set(looks), "not the same as one that is off"
        settings.get_by_role("radio", name="Night").check()
        settings.get_by_role("checkbox", name="Confirm").check()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        settings.locator(".choice-of-language select").select_option("de")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.locator("[data-hand] .card-button").first.wait_for()
        kept = page.evaluate("localStorage['gangoffour.settings']")
        assert json.loads(kept)["confirm"] is True


@pytest.mark.parametrize("what", ["pass", "play"])
def test_what_was_planned_is_done_when_the_turn_comes(
    pair: Scenery, browser: Browser, what: str
) -> None:
    people = [pair.people["Annemarie"], pair.people["Benedykt"]]
    room = pair.moment(people, CALM, BOTS[:2], his_lead)
    made = len(moves(room))
    with window(browser, PHONE, pair.cookie("Annemarie"), has_touch=True) as page:
        at(pair, page, room)
        if what == "play":
            assert room.table.match is not None
            highest = room.table.match.view(0).hand.codes[-1]
            page.locator(f"[data-hand] [data-code='{highest}']").first.tap()
            expect(page.locator("[data-action=play]")).to_have_attribute("data-does", "plan")
        page.locator(f"[data-action={what}]").tap()
        expect(page.locator("[data-action=play]")).to_have_attribute("data-does", "unplan")
        he_leads(pair, room)
        move = next_move(page, room, made + 1)
        assert move.seat == 0 and move.is_pass == (what == "pass")
        expect(page.locator("[data-action=play]")).not_to_have_attribute("data-does", "unplan")


def he_finishes(table: Table) -> bool:
    """He can lay all he has left, in the first round, so that another follows."""
    match = table.match
    if table.phase != "playing" or match is None or match.past or match.turn != 1:
        return False
    view = match.view(1)
    return any(play.size == len(view.hand) for play in view.plays)


@pytest.mark.long
def test_a_plan_ends_with_its_round(pair: Scenery, browser: Browser) -> None:
    ann, ben = pair.people["Annemarie"], pair.people["Benedykt"]
    room = pair.moment([ann, ben], CALM, BOTS[:2], he_finishes)
    match = room.table.match
    assert match is not None
    with window(browser, PHONE, pair.cookie("Annemarie"), has_touch=True) as page:
        at(pair, page, room)
        play = page.locator("[data-action=play]")
        page.locator("[data-action=pass]").tap()
        expect(play).to_have_attribute("data-does", "unplan")
        pair.ask(room, c.Play(match.view(1).hand.codes, match.version), ben)
        page.locator("[data-action=ready]").tap()
        pair.ask(room, c.Ready(), ben)
        expect(page.locator("[data-hand] .card-button")).not_to_have_count(0)
        expect(page.locator("dialog")).to_have_count(0)
        expect(play).not_to_have_attribute("data-does", "unplan")


@pytest.mark.long
def test_a_hidden_window_calls_and_the_screen_stays_awake(pair: Scenery, browser: Browser) -> None:
    people = [pair.people["Annemarie"], pair.people["Benedykt"]]
    room = pair.moment(people, CALM, BOTS[:2], his_lead)
    made = len(moves(room))
    allowed = ["screen-wake-lock"]  # a browser without a window would ask nobody, and refuse
    with window(browser, PHONE, pair.cookie("Annemarie"), permissions=allowed) as page:
        page.add_init_script(SPIES)
        choose(page, volume=0.5)
        at(pair, page, room)
        page.wait_for_function(f"() => {AWAKE} === 1")
        page.mouse.click(5, 300)  # browsers are silent until somebody touches something
        page.evaluate("away = true; felt = []; tones = 0")
        he_leads(pair, room)
        expect(page).to_have_title(re.compile("^● Your turn"))
        page.wait_for_function("() => tones > 0 && Math.abs(loudness.value - 0.25) < 0.001")
        assert page.evaluate("felt") == [[120, 80, 120]]
        page.evaluate("away = false")
        # However often the table has changed meanwhile, it is the same lock.
        assert page.evaluate(f"[locks.length, {AWAKE}]") == [1, 1]
        visit(page, "/settings")
        page.wait_for_function(f"() => {AWAKE} === 0")
        page.get_by_role("checkbox", name="Sound", exact=True).uncheck()
        page.evaluate("tones = 0")
        visit(page, f"/table/{room.id}")
        page.locator("[data-action=pass]").click()
        page.wait_for_function(f"() => {AWAKE} === 1")
        move = next_move(page, room, made + 1)
        assert move.seat == 0 and move.is_pass
        page.wait_for_timeout(300)
        assert page.evaluate("tones") == 0


def squares(page: Page) -> list[list[bool]]:
    """The code as it is drawn."""
    qr = page.get_by_role("img", name="QR code").first
    drawn = str(qr.locator("path").get_attribute("d"))
    size = int(str(qr.get_attribute("viewBox")).split()[-1]) - 6
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    return [[(x, y) in dark for x in range(size)] for y in range(size)]


@pytest.mark.long
def test_a_camera_reads_the_way_to_the_table(pair: Scenery, browser: Browser) -> None:
    room = pair.table([pair.people["Annemarie"]], CALM)
    address = f"{pair.url}/t/{room.code}"
    with window(browser, PHONE, pair.cookie("Annemarie")) as page:
        page.goto(f"{pair.url}/table/{room.id}")
        drawn = squares(page)
    assert camera.read(drawn) == address
    with window(browser, PHONE, pair.cookie("Benedykt")) as page:
        page.goto(address)
        page.wait_for_url(f"**/table/{room.id}*")
        expect(page.locator(".seats")).to_contain_text("Benedykt")


LARGE = ("/", "/new", "/lobby", "/settings", "/learn", "/pad", "/account")


@pytest.mark.long
def test_nothing_is_cut_off_where_letters_are_large(pair: Scenery, browser: Browser) -> None:
    """A narrow phone, and a desk at 200 %, in a language of long words."""
    people = [pair.people["Annemarie"], pair.people["Benedykt"]]
    tables = [
        pair.moment(people, CALM, BOTS[:2], his_lead),
        pair.table(people, CALM, BOTS[:1]),
    ]
    wrong = {}
    cookie = pair.cookie("Annemarie")
    with window(browser, PHONE, cookie) as page:
        page.goto(f"{pair.url}/?lang=de")
        for path in (*LARGE, *(f"/table/{room.id}" for room in tables)):
            visit(page, path)
            page.locator("main h1").first.wait_for(state="attached")
            page.wait_for_timeout(150)
            for width, height in ((320, 568), (720, 450)):
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                if found := page.evaluate(OVERFLOWING):
                    wrong[f"{path} {width}"] = found
    assert not wrong
