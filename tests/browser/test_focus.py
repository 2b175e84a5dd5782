"""Whoever walks by keys, or listens, is never thrown out: the focus has a place, and a new page is
named."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.conftest import Stage
from tests.browser.window import PHONE, visit, window

HOLDER = """() => {
  const { id, tagName, dataset } = document.activeElement;
  return id || dataset.action || tagName.toLowerCase();
}"""


def held_by(page: Page, holder: str) -> None:
    """Wait until something has the focus."""
    page.wait_for_function(f"(wanted) => ({HOLDER})() === wanted", arg=holder)


def follow(page: Page, href: str) -> None:
    """Press a link as somebody without a mouse does."""
    page.locator(f"a[href='{href}']").first.press("Enter")


def test_another_page_is_named_and_begins_at_its_beginning(stage: Stage) -> None:
    with window(stage.browser, PHONE) as page:
        heard = page.locator("[data-speech=polite]")
        page.goto(f"{stage.scenery.url}/about")
        page.locator("#about-licences").wait_for()
        assert page.evaluate(HOLDER) == "body"
        expect(heard).to_be_empty()
        follow(page, "/learn")
        held_by(page, "main")
        expect(heard).to_have_text("Learn to play")
        page.go_back()
        held_by(page, "main")
        expect(heard).not_to_contain_text("Learn")
        page.locator(".choice-of-language select").focus()
        page.locator(".choice-of-language select").select_option("de")
        held_by(page, "main")
        expect(heard).to_contain_text("Über")
        page.goto(f"{stage.scenery.url}/learn/order?lang=en")
        page.locator("[data-action=begin]").press("Enter")
        held_by(page, "main")
        expect(heard).to_contain_text("Cards and their order")


def test_at_a_table_the_focus_stays(stage: Stage) -> None:
    """When its sheet is put aside, when a button rests for a moment, and when one leaves it."""
    ann = stage.scenery.account("Annemarie")

    def between(table: Table) -> bool:
        return table.phase == "between"

    room = stage.scenery.moment([ann], Options(clock="none"), ["dumpling"] * 3, between)
    with window(stage.browser, PHONE, stage.scenery.cookie("Annemarie")) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator("dialog [data-action=ready]").press("Enter")
        expect(page.locator("dialog")).to_have_count(0)
        held_by(page, "main")
        page.locator("[data-plays] [data-action=hint]:enabled").press("Enter")
        page.locator("[data-hinted]").wait_for()
        held_by(page, "hint")
        visit(page, "/")
        page.locator(".fan").wait_for()
        held_by(page, "main")
