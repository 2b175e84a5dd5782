"""Whose browser writes twice as large, as many elderly people have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.scenery import Scenery
from tests.browser.window import launch, window

PHONES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
TABLETS: list[ViewportSize] = [{"width": 820, "height": 1180}, {"width": 1180, "height": 820}]
BESIDE = """() => [...document.querySelectorAll('main, main *')].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  const beside = width && (left < -1 || right > innerWidth + 1);
  return beside && !one.closest('.spoken, .sign, [aria-hidden], svg');
}).map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
"""What is beside the screen: one has to move the page to read it."""
OVER = """() => {
  const seats = [...document.querySelectorAll('[data-seat]')];
  const some = seats.map((one) => one.getBoundingClientRect());
  return some.some((one, at) => some.slice(at + 1).some((other) =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1));
}"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    found = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    yield found
    found.close()


@pytest.mark.parametrize("size", [*PHONES, *TABLETS], ids=lambda one: str(one["width"]))
def test_a_newcomer_comes_to_the_first_card(
    large: Browser, scenery: Scenery, size: ViewportSize
) -> None:
    """From the front page to a table by what is in sight; nothing is beside the screen."""
    with window(large, size, has_touch=True) as page:
        page.goto(scenery.url)
        page.locator("[data-action=play-now]").click()
        expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_in_viewport(ratio=1)
        start = page.get_by_role("dialog").locator("[type=submit]")
        start.scroll_into_view_if_needed()
        expect(start).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        start.click()
        sits(page)


def sits(page: Page) -> None:
    """At a table all is in sight: the others, the hand, the buttons."""
    page.locator("[data-hand] li").first.wait_for()
    for each in ("[data-hand] li", "[data-action=play]", ".hint"):
        expect(page.locator(each).last).to_be_in_viewport(ratio=0.9)
    assert page.evaluate(BESIDE) == []
    assert not page.evaluate(OVER)
