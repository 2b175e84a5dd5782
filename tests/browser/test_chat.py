"""The chat at a table and before it: what was said can be read, the field is whole, and a phone
says that there is something new."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.conftest import Stage
from tests.browser.window import settle, window

ANN, BEN = "Ann who reads", "Benedykt-Aleksander"
LAPTOPS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1366, "height": 768},
)
PHONE: ViewportSize = {"width": 390, "height": 844}
CALM = Options(clock="none")
WHOLE = """(log) => {
  const { top, bottom } = log.getBoundingClientRect();
  return [...log.querySelectorAll('p')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= top - 1 && box.bottom <= bottom + 1 && box.bottom <= innerHeight;
  }).length;
}"""
"""How many lines of the chat are seen whole."""
AT_END = """() => {
  const log = document.querySelector('[role=log]');
  return log.scrollTop + log.clientHeight > log.scrollHeight - 8;
}"""


def late(table: Table) -> bool:
    """The score pad has many rounds, and the trick a story."""
    match = table.match
    if table.phase != "playing" or match is None or match.turn != 0 or len(match.past) < 4:
        return False
    return match.round.table is not None


def whole(page: Page) -> int:
    found: int = page.get_by_role("log").evaluate(WHOLE)
    return found


@pytest.fixture(scope="module", autouse=True)
def people(stage: Stage) -> None:
    for name in (ANN, BEN):
        stage.scenery.account(name)


def test_on_a_laptop_five_lines_are_read_above_a_whole_field(stage: Stage) -> None:
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    long = Options(clock="none", target=200)
    room = stage.scenery.moment([ann, ben], long, ["dumpling"] * 2, late)
    for number in range(8):
        stage.scenery.ask(room, c.Say(f"Line {number}"), ben)
    with window(stage.browser, LAPTOPS[0], stage.scenery.cookie(ANN)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        talk = page.locator("aside .talk")
        for size in LAPTOPS:
            page.set_viewport_size(size)
            settle(page)
            for part in (talk.locator(".input"), talk.get_by_role("button", name="Send")):
                expect(part).to_be_in_viewport(ratio=1)
            assert whole(page) >= 5, size
        for size in reversed(LAPTOPS):  # the newest line stays in sight where the room gets smaller
            page.set_viewport_size(size)
            page.wait_for_function(AT_END)
        unfold = talk.get_by_role("button", name="Quick phrases")
        unfold.click()
        phrases = talk.get_by_role("group", name="Quick phrases").get_by_role("button")
        for phrase in phrases.all():
            expect(phrase).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")  # the focus stays on what unfolds them
        expect(phrases).to_have_count(0)
        expect(unfold).to_be_focused()
        unfold.click()
        phrases.get_by_text("Well played!").click()
        expect(page.get_by_role("log").locator("p").last).to_contain_text("Well played!")
        expect(phrases).to_have_count(0)


def test_a_phones_waiting_room_says_what_is_new_and_leads_there(stage: Stage) -> None:
    ann, ben = (stage.scenery.people[name] for name in (ANN, BEN))
    room = stage.scenery.table([ann, ben], CALM)
    with window(stage.browser, PHONE, stage.scenery.cookie(ANN)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        entrance = page.get_by_role("button", name="Chat")
        expect(entrance).to_be_in_viewport(ratio=1)
        expect(entrance).to_have_text("Chat")
        for _ in range(7):
            stage.scenery.ask(room, c.Say("Good evening"), ben)
        expect(entrance).to_have_text("Chat 7")
        entrance.click()
        expect(page.get_by_role("dialog").locator(".input")).to_be_in_viewport(ratio=1)
        settle(page)
        assert whole(page) >= 5
        page.get_by_label("Say something").fill("To you, too")
        page.keyboard.press("Enter")
        expect(page.get_by_role("log").locator("p")).to_have_count(8)
        page.get_by_role("button", name="Close").click()
        expect(entrance).to_have_text("Chat")
        page.set_viewport_size(LAPTOPS[0])  # there it lies beside the seats
        expect(page.get_by_role("log")).to_be_visible()
        expect(entrance).to_have_count(0)
        for _ in range(6):
            stage.scenery.ask(room, c.Phrase("hello"), ben)
        expect(page.get_by_role("log").locator("p")).to_have_count(14)
        expect(page.locator(".talk .input")).to_be_in_viewport(ratio=1)
        assert whole(page) >= 5
