"""The table as a stage: what one is told, what is large, what is shown, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.rules.combinations import Kind
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.lasting import STAYING, TOASTS_STAY
from tests.browser.scenery import Scenery, is_over
from tests.browser.window import DESK, PHONE, settle, visit, window

WHO = "Annemarie"
BOTS = ["dumpling"] * 3
CALM = Options(clock="none")


class Stage(NamedTuple):
    browser: Browser
    scenery: Scenery
    tables: dict[str, str]


def mine(table: Table) -> bool:
    return table.phase == "playing" and table.match is not None and table.match.turn == 0


def opening(table: Table) -> bool:
    return mine(table) and table.match is not None and table.match.version == 0


def begun(table: Table) -> bool:
    return is_over(table) or (table.match is not None and table.match.version > 0)


def nothing_beats(table: Table) -> bool:
    if not mine(table) or table.match is None or table.match.round.table is None:
        return False
    view = table.match.view(0)
    return not view.plays and len(view.hand) > 8


def ends_the_trick(table: Table) -> bool:
    """Five cards lie there, and she is the last who could beat them."""
    now = None if table.match is None else table.match.round
    if not mine(table) or now is None or now.table is None:
        return False
    return now.table.size == 5 and len(now.passed) == 2


def giving(table: Table) -> bool:
    """A card has come that nobody would give back at once."""
    exchange = None if table.match is None else table.match.exchange
    if not mine(table) or exchange is None or exchange.back is not None:
        return False
    return exchange.card[1] in "PD"


def gang_in_hand(table: Table) -> bool:
    if not mine(table) or table.match is None or table.match.phase != "play":
        return False
    return any(play.kind is Kind.GANG for play in table.match.view(0).plays)


def last_but_one(table: Table) -> bool:
    """She leads with two cards, each of which may be played alone; so no hint says to pass."""
    if not mine(table) or table.match is None or table.match.phase != "play":
        return False
    view = table.match.view(0)
    if table.match.round.table is not None:
        return False
    return len(view.hand) == 2 and {play.size for play in view.plays} == {1}


def winning(table: Table) -> bool:
    """She has won, and was ahead after every round."""
    if table.phase != "over" or table.match is None or table.match.winners != (0,):
        return False
    return all(min(one.result.totals[1:]) > one.result.totals[0] for one in table.match.past)


MOMENTS: dict[str, tuple[Options, Callable[[Table], bool]]] = {
    "opening": (Options(clock="none", chinese_deal=True), opening),
    "nothing": (CALM, nothing_beats),
    "give": (CALM, giving),
    "between": (
        CALM,
        lambda t: t.phase == "between" and t.match is not None and len(t.match.past) > 5,
    ),
    "over": (Options(clock="none", target=20), winning),
    "gang": (CALM, gang_in_hand),
    "call": (Options(clock="none", last_card="call"), last_but_one),
    "five": (CALM, ends_the_trick),
}
UNTIL = {"opening": begun}
"""When a moment cannot come any more, if it is not the end of the match."""
WIDEST = """() => {
  window.widest = [];
  const trick = document.querySelector('.trick');
  const right = (one) => one.getBoundingClientRect().right;
  new MutationObserver(() => widest.push(...[...trick.querySelectorAll('.laid')].map(right)))
    .observe(trick, { subtree: true, childList: true });
}"""
"""How far to the right cards of the trick reach, whenever they change."""
SWITCHES = """all => [...new Set(all.map(
  (one) => `${one.checked} ${getComputedStyle(one).backgroundColor}`))].sort()"""


@pytest.fixture(scope="module")
def stage(scenery: Scenery, browser: Browser) -> Stage:
    ann = scenery.account(WHO)
    tables = {
        name: f"/table/{scenery.moment([ann], options, BOTS, wanted, UNTIL.get(name, is_over)).id}"
        for name, (options, wanted) in MOMENTS.items()
    }
    return Stage(browser, scenery, tables)


def at_table(stage: Stage, page: Page, name: str) -> None:
    """She is there; where a round is over, its sheet comes a moment after the table."""
    page.goto(stage.scenery.url + stage.tables[name])
    there(page, name)


def to_table(stage: Stage, page: Page, name: str) -> None:
    """The same without loading the page anew, from wherever it is."""
    visit(page, "/about")
    page.locator("#about-licences").wait_for()
    visit(page, stage.tables[name])
    there(page, name)


def there(page: Page, name: str) -> None:
    ended = name in ("between", "over")
    page.locator("dialog .score-sheet" if ended else "[data-hand] .card-button").first.wait_for()


def box(page: Page, selector: str) -> dict[str, float]:
    found: Any = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


@pytest.mark.long
def test_the_opening_is_dealt_told_and_reached_by_keys(stage: Stage) -> None:
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO)) as page:
        page.emulate_media(reduced_motion="no-preference")
        at_table(stage, page, "opening")
        expect(page.locator("[data-ceremony] .card")).not_to_have_count(0)
        page.locator("[data-deal]").wait_for(state="attached")
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator(".status.mine")).to_contain_text("multicoloured 1")
        assert page.locator(".trick").evaluate("one => getComputedStyle(one).borderStyle") == "none"
        rows = page.locator("[data-hand] li").evaluate_all("all => all.map(one => one.offsetTop)")
        assert sorted(rows.count(one) for one in set(rows)) == [8, 8]
        # Two stops to the hand; keys work wherever one is, and "?" names them all.
        page.locator("body").press("Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('[data-hand]')")
        page.locator(".bar .tool").first.focus()
        page.keyboard.press("h")
        expect(page.locator("[data-hinted]")).to_be_visible()
        for order in ("colour", "combinations"):
            page.keyboard.press("s")
            expect(page.locator("[data-order]")).to_have_attribute("data-order", order)
        page.wait_for_function(
            "() => [...document.querySelectorAll('[data-hand] li')]"
            ".some(one => parseFloat(one.style.translate))"
        )
        page.keyboard.press("s")
        page.keyboard.press("?")
        expect(page.locator("dialog kbd")).to_have_count(9)
        expect(page.locator("dialog dl")).to_contain_text("Home End")
        page.keyboard.press("Escape")
        expect(page.locator(".bar .tool").first).to_be_focused()


@pytest.mark.long
def test_what_is_large_what_is_called_a_gang_and_the_end(stage: Stage) -> None:
    """From table to table on a phone, without loading the page anew."""
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO)) as page:
        at_table(stage, page, "nothing")
        pass_is_the_large_button(page)
        to_table(stage, page, "five")
        what_is_taken_stays_in_sight(page)
        to_table(stage, page, "call")
        a_hint_calls_the_last_card(page)
        to_table(stage, page, "gang")
        a_gang_is_one_picture(page)
        to_table(stage, page, "over")
        a_won_match_is_celebrated(page)


def pass_is_the_large_button(page: Page) -> None:
    """Where nothing beats; and what has been laid so far is one tap away."""
    expect(page.locator("[data-action=pass]")).to_contain_text("nothing beats this")
    passes, plays = (box(page, f"[data-action={name}]") for name in ("pass", "play"))
    assert passes["width"] > 2 * plays["width"]
    assert passes["height"] <= 57, "as high as in any other turn: the hand stays where it is"
    # What has been laid so far is one tap away.
    page.locator(".caption").click()
    expect(page.locator("dialog .story .card-chip")).not_to_have_count(0)


def what_is_taken_stays_in_sight(page: Page) -> None:
    """Dim, and no wider than the table."""
    page.evaluate(WIDEST)
    page.locator("[data-action=pass]").click()
    page.locator(".trick .laid").last.wait_for()
    page.wait_for_function("() => widest.length > 1")
    assert max(page.evaluate("widest")) <= PHONE["width"]


def a_hint_calls_the_last_card(page: Page) -> None:
    """Who follows it calls; by keys alone, wherever the focus is."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("h")
    expect(page.locator(".call [aria-pressed=true]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand] li")).to_have_count(1)


def a_gang_is_one_picture(page: Page) -> None:
    """With a name, and it covers no button."""
    for i in range(page.locator("[data-hand] li").count()):
        card = page.locator("[data-hand] .card-button").nth(i)
        card.click(position={"x": 8, "y": 30})
        gang = page.locator(".suggestion", has_text="Gang of Four")
        if gang.count():
            gang.click()
            break
        card.click(position={"x": 8, "y": 30})
    page.evaluate(STAYING)
    page.locator("[data-action=play]").click()
    show = page.locator("[data-gang]")
    expect(show).to_contain_text("You")
    expect(page.locator(".trick")).not_to_be_visible()
    assert box(page, "[data-gang]")["bottom"] <= box(page, "[data-hand]")["y"] + 1
    page.keyboard.press("x")
    expect(show).to_have_count(0)
    page.evaluate("goOn()")


def a_won_match_is_celebrated(page: Page) -> None:
    """And it leads on."""
    expect(page.locator("[data-cheer=won]")).to_be_visible()
    expect(page.locator(".facts li").last).to_have_text("Ahead from start to finish: You")
    expect(page.locator("[data-action=picture]")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("[data-action=rematch]")).to_be_visible()
    page.locator("[data-action=review]").click()
    page.locator(".stage.reviewed").wait_for()


@pytest.mark.long
def test_advice_is_about_one_moment(stage: Stage) -> None:
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        at_table(stage, page, "give")
        page.set_viewport_size({"width": 1440, "height": 900})
        chosen = page.locator("[data-hand] .card-button").nth(8)  # below what is said
        chosen.click(position={"x": 8, "y": 20})
        settle(page)
        risen = chosen.bounding_box()
        assert risen and box(page, ".status.mine span")["bottom"] + 6 <= risen["y"]
        page.set_viewport_size(DESK)
        page.keyboard.press("h")
        expect(page.locator("[data-hinted]")).to_be_visible()
        page.locator("[data-action=play]").click()
        expect(page.locator("[data-hinted]")).to_have_count(0)
        expect(page.locator("[data-hand] li")).to_have_count(16)
        expect(page.locator("[data-hand] .received")).to_have_count(1)
        # On an upright tablet the others sit around the table: one before it, one on each side.
        page.set_viewport_size({"width": 820, "height": 1180})
        left, far, right = (box(page, f".seat.{side}") for side in ("left", "far", "right"))
        assert left["right"] < far["x"] < far["right"] < right["x"]
        middle = (far["y"] + far["bottom"]) / 2
        assert middle < min(left["y"], right["y"])


def test_a_round_is_reckoned_and_the_desk_pad_keeps_its_head(stage: Stage) -> None:
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        at_table(stage, page, "between")
        lines = page.locator("[data-reckoning] li")
        expect(lines).to_have_count(4)
        expect(lines.first).to_contain_text("Out!")
        assert page.locator("[data-reckoning] .card-chip").count() > 0
        what_it_cost_and_the_total_stand_apart(page)
        told = page.get_by_role("dialog").get_by_role("heading").first.inner_text()
        assert told.startswith(page.locator(".bar .round").inner_text() + ":"), "the same round"
        page.emulate_media(forced_colors="active")
        foot = page.locator(".dialog-foot").evaluate("one => getComputedStyle(one).backgroundColor")
        assert not foot.startswith("rgba"), "nothing is seen through it"
        page.emulate_media(forced_colors="none")
        page.keyboard.press("Escape")
        # The way back to it covers nothing, and the pad's head is the first thing in sight.
        expect(page.locator(".actions .reopen")).to_be_visible()
        expect(page.locator("[data-hand] li").last).to_be_hidden()  # the next hand is not dealt yet
        scroll, head = box(page, ".side .sheet .scroll"), box(page, ".side thead th")
        assert page.locator(".side .sheet .scroll").evaluate("one => one.scrollTop") > 0
        assert abs(head["y"] - scroll["y"]) <= 1
        # However long the pad has grown, there is room for the trick; where none is told, no void.
        assert box(page, ".side .sheet")["bottom"] < 500
        assert box(page, ".side .story")["height"] < 150


def what_it_cost_and_the_total_stand_apart(page: Page) -> None:
    """Each has a heading, right above its numbers; who is out pays nothing."""
    lines, heads = page.locator("[data-reckoning] li"), page.locator("[data-reckoning] .heads span")
    expect(heads).to_have_text(["Points", "Total"])
    expect(lines.first.locator(".cost")).to_have_text(re.compile(r"^\+0"))
    ends = "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    for head, numbers in zip(heads.evaluate_all(ends), (".cost", ".total"), strict=True):
        for end in lines.locator(numbers).evaluate_all(ends):
            assert abs(end - head) <= 1, numbers


def test_a_full_table_says_why_one_watches(stage: Stage) -> None:
    """Before anything is asked of them."""
    ann = stage.scenery.people[WHO]
    room = stage.scenery.begin([ann], CALM, BOTS)
    said = "A match is in progress at this table and no seat is free"
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/t/{room.code}")
        expect(page.locator("main")).to_contain_text(said)
    bea = stage.scenery.guest("Bea who comes late")
    with window(stage.browser, PHONE, stage.scenery.cookie(bea.name)) as page:
        page.add_init_script(TOASTS_STAY)
        page.goto(f"{stage.scenery.url}/t/{room.code}")
        expect(page.locator(".toast")).to_contain_text(said)


@pytest.mark.long
def test_what_is_new_is_seen_told_and_written_out(stage: Stage) -> None:
    """The sheet opens at its newest line, advice to pass is a whole sentence, a bot that stands in
    is seen by who looks, names have room, and dates are the language's, not the browser's."""
    scenery = stage.scenery
    ann, long = scenery.people[WHO], scenery.guest("Wilhelmina-Charlotte")
    left = scenery.begin([ann, long], CALM, BOTS[:2])
    while left.table.turn != 0:  # who stands in shall have done nothing yet: that would be shown
        left = scenery.begin([ann, long], CALM, BOTS[:2])
    scenery.ask(left, c.Leave(), long)
    with window(stage.browser, PHONE, scenery.cookie(WHO), locale="en-US") as page:
        at_table(stage, page, "between")
        the_newest_line_is_in_sight(page)
        page.keyboard.press("Escape")
        assert lines(page, ".reopen") == 1
        page.locator(".bar .round").click()
        expect(page.locator("dialog .score-sheet tbody tr").last).to_be_in_viewport()
        to_table(stage, page, "nothing")
        page.keyboard.press("h")
        expect(page.locator("[data-hinted]")).to_be_visible()
        expect(page.locator("[data-speech=polite]")).to_have_text(re.compile(r"^\s*\w"))
        visit(page, f"/table/{left.id}")
        seat = page.locator(".seat", has_text="Wilhelmina")
        expect(seat.locator(".tag")).to_contain_text("bot standing in")
        cut = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
        assert max(seat.locator(".name").last.evaluate(cut)) <= 1
        page.goto(f"{scenery.url}/people/{ann.id}?lang=de")
        expect(page.locator("main")).to_contain_text(re.compile(r"\d{1,2}\.\d{2}\.\d{4}"))


def the_newest_line_is_in_sight(page: Page) -> None:
    """Of a long sheet, above the button; the rounds before it are one tap away."""
    rows = page.locator("dialog .score-sheet tbody th")
    expect(rows).to_have_count(1)
    expect(page.locator("dialog .score-sheet .fresh")).to_be_in_viewport(ratio=1)
    assert box(page, "dialog .fresh")["bottom"] <= box(page, ".dialog-foot")["y"] + 12
    page.locator("[data-action=earlier]").click()
    assert rows.count() > 5


def lines(page: Page, selector: str) -> int:
    """On how many lines a text stands."""
    count = """one => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return new Set([...text.getClientRects()].map((line) => Math.round(line.top))).size;
    }"""
    return int(page.locator(selector).evaluate(count))


@pytest.mark.long
def test_small_windows_and_systems_colours(stage: Stage) -> None:
    with window(stage.browser, PHONE) as page:
        page.goto(stage.scenery.url)
        expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        page.set_viewport_size({"width": 320, "height": 568})
        visit(page, "/rules")
        page.locator("#R9").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.set_viewport_size(PHONE)
        page.goto(f"{stage.scenery.url}/settings?lang=es")
        choices = page.locator(".segments", has_text="por combinaciones").locator("label")
        expect(choices).to_have_count(3)
        tops = choices.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, "a long choice breaks, not the row"
        page.emulate_media(forced_colors="active")
        visit(page, "/new")
        page.locator(".segments").first.wait_for()
        colours = (
            page.locator(".segments")
            .first.locator("label")
            .evaluate_all("all => all.map(one => getComputedStyle(one).backgroundColor)")
        )
        assert len(set(colours)) == 2
        switches = page.locator("input.switch").evaluate_all(SWITCHES)
        assert len(switches) == 2, "a switch that is on looks different from one that is off"
