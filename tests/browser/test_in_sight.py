"""What stays in sight at a small table: one's clock, whole words, the hand where it is."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from gangoffour.server.tables.room import Room
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.lasting import STAYING, TOASTS_STAY
from tests.browser.scenery import Scenery
from tests.browser.window import DESK, settle, visit, window

ANN, BEN = "Annemarie", "Benedykt-Aleksander"
UPRIGHT: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
)
SMALLEST: ViewportSize = {"width": 320, "height": 568}
LYING: tuple[ViewportSize, ...] = ({"width": 844, "height": 390}, {"width": 640, "height": 360})
LAPTOP: ViewportSize = {"width": 1366, "height": 650}
OTHERS: tuple[ViewportSize, ...] = (
    LAPTOP,
    {"width": 820, "height": 1180},
    {"width": 1180, "height": 820},
    {"width": 1440, "height": 900},
)
CALM = Options(clock="none")
CLOCKED = Options(clock="relaxed")
BOTS = ["dumpling"] * 3


class Stage(NamedTuple):
    browser: Browser
    scenery: Scenery


@pytest.fixture(scope="module")
def stage(scenery: Scenery, browser: Browser) -> Stage:
    for name in (ANN, BEN):
        scenery.account(name)
    return Stage(browser, scenery)


def answering(table: Table) -> bool:
    match = table.match
    if table.phase != "playing" or match is None or match.turn != 0 or match.round.table is None:
        return False
    view = match.view(0)
    return len(view.hand) >= 10 and len(view.plays) > 1


def beaten(table: Table) -> bool:
    """Nothing in her hand beats what lies there."""
    match = table.match
    if table.phase != "playing" or match is None or match.turn != 0 or match.round.table is None:
        return False
    return len(match.view(0).hand) >= 12 and not match.view(0).plays


def between(table: Table) -> bool:
    return table.phase == "between" and table.match is not None and len(table.match.past) >= 2


def at(stage: Stage, page: Page, room: Room, lang: str = "en") -> None:
    page.goto(f"{stage.scenery.url}/table/{room.id}?lang={lang}")
    ended = room.table.phase == "between"
    page.locator("dialog .score-sheet" if ended else "[data-hand] .card-button").first.wait_for()
    settle(page)


def cards(page: Page) -> Any:
    return page.locator("[data-hand] .card-button")


def box(page: Page, selector: str) -> dict[str, float]:
    found: Any = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {str(name): float(value) for name, value in found.items()}


def suggested(page: Page) -> None:
    """A card is chosen that is part of several plays, or of a larger one."""
    for card in cards(page).all():
        card.click(position={"x": 8, "y": 20})
        if page.locator(".suggestion").count():
            return
        card.click(position={"x": 8, "y": 20})
    raise AssertionError("no card was part of a play")


@pytest.mark.long
def test_ones_clock_stays_while_a_hint_or_suggestions_are_read(stage: Stage) -> None:
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    room = stage.scenery.moment([ann, ben], CLOCKED, BOTS[:2], answering)
    with window(stage.browser, UPRIGHT[0], stage.scenery.cookie(ANN)) as page:
        for size in (*UPRIGHT, *LYING, *OTHERS):
            page.set_viewport_size(size)
            at(stage, page, room)
            clock = page.locator(".game > .status [role=timer]")
            expect(clock).to_be_in_viewport(ratio=1)
            suggested(page)
            expect(clock).to_be_in_viewport(ratio=1)
            page.keyboard.press("Escape")
            if size in (UPRIGHT[1], LYING[0]):  # one may not ask all the time
                page.locator("[data-action=hint]").click()
                page.locator("[data-hinted]").wait_for()
                settle(page)
                expect(clock).to_be_in_viewport(ratio=1)
                advice = box(page, "[data-hinted]")
                assert advice["y"] + advice["height"] <= box(page, "[data-hand] ul")["y"] + 10
                page.keyboard.press("Escape")


BROKEN = """() => {
  const found = [];
  for (const one of document.querySelectorAll('[data-action=play], [data-action=pass]')) {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
      }
    }
  }
  return found;
}"""
"""Words that are divided over two lines."""


@pytest.mark.long
@pytest.mark.parametrize("lang", ["de", "en", "fi"])
def test_where_nothing_beats_it_no_card_breaks_words_or_moves_the_hand(
    stage: Stage, lang: str
) -> None:
    room = stage.scenery.moment([stage.scenery.people[ANN]], CALM, BOTS, beaten)
    with window(stage.browser, UPRIGHT[0], stage.scenery.cookie(ANN)) as page:
        for size in (*UPRIGHT, SMALLEST, *LYING):
            page.set_viewport_size(size)
            at(stage, page, room, lang)
            hand, row = box(page, "[data-hand] ul"), box(page, ".actions[role=group]")
            assert page.evaluate(BROKEN) == []
            for count in (1, 2, 3):
                cards(page).nth(2 * count).click(position={"x": 8, "y": 20})
                expect(page.locator("[data-action=play]")).to_have_attribute("data-does", "explain")
                settle(page)
                assert page.evaluate(BROKEN) == [], (size, count)
                assert box(page, "[data-hand] ul") == hand, (size, count)
                assert box(page, ".actions[role=group]") == row, (size, count)
            page.keyboard.press("Escape")


@pytest.mark.long
def test_what_is_no_combination_moves_the_hand_neither(stage: Stage) -> None:
    room = stage.scenery.moment([stage.scenery.people[ANN]], CALM, BOTS, answering)
    with window(stage.browser, UPRIGHT[0], stage.scenery.cookie(ANN)) as page:
        for lang in ("fr", "de"):
            for size in UPRIGHT:
                page.set_viewport_size(size)
                at(stage, page, room, lang)
                hand = box(page, "[data-hand] ul")
                for number in range(0, 10, 2):
                    cards(page).nth(number).click(position={"x": 8, "y": 20})
                    play = page.locator("[data-action=play]")
                    expect(play).not_to_have_attribute("data-does", "none")
                    settle(page)
                    assert page.evaluate(BROKEN) == [], (lang, size, number)
                    assert box(page, "[data-hand] ul") == hand, (lang, size, number)
                page.keyboard.press("Escape")


def test_the_sheet_after_a_round_opens_at_its_top(stage: Stage) -> None:
    room = stage.scenery.moment([stage.scenery.people[ANN]], CALM, BOTS, between)
    with window(stage.browser, LYING[0], stage.scenery.cookie(ANN)) as page:
        for size in (*LYING, *UPRIGHT):
            page.set_viewport_size(size)
            at(stage, page, room)
            page.wait_for_timeout(100)
            if size in LYING:
                assert page.locator("dialog[open]").evaluate("(one) => one.scrollTop") == 0
                expect(page.locator("dialog h2").first).to_be_in_viewport(ratio=1)
                expect(page.locator("dialog [data-reckoning] li").first).to_be_in_viewport()
            expect(page.locator("dialog [data-action=ready]")).to_be_in_viewport(ratio=1)


def test_what_counts_down_beside_next_round_says_so(stage: Stage) -> None:
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    room = stage.scenery.moment([ann, ben], CLOCKED, BOTS[:2], between)
    with window(stage.browser, UPRIGHT[1], stage.scenery.cookie(ANN)) as page:
        for size in (*UPRIGHT, *LYING):
            page.set_viewport_size(size)
            at(stage, page, room)
            wait = page.locator("dialog .dialog-foot .wait")
            expect(wait).to_contain_text("Next round in")
            expect(wait).to_be_in_viewport(ratio=1)
            expect(page.locator("dialog [data-action=ready]")).to_be_in_viewport(ratio=1)


COVERED = """() => {
  const toasts = [...document.querySelectorAll('.toast')]
    .map((one) => one.getBoundingClientRect()).filter((one) => one.width);
  const needed = '.game > .status, .game > .status .tool, [data-action], [data-hand], ' +
    '.seat .plate, .centre .trick .card, .caption:has(span), .game > .mine';
  const under = [...document.querySelectorAll(needed)].filter((one) => {
    const box = one.getBoundingClientRect();
    return toasts.some((toast) => box.left < toast.right - 1 && toast.left < box.right - 1 &&
      box.top < toast.bottom - 1 && toast.top < box.bottom - 1);
  });
  return [toasts.length, under.map((one) => one.outerHTML.slice(0, 80))];
}"""


@pytest.mark.long
def test_a_toast_lies_over_nothing_one_needs(stage: Stage) -> None:
    """One at a time, also while somebody comes and goes and cards are chosen; who leaves is not
    told to have lost their connection."""
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    with window(stage.browser, UPRIGHT[0], stage.scenery.cookie(ANN)) as page:
        page.add_init_script(TOASTS_STAY)
        for size in (*UPRIGHT, *LYING, *OTHERS):
            room = stage.scenery.moment([ann, ben], CLOCKED, BOTS[:2], answering)
            page.set_viewport_size(size)
            at(stage, page, room)
            stage.scenery.only_browsers(room)
            stage.scenery.ask(room, c.Disconnect(), ben)
            page.locator(".toast", has_text="has lost their connection").wait_for()
            stage.scenery.ask(room, c.Connect(), ben)
            stage.scenery.ask(room, c.Leave(), ben)
            stage.scenery.ask(room, c.Disconnect(), ben)
            left = page.locator(".toast", has_text="leaves the table")
            left.wait_for()
            settle(page)
            assert page.evaluate(COVERED) == [1, []], size
            expect(left).to_be_in_viewport(ratio=1)
            cards(page).last.click(position={"x": 8, "y": 20})
            settle(page)
            assert page.evaluate(COVERED) == [1, []], size
            said = page.locator(".toast").all_text_contents()
            assert sum("lost their connection" in one for one in said) == 1, said


TIMES = """() => [...document.querySelectorAll('.seat [role=timer]')].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const box = one.getBoundingClientRect();
  const tops = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top / 6)));
  const bubble = document.querySelector('.bubble')?.getBoundingClientRect();
  const covered = bubble && box.left < bubble.right && bubble.left < box.right &&
    box.top < bubble.bottom && bubble.top < box.bottom - 2;
  const whole = box.right <= innerWidth && box.bottom <= innerHeight && box.top >= 0;
  return [tops.size, !!covered, whole];
})"""


@pytest.mark.long
@pytest.mark.parametrize("bens", [1, 2, 3])
def test_a_time_is_never_divided_or_covered(stage: Stage, bens: int) -> None:
    """Whoever sits at the right, opposite, at the left."""
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    people = [ann, *(stage.scenery.guest(f"Cleo {bens}{i}") for i in range(bens - 1)), ben]

    def bens_turn(table: Table) -> bool:
        return table.phase == "playing" and table.match is not None and table.match.turn == bens

    room = stage.scenery.moment(people, CLOCKED, BOTS[: 4 - len(people)], bens_turn)
    with window(stage.browser, LYING[0], stage.scenery.cookie(ANN)) as page:
        page.add_init_script(f"({STAYING})()")
        for lang in ("fr", "de", "fi"):
            for size in (*LYING, *UPRIGHT, *OTHERS):
                page.set_viewport_size(size)
                at(stage, page, room, lang)
                stage.scenery.ask(room, c.Say("Well then, let us see what you can do"), ben)
                page.locator(".bubble").wait_for()
                settle(page)
                assert page.evaluate(TIMES) == [[1, False, True]], (lang, size)


UNCOVERED = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 2, right - 2].every((x) =>
    one.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}"""
ARROWS = """() => ['.whole', '.lit'].map((one) => {
  const arrow = document.querySelector(`.ring ${one}`);
  const known = document.createElement('i');
  document.body.append(known);
  const name = one === '.lit' ? 'Highlight' : 'CanvasText';
  known.style.cssText = `forced-color-adjust:none;color:${name}`;
  const wanted = getComputedStyle(known).color;
  known.remove();
  return getComputedStyle(arrow).fill === wanted;
})"""


def test_the_winners_crown_and_ones_own_line_are_whole(stage: Stage) -> None:
    def far_leads(table: Table) -> bool:
        match = table.match
        if not answering(table) or match is None or not match.past:
            return False
        return match.totals[2] == min(match.totals)

    room = stage.scenery.moment([stage.scenery.people[ANN]], CALM, BOTS, far_leads)
    with window(stage.browser, LYING[0], stage.scenery.cookie(ANN)) as page:
        for size in (*LYING, *UPRIGHT, LAPTOP):
            page.set_viewport_size(size)
            at(stage, page, room, "fr")
            assert page.locator(".bar .way").evaluate(UNCOVERED), size
            expect(page.locator(".game > .mine")).to_be_in_viewport(ratio=1)
            for crown in page.locator(".seat .lead").all():
                expect(crown).to_be_in_viewport(ratio=1)
            assert page.locator(".seat.far .lead").count() == 1
        page.emulate_media(forced_colors="active", color_scheme="dark")
        assert page.evaluate(ARROWS) == [True, True], "in the system's own colours they are seen"


def test_chat_keeps_its_field_and_what_was_not_read(stage: Stage) -> None:
    """However much was said; what came while one was away is still new."""
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    room = stage.scenery.moment([ann, ben], CALM, BOTS[:2], answering)
    with window(stage.browser, LYING[0], stage.scenery.cookie(ANN), has_touch=True) as page:
        at(stage, page, room)
        badge = page.locator(".bar .chat .badge")
        expect(badge).to_have_count(0)
        stage.scenery.ask(room, c.Say("Hello there"), ben)
        expect(badge).to_have_text("1")
        page.reload()
        expect(badge).to_have_text("1")
        visit(page, "/about")
        page.locator("#about-licences").wait_for()
        for _ in range(3):
            stage.scenery.ask(
                room, c.Say("And this was said while you were away, at some length"), ben
            )
        visit(page, f"/table/{room.id}")
        expect(badge).to_have_text("4")
        for size in (*LYING, *UPRIGHT):
            page.set_viewport_size(size)
            page.locator(".bar .chat").tap()
            page.locator("dialog .lines p").first.wait_for()
            settle(page)
            expect(page.locator("dialog form .input")).to_be_in_viewport(ratio=1)
            expect(page.locator("dialog .lines p").last).to_be_in_viewport()
            for phrase in page.locator("dialog .phrases .chip").all()[:3]:
                assert _reach(page, phrase) >= 44, size
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        expect(badge).to_have_count(0)
        page.reload()
        cards(page).first.wait_for()
        expect(badge).to_have_count(0)
        page.set_viewport_size(UPRIGHT[0])
        settle(page)
        assert _reach(page, page.locator("button.caption")) >= 44


def _reach(page: Page, button: Any) -> int:
    """How many pixels above one another a finger hits a button, in its middle."""
    return int(
        button.evaluate(
            """(one) => {
              const box = one.getBoundingClientRect();
              const x = box.left + box.width / 2;
              let hit = 0;
              for (let y = Math.ceil(box.top) - 20; y < box.bottom + 20; y++)
                if (one.contains(document.elementFromPoint(x, y))) hit++;
              return hit;
            }"""
        )
    )


NAMES = """() => [...document.querySelectorAll('.seat .name .name')].map((one) => {
  const points = one.closest('.plate').querySelector('.points');
  const range = document.createRange();
  const words = [...points.childNodes].filter((node) => node.nodeType === 3)[0];
  range.selectNodeContents(words);
  const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top / 6)));
  const plate = one.closest('.plate').getBoundingClientRect();
  const box = range.getBoundingClientRect();
  const inside = box.left >= plate.left && box.right <= plate.right &&
    [...one.closest('.plate').querySelectorAll('.count')].every(
      (count) => count.getBoundingClientRect().right <= box.left + 1);
  return [parseFloat(getComputedStyle(one).fontSize) >= 11, lines.size, inside];
})"""


def test_names_are_large_enough_and_points_keep_to_one_line(stage: Stage) -> None:
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))

    def scored(table: Table) -> bool:
        return answering(table) and table.match is not None and max(table.match.totals[1:]) >= 10

    room = stage.scenery.moment([ann, ben], Options(clock="none", target=200), BOTS[:2], scored)
    with window(stage.browser, LYING[0], stage.scenery.cookie(ANN)) as page:
        for lang in ("de", "pl"):
            for size in (*LYING, *UPRIGHT, DESK):
                page.set_viewport_size(size)
                at(stage, page, room, lang)
                assert page.evaluate(NAMES) == [[True, 1, True]] * 3, (lang, size)
                page.evaluate(
                    """() => document.querySelectorAll('.seat .points').forEach((one) => {
                      const words = [...one.childNodes].find((node) => node.nodeType === 3);
                      words.data = words.data.replace(/\\d+/, '188');
                    })"""
                )
                assert [one[1] for one in page.evaluate(NAMES)] == [1] * 3, (lang, size)
