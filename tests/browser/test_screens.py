"""The table in each of its states, for eyes, ears, fingers and keys: positions, not matches."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.rules.combinations import Kind, classify
from gangoffour.server.tables.room import Room
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser import axe, longest
from tests.browser.lasting import TOASTS_STAY
from tests.browser.longest import Measure
from tests.browser.scenery import Scenery
from tests.browser.window import DESK, PHONE, settle, visit, window
from tests.support.languages import LOCALES
from tests.support.length import some_of

CALM = Options(clock="none")
WHO = "Annemarie"
BOTS = ["dumpling"] * 3
WORDS = Path(__file__).parents[2] / "web" / "messages" / "table"


class Stage(NamedTuple):
    """What the module's tests share: tables that stand still, each at a moment of its match."""

    browser: Browser
    scenery: Scenery
    tables: dict[str, str]
    answer: Room


def mine(table: Table) -> bool:
    return table.phase == "playing" and table.match is not None and table.match.turn == 0


def answering(table: Table) -> bool:
    """She may beat a pair or pass, and holds enough to choose from."""
    if not mine(table) or table.match is None or table.match.round.table is None:
        return False
    view = table.match.view(0)
    paired = table.match.round.table.kind is Kind.PAIR
    return paired and len(view.hand) >= 10 and len(view.plays) > 1


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "answer": answering,
    "give": lambda t: mine(t) and t.match.phase == "exchange",  # type: ignore[union-attr]
    "between": lambda t: t.phase == "between" and t.match is not None and len(t.match.past) == 2,
    "over": lambda t: t.phase == "over",
}


@pytest.fixture(scope="module")
def stage(scenery: Scenery, browser: Browser) -> Stage:
    ann = scenery.account(WHO)
    scenery.account("Benedykt")
    rooms = {}
    for name, wanted in MOMENTS.items():
        options = Options(clock="none", target=30) if name == "over" else CALM
        rooms[name] = scenery.moment([ann], options, BOTS, wanted)
    rooms["waiting"] = scenery.table([ann], CALM, ["crane"])
    tables = {name: f"/table/{room.id}" for name, room in rooms.items()}
    return Stage(browser, scenery, tables, rooms["answer"])


# Suggestions are a row that scrolls by itself, however many there are.
OVERFLOWING = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page');
  const words = '.button, .chip, .tag, .caption, .status, .way, .round';
  for (const one of document.querySelectorAll(words)) {
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3;
    const outside = box.left < -1 || box.right > innerWidth + 1;
    if (cut || (outside && !one.closest('.suggestions'))) found.push(one.textContent.trim());
  }
  return found;
}"""


def _longest_deed() -> str:
    """The longest name of a play that stands below a player, in any language."""
    every = [json.loads((WORDS / f"{locale}.json").read_text()) for locale in LOCALES]
    plays = [
        str(words[name]).replace("{rank}", "10")
        for words in every
        for name in words
        if re.match("play_(pair|triple|gang)|kind_.*(flush|house)", name)
    ]
    return max(plays, key=len)


DEED = "text => document.querySelectorAll('.deed .tag').forEach(tag => tag.textContent = text)"


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("measure", some_of(longest.MEASURES, ["text"]))
def test_a_trick_a_round_and_a_match_fit_in_every_language(stage: Stage, measure: Measure) -> None:
    """One's turn, a card chosen, the exchange, the sheet between rounds and the end of the match,
    with the longest words."""
    wrong = {}
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO)) as page:
        asked = longest.speak(page, measure)
        page.goto(f"{stage.scenery.url}/about?lang={asked}")
        for name in ("answer", "give", "between", "over"):
            to_table(stage, page, name)
            assert page.locator("html").get_attribute("lang") == asked
            if name == "answer":
                page.evaluate(DEED, _longest_deed())
            found = page.evaluate(OVERFLOWING)
            if name == "answer":
                cards(page).first.click(position={"x": 8, "y": 20})
                page.locator("[data-key][aria-pressed=true]").wait_for()
                found += page.evaluate(OVERFLOWING)
            if found:
                wrong[name] = found
    assert not wrong


def bens_turn(table: Table) -> bool:
    match = table.match
    return table.phase == "playing" and match is not None and match.turn == 1


THERE = {"between": "dialog .score-sheet", "over": "dialog .score-sheet", "waiting": ".seats"}
"""What there is to see last, if it is not the hand."""


def there(page: Page, name: str) -> None:
    page.locator(THERE.get(name, "[data-hand] .card-button")).first.wait_for()


def at_table(stage: Stage, page: Page, name: str) -> None:
    page.goto(stage.scenery.url + stage.tables[name])
    there(page, name)


def to_table(stage: Stage, page: Page, name: str) -> None:
    """The same without loading the page anew, from wherever it is."""
    visit(page, "/about")
    page.locator("#about-licences").wait_for()
    visit(page, stage.tables[name])
    there(page, name)


def cards(page: Page) -> Any:
    return page.locator("[data-hand] .card-button")


def choose_a_play(page: Page) -> None:
    """One card is completed to a play; pressing again takes the next, and round it goes."""
    for i in range(cards(page).count()):
        cards(page).nth(i).click(position={"x": 8, "y": 30})
        suggestion = page.locator(".suggestion").first
        if suggestion.count():
            suggestion.click()
            expect(page.locator("[data-action=play]")).to_have_attribute("data-does", "play")
            return
        cards(page).nth(i).click(position={"x": 8, "y": 30})
    raise AssertionError("no card was part of a play")


TONES = """
window.tones = 0;
Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } });  // a phone's
const { createOscillator } = BaseAudioContext.prototype;
BaseAudioContext.prototype.createOscillator = function () {
  tones += 1;
  return createOscillator.call(this);
};
window.said = '';
document.addEventListener('DOMContentLoaded', () =>
  new MutationObserver(() => {
    said += document.querySelector('[data-speech=polite]')?.textContent ?? '';
  }).observe(document.body, { childList: true, characterData: true, subtree: true }));
"""
"""Counts what is heard."""

OPENINGS = (
    ("answer", ""),
    ("answer", ".bar .tool"),
    ("answer", ".bar .round"),
    ("answer", "[data-action=hint]"),
    ("give", ""),
    ("between", ""),
    ("over", ""),
    ("waiting", ""),
    ("waiting", "[data-action=add-bot]"),
    ("waiting", ".dialog-head .button"),
)
"""What is pressed at each moment before axe looks."""


@pytest.mark.proof
@pytest.mark.parametrize(
    "openings",
    [
        pytest.param(OPENINGS[:4], id="at one's turn"),
        pytest.param(OPENINGS[4:], id="otherwise", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing_at_the_table(
    stage: Stage, openings: tuple[tuple[str, str], ...]
) -> None:
    wrong: dict[str, list[str]] = {}
    cookie = stage.scenery.cookie(WHO)
    with window(stage.browser, PHONE, cookie) as page:
        page.goto(f"{stage.scenery.url}/about")
        for number, (name, opening) in enumerate(openings):
            if name == "waiting" or not opening:
                to_table(stage, page, name)
            else:  # it is still there, below the last dialog
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)
            if opening:
                page.locator(opening).first.click()
            if opening.startswith(".bar"):
                page.get_by_role("dialog").wait_for()
            by = axe.look_of(number, len(openings))
            wrong |= axe.by_night_or_day(page, f"{name} {opening}", by)
    assert not wrong, json.dumps(wrong, indent=1)


def box(page: Page, selector: str) -> dict[str, float]:
    """Where the first of some is, with its lower edge."""
    found: Any = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {**found, "bottom": found["y"] + found["height"]}


@pytest.mark.long
def test_tablets_and_large_desks_use_their_room(stage: Stage) -> None:
    """No choice stands alone in a second row, no panel is empty below, no text touches another; the
    trick is large, and what it is called stands right below it."""
    with window(stage.browser, {"width": 820, "height": 1180}, stage.scenery.cookie(WHO)) as page:
        at_table(stage, page, "waiting")
        seats, start = box(page, ".panel"), box(page, ".panel .button-primary")
        assert seats["bottom"] - start["bottom"] < 60
        page.locator(".dialog-head .button").first.click()
        page.locator("dialog .segments").first.wait_for()
        rows = page.locator("dialog .segments").evaluate_all(
            "all => all.map((row) => new Set([...row.children].map((one) => one.offsetTop)).size)"
        )
        assert rows and set(rows) == {1}, rows
        visit(page, "/matches")
        page.locator("[data-action=discard]").first.wait_for()
        assert box(page, "[data-action=discard]")["width"] <= 60
        visit(page, "/learn/beating")
        page.locator("[data-coach][data-settled=true]").wait_for()
        assert box(page, "[data-coach]")["bottom"] + 6 <= box(page, ".row .status")["y"]
        page.set_viewport_size({"width": 1920, "height": 1080})
        to_table(stage, page, "answer")
        settle(page)
        card, caption = box(page, ".trick .play:last-child .card"), box(page, ".trick .caption")
        assert card["width"] > 160
        assert 0 < caption["y"] - card["bottom"] < 40


def marked(seat: int) -> dict[str, Any]:
    """A decision of a seat that was not good."""
    told: dict[str, Any] = {"played": {}, "best": {}, "best_kind": None, "reasons": []}
    worth = {"cost": 1.0, "mark": "mistake", "for_match": False}
    return {"round": 1, "move": 0, "seat": seat, **told, **worth}


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        pytest.param([0, 1, 0, 0, 0], "Review my 3 costliest moves", marks=pytest.mark.long),
        pytest.param([0, 2, 0], "Review my 2 costliest moves", marks=pytest.mark.long),
        pytest.param([3, 0], "Review my costliest move", marks=pytest.mark.long),
        ([1, 2, 3], "Review this match"),
    ],
)
def test_the_end_of_a_match_leads_on(stage: Stage, seats: list[int], said: str) -> None:
    """On the smallest phone without scrolling; and it counts the moves that there are."""
    review = {"rounds": 1, "seats": [], "marked": [*map(marked, seats)], "turning_points": []}
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO)) as page:
        page.route("**/api/matches/*/review", lambda route: route.fulfill(json=review))
        with page.expect_response("**/review"):
            at_table(stage, page, "over")
        way = page.locator("[data-action=review]")
        expect(way).to_have_text(said)
        expect(page.locator(".facts li").first).to_be_visible()  # and nothing moves any more
        expect(page.locator("[data-action=rematch]")).to_be_in_viewport(ratio=1)
        on, foot = way.bounding_box(), page.locator("dialog .dialog-foot").bounding_box()
        assert on is not None and foot is not None
        assert on["y"] + on["height"] <= foot["y"], "it lies behind the foot"
        last = page.locator("dialog [data-reckoning]")  # the round that decided it is reckoned, too
        expect(last.locator("li")).to_have_count(4)
        expect(last.locator(".card-chip").first).to_be_visible()


SIZE_OF_PAGE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


def test_a_hand_fits_is_chosen_from_explained_and_sorted(stage: Stage) -> None:
    """What beats nothing is dim; on a phone on its side and in a window at double size nothing
    scrolls; no arrow runs behind words; what is chosen is named, completed and explained; cards are
    chosen by sweeping over them, and sorted."""
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO)) as page:
        page.add_init_script(TOASTS_STAY)
        at_table(stage, page, "answer")
        what_beats_nothing_is_dim(page, stage.answer.table)
        for width, height in ((640, 360), (844, 390), (720, 450)):
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            nothing_scrolls(page, width, height)
        no_arrow_runs_behind_words(page)
        page.set_viewport_size(DESK)
        named_completed_and_explained(page)
        page.keyboard.press("Escape")
        expect(page.locator("[data-key][aria-pressed=true]")).to_have_count(0)
        chosen_by_sweeping(page)
        page.keyboard.press("Escape")
        sorted_by_combinations(page)


def nothing_scrolls(page: Page, width: int, height: int) -> None:
    """All there is to press is in sight, and nobody's line covers anybody else's."""
    expect(page.locator("[data-action=play]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-action=pass]")).to_be_in_viewport(ratio=1)
    for card in (cards(page).first, cards(page).last):
        expect(card).to_be_in_viewport(ratio=1)
    assert page.evaluate(SIZE_OF_PAGE) == [width, height]
    own = page.locator(".game > .mine").bounding_box()
    assert own is not None
    for other in page.locator("[data-seat]").all():
        box = other.bounding_box()
        assert box is not None
        apart = box["x"] + box["width"] <= own["x"] or box["y"] + box["height"] <= own["y"]
        assert apart, (width, height)


def what_beats_nothing_is_dim(page: Page, table: Table) -> None:
    """And may be chosen all the same."""
    assert table.match is not None
    view = table.match.view(0)
    playable = {code for play in view.plays for code in play.codes}
    dim = page.locator("[data-hand] .card-button:has(.card-idle)")
    expect(dim).not_to_have_count(0)
    codes = dim.evaluate_all("all => all.map((one) => one.dataset.code)")
    assert sorted(codes) == sorted(code for code in view.hand.codes if code not in playable)
    dim.first.click(position={"x": 8, "y": 30})
    expect(dim).to_have_count(len(codes) - 1)
    page.keyboard.press("Escape")
    expect(dim).to_have_count(len(codes))


USUAL = ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800), (1440, 900))
HIDDEN_ARROWS = """() => {
  const words = [...document.querySelectorAll('.caption:has(span), .stage .way')]
    .map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.ring path')].filter((one) => {
    const box = one.getBoundingClientRect();
    return words.some((word) => word.left < box.right && box.left < word.right &&
      word.top < box.bottom && box.top < word.bottom);
  }).length;
}"""
"""How many of the arrows around the middle reach below words."""


def no_arrow_runs_behind_words(page: Page) -> None:
    for width, height in USUAL:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.locator(".ring .whole path").count() >= 10, (width, height)
        assert page.evaluate(HIDDEN_ARROWS) == 0, (width, height)


COVERED = """() => {
  const toast = document.querySelector('.toast').getBoundingClientRect();
  const lying = '[data-action], [data-hand] [aria-pressed=false]';
  return [...document.querySelectorAll(`.seat .plate, .centre .trick .card, ${lying}`)]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < toast.right - 1 && toast.left < box.right - 1 &&
        box.top < toast.bottom - 1 && toast.top < box.bottom - 1;
    })
    .map((one) => one.outerHTML.slice(0, 80));
}"""
"""What one needs and a toast lies over."""


def named_completed_and_explained(page: Page) -> None:
    """A card that no play needs is refused with its reason, and the rule is one tap away."""
    play = page.locator("[data-action=play]")
    page.locator("[data-action=hint]").click()
    expect(page.locator("[data-hinted]")).to_be_visible()
    page.keyboard.press("Escape")
    for i in (0, cards(page).count() // 2, cards(page).count() - 1):
        cards(page).nth(i).click(position={"x": 8, "y": 30})
    expect(play).to_have_attribute("data-does", "explain")
    play.click()
    expect(page.locator(".toast-alarm a[href*='/rules']")).to_be_visible()
    for width, height in ((360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        play.click()
        assert page.evaluate(COVERED) == [], (width, height)
        page.set_viewport_size({"width": height, "height": width})
        settle(page)
        assert page.evaluate(COVERED) == [], ("turned from", width, height)
    page.locator("[data-hand]").press("Escape")
    page.keyboard.press("Escape")
    choose_a_play(page)
    expect(play).to_contain_text("Play")


def chosen_by_sweeping(page: Page) -> None:
    settle(page)
    boxes = [cards(page).nth(i).bounding_box() for i in range(4)]
    places = [(box["x"] + 10, box["y"] + 60) for box in boxes if box]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()
    expect(page.locator("[data-key][aria-pressed=true]")).to_have_count(4)


def sorted_by_combinations(page: Page) -> None:
    ranked = cards(page).evaluate_all("all => all.map((one) => one.dataset.code)")
    sort = page.locator(".row .tool").last
    sort.click()
    sort.click()
    expect(sort).to_contain_text("by combination")
    for _ in range(600):  # the server is asked how they go together
        laid = cards(page).evaluate_all("all => all.map((one) => one.dataset.code)")
        if any(classify(laid[:n]) is not None for n in range(2, 8)):
            break
        page.wait_for_timeout(50)
    assert sorted(laid) == sorted(ranked)
    assert any(classify(laid[:n]) is not None for n in range(2, 8))


def answering_five(table: Table) -> bool:
    """Five cards lie there, on others."""
    match = table.match
    if not mine(table) or match is None or match.round.table is None:
        return False
    last = next(one for one in reversed(match.round.history) if one.play)
    return match.round.table.size == 5 and not last.lead


UNDER_CARDS = """() => {
  const cards = [...document.querySelectorAll('.centre .trick .card')]
    .map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.seat .plate, .seat .tag:not(.none)')]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return cards.some((card) => card.left < box.right - 1 && box.left < card.right - 1 &&
        card.top < box.bottom - 1 && box.top < card.bottom - 1);
    })
    .map((one) => one.textContent);
}"""
"""Players, and what they did last, where cards of the trick lie, too."""
TABLETS = ((700, 1000), (744, 1133), (768, 1024), (810, 1080), (820, 1180), (1024, 1366))


@pytest.mark.long
def test_what_lies_on_the_table_lies_over_nobody(stage: Stage) -> None:
    """Also a wide trick on a narrow table, upright or not."""
    room = stage.scenery.moment([stage.scenery.people[WHO]], CALM, BOTS, answering_five)
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        cards(page).first.wait_for()
        for upright in (*TABLETS, (360, 640), (390, 844), (800, 1280)):
            for width, height in (upright, upright[::-1]):
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                assert page.evaluate(UNDER_CARDS) == [], (width, height)


def leading(table: Table) -> bool:
    """She has won a trick."""
    match = table.match
    return mine(table) and match is not None and match.view(0).table is None and bool(match.past)


@pytest.mark.long
def test_the_arrows_run_around_the_words(stage: Stage) -> None:
    """Whoever leads, whatever lies there, where words are long, and in a replay."""
    scenery = stage.scenery
    ann = scenery.people[WHO]
    match = scenery.match([ann], Options(clock="none", target=1), BOTS)
    with window(stage.browser, DESK, scenery.cookie(WHO)) as page:
        page.goto(f"{scenery.url}/about?lang=de")
        for wanted in (leading, answering_five):
            visit(page, f"/table/{scenery.moment([ann], CALM, BOTS, wanted).id}")
            cards(page).first.wait_for()
            no_arrow_runs_behind_words(page)
        visit(page, f"/match/{match}?at=12")
        page.locator(".stage .caption").wait_for()
        no_arrow_runs_behind_words(page)


@pytest.mark.long
def test_what_is_chosen_is_thrown_onto_the_table(stage: Stage) -> None:
    room = stage.scenery.moment([stage.scenery.people[WHO]], CALM, BOTS, answering)
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        cards(page).first.wait_for()
        choose_a_play(page)
        settle(page)
        chosen = page.locator("[data-key][aria-pressed=true]")
        held, thrown, box = cards(page).count(), chosen.count(), chosen.first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 10, box["y"] + 40)
        page.mouse.down()
        page.mouse.move(box["x"] + 10, box["y"] - 250, steps=4)
        page.mouse.up()
        expect(cards(page)).to_have_count(held - thrown)


@pytest.mark.long
def test_confirming_is_asked_for_before_a_play(stage: Stage) -> None:
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        confirm = "localStorage['gangoffour.settings'] = JSON.stringify({ confirm: true })"
        page.add_init_script(confirm)
        at_table(stage, page, "answer")
        choose_a_play(page)
        held = cards(page).count()
        play = page.locator("[data-action=play]")
        play.click()
        expect(play).to_have_attribute("data-does", "confirm")
        expect(page.locator("[data-speech=urgent]")).to_contain_text("Sure?")
        expect(cards(page)).to_have_count(held)
        # Another choice has to be confirmed anew.
        page.locator("[data-key][aria-pressed=true]").first.click(position={"x": 8, "y": 30})
        expect(play).not_to_have_attribute("data-does", "confirm")


def test_a_pass_and_a_play_are_planned_ahead_and_taken_back(stage: Stage) -> None:
    """Somebody else is to move, and takes their time (not too long, or a bot stands in)."""
    ann, ben = stage.scenery.people[WHO], stage.scenery.people["Benedykt"]
    room = stage.scenery.moment([ann, ben], CALM, BOTS[:2], bens_turn)
    with window(stage.browser, PHONE, stage.scenery.cookie(WHO), has_touch=True) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        pass_ = page.locator("[data-action=pass]")
        pass_.tap()
        expect(pass_).to_have_attribute("aria-pressed", "true")
        pass_.tap()
        expect(pass_).to_have_attribute("aria-pressed", "false")
        cards(page).first.tap(position={"x": 8, "y": 20})
        play = page.locator("[data-action=play]")
        expect(play).to_have_attribute("data-does", "plan")
        play.tap()
        expect(play).to_have_attribute("data-does", "unplan")
        play.tap()
        expect(play).to_have_attribute("data-does", "plan")


@pytest.mark.long
def test_the_score_sheet_is_shared_as_a_picture(stage: Stage) -> None:
    with window(stage.browser, DESK, stage.scenery.cookie(WHO)) as page:
        at_table(stage, page, "over")
        with page.expect_download() as download:
            page.locator("dialog [data-action=picture]").click()
        picture = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "gang-of-four.png"
    assert picture.startswith(b"\x89PNG") and len(picture) > 10_000


def test_plays_are_said_and_a_hidden_window_calls(stage: Stage) -> None:
    ann, ben = stage.scenery.people[WHO], stage.scenery.people["Benedykt"]
    room = stage.scenery.moment([ann, ben], CALM, BOTS[:2], bens_turn)
    with window(stage.browser, DESK, stage.scenery.cookie(WHO), locale="fr-FR") as page:
        page.add_init_script(TONES)
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        cards(page).first.wait_for()
        page.mouse.click(5, 400)  # browsers are silent until somebody touches something
        stage.scenery.playing(room, [ben], 20, 0.1)
        page.wait_for_function("() => said.includes('Benedykt')")  # others may follow at once
        expect(page.locator("[data-speech=urgent]")).to_contain_text("À vous")
        expect(page).to_have_title(re.compile("^●"))
        page.wait_for_function("() => tones > 0")
        assert page.evaluate("navigator.audioSession.type") == "ambient"  # the silent switch counts
