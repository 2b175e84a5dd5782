"""Before a match: who is host once the host has gone, who is sent away, who finds no seat."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window

THREE = Options(seats=3, clock="none")


def test_who_is_there_takes_over_from_a_host_who_is_not(browser: Browser, scenery: Scenery) -> None:
    anna, bea, chloe = (scenery.guest(name) for name in ("Anna", "Bea", "Chloé"))
    room = scenery.table([anna, bea, chloe], Options(seats=3, clock="days"))
    with window(browser, PHONE, scenery.cookie(chloe.name)) as page:
        page.goto(f"{scenery.url}/table/{room.id}")
        seat = page.locator(".seats li")
        expect(seat.nth(2)).to_contain_text("You")
        expect(page.get_by_text("Days per move: 3")).to_be_visible()
        scenery.ask(room, c.Disconnect(), bea)
        scenery.ask(room, c.Disconnect(), anna)
        expect(seat.nth(0)).to_contain_text("host · offline")
        page.locator("[data-action=take-host]").click()
        gone = page.locator(".toast").filter(has_text="The host has only just left.")
        expect(gone).to_be_visible()
        scenery.ask(room, c.Leave(), anna)
        expect(page.get_by_text("You are now the host.")).to_be_visible()
        expect(seat.nth(2)).to_contain_text("host")
        expect(seat.nth(1)).to_contain_text("offline")
        expect(page.locator("[data-action=fill]")).to_be_enabled()


def test_who_is_sent_away_learns_it_at_once(browser: Browser, scenery: Scenery) -> None:
    anna, bea, dee = (scenery.guest(name) for name in ("Anna U", "Bea U", "Dee U"))
    room = scenery.table([anna, bea, dee], THREE)
    with (
        window(browser, PHONE, scenery.cookie(bea.name)) as other,
        window(browser, PHONE, scenery.cookie(dee.name)) as page,
    ):
        for one in (other, page):
            one.goto(f"{scenery.url}/table/{room.id}")
            expect(one.locator(".seats li").nth(2)).to_contain_text("Dee U")
        scenery.ask(room, c.Unseat(2), anna)
        mine = page.locator(".toast")
        expect(mine).to_contain_text("The host has removed you from your seat.")
        expect(mine).to_have_count(1)
        expect(other.locator(".toast")).to_have_text("The host has removed Dee U from their seat.")
        expect(page.locator("[data-action=sit]")).to_be_visible()


def test_a_full_table_invites_nobody(browser: Browser, scenery: Scenery) -> None:
    people = [scenery.guest(name) for name in ("Anna F", "Bea F", "Cleo F")]
    room = scenery.table(people, THREE)
    dee = scenery.guest("Dee F")
    with window(browser, PHONE, scenery.cookie(dee.name)) as page:
        page.goto(f"{scenery.url}/t/{room.code}")
        told = page.locator("main").get_by_text("You are watching.")
        expect(told).to_contain_text("All seats at this table are taken.")
        expect(page.get_by_role("link", name="Lobby").first).to_be_visible()
        expect(page.locator("main [data-action=lobby]")).to_have_attribute("href", "/lobby")
        expect(page.get_by_text("invites you")).to_have_count(0)
        expect(page.locator(".qr")).to_have_count(0)
        expect(page.get_by_role("button", name="Leave the table")).to_have_count(0)
        page.get_by_role("button", name="Stop watching").wait_for()
        scenery.ask(room, c.Leave(), people[2])
        expect(page.get_by_text("Anna F invites you to this table.")).to_be_visible()
        expect(page.locator("[data-action=sit]")).to_be_visible()
