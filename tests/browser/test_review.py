"""The review of a match in a real browser: asked for, marked, stepped through, in words."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.table.options import Options
from tests.browser import axe
from tests.browser.conftest import Stage
from tests.browser.scenery import Scenery
from tests.browser.test_pages import OVERFLOWING
from tests.browser.window import DESK, PHONE, window
from tests.support.length import some_of


@pytest.fixture(scope="module")
def match(stage: Stage) -> str:
    people = [stage.scenery.guest("Annemarie"), stage.scenery.guest("Benedykt")]
    options = Options(clock="none", target=40)
    return stage.scenery.match(people, options, ["dumpling", "sparrow"])


def reviewed(page: Page, scenery: Scenery, match: str, button: str) -> dict[str, Any]:
    """A replay with its review; the review as the server sent it."""
    page.goto(f"{scenery.url}/match/{match}")
    with page.expect_response(
        lambda answer: answer.url.endswith("/review") and answer.status == 200
    ) as answer:
        page.get_by_role("button", name=button).first.click()
    page.locator("[data-review='made']").wait_for()
    sent: dict[str, Any] = answer.value.json()
    return sent


@pytest.mark.long
def test_a_match_is_reviewed_stepped_through_and_shown_in_figures(stage: Stage, match: str) -> None:
    with window(stage.browser, DESK) as page:
        sent = reviewed(page, stage.scenery, match, "Review")
        people = [one for one in sent["marked"] if one["seat"] < 2]
        seen = mistakes_are_stepped_through(page, people)
        assert not axe.violations(page)
        page.emulate_media(color_scheme="dark")
        overview_shows_everybody(page, sent)
        mine = [one for one in people if one["seat"] == 0]
        costly = sorted(mine, key=lambda one: (one["mark"] != "mistake", -one["cost"]))[:3]
        page.goto(f"{stage.scenery.url}/match/{match}?review=1&seat=0")  # as one comes from a table
        places = [seen[people.index(one)].rpartition("at=")[2] for one in costly]
        page.wait_for_url(re.compile(f"[?&]at={places[0]}$"))
        chips = page.locator("[data-costliest] button")
        expect(chips).to_have_count(len(costly))
        for chip, place in reversed([*zip(chips.all(), places, strict=True)]):
            chip.click()
            page.wait_for_url(re.compile(f"[?&]at={place}$"))
            expect(chip).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("region", name="Review of the match")).to_contain_text("Annemarie")


def mistakes_are_stepped_through(page: Page, people: list[dict[str, Any]]) -> list[str]:
    """What is marked of people's, on and back; the addresses."""
    bar = page.get_by_role("region", name="Review of the match")
    mistakes = sum(one["mark"] == "mistake" for one in people)
    begun = people[0]["round"] == 1 and people[0]["move"] == 0  # its moment is the first of all
    tally = f"Mistakes: {mistakes} · doubtful: {len(people) - mistakes}"
    expect(bar).to_contain_text("Better: " if begun else tally)
    expect(page.locator(".timeline > span")).to_have_count(len(people))
    on, back = (bar.get_by_role("button", name=f"{way} marked") for way in ("Next", "Previous"))
    expect(back).to_be_disabled()
    seen = []
    for number, one in enumerate(people):
        if number or not begun:
            on.click()
        name = ("Annemarie", "Benedykt")[one["seat"]]
        mark = one["mark"].capitalize()
        expect(bar).to_contain_text(f"{mark}. {name}")
        expect(bar).to_contain_text(re.compile("Better: |has to be called"))
        expect(page.locator(f"[data-replay-seat='{one['seat']}']")).to_contain_text("to move")
        line = page.locator("li:has([aria-current='step']) + li")
        expect(line).to_contain_text(name)
        expect(line.get_by_role("img", name=mark)).to_be_visible()
        seen.append(page.url)
    expect(on).to_be_disabled()
    page.emulate_media(forced_colors="active")
    backs = page.locator("[data-at]").evaluate_all(
        "all => all.map((one) => [!!one.ariaCurrent, getComputedStyle(one).backgroundColor])"
    )
    assert not {one for now, one in backs if now} & {one for now, one in backs if not now}
    page.emulate_media(forced_colors="none")
    expect(on).to_be_focused()  # whoever holds it down is not thrown out
    assert len(set(seen)) == len(people)
    page.locator("#main").focus()
    page.keyboard.press("b")
    page.wait_for_url(seen[-2])
    return seen


def overview_shows_everybody(page: Page, sent: dict[str, Any]) -> None:
    """In figures, the bots if they are asked for; a turning point is one tap away."""
    page.get_by_role("button", name="Overview").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("never by hidden cards")
    rows, lines = sheet.locator("tbody tr"), sheet.locator(".plot polyline")
    expect(rows).to_have_count(2)
    cost = Decimal(str(sent["seats"][0]["cost"])).quantize(Decimal("0.1"), ROUND_HALF_UP)
    expect(rows.first).to_contain_text(str(cost))
    sheet.get_by_label("Show the bots too").check()
    expect(rows).to_have_count(4)
    expect(lines).to_have_count(4)
    assert not axe.violations(page)
    turns = sheet.get_by_role("listitem")
    expect(turns).to_have_count(len(sent["turning_points"]))
    before = page.url
    turns.last.get_by_role("button").click()
    expect(sheet).to_have_count(0)
    assert page.url != before


def marked(round_: int, move: int | None, seat: int, **did: Any) -> dict[str, Any]:
    """A decision as a review marks it, however the network would judge it."""
    told = {"round": round_, "move": move, "seat": seat, "cost": 4.2, "mark": "mistake"}
    rest = {"for_match": False, "reasons": [], "best_kind": None, "played": {}, "best": {}}
    return {**rest, **told, **did}


def a_pass_that_ends_a_trick(rounds: list[dict[str, Any]]) -> tuple[int, int]:
    """Its round, from 1, and its place among the round's actions."""
    for one in rounds:
        exchanged = one["steps"][0]["events"][0]["type"] == "card_taken"
        for number, step in enumerate(one["steps"][2 * exchanged :]):
            facts = [fact["type"] for fact in step["events"]]
            if "passed" in facts and "trick_taken" in facts:
                return one["round"], number
    raise AssertionError("nobody took a trick")


def test_a_marked_decision_is_shown_as_it_stood_with_what_was_done(
    stage: Stage, match: str
) -> None:
    """Not what came of it: what had to be beaten lies there, and whoever decided is to move."""
    with window(stage.browser, DESK, stage.scenery.cookie("Benedykt")) as page:
        rounds = page.request.get(f"{stage.scenery.url}/api/matches/{match}/replay").json()[
            "rounds"
        ]
        lap, move = a_pass_that_ends_a_trick(rounds)
        ahead = 2 * (lap > 1)  # the exchange
        lay, step = rounds[lap - 1]["steps"][ahead + move - 1 : ahead + move + 1]
        passer = next(one["seat"] for one in step["events"] if one["type"] == "passed")
        first = rounds[0]["steps"][0]["events"][0]
        found = [
            marked(1, 0, first["seat"], best={"play": ["G1"]}, best_kind="single"),
            marked(lap, move, passer, best={"play": ["GP"]}, best_kind="single"),
        ]
        for one in rounds[1:2]:
            given = one["steps"][1]["events"][0]
            found.append(marked(2, None, given["seat"], best={"give": "G2"}))
        found.sort(key=lambda one: (one["round"], -1 if one["move"] is None else one["move"]))
        seat = {"decisions": 3, "same": 0, "doubtful": 0, "mistakes": 1, "cost": 4, "outlook": []}
        made = {
            "rounds": len(rounds),
            "seats": [{**seat, "seat": one} for one in range(4)],
            "marked": found,
            "turning_points": [],
        }
        page.route("**/review", lambda route: route.fulfill(json=made))
        sent = reviewed(page, stage.scenery, match, "Review")
        assert sent == made
        page.get_by_role("button", name="Overview").click()
        page.get_by_role("dialog").get_by_label("Show the bots too").check()
        page.keyboard.press("Escape")
        bar = page.get_by_role("region", name="Review of the match")
        names = ["Annemarie", "You", "Dumpling", "Sparrow"]
        for number, one in enumerate(found):
            if number:  # the match begins with the first
                page.get_by_role("button", name="Next marked").click()
            expect(page.locator(f"[data-replay-seat='{one['seat']}']")).to_contain_text("to move")
            name = names[one["seat"]]
            if one["move"] is None:
                verb = "You give" if one["seat"] == 1 else f"{name} gives"
                expect(bar).to_contain_text(re.compile(rf"Mistake\. {verb}.*Better: give back"))
            elif one["move"] == 0:
                expect(bar).to_contain_text(re.compile(rf"Mistake\. {name}: .*Better: Green 1"))
            else:
                verb = "You pass." if passer == 1 else f"{name} passes."
                expect(bar).to_contain_text(f"Mistake. {verb} Better: Green phoenix.")
                cards = lay["table"].split()
                expect(page.locator(".trick .play:not(.under) .laid")).to_have_count(len(cards))
            at = page.url
            page.locator("[data-step=forward]").click()  # what came of it
            expect(bar).to_contain_text("Mistake.")
            line = page.locator("[aria-current='step']")
            expect(line.get_by_role("img", name="Mistake")).to_be_visible()
            page.get_by_role("button", name="Previous marked").click()
            page.wait_for_url(at)


REVIEW = {"de": "Analyse", "fi": "Analyysi"}
SMALL = """() => [...document.querySelectorAll('.bar :is(button, select, input)')].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && (width < 44 || height < 44);
}).map((one) => one.outerHTML)"""
"""What is below a replay and too small for a finger."""


def exchange_above_the_hand(page: Page) -> None:
    """Also on a phone on its side."""
    page.locator(".bar select").first.select_option(index=1)
    page.locator("[data-step=forward]").click()
    page.locator(".exchange").wait_for()
    for width, height in ((844, 390), (640, 360), (PHONE["width"], PHONE["height"])):
        page.set_viewport_size({"width": width, "height": height})
        said = page.locator(".exchange p").bounding_box()
        hand = page.locator("main .row").last.bounding_box()
        assert said and hand and said["y"] + said["height"] <= hand["y"] + 1, (width, height)


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("locale", some_of(list(REVIEW), ["de"]))
def test_it_fits_a_phone_where_words_are_long(
    browser: Browser, stage: Stage, match: str, locale: str
) -> None:
    with window(browser, PHONE) as page:
        reviewed(page, stage.scenery, f"{match}?lang={locale}", REVIEW[locale])
        page.locator("[aria-keyshortcuts='n']").click()
        assert page.evaluate(OVERFLOWING) == []
        assert page.evaluate(SMALL) == []
        page.goto(f"{stage.scenery.url}/match/{match}?review=1&seat=0")  # as from a table
        page.locator("[data-costliest]").wait_for()
        assert page.evaluate(OVERFLOWING) == []
        assert page.evaluate(SMALL) == []
        exchange_above_the_hand(page)
        page.get_by_role("button", name=REVIEW[locale]).first.click()
        page.locator("dialog .plot").wait_for()
        assert page.evaluate(OVERFLOWING) == []
        assert not axe.violations(page)
