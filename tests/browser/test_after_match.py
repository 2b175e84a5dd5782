"""After a match: whose it was, who wants another one, and how free seats are filled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.browser.scenery import Scenery, is_over
from tests.browser.window import PHONE, settle, window

THREE = Options(seats=3, target=1, clock="none")


def test_a_match_stays_that_of_its_players(browser: Browser, scenery: Scenery) -> None:
    """One leaves and another comes: the result, its sheet and its texts keep the names."""
    people = [scenery.guest(name) for name in ("Anna", "Bea", "Chloé")]
    anna, _, chloe = people
    dee = scenery.guest("Dee")
    room = scenery.moment(people, THREE, (), is_over)
    with (
        window(browser, PHONE, scenery.cookie(anna.name)) as page,
        window(browser, PHONE, scenery.cookie(dee.name)) as late,
    ):
        page.goto(f"{scenery.url}/table/{room.id}")
        podium = page.locator(".podium .name")
        expect(podium.filter(has_text="Chloé")).to_have_count(1)
        scenery.ask(room, c.Leave(), chloe)
        expect(page.get_by_text("Chloé leaves the table.")).to_be_visible()
        expect(podium.filter(has_text="Chloé")).to_have_count(1)
        expect(page.locator("dialog").get_by_text("Free seat wins")).to_have_count(0)
        expect(page.locator(".score-sheet thead")).to_contain_text("Chloé")
        expect(page.locator(".facts")).not_to_be_empty()
        expect(page.locator(".facts")).not_to_contain_text("Free seat")
        late.goto(f"{scenery.url}/t/{room.code}")
        expect(late.locator(".podium .name").filter(has_text="Chloé")).to_have_count(1)
        expect(late.locator(".podium")).not_to_contain_text("You")
        expect(late.locator(".podium")).not_to_contain_text("Dee")
        expect(late.locator("[data-action=rematch]")).to_be_enabled()
        expect(late.locator("[data-action=review]")).to_have_text("Replay")
        late.keyboard.press("Escape")
        expect(late.get_by_text("You will be playing in the next match.")).to_be_visible()
        expect(late.locator("[data-hand] .card-button")).to_have_count(0)
        expect(page.locator(".podium")).not_to_contain_text("Dee")


def test_who_wants_a_rematch_is_told_and_free_seats_are_filled(
    browser: Browser, scenery: Scenery
) -> None:
    people = [scenery.guest(name) for name in ("Anna B", "Bea B", "Chloé B")]
    anna, bea, chloe = people
    room = scenery.moment(people, THREE, (), is_over)
    with (
        window(browser, PHONE, scenery.cookie(anna.name)) as page,
        window(browser, PHONE, scenery.cookie(chloe.name)) as other,
    ):
        for one in (page, other):
            one.goto(f"{scenery.url}/table/{room.id}")
            expect(one.locator("[data-action=rematch]")).to_be_enabled()
        expect(page.locator("[data-action=arrange]")).to_have_count(0)
        page.locator("[data-action=rematch]").click()
        expect(other.locator(".toast")).to_have_text("Anna B wants a rematch.")
        expect(other.locator("[data-said]")).to_have_text("Anna B wants a rematch.")
        expect(page.locator("[data-said]")).to_have_text("Waiting for Bea B and Chloé B")
        expect(page.get_by_text("Anna B wants")).to_have_count(0)
        scenery.ask(room, c.Leave(), bea)
        other.locator("[data-action=rematch]").click()
        for one in (page, other):
            expect(one.locator("[data-said]")).to_have_text("Waiting for 1 more player…")
        other.locator("[data-action=arrange]").click()
        expect(other.get_by_role("dialog", name="Next match").locator(".qr")).to_be_visible()
        expect(other.locator("[data-action=add-bot]")).to_have_count(0)
        page.locator("[data-action=arrange]").click()
        page.locator("[data-action=add-bot]").click()
        page.locator("[data-bot=sparrow]").click()
        for one in (page, other):
            expect(one.locator("[data-hand] .card-button").first).to_be_visible()
            expect(one.locator("dialog[open]")).to_have_count(0)
    assert room.table.match_number == 2


WIDE, LONG = "WWWWWWWWWMMMMMMMMMMM", "Donaudampfschifffahrt"[:20]
SPILT = """() => {
  const dialog = document.querySelector('dialog[open]');
  const { right } = dialog.getBoundingClientRect();
  const names = [...dialog.querySelectorAll('h2, .name, .who, .facts li > span, th')];
  return names.filter((one) => {
    const style = getComputedStyle(one);
    const cut = style.overflow !== 'visible' && (one.scrollHeight > one.clientHeight + 1 ||
      one.scrollWidth > one.clientWidth + 1);
    const range = document.createRange();
    range.selectNodeContents(one);
    return cut || style.textOverflow === 'ellipsis' || range.getBoundingClientRect().right > right;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
"""Names of which something is cut off, or lies beside the dialog."""


@pytest.mark.parametrize("over", [False, True])
def test_long_names_are_whole_at_the_end_of_a_round_and_of_a_match(
    browser: Browser, scenery: Scenery, over: bool
) -> None:
    people = [scenery.guest(name) for name in (f"Ann {over}", WIDE, LONG, "Benedykt-Aleksander")]
    options = Options(clock="none", target=1 if over else 100)
    room = scenery.moment(
        people, options, [], lambda table: table.phase == ("over" if over else "between")
    )
    with window(browser, PHONE, scenery.cookie(people[0].name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        page.locator("dialog[open] .score-sheet").first.wait_for()
        if over:
            page.locator(".facts li").first.wait_for()
        for width in (390, 360, 320, 1280):
            page.set_viewport_size({"width": width, "height": 720})
            settle(page)
            assert page.evaluate(SPILT) == [], width
