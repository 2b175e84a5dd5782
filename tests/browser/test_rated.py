"""Rated play shows itself: who is rated and why not, what leaving costs, what has changed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window

TEXTS = Path(__file__).parents[2] / "web" / "messages" / "table"
RATED = Options(rated=True, clock="none")


@pytest.mark.long
def test_rated_play_from_the_waiting_room_to_the_end(scenery: Scenery, browser: Browser) -> None:
    """One visit: a guest is not rated and says why, an account makes it count, leaving costs what
    the server would take, and the end shows what it has taken and given."""
    ann, bob, guest = scenery.account("Ann"), scenery.account("Bob"), scenery.guest("Gil")
    waiting = scenery.table([ann, guest], RATED, ["dumpling"])
    running = scenery.moment([ann, bob], RATED, ["dumpling", "dumpling"], _both_acted)
    over = scenery.match([ann, bob], RATED, ["dumpling", "dumpling"])
    with window(browser, PHONE, scenery.cookie("Ann")) as page:
        page.goto(f"{scenery.url}/table/{waiting.id}")
        expect(page.locator("[data-rated=few_accounts]")).to_contain_text("players with accounts")
        expect(page.get_by_text("guest, not rated")).to_be_visible()
        scenery.ask(waiting, c.Sit(3), bob)
        expect(page.locator("[data-rated=yes]")).to_have_text("Rated: Ann and Bob")
        expect(page.get_by_text(re.compile(r"rating \d+"))).to_have_count(2)
        scenery.ask(waiting, c.Leave(), bob)
        expect(page.locator("[data-rated=few_accounts]")).to_be_visible()

        karma = scenery.do(scenery.live.server.sessions.of_person(ann.id))
        assert karma is not None
        visit(page, f"/table/{running.id}")
        _ask_to_leave(page)
        told = f"Your karma is {karma.karma}: {karma.karma - 5} if you leave now and stay away"
        expect(page.locator("[data-stakes=rated]")).to_contain_text(told)
        expect(page.locator("[data-stakes]")).to_contain_text("Your rating can then")

        page.goto(f"{scenery.url}/table/{over.rpartition('-')[0]}")
        line = scenery.do(scenery.live.server.history.match(over))
        for player in line.players:
            row = page.locator(".podium li").filter(
                has_text="You" if player.seat == 0 else player.name
            )
            if player.bot is None:
                change = f"Rating {player.rating_before} → {player.rating_after}"
                expect(row.locator("[data-change=rating]")).to_have_text(change)
                expect(row.locator("[data-change=karma]")).to_have_text("Karma +1")
        expect(page.locator("[data-change=rating]")).to_have_count(2)
        visit(page, f"/match/{over}")
        page.get_by_role("button", name="Score pad").click()
        expect(page.locator("dialog [data-change=rating]")).to_have_count(2)
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 1180, "height": 620})
        rounds = page.locator("select").first
        rounds.select_option(index=rounds.locator("option").count() - 1)
        scrolled = page.locator(".side [data-newest]")
        page.wait_for_function("box => box.scrollTop > 0", arg=scrolled.element_handle())
        expect(page.locator("#replay-sheet")).to_be_in_viewport(ratio=1)  # only its rounds scroll
        expect(scrolled.locator("thead th").last).to_be_in_viewport(ratio=0.99)
        page.set_viewport_size({"width": 1180, "height": 820})
        rounds.select_option(index=1)
        page.locator("[data-step=forward]").click()
        given = page.locator(".exchange").bounding_box()
        below = page.locator("[data-replay-seat]").last.bounding_box()
        assert given is not None and below is not None
        assert given["y"] + given["height"] <= below["y"], "it lies over the hand below"


def test_what_leaving_costs_is_what_the_server_says_at_that_moment(
    scenery: Scenery, browser: Browser
) -> None:
    """Nothing for whoever has not played; nor for whoever is not the first."""
    ann, bob = scenery.account("Ann who ponders"), scenery.account("Bob who goes first")
    bots = ["dumpling", "dumpling"]
    casual = Options(clock="none")
    cases = {
        "unplayed": scenery.moment([ann, bob], casual, bots, lambda table: not table.acted),
        "first": scenery.moment([ann, bob], casual, bots, _both_acted),
        "later": scenery.moment([ann, bob], casual, bots, _both_acted),
        "rated": scenery.moment([ann, bob], RATED, bots, _both_acted),
    }
    scenery.ask(cases["later"], c.Leave(), bob)
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        for lang in ("en", "fi"):
            page.goto(f"{scenery.url}/?lang={lang}")
            page.locator("h1").first.wait_for()
            for judged, room in cases.items():
                visit(page, f"/table/{room.id}")
                page.locator("[data-key]").first.wait_for()
                page.locator(".bar button").first.click()
                page.locator("[data-action=leave]").click()
                said = page.locator(f"[data-stakes={judged}]")
                words = json.loads((TEXTS / f"{lang}.json").read_text("utf-8"))
                expect(said).to_contain_text(words[f"leave_{judged}"])
                costs = judged in ("first", "rated")
                told = {"now": 50, "left": 45 if costs else 50, "finished": 51}
                expect(said).to_contain_text(words["leave_karma"].format(**told))
                page.keyboard.press("Escape")


def _both_acted(table: Table) -> bool:
    return len(table.acted) == 2


def _ask_to_leave(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-action=leave]").click()
