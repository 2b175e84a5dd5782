"""Rules, summary cards and "about" in a real browser: searched, linked, printed, translated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gangoffour.rules.editions import EDITIONS, FIELDS
from gangoffour.table.options import Options
from gangoffour.terminal.rulebook import rule_texts
from tests.browser import axe
from tests.browser.conftest import Stage
from tests.browser.lasting import TOASTS_STAY
from tests.browser.test_pages import OVERFLOWING, SAMPLE
from tests.browser.window import DESK, PHONE, visit, window
from tests.support.languages import LOCALES
from tests.support.length import some_of

ROOT = Path(__file__).parents[2]
EXAMPLES: list[Any] = json.loads((ROOT / "docs" / "rules" / "examples.json").read_text("utf-8"))[
    "examples"
]
ROWS = """(body) => Object.fromEntries([...body.rows].map((row) => [
  row.querySelector('code').textContent,
  [...row.querySelectorAll('td')].map((cell) => cell.innerText),
]))"""
"""What the table of the editions says of each field."""
MM = 96 / 25.4


def shown(page: Page) -> list[str]:
    """The numbers of the rules that are on the page."""
    found: list[str] = page.locator("article [id^='R']").evaluate_all("all => all.map(h => h.id)")
    return found


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("locale", some_of(LOCALES, ["de", "pl"]))
def test_every_language_fits_a_phone_and_paper(stage: Stage, locale: str) -> None:
    """Whole texts, of which no longest can be made as for test_pages.py. In one of the languages
    the rules are printed, in one they are searched."""
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/about?lang={locale}")
        page.locator("#about-licences").wait_for()
        assert page.evaluate(OVERFLOWING) == []
        visit(page, f"/summary?lang={locale}")
        page.locator(".summary-card").first.wait_for()
        assert page.evaluate(OVERFLOWING) == []
        if locale == "de":  # the cards are as large in every language
            for paper in ("A4", "Letter"):
                assert pages_of(page.pdf(format=paper)) == 1
        summary_cards_fit_paper(page)
        page.emulate_media(media="null")
        page.set_viewport_size(PHONE)
        rules_are_whole(page, locale)
        if locale == "de":
            rules_fit_paper(page)
        elif locale == "pl":
            search_finds_words_without_accents(page)


def rules_are_whole(page: Page, locale: str) -> None:
    """All of them, with their examples, and they fit."""
    visit(page, f"/rules?lang={locale}")
    page.locator("#R9").wait_for()
    assert page.evaluate("document.documentElement.lang") == locale
    assert page.evaluate(OVERFLOWING) == []
    assert shown(page) == list(rule_texts(locale))
    heading = re.sub(r"^#+ ", "", rule_texts(locale)["R5.4"].splitlines()[0])
    expect(page.locator("[id='R5.4']")).to_have_text(heading)
    expect(page.locator(".example")).to_have_count(len(EXAMPLES))
    words = page.locator("article").inner_text()
    assert not re.search(r"\{\w+\}|refusal_|rulebook_|undefined", words)


def summary_cards_fit_paper(page: Page) -> None:
    """Two cards of 94 × 140 mm beside each other on A4 or Letter that hold all their words."""
    page.set_viewport_size(DESK)
    page.emulate_media(media="print")
    cards = page.locator(".summary-card").all()
    for card in cards:
        box = card.bounding_box()
        assert box is not None
        assert abs(box["width"] - 94 * MM) < 1 and abs(box["height"] - 140 * MM) < 1
        spilled = "e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]"
        assert max(card.evaluate(spilled)) <= 0
    side, other = (card.bounding_box() for card in cards)
    assert side is not None and other is not None
    assert side["y"] == other["y"] and other["x"] + other["width"] - side["x"] <= 190 * MM


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


CUT = """
(width) => [...document.querySelectorAll('article :is(p, li, td, th, figure, h2, h3)')]
  .filter((one) => one.getClientRects().length && !one.closest('.spoken'))
  .filter((one) => one.getBoundingClientRect().right > width + 1)
  .map((one) => one.textContent.trim().slice(0, 60))
"""


def rules_fit_paper(page: Page) -> None:
    """A few pages, nothing beyond the margin, black on white even by night."""
    page.emulate_media(color_scheme="dark")
    for paper in ("A4", "Letter"):
        assert 5 <= pages_of(page.pdf(format=paper)) <= 10
    page.emulate_media(media="print")
    for width in (180.0, 185.9):  # of A4 and of Letter
        page.set_viewport_size({"width": round(width * MM), "height": 900})
        assert page.evaluate(CUT, round(width * MM)) == []
    assert not page.get_by_role("searchbox").is_visible()
    assert not page.locator(".frame-head, .frame-foot").first.is_visible()
    colours = "e => [getComputedStyle(document.body).backgroundColor, getComputedStyle(e).color]"
    assert page.locator("article p").first.evaluate(colours) == [
        "rgb(255, 255, 255)",
        "rgb(0, 0, 0)",
    ]


def search_finds_words_without_accents(page: Page) -> None:
    """In Polish."""
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("OBOWIAZEK blok")
    expect(page.locator("[id='R1.1']")).to_have_count(0)
    assert "R5.4" in shown(page)
    expect(page.locator("[id='R5.4'] mark").first).to_have_text("Obowiązek")
    expect(page.locator("article h2").first).to_be_in_viewport()  # what was found comes first
    found = page.get_by_role("main").get_by_role("status")
    expect(found.filter(has_text="Znaleziono")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    assert shown(page) == list(rule_texts("pl"))
    page.keyboard.type("4.3")
    page.keyboard.press("Enter")
    expect(page.locator("[id='R4.3']")).to_be_focused()
    assert shown(page) == ["R4", "R4.3"]
    field.fill("qwrtz")
    expect(page.locator("article")).to_contain_text("Żadna zasada")
    assert shown(page) == []
    page.get_by_role("button", name="Wyczyść wyszukiwanie").click()
    expect(page.locator("[id='R1.1']")).to_be_visible()


@pytest.mark.long
@pytest.mark.proof
def test_an_address_leads_to_its_rule_and_axe_finds_nothing(stage: Stage) -> None:
    """Away from a search, too; and the editions are compared as the library has them."""
    wrong: dict[str, list[str]] = {}
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/rules#R7.1")
        page.locator("#R9").wait_for()
        expect(page.locator("[id='R7.1']")).to_be_focused()
        expect(page.locator("[id='R7.1']")).to_be_in_viewport()
        page.get_by_role("searchbox").fill("dragon")
        expect(page.locator("[id='R7.1']")).to_have_count(0)
        page.locator("article a", has_text="R1.3").first.click()
        expect(page.locator("[id='R1.3']")).to_be_focused()
        assert page.url.endswith("/rules#R1.3")
        page.locator("[id='R4.4'] a").click()
        assert page.url.endswith("/rules#R4.4")
        editions_are_compared(page)
        page.get_by_role("searchbox").fill("gang")
        page.locator("mark").first.wait_for()
        page.evaluate(SAMPLE)
        wrong |= axe.by_night_or_day(page, "/rules", "dark")
        visit(page, "/summary")
        page.locator(".summary-card").first.wait_for()
        wrong |= axe.by_night_or_day(page, "/summary", "light")
    assert not wrong, json.dumps(wrong, indent=1)


def editions_are_compared(page: Page) -> None:
    """Row by row, as the library has them."""
    table = page.get_by_role("table", name="The editions side by side")
    expect(table.locator("tbody tr")).to_have_count(len(FIELDS))
    told: dict[str, list[str]] = table.locator("tbody").evaluate(ROWS)
    for field in FIELDS:
        values = told[field]
        plain = getattr(EDITIONS["official"], field)
        differing = [getattr(one, field) != plain for one in EDITIONS.values()]
        assert [text != values[0] for text in values] == differing, field
        if isinstance(plain, bool):
            said = ["yes" if getattr(one, field) else "no" for one in EDITIONS.values()]
            assert values == said, field


@pytest.mark.long
def test_a_refusal_leads_to_its_rule_and_the_menu_to_the_summary(stage: Stage) -> None:
    me = stage.scenery.guest("Curious Carp")
    room = stage.scenery.moment(
        [me],
        Options(clock="none"),
        ["dumpling"] * 3,
        lambda table: table.turn == 0 and table.match is not None and not table.match.round.opening,
    )
    with window(stage.browser, PHONE, stage.scenery.cookie("Curious Carp")) as page:
        page.add_init_script(TOASTS_STAY)
        page.goto(f"{stage.scenery.url}/table/{room.id}?lang=de")
        page.locator("[data-hand] [data-key]").first.wait_for()
        keys: list[str] = page.locator("[data-hand] [data-code]").evaluate_all(
            "all => all.map(one => one.dataset.code)"
        )
        lowest = keys[0]
        other = next(code for code in keys if code[1:] != lowest[1:])
        for code in (lowest, other):
            page.locator(f"[data-hand] [data-code='{code}']").first.click()
        page.locator("[data-action=play][data-does=explain]").click(force=True)
        link = page.locator(".toast a")
        expect(link).to_have_text("Regel R2")
        with page.context.expect_page() as opened:
            link.click()
        rules = opened.value
        rules.locator("#R9").wait_for()
        expect(rules.locator("#R2")).to_be_focused()
        expect(rules.locator("#R2")).to_have_text("R2 Kombinationen")
        rules.close()
        page.locator(".toasts .close").click()
        page.get_by_role("button", name="Menü").click()
        page.locator("[data-action=summary]").click()
        sheet = page.get_by_role("dialog", name="Übersichtskarten")
        expect(sheet.get_by_role("heading", name="Das Wichtigste")).to_be_visible()
        expect(sheet.locator(".summary-card")).to_have_count(2)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(page.locator("[data-hand] [data-key]").first).to_be_visible()
        page.locator("button.caption").click()  # what has been laid, and from there what beats it
        page.locator("dialog [data-action=summary]").click()
        expect(sheet.locator(".summary-card")).to_have_count(2)
