"""Moments at the table: one's own lead, the end of a round, the deal, a call by hand, days."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.server.tables import time_to_call
from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.lasting import STAYING
from tests.browser.scenery import Scenery
from tests.browser.teller import Teller
from tests.browser.test_comfort import he_finishes
from tests.browser.test_stage import begun, last_but_one, opening, winning
from tests.browser.window import DESK, PHONE, visit, window

CALM = Options(clock="none")
BOTS = ["dumpling"] * 3
COUNTS = "all => all.map(one => Number(one.textContent))"
LISTEN = """() => {
  window.spoken = [];
  const place = document.querySelector('[data-speech=polite]');
  new MutationObserver(() => spoken.push(place.textContent))
    .observe(place, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a screen reader is told."""
EXCHANGED = """() => {
  window.flown = [];
  window.out = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    if (this.matches('.goes')) flown.push([this.matches('.returns'), JSON.stringify(frames)]);
    return animate.call(this, frames, timing);
  };
  new MutationObserver(() => (out += document.querySelectorAll('[data-out]').length))
    .observe(document.body, { subtree: true, childList: true });
}"""
"""Notes which cards of an exchange fly, and whether somebody was seen to be out."""


def told_by(page: Page) -> list[str]:
    """What a page will have told the server, from when it is loaded."""
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda one: sent.append(str(one))))
    return sent


def painted(page: Page, sent: list[str], match: int, number: int) -> None:
    """The page has told that a deal is on the screen: bots wait for that."""
    for _ in range(600):
        if any('"seen"' in one and f'"match":{match},"round":{number}' in one for one in sent):
            return
        page.wait_for_timeout(100)
    raise AssertionError(sent)


@pytest.fixture(scope="module")
def pair(scenery: Scenery) -> Scenery:
    for name in ("Annemarie", "Benedykt"):
        scenery.account(name)
    return scenery


def she_leads(table: Table) -> bool:
    """Her lead with any card, after a trick in which others laid something, too."""
    match = table.match
    if table.phase != "playing" or match is None or match.turn != 0 or match.phase != "play":
        return False
    now = match.round
    return now.table is None and len(now.history) > 4 and min(now.counts) > 1


def at(page: Page, room: Room) -> None:
    """At a table, from wherever the page is."""
    visit(page, "/about")
    page.locator("#about-licences").wait_for()
    visit(page, f"/table/{room.id}")
    page.locator("[data-hand] .card-button").first.wait_for()


@pytest.mark.long
def test_the_desk_tells_of_this_trick_and_of_this_round(pair: Scenery, browser: Browser) -> None:
    """Not of the one before, where one leads oneself; not of the next, while one is reckoned."""
    ann, ben = pair.people["Annemarie"], pair.people["Benedykt"]
    lead = pair.moment([ann], CALM, BOTS, she_leads)
    ending = pair.moment([ann, ben], CALM, BOTS[:2], he_finishes)
    with window(browser, DESK, pair.cookie("Annemarie")) as page:
        sent = told_by(page)
        page.goto(f"{pair.url}/table/{lead.id}")
        told = page.locator(".side .story ol")
        this, before = told.nth(0), told.nth(1)
        expect(this).to_have_text("Nothing has been played yet.")
        expect(page.locator(".side .story h3")).to_have_text("The previous trick")
        match: Any = lead.table.match
        moves = match.round.history
        begun = max(i for i, move in enumerate(moves) if move.lead)
        expect(before.locator("li")).to_have_count(len(moves) - begun)
        expect(before.locator(".cards").first).to_have_css("opacity", "0.7")
        chip = before.locator(".card-chip").first
        expect(chip).to_have_css("overflow", "visible")  # or its edge is cut between two pixels
        her_second_card_by_keys(page)
        expect(this.locator("li").first).to_contain_text("You")
        expect(page.locator(".side .story h3")).to_have_text("Winner of the previous trick")
        upright_the_caption_is_below_the_cards(page)
        at(page, ending)
        page.evaluate(LISTEN)
        page.evaluate(EXCHANGED)
        match = ending.table.match
        pair.ask(ending, c.Play(match.view(1).hand.codes, match.version), ben)
        page.locator("[data-action=ready]").wait_for()
        match = ending.table.match
        the_end_is_told(page, match.results[-1])
        assert page.evaluate("out") > 0, "somebody was seen to be out"
        page.emulate_media(reduced_motion="no-preference")
        page.locator(".actions [data-action=ready]").click()
        pair.ask(ending, c.Ready(), ben)
        expect(page.locator(".bar .round")).to_have_text("Round 2")
        painted(page, sent, 1, 2)
        page.wait_for_function("() => flown.length > 0")
        [returns, frames] = page.evaluate("flown")[0]
        assert not returns and "translate" in frames, "first the loser's card"
        page.emulate_media(reduced_motion="reduce")
        at(page, pair.begin([ann, ben], Options(clock="days", days=2), BOTS[:2]))
        expect(page.get_by_role("timer").first).to_have_text("2 days")
        visit(page, "/matches")
        expect(page.locator("li.match", has_text="2 days")).to_have_count(1)


def her_second_card_by_keys(page: Page) -> None:
    """Who plays it goes on from where it was."""
    cards = page.locator("[data-hand] .card-button")
    held = cards.count()
    cards.last.focus()
    for key in ("Home", "ArrowRight", "Space", "Enter"):
        page.keyboard.press(key)
    expect(cards).to_have_count(held - 1)
    expect(cards.nth(1)).to_be_focused()


CAPTION_BELOW = """() => {
  const [laid, what] = ['.laid', '.what'].map(
    (one) => [...document.querySelectorAll(`.trick ${one}`)].at(-1)?.getBoundingClientRect());
  return laid && what && what.top > laid.bottom && what.top - laid.bottom < 60;
}"""
"""Both at one moment: the bots play on meanwhile, and what is laid takes its place."""


def upright_the_caption_is_below_the_cards(page: Page) -> None:
    """Not somewhere down on a large tablet."""
    page.set_viewport_size({"width": 820, "height": 1180})
    page.wait_for_function(CAPTION_BELOW)
    page.set_viewport_size(DESK)


def the_end_is_told(page: Page, result: Any) -> None:
    """Said with everybody's points, and the table shows what everybody was left with."""
    page.wait_for_function("() => spoken.some((one) => one.includes('Benedykt wins the round'))")
    said = next(one for one in page.evaluate("spoken") if "wins the round" in one)
    names = page.locator("section.seat").evaluate_all("all => all.map((one) => one.ariaLabel)")
    for name, points in zip(["You", *names], result.points, strict=True):
        assert f"{name}: {points} point" in said
    page.keyboard.press("Escape")
    expect(page.locator(".centre")).to_contain_text("Round 1: Benedykt wins")
    page.set_viewport_size({"width": 820, "height": 1180})
    told = page.locator(".centre .what").bounding_box()
    assert told and abs(told["x"] + told["width"] / 2 - 410) < 3, "in the middle"
    page.set_viewport_size(DESK)
    expect(page.locator("[data-order]")).to_be_hidden()  # there is nothing to sort
    counts = page.locator(".seat .count > [aria-hidden]").evaluate_all(COUNTS)
    assert counts == list(result.left[1:])
    expect(page.locator(".game > .mine")).to_contain_text(f"{result.left[0]} card")


COVERED = """(button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.long
def test_a_deal_is_skipped_by_a_tap_or_a_key(pair: Scenery, browser: Browser) -> None:
    """The scene of the Chinese deal, and the cards that fly after it."""
    chinese = Options(clock="none", chinese_deal=True)
    room = pair.moment([pair.people["Annemarie"]], chinese, BOTS, opening, begun)
    with window(browser, PHONE, pair.cookie("Annemarie"), has_touch=True) as page:
        page.add_init_script(f"({STAYING})()")
        page.emulate_media(reduced_motion="no-preference")
        page.goto(f"{pair.url}/table/{room.id}")
        scene = page.locator("[data-ceremony]")
        expect(scene).to_be_visible()
        page.touchscreen.tap(180, 300)
        expect(scene).to_have_count(0)
        expect(page.locator("[data-deal]")).to_have_count(0)
        expect(page.locator("[data-hand] .card-button")).to_have_count(16)
        page.reload()
        expect(scene).to_be_visible()
        page.keyboard.press("x")
        expect(scene).to_have_count(0)
        expect(page.locator("[data-deal]")).to_have_count(0)


@pytest.mark.long
def test_the_call_by_hand_has_its_time_and_is_never_covered(
    pair: Scenery, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She lays her last card but one without a word: the next, a bot, waits until she calls."""
    monkeypatch.setattr(time_to_call, "CALL_MS", 10**9)
    by_hand = Options(clock="none", last_card="call")
    room = pair.moment([pair.people["Annemarie"]], by_hand, BOTS, last_but_one)
    watcher = pair.cookie("Benedykt")
    with (
        window(browser, PHONE, pair.cookie("Annemarie")) as page,
        window(browser, DESK, watcher) as other,
    ):
        teller = Teller(page, room)
        page.goto(f"{pair.url}/table/{room.id}")
        other.goto(f"{pair.url}/table/{room.id}")
        hers = other.locator("[data-seat='0']")
        page.locator("[data-hand] .card-button").last.click()  # the highest blocks, if need be
        page.locator("[data-action=play]").click()
        call = page.locator(".call .button", has_text="Last card")
        expect(page.locator("[data-hand] .card-button")).to_have_count(1)
        page.evaluate(STAYING)
        teller.gang(2, "G7 G7 Y7 Y7 R7 R7 M1")
        expect(page.locator("[data-gang] .card")).to_have_count(7)
        assert not call.evaluate(COVERED)
        match: Any = room.table.match
        assert match.round.silent == 0 and match.round.barred == ()
        expect(hers.locator(".count")).to_contain_text("1")
        expect(hers, "not before she has said so").not_to_contain_text("Last card!")
        call.click()
        expect(hers).to_contain_text("Last card!")
        expect(page.locator(".mine .chip-alarm")).to_have_text("Last card!")
        match = room.table.match
        assert 0 in match.round.called and 0 not in match.round.barred


def losing(table: Table) -> bool:
    return table.phase == "over" and not winning(table)


@pytest.mark.long
def test_the_end_of_a_match_leads_to_another_level(pair: Scenery, browser: Browser) -> None:
    """Who has won tries the next one, who has lost an easier one."""
    eva, short = pair.guest("Eva"), Options(clock="none", target=1)
    won = pair.moment([eva], short, BOTS, winning)
    lost = pair.moment([eva], short, ["lantern"] * 3, losing)
    with window(browser, PHONE, pair.cookie("Eva")) as page:
        sent = told_by(page)
        page.goto(f"{pair.url}/about")
        for room, way in ((won, "Try the next level"), (lost, "Try an easier level")):
            visit(page, f"/table/{room.id}")
            other = page.locator("[data-action=other-level]")
            expect(other).to_contain_text(way)
            other.click()
            page.wait_for_url(re.compile(rf"/table/(?!{room.id})"))
            page.locator("[data-hand] .card-button").first.wait_for()
            found = pair.do(pair.live.server.tables.get(page.url.rpartition("/")[2]))
            assert [seat.bot for seat in found.table.seats[1:]] == ["sparrow"] * 3
        visit(page, f"/table/{lost.id}")
        page.locator("[data-action=rematch]").click()
        page.locator("[data-hand] .card-button").first.wait_for()
        painted(page, sent, 2, 1)
