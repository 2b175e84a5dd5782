"""One's hand as a finger meets it: each card can be hit and read, and combinations stand apart."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from gangoffour.bots.planning.arranged_hand import arranged
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.conftest import Stage
from tests.browser.window import settle, window

ANN = "Ann who sorts"
TOUCH = 44
FINGERS: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 820, "height": 1180},
    {"width": 1180, "height": 820},
    {"width": 1024, "height": 768},
)
OTHERS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1366, "height": 768},
    {"width": 844, "height": 390},
)
HAND = """() => [...document.querySelectorAll('[data-key]')].map((button) => {
  const card = button.querySelector('.card').getBoundingClientRect();
  const mine = (x, y) => button.contains(document.elementFromPoint(x, y));
  const y = card.top + card.height * 0.3;
  let [across, down] = [0, 0];
  for (let x = Math.ceil(card.left) - 8; x < card.right + 8; x++) across += mine(x, y);
  const x = card.left + Math.min(card.width, across) / 2;
  for (let at = Math.ceil(card.top) - 8; at < card.bottom + 8; at++) down += mine(x, at);
  const index = [0.06, 0.2, 0.4].flatMap((dx) => [0.05, 0.17, 0.3].map((dy) =>
    mine(card.left + card.width * dx, card.top + card.height * dy)));
  return {
    code: button.dataset.code, across, down, read: index.every(Boolean),
    left: card.left, right: card.right, top: Math.round(card.top),
    inside: card.left >= 0 && card.bottom <= innerHeight,
  };
})"""
"""Of each card: how much of it a finger hits, and whether its figure is seen."""

FOCUSED = """() => {
  const card = document.activeElement.querySelector('.card');
  return Math.round(card.getBoundingClientRect().top);
}"""
"""In which row the focus is."""


def whole(table: Table) -> bool:
    """Sixteen cards, of which ten at least are two combinations of five."""
    match = table.match
    if table.phase != "playing" or match is None or match.turn != 0:
        return False
    return len(match.view(0).hand) == 16 and sum(len(one) == 5 for one in groups(table)) >= 2


def groups(table: Table) -> list[list[str]]:
    """What the server sees in the hand, as far as it is more than a single card."""
    assert table.match is not None
    found = arranged(table.match.view(0).hand.word)
    return sorted(sorted(one.codes) for one in found if len(one.codes) > 1)


def together(cards: list[dict[str, Any]]) -> list[list[str]]:
    """The cards between which no table is seen."""
    found: list[list[str]] = []
    for number, card in enumerate(cards):
        before = cards[number - 1]
        if not number or card["top"] != before["top"] or card["left"] - before["right"] > 5:
            found.append([])
        found[-1].append(card["code"])
    return found


def hand(page: Page, size: ViewportSize) -> list[dict[str, Any]]:
    page.set_viewport_size(size)
    settle(page)
    found: list[dict[str, Any]] = page.evaluate(HAND)
    assert len(found) == 16
    return found


@pytest.mark.parametrize("sort", ["combinations", "rank"])
def test_each_card_is_hit_and_read_and_combinations_stand_apart(stage: Stage, sort: str) -> None:
    ann = stage.scenery.people.get(ANN) or stage.scenery.account(ANN)
    room = stage.scenery.moment([ann], Options(clock="none"), ["dumpling"] * 3, whole)
    with window(stage.browser, FINGERS[0], stage.scenery.cookie(ANN)) as page:
        page.add_init_script(f"localStorage['gangoffour.settings'] = '{{\"sort\":\"{sort}\"}}'")
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        wanted = groups(room.table) if sort == "combinations" else []
        first = wanted[0][0] if wanted else None
        page.wait_for_function(
            "([first, many]) => document.querySelectorAll('[data-key]').length === 16 &&"
            " (!first || document.querySelector('[data-hand] li[style*=translate]'))",
            arg=[first, len(wanted)],
        )
        for size in (*FINGERS, *OTHERS):
            cards = hand(page, size)
            assert all(card["read"] and card["inside"] for card in cards), (size, cards)
            if size in FINGERS:
                reach = [(card["across"], card["down"]) for card in cards]
                assert all(min(one) >= TOUCH for one in reach), (size, reach)
            runs = [sorted(run) for run in together(cards)]
            for group in wanted:
                assert group in runs, (size, group, runs)
        rows = sorted({card["top"] for card in hand(page, FINGERS[0])})
        page.locator("[data-key]").first.focus()
        ways = (("ArrowDown", [*rows[1:], rows[-1]]), ("ArrowUp", [*rows[-2::-1], rows[0]]))
        for key, row in ((key, row) for key, way in ways for row in way):
            page.keyboard.press(key)
            assert page.evaluate(FOCUSED) == row, (rows, key)
