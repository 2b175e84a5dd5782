"""What moves at the table, and what stands still for whoever asks for less motion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from gangoffour.table.options import Options
from tests.browser.conftest import Stage
from tests.browser.teller import Teller
from tests.browser.window import PHONE, settle, window
from tests.support.length import first_of

BOTS = ["sparrow", "sparrow", "sparrow"]
WATCH = """() => {
  window.moved = [];
  window.widest = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const name = this.getAttribute('class')?.split(' ')[0] ?? '';
    const held = this.matches('[data-hand] li') ? 'held' : 'other';
    const what = { laid: 'card', lit: 'arrow' }[name] ?? held;
    moved.push([what, JSON.stringify(frames)]);
    const flight = animate.call(this, frames, timing);
    widest = Math.max(widest, document.documentElement.scrollWidth);
    return flight;
  };
}"""

APPEARED = "() => moved.filter(([what]) => what === 'card').length > 3"
FLOWN = """() =>
  moved.some(([what, frames]) => what === 'card' && frames.includes('translate')) &&
  moved.some(([what]) => what === 'arrow')
"""


def moved(page: Page, what: str) -> list[str]:
    found: list[Any] = page.evaluate("moved")
    return [frames for kind, frames in found if kind == what]


def test_cards_fly_to_the_table_unless_less_motion_is_asked_for(stage: Stage) -> None:
    me = stage.scenery.guest("Odile")
    room = stage.scenery.begin([me], Options(clock="none"), BOTS)
    with window(stage.browser, PHONE, stage.scenery.cookie("Odile")) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        page.evaluate(WATCH)
        playing = stage.scenery.playing(room, [me], 60, 0.1)
        try:
            seen_moving(page, flying=False)
            page.emulate_media(reduced_motion="no-preference")
            page.evaluate("moved.length = 0")
            seen_moving(page, flying=True)
        finally:
            playing.cancel()


def seen_moving(page: Page, *, flying: bool) -> None:
    """Wait for cards that are laid: they fly and the arrow lights up, or four only appear."""
    page.wait_for_function(FLOWN if flying else APPEARED, polling=100)
    if not flying:
        assert not any("translate" in frames for frames in moved(page, "card"))
        assert not moved(page, "arrow")
    assert page.evaluate("widest") <= PHONE["width"], "what flies past the edge widens nothing"


SIZES: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 340},  # the address bar has come
    {"width": 390, "height": 844},  # turned upright
    {"width": 1024, "height": 768},
    {"width": 1024, "height": 700},
)
STEP = "() => getComputedStyle(document.querySelector('[data-hand] ul')).getPropertyValue('--step')"


def test_the_hand_slides_when_it_is_sorted_not_when_the_window_changes(stage: Stage) -> None:
    with at_a_table(stage) as (page, _):
        page.set_viewport_size({"width": 844, "height": 390})
        page.emulate_media(reduced_motion="no-preference")
        settle(page)
        page.evaluate(WATCH)
        for size in SIZES:
            before = page.evaluate(STEP)
            page.set_viewport_size(size)
            page.wait_for_function(f"(before) => ({STEP})() !== before", arg=before)
            settle(page)
            assert not moved(page, "held"), size
        page.keyboard.press("s")
        page.wait_for_function("() => moved.some(([what]) => what === 'held')")


INKS = """(cards) => Promise.all(cards.map(async (card) => {
  const image = new Image();
  image.src = /url\\("?([^")]+)"?\\)/.exec(card.style.getPropertyValue('--full'))[1];
  await image.decode();
  const drawn = new OffscreenCanvas(100, 140).getContext('2d');
  drawn.drawImage(image, 0, 0);
  const points = new Uint32Array(drawn.getImageData(0, 0, 100, 140).data.buffer);
  return new Set(points).size;
}))"""
"""How many colours each card's face has."""


@pytest.mark.long
def test_what_lay_on_the_table_does_not_come_flying(stage: Stage) -> None:
    me = stage.scenery.guest("Odette")
    room = stage.scenery.moment(
        [me],
        Options(clock="none"),
        BOTS,
        lambda table: (
            table.turn == 0
            and table.match is not None
            and bool(table.match.round.table)
            and table.match.round.counts[0] > 8
        ),
    )
    with window(stage.browser, PHONE, stage.scenery.cookie("Odette"), faces=True) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(f"({WATCH})()")
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator(".laid").first.wait_for()
        page.wait_for_function("() => moved.some(([what]) => what === 'arrow')")
        page.wait_for_timeout(300)
        assert not moved(page, "card")
        cards = page.locator("[data-hand] li").count()
        inks = page.locator("[data-hand] .card-face").evaluate_all(INKS)
        assert len(inks) == cards > 8 and min(inks) > 3, "every card shows its face"


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (shifted += one.value)))
  .observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.long
def test_open_matches_push_nothing_down_on_the_front_page(stage: Stage) -> None:
    me = stage.scenery.guest("Ottilie")
    for _ in range(2):
        stage.scenery.begin([me], Options(clock="none"), BOTS)
    with window(stage.browser, PHONE, stage.scenery.cookie("Ottilie")) as page:
        page.add_init_script(SHIFTS)
        page.goto(stage.scenery.url)
        page.locator("#front-mine").wait_for()
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") < 0.05  # 0.148 when they did
        # They come late, when everything else is there: they stand below it.
        held: list[Route] = []
        page.route("**/api/me/matches*", lambda route: held.append(route))
        with page.expect_request("**/api/me/matches*"):
            page.goto(stage.scenery.url)
        page.get_by_role("button", name="Play now").wait_for()
        held[0].continue_()
        page.locator("#front-mine").wait_for(state="attached")
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") < 0.05  # 0.054 when they did not


SLOW_TO_GO = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const slower = this.classList.contains('show') ? { ...timing, duration: 4_000 } : timing;
    return animate.call(this, frames, slower);
  };
}"""
"""A picture of a gang takes its time to fade, as on a machine that is busy elsewhere."""


@contextmanager
def at_a_table(stage: Stage) -> Iterator[tuple[Page, Callable[[int, str], None]]]:
    """A phone on which it is one's turn, and a way to tell it of somebody's gang."""
    me = stage.scenery.guest("Othmar")
    room = stage.scenery.moment(
        [me], Options(clock="none"), BOTS, lambda table: table.turn == 0 and table.phase != "over"
    )
    with window(stage.browser, PHONE, stage.scenery.cookie("Othmar")) as page:
        teller = Teller(page, room)
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        yield page, teller.gang


@pytest.mark.long
def test_a_gang_upon_a_gang_ends_as_well(stage: Stage) -> None:
    """The second comes while the first fades: it is shown in its turn, then the table again."""
    with at_a_table(stage) as (page, tell):
        page.evaluate(SLOW_TO_GO)
        tell(1, "G3 G3 Y3 R3")
        tell(2, "G7 G7 Y7 R7")
        show = page.locator("[data-gang]")
        expect(show).to_contain_text("3s")
        expect(page.locator("[data-gang]", has_text="7s")).to_have_count(1)
        expect(show).to_have_count(0)
        expect(page.locator(".trick")).to_be_visible()


ENDS = """(cards) => cards.flatMap((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [left, right];
})"""


GANGS = ("G1 G1 Y1 Y1 R1 R1 M1", "G7 G7 Y7 Y7 R7", "G3 G3 Y3 R3")


@pytest.mark.parametrize("gang", first_of(GANGS, 1))
def test_every_card_of_a_gang_is_seen_whole(stage: Stage, gang: str) -> None:
    with at_a_table(stage) as (page, tell):
        page.evaluate("window.setTimeout = () => 0")  # it stays until a key is pressed
        tell(1, gang)
        cards = page.locator("[data-gang] .card")
        expect(cards).to_have_count(len(gang.split()))
        for width, height in ((360, 640), (412, 915), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            ends = cards.evaluate_all(ENDS)
            assert min(ends) >= 0 and max(ends) <= width, (width, ends)
        page.keyboard.press("x")
        expect(cards).to_have_count(0)
