"""A match against bots is the player's: left, closed or reloaded, it is found as it was."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.player import KEYS, Player
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, page_in, visit, window

CALM = Options(clock="none")
ONE_ROUND = Options(clock="none", target=1)
BOTS = ["dumpling"] * 3


def hand(page: Page) -> list[str]:
    return list(page.locator("[data-key]").evaluate_all(KEYS))


def test_a_closed_tab_and_leaving_wait_for_the_player(scenery: Scenery, browser: Browser) -> None:
    """A newcomer plays a few moves, leaves, comes back, closes the tab, and comes back again."""
    ann = Player(browser, scenery.url, "Ann", "shortcuts")
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(str(frame))["type"]))

    ann.page.on("websocket", listen)
    try:
        ann.go("/")
        ann.page.locator("[data-action=play-now]").click()
        ann.page.get_by_role("dialog").get_by_role("textbox").fill("Ann")
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_url(re.compile("/table/"))
        place = ann.page.url
        for _ in range(2):
            ann.turn_comes()
            ann.act()
        ann.turn_comes()
        assert sent.count("quick") == 1
        assert sent.index("seen") > sent.index("watch")
        cards = hand(ann.page)
        ann.page.get_by_role("button", name="Menu").click()
        ann.press("leave")
        ann.press("really-leave")
        going_on = ann.page.locator("[data-progress]")
        names = ann.page.locator("#front-mine + ul .names")
        expect(names).to_have_text(re.compile(r"^\s*You(, \w+){3}\s*$"))  # one for each score
        expect(going_on).to_contain_text("Round 1 · 0 –\u2060 0 –\u2060 0 –\u2060 0")
        expect(ann.page.locator(".frame-waiting")).to_have_count(0)  # it waits, but calls nobody
        first = ann.page.locator("#main .button-primary:visible").first
        back = f"{place.removeprefix(scenery.url)}?sit"
        expect(first).to_have_attribute("href", back)
        expect(ann.page.locator("[data-action=play-now].button-primary")).to_have_count(0)
        ann.page.wait_for_timeout(1_500)  # a bot without a pause would be rounds further
        ann.page.locator(f"a.button[href='{back}']").click()
        ann.turn_comes()
        assert hand(ann.page) == cards
        ann.page.close()
        page = page_in(ann.context)
        page.goto(f"{scenery.url}/matches")
        expect(page.locator("li.match")).to_contain_text("Round 1")
        page.locator("li.match a.button").click()
        page.locator("[data-key]").first.wait_for()
        assert hand(page) == cards
        room = scenery.do(scenery.live.server.tables.get(place.rpartition("/")[2]))
        assert room.table.seats[0].stand_in is None and room.table.leavers == ()
        assert room.table.sources is not None and room.table.sources.promises[0], "promised"
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_text("Ask for a pause")).to_have_count(0)  # it waits by itself
        page.locator("[data-action=leave]").click()
        page.locator("[data-action=give-up]").click()
        expect(page.locator(".now")).to_be_visible()
        expect(page.locator("[data-progress]")).to_have_count(0)
    finally:
        ann.leave()


def figures(page: Page, person: str) -> dict[str, str]:
    """What somebody's page says of them."""
    visit(page, f"/people/{person}")
    page.locator(".figures").wait_for()
    rows = page.locator("dl > div").evaluate_all(
        "all => all.map((one) => [...one.children].map((part) => part.firstChild.textContent))"
    )
    return {label.strip(): value.strip() for label, value in rows}


def leave(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=leave]").click()
    page.locator("[data-action=really-leave]").click()
    page.locator(".now").wait_for()


def both_acted(table: Table) -> bool:
    return len(table.acted) == 2


@pytest.mark.long
def test_leaving_bots_costs_nothing_and_only_what_one_plays_oneself_is_won(
    scenery: Scenery, browser: Browser
) -> None:
    """A match against bots is left and played to its end later. In one among people a bot wins for
    who has left; who has only left has figures, too. And where only bots are left, they stop."""
    cleo, dora, emil = (scenery.guest(name) for name in ("Cleo", "Dora", "Emil"))
    alone = scenery.begin([cleo], ONE_ROUND, BOTS)
    done = scenery.do(
        scenery.live.server.history.match(scenery.match([cleo, dora], ONE_ROUND, BOTS[:2]))
    )
    helped = scenery.begin([cleo, dora], ONE_ROUND, BOTS[:2])
    while not helped.table.match or 1 not in helped.table.match.winners:
        helped = scenery.moment([cleo, dora], ONE_ROUND, BOTS[:2], both_acted)
        scenery.ask(helped, c.Leave(), dora)
        scenery.playing(helped, [cleo], 60, 0).result(60)
    left = scenery.moment([cleo, emil], ONE_ROUND, BOTS[:2], both_acted)
    scenery.ask(left, c.Leave(), emil)
    scenery.playing(left, [cleo], 60, 0).result(60)
    with window(browser, PHONE, scenery.cookie("Cleo")) as page:
        page.goto(f"{scenery.url}/table/{alone.id}")
        page.locator("[data-key]").first.wait_for()
        before = scenery.do(scenery.live.server.profiles.profile(cleo.id))
        leave(page)
        page.locator(f"a.button[href='/table/{alone.id}?sit']").click()
        page.locator("[data-key]").first.wait_for()
        scenery.playing(alone, [cleo], 60, 0).result(60)
        page.locator("dialog [data-action=rematch]").wait_for()
        match = alone.table.match
        assert match is not None
        after = figures(page, cleo.id)
        assert int(after["Matches"]) == before.matches + 1
        assert int(after["Won"]) == before.wins + (0 in match.winners)
        assert (after["Karma"], after["Left early"]) == (str(before.karma), "0")
        told = figures(page, dora.id)
        assert (told["Matches"], told["Won"]) == ("1", str(int(done.players[1].won or 0)))
        assert told["Left early"] != "0"
        told = figures(page, emil.id)
        assert (told["Matches"], told["Left early"]) == ("0", "1")
        only_bots_are_left(scenery, page)


def her_turn(table: Table) -> bool:
    return both_acted(table) and table.turn == 1


def only_bots_are_left(scenery: Scenery, page: Page) -> None:
    """One has closed the page, the other leaves on her turn: one finds it as it was."""
    cleo, dora = scenery.people["Cleo"], scenery.people["Dora"]
    room = scenery.moment([cleo, dora], CALM, BOTS[:2], her_turn)
    visit(page, f"/table/{room.id}")
    page.locator("[data-key]").first.wait_for()
    cards, match = hand(page), room.table.match
    scenery.only_browsers(room)
    visit(page, "/matches")
    scenery.until(lambda: room.table.seats[0].dropped_at is not None)
    scenery.ask(room, c.Leave(), dora)
    assert room.table.seats[1].stand_in
    visit(page, "/about")  # long enough for bots without a pause to move
    page.locator("#about-licences").wait_for()
    visit(page, "/matches")
    back = page.locator(f"li.match a.button[href='/table/{room.id}?sit']")
    back.wait_for()
    assert room.table.match == match
    back.click()
    page.locator("[data-key]").first.wait_for()
    assert hand(page) == cards
