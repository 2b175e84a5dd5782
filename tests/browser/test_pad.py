"""The score pad and the dealing helper in a browser: without a network, refused, shared, read."""

from __future__ import annotations

import csv
import json
import re
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gangoffour.rules.editions import rule_set
from gangoffour.rules.sheet import Line, Sheet
from tests.browser import axe, longest
from tests.browser.conftest import Stage
from tests.browser.longest import Measure
from tests.browser.test_pages import OVERFLOWING
from tests.browser.test_rules import pages_of
from tests.browser.window import DESK, PHONE, visit, window
from tests.support.length import some_of

NAMES = ["Anneliese", "Bob", "Céline", "Đorđe"]
MATCH = [
    Line((0, 5, 9, 3)),
    Line((4, 0, 1, 12), barred=(2,)),
    Line((7, 7, 0, 2)),  # a tie, settled by the higher total
    Line((16, 2, 0, 6)),
    Line((0, 8, 1, 14)),
]
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket connection")
TOUCH: dict[str, Any] = {"has_touch": True, "color_scheme": "light"}


def begin(page: Page, names: Sequence[str], edition: str = "official") -> None:
    if len(names) == 3:
        page.get_by_role("radio", name="3 players").check(force=True)
    page.get_by_label("Edition").select_option(edition)
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_role("button", name="Start").click()


def entry(page: Page) -> Locator:
    """The entry of the next round, opened."""
    page.get_by_role("button", name="Enter round").click()
    return page.get_by_role("dialog")


def tap(dialog: Locator, left: Sequence[int], barred: Sequence[int] = ()) -> Locator:
    """Tap what everybody has left, one after the other."""
    for seat, count in enumerate(left):
        dialog.locator(f"[data-left='{seat}']").click()
        word = "1 card" if count == 1 else f"{count} cards"
        dialog.get_by_role("button", name=word, exact=True).click()
    for seat in barred:
        dialog.locator(f"[data-left='{seat}']").click()
        dialog.get_by_role("button", name="forgot “Last card!”").click()
    return dialog


def write(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Save the round").click()


def type_in(dialog: Locator, left: Sequence[int]) -> Locator:
    """Type what everybody has left, which is quicker than to tap it."""
    for seat, count in enumerate(left):
        dialog.locator(f"[data-left='{seat}']").fill(str(count))
    return dialog


def enter(page: Page, line: Line) -> None:
    """A whole round, typed."""
    assert not line.barred, "that is tapped"
    type_in(entry(page), line.left)
    write(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def expect_totals(page: Page, totals: Sequence[int]) -> None:
    expect(page.locator("[data-total]")).to_have_text([str(total) for total in totals])


def stored(lines: Sequence[Line], names: Sequence[str] = NAMES, **more: Any) -> str:
    """What the pad keeps on a device, as its format says."""
    none = {"at": len(lines), "left": [None] * len(names), "barred": [], "highest": []}
    pad = {"id": "a", "edition": "official", "names": names, "changes": 1, "begun": 1790000000000}
    pad |= {"lines": [line._asdict() for line in lines], "draft": none, "share": None, **more}
    return json.dumps({"format": 1, "revision": 9, "open": "a", "pads": [pad]})


KEPT_TWICE = """async () => {
  const opening = indexedDB.open('gangoffour');
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  for (;; await new Promise((later) => setTimeout(later, 20))) {
    const asked = database.transaction('kept').objectStore('kept').get('gangoffour.pads');
    const copy = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
    if (copy === localStorage.getItem('gangoffour.pads')) return database.close();
  }
}"""
"""Of the two copies one is there at once, the other when the disk has it."""


def put(page: Page, text: str) -> None:
    page.evaluate("(text) => localStorage.setItem('gangoffour.pads', text)", text)


@pytest.mark.long
def test_the_sheet_its_foot_and_the_blank_pad(stage: Stage) -> None:
    """The newest round is not hidden below the totals."""
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/pad")
        put(page, stored([Line((0, 1, 2, 3))] * 6))
        page.reload()
        newest = page.locator("tr.played").last.bounding_box()
        totals = page.locator("tfoot").bounding_box()
        assert newest and totals and newest["y"] + newest["height"] <= totals["y"]
        first = page.get_by_role("button", name="Change round 1,")
        expect(first).to_be_hidden()
        page.get_by_role("button", name="Rounds 1–4").click()
        expect(first).to_be_visible()
        what_cards_cost_stands_below(page.locator(".foot"))
        page.get_by_role("link", name="Blank pad to print").click()
        blank_pads_are_a_sheet_of_paper_each(page)


def what_cards_cost_stands_below(place: Locator) -> None:
    """R6.1: the run of counts, and what each card of them costs."""
    expect(place.locator(".points-table td")).to_have_text(
        ["1–7", "8–10", "11–13", "14–15", "16", "×1", "×2", "×3", "×4", "×5"]
    )


def blank_pads_are_a_sheet_of_paper_each(page: Page) -> None:
    """For four and for three, with the directions and what cards cost (R4.1, R6.1)."""
    for name, columns in (("4 players", 4), ("3 players", 3)):
        sheet = page.get_by_role("region", name=name)
        expect(sheet.locator(".rounds tfoot td")).to_have_count(columns)
        ways = sheet.get_by_role("rowheader").get_by_role("img")
        for number, way in enumerate(("to the right", "to the left", "to the right")):
            expect(ways.nth(number)).to_have_accessible_name(way)
        what_cards_cost_stands_below(sheet)
    for paper in ("A4", "Letter"):
        assert pages_of(page.pdf(format=paper)) == 2


def test_a_rematch_goes_on_under_the_same_link_and_a_round_is_changed_in_one_line(
    stage: Stage,
) -> None:
    with (
        window(stage.browser, PHONE, **TOUCH) as owner,
        window(stage.browser, DESK) as reader,
    ):
        owner.goto(f"{stage.scenery.url}/about")
        put(owner, stored(MATCH))
        owner.goto(f"{stage.scenery.url}/pad")
        owner.get_by_role("button", name="Create a link").click()
        code = owner.locator("[data-live]").get_attribute("data-live")
        reader.goto(f"{stage.scenery.url}/p/{code}")
        expect(reader.locator("[data-next]")).to_contain_text("wins with")
        owner.get_by_role("button", name="Rematch").click()
        expect(owner.locator("[data-live]")).to_have_attribute("data-live", code or "")
        expect_totals(reader, (0, 0, 0, 0))
        enter(owner, MATCH[0])
        expect_totals(reader, (0, 5, 18, 3))
        owner.get_by_role("button", name="Change round 1").click()
        button = owner.locator(".write").bounding_box()
        assert button is not None and button["height"] < 60, "one line"
        owner.get_by_role("button", name="Close").click()
        owner.get_by_role("button", name="New match").click()
        expect(owner.locator("main")).to_contain_text(
            "stays on this device unless you share a link"
        )


@pytest.mark.long
def test_impossible_rounds_are_refused_with_their_rule(stage: Stage) -> None:
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/pad")
        begin(page, NAMES)
        dialog = entry(page)
        alert = dialog.get_by_role("alert")
        for left, words, rule in (
            ((0, 5), "How many cards does Céline have left?", "R6.1"),
            ((1, 5, 9, 3), "Nobody has 0 cards", "R4.6"),
            ((0, 5, 0, 3), "Only one player can have 0 cards", "R4.6"),
        ):
            type_in(dialog, left)
            write(page)
            expect(alert).to_contain_text(words)
            expect(alert.get_by_role("link")).to_have_text(rule)
        for typed in ("17", "65"):
            type_in(dialog, (0, 5, 9, int(typed)))
            write(page)
            expect(alert).to_contain_text(f"“{typed}” is not a number of cards from 0 to 16")
        type_in(dialog, (0, 5, 9, 3))
        write(page)
        expect_totals(page, (0, 5, 18, 3))
        # a forgotten call leaves one card, whatever was tapped before
        tap(entry(page), (0, 5, 9, 3), barred=(3,))
        expect(page.locator("[data-left='3']")).to_have_value("1")
        write(page)
        expect_totals(page, (0, 10, 36, 4))


@pytest.mark.long
def test_a_tie_is_settled_as_the_edition_says(stage: Stage) -> None:
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/pad")
        begin(page, NAMES, "riva")
        dialog = type_in(entry(page), (0, 5, 5, 5))
        write(page)
        expect(dialog.get_by_role("alert")).to_contain_text("which of them holds the highest card")
        for name in ("Đorđe", "Céline"):
            dialog.get_by_role("button", name=name, exact=True).click()
        write(page)
        expect(page.locator("[data-next]")).to_contain_text("Céline gives their best card to Ann")
        page.get_by_role("button", name="New match").click()
        page.get_by_label("Edition").select_option("riva")
        expect(page.get_by_role("radio", name="3 players")).to_be_disabled()


@pytest.mark.long
def test_any_round_is_changed_removed_or_taken_back(stage: Stage) -> None:
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/pad")
        begin(page, NAMES[:3])
        for line in (Line((0, 5, 9)), Line((3, 0, 16)), Line((0, 2, 1))):
            enter(page, line)
        expect_totals(page, (3, 7, 99))
        page.get_by_role("button", name="Change round 1").click()
        dialog = type_in(page.get_by_role("dialog"), (16, 0, 10))
        write(page)
        expect(dialog.get_by_role("alert")).to_contain_text("end the match after round 2")
        type_in(dialog, (6, 0, 8))
        write(page)
        expect_totals(page, (9, 2, 97))
        page.get_by_role("button", name="Change round 2").click()
        page.get_by_role("button", name="Remove this round").click()
        expect(page.get_by_role("dialog")).to_contain_text("Later rounds move up")
        page.get_by_role("button", name="Remove this round").click()
        expect_totals(page, (6, 2, 17))
        page.get_by_role("button", name="Undo round 2").click()
        expect(page.locator("[data-left='1']")).to_have_value("2")  # nothing is lost by it
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect_totals(page, (6, 0, 16))
        page.get_by_role("button", name="Change names").click()
        page.get_by_role("dialog").get_by_label("Player 2").fill("Robert")
        page.get_by_role("dialog").get_by_role("button", name="Save").click()
        expect(page.get_by_role("columnheader", name="Robert")).to_be_visible()
        page.reload()
        expect(page.get_by_role("columnheader", name="Robert")).to_be_visible()
        expect_totals(page, (6, 0, 16))


@pytest.mark.long
def test_one_of_two_copies_is_enough(stage: Stage) -> None:
    """A copy that is lost or spoilt does no harm; what cannot be read is given back as a file."""
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/pad")
        begin(page, NAMES)
        enter(page, MATCH[0])
        page.evaluate(KEPT_TWICE)
        page.evaluate("localStorage.removeItem('gangoffour.pads')")
        page.reload()
        expect_totals(page, (0, 5, 18, 3))
        put(page, '{"format": 1, "revision": 99, "pads": [{"id": "a", "lines')
        page.reload()
        expect_totals(page, (0, 5, 18, 3))
        expect(page.get_by_role("alert")).to_contain_text("cannot be read")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save it as a file").click()
        assert '"revision": 99' in Path(download.value.path()).read_text()
        expect(page.get_by_role("alert")).to_have_count(0)
        impossible = stored([Line((0, 0, 17, 3))]).replace('"revision": 9', '"revision": 999')
        put(page, impossible)
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("cannot be read")
        expect(page.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.long
def test_picture_table_and_text(stage: Stage) -> None:
    names = ["=1+1", 'Bob "B", jr', "Céline", "<b>Di</b>"]
    sheet = Sheet.of(4, rule_set("official"), MATCH)
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/about")
        put(page, stored(MATCH, names))
        page.goto(f"{stage.scenery.url}/pad")
        files = {}
        for what in ("Picture", "Table (CSV)", "Text"):
            with page.expect_download() as download:
                page.get_by_role("button", name=what, exact=True).click()
            name = download.value.suggested_filename
            files[name.rpartition(".")[2]] = Path(download.value.path()).read_bytes()
        assert name == "gang-of-four-2026-09-21.txt"
    rows = list(csv.reader(files["csv"].decode("utf-8-sig").splitlines()))
    assert rows[0][5:8] == ["'=1+1: cards", "'=1+1: points", "'=1+1: Total"]
    assert rows[0][8] == 'Bob "B", jr: cards'
    for row, result in zip(rows[1:], sheet.results, strict=True):
        numbers = [
            str(value)
            for seat in range(4)
            for value in (result.left[seat], result.points[seat], result.totals[seat])
        ]
        assert row[5:] == numbers
        way = "to the right" if result.direction == 1 else "to the left"
        assert row[:2] == [str(result.number), way]
        assert row[3].endswith(names[result.loser])
    text = files["txt"].decode()
    assert re.search(r"^Total" + "".join(rf" +{total}" for total in sheet.totals), text, re.M)
    assert f"Céline wins with {sheet.totals[2]} points." in text
    assert files["png"].startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", files["png"][16:24])
    assert width == 1080 and height > 74 * (len(MATCH) + 2)
    assert len(files["png"]) > 20_000  # letters and lines, not plain paper


@pytest.mark.long
def test_others_watch_and_cannot_write(stage: Stage) -> None:
    names = ["<img src=x>", "Bob", "Céline"]
    with (
        window(stage.browser, PHONE, expected=OFFLINE, **TOUCH) as owner,
        window(stage.browser, DESK, expected=("status of 404",)) as reader,
    ):
        owner.goto(f"{stage.scenery.url}/pad")
        begin(owner, names)
        enter(owner, Line((0, 5, 9)))
        owner.get_by_role("button", name="Create a link").click()
        expect(owner.get_by_role("img", name="QR code")).to_be_visible()
        code = owner.locator("[data-live]").get_attribute("data-live")
        reader.goto(f"{stage.scenery.url}/p/{code}")
        expect_totals(reader, (0, 5, 18))
        expect(reader.get_by_role("columnheader", name="<img src=x>")).to_be_visible()
        assert reader.locator("main img").count() == 0
        enter(owner, Line((3, 0, 16)))
        expect_totals(reader, (3, 5, 98))
        letters = reader.locator(".graph .name").first.bounding_box()
        assert letters is not None and 12 < letters["height"] < 30, "a desk's graph shouts"
        owner.context.set_offline(True)
        enter(owner, Line((1, 0, 1)))
        expect(owner.get_by_text("No connection: the link will catch up")).to_be_visible()
        owner.context.set_offline(False)
        expect(owner.get_by_text("Live: everybody sees")).to_be_visible()
        expect_totals(reader, (4, 5, 99))
        assert reader.get_by_role("button", name=re.compile("round|Stop")).count() == 0
        empty = {"edition": "official", "names": names, "lines": []}
        body = {"secret": "guessed", "revision": 99, "sheet": empty}
        answer = reader.request.put(
            f"{stage.scenery.url}/api/pads/{code}", data=body, headers={"origin": stage.scenery.url}
        )
        assert (answer.status, answer.json()["error"]["code"]) == (403, "wrong_pad_secret")
        owner.get_by_role("button", name="Stop sharing").click()
        expect(owner.get_by_role("button", name="Create a link")).to_be_visible()
        expect(reader.get_by_role("alert")).to_contain_text("This score pad does not exist")


def test_the_chinese_deal_step_by_step(stage: Stage) -> None:
    with window(stage.browser, PHONE, **TOUCH) as page:
        page.goto(f"{stage.scenery.url}/deal")
        steps = page.locator("[data-deal]")
        page.get_by_role("radio", name="Player 3").check(force=True)
        page.get_by_role("button", name="7", exact=True).click()
        expect(steps).to_contain_text("Player 3 shuffles; Player 4, to the right, cuts.")
        expect(steps).to_contain_text("7 is Player 1")  # 3 4 1 2 3 4 1
        expect(steps).to_contain_text("Whoever holds the multicoloured 1 leads")
        page.get_by_role("button", name="One round later").click()
        page.get_by_label("Edition").select_option("german")
        expect(steps).to_contain_text("Count to the left, with Player 3 as one: 7 is Player 1")
        page.get_by_role("button", name="6", exact=True).click()
        expect(steps).to_contain_text("6 is Player 2")  # 3 2 1 4 3 2
        expect(steps).to_contain_text("Player 3 leads, and play goes to the left.")
        page.get_by_role("button", name="Phoenix or dragon").click()
        expect(steps).to_contain_text("Player 3 cuts again")
        page.get_by_role("radio", name="3 players").check(force=True)
        for _ in range(20):
            page.get_by_role("button", name="Draw a card").click()
            if steps.locator("li").count():
                break
        expect(steps).to_contain_text("The other 16 cards are set aside")
        expect(page.locator("[data-finnish]")).to_have_count(0)
        page.get_by_label("Edition").select_option("finnish")
        expect(page.locator("[data-finnish]")).to_contain_text(
            "neither the second cut nor the count"
        )
        visit(page, "/pad")
        begin(page, NAMES[:3])
        expect(page.locator("[data-next]")).to_contain_text(
            "If it is in the dummy hand, the player to the dealer’s right leads any combination."
        )
        enter(page, Line((3, 0, 4)))
        page.get_by_role("link", name="Chinese deal").click()
        expect(page.get_by_role("radio", name="Bob")).to_be_checked()


STATES = 7


def shown_in_turn(page: Page, url: str) -> Iterator[str]:
    """Every state of the pad and the dealing helper (``STATES``), one after the other."""
    page.locator("form.setup").wait_for()
    yield "setup"
    put(page, stored(MATCH[:3]))
    page.goto(f"{url}/pad")
    page.locator(".score-sheet").wait_for()
    yield "match"
    page.locator(".bar .button-primary").click()
    page.get_by_role("dialog").wait_for()
    yield "entry"
    page.locator(".write").click()
    page.locator(".refused a").wait_for()
    yield "refused"
    tied = {"at": 0, "left": [0, 5, 5, 1], "barred": [3], "highest": []}
    text = stored([], edition="riva", draft=tied)
    put(page, text.replace('"revision": 9', '"revision": 90'))
    page.goto(f"{url}/pad")
    page.locator(".tie").wait_for()
    yield "tie"
    put(page, stored(MATCH).replace('"revision": 9', '"revision": 900'))
    page.goto(f"{url}/pad")
    page.locator("#pad-graph").wait_for()
    yield "over"
    page.goto(f"{url}/deal")
    page.locator(".numbers .button").nth(6).click()
    page.locator(".steps").wait_for()
    yield "deal"


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("measure", some_of(longest.ROUNDS, ["word"]))
def test_it_fits_a_phone_in_every_language_and_axe_finds_nothing(
    stage: Stage, measure: Measure | None
) -> None:
    wrong: dict[str, list[str]] = {}
    with window(stage.browser, PHONE, **TOUCH) as page:
        asked = longest.speak(page, measure)
        page.goto(f"{stage.scenery.url}/pad?lang={asked}")
        for number, name in enumerate(shown_in_turn(page, stage.scenery.url)):
            assert page.evaluate("document.documentElement.lang") == asked
            if found := page.evaluate(OVERFLOWING):
                wrong[name] = found
            words = page.locator("body").inner_text()
            assert not re.search(r"\b(pad|deal|refusal)_[a-z_]+\b", words), name
            if measure != "text":
                by = axe.look_of(number, STATES)
                wrong |= axe.by_night_or_day(page, name, by, mixed=measure is not None)
                page.set_viewport_size(PHONE)
    assert not wrong, json.dumps(wrong, indent=1)
