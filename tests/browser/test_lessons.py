"""The tutorial in a real browser: right and wrong at every lesson, resumed, by keyboard, in eight
languages, by day and by night."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from gangoffour.bots.players.greedy import Greedy
from gangoffour.lessons import COURSE, Lesson, answer
from gangoffour.rules.actions import Action, Give, Pass, Play, action_dict
from tests.browser import axe, longest
from tests.browser.conftest import Stage
from tests.browser.longest import Measure
from tests.browser.test_pages import OVERFLOWING
from tests.browser.window import PHONE, settle, visit, window
from tests.support.languages import LOCALES
from tests.support.length import some_of

WORDS = Path(__file__).parents[2] / "web" / "messages" / "lessons"
GUIDED = [lesson for lesson in COURSE if not lesson.steps[-1].free]
SETTLED = "[data-coach][data-settled=true]"
BELOW = "() => document.documentElement.scrollHeight > innerHeight + 1"


def words(locale: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((WORDS / f"{locale}.json").read_text(encoding="utf-8"))
    return texts


def keeping(done: Mapping[str, Sequence[Action]]) -> str:
    """A script that makes the visitor somebody who has done this much of some lessons."""
    kept = {
        lesson.name: {
            "actions": [action_dict(one) for one in done[lesson.name]],
            "step": answer(lesson, done[lesson.name]).step,
        }
        for lesson in COURSE
        if lesson.name in done
    }
    return f"localStorage.setItem('gangoffour.lessons', {json.dumps(json.dumps(kept))})"


def begun(page: Page, lesson: Lesson, actions: Sequence[Action]) -> None:
    """Come back to a lesson as somebody who has done this much of it."""
    page.evaluate(keeping({lesson.name: actions}))


def opened(page: Page, lesson: Lesson) -> None:
    """At the table of a lesson; the first one tells what the game is about before it begins."""
    page.locator("[data-aim], [data-hand] li").first.wait_for()
    if page.locator("[data-aim]").count():
        assert lesson is COURSE[0]
        page.locator("[data-action=begin]").click()
    page.locator("[data-hand] li").first.wait_for()
    page.locator(SETTLED).wait_for()
    assert lesson.name in page.url


def reached(page: Page, step: int) -> None:
    """Wait until a step has been reached, and the others have done what they do."""
    page.locator(f'[data-coach][data-step="{step}"][data-settled=true]').wait_for()


def choose(page: Page, codes: Sequence[str]) -> None:
    page.keyboard.press("Escape")
    for code in codes:
        card = page.locator(f'[data-code="{code}"][aria-pressed=false]').first
        card.click(position={"x": 8, "y": 12})


def act(page: Page, action: Action) -> None:
    """Do something as a person at the table does it."""
    match action:
        case Pass():
            page.locator("[data-action=pass]").click()
        case Play(laid, call):
            choose(page, laid.codes)
            if call and page.locator(".call button").count():  # else it is said by itself
                page.locator(".call button").click()
            page.locator("[data-action=play]").click()
        case Give(card):
            choose(page, [card])
            page.locator("[data-action=play]").click()


def a_wrong_action(lesson: Lesson) -> Action:
    """A legal action that the first step comments on."""
    for action in answer(lesson, []).stage.view.actions:
        said = answer(lesson, [action]).reaction
        if said is not None and said.kind == "wrong":
            return action
    raise AssertionError(lesson.name)


def moved_on(page: Page, lesson: Lesson) -> None:
    """Go from one lesson's table to the next one's without loading the page anew."""
    page.locator("[data-coach]").evaluate("one => one.setAttribute('data-left', '')")
    visit(page, f"/learn/{lesson.name}")
    page.wait_for_function("() => !document.querySelector('[data-left]')")
    opened(page, lesson)


@pytest.mark.long
def test_what_matters_comes_first(stage: Stage) -> None:
    """The first lesson begins with the aim, in one sentence, and with an empty sheet; the guide
    with its first advice, and how it was measured comes last."""
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/learn/{COURSE[0].name}")
        aim = page.locator("[data-aim] p")
        expect(aim).to_be_in_viewport(ratio=1)
        assert len(re.findall(r"[.!?](?=\s|$)", aim.inner_text())) == 1, aim.inner_text()
        expect(page.locator("[data-aim] .score-sheet")).to_be_in_viewport(ratio=1)
        written = page.locator("[data-aim] .score-sheet tbody td").all_inner_texts()
        assert len(written) == 12 and not any(written)
        visit(page, "/strategy")
        expect(page.locator("#main .block .summary").first).to_be_in_viewport(ratio=1)
        blocks = page.locator("#main .block")
        expect(blocks.first.locator("h2")).to_have_text("Get below eight cards")
        assert "3,660 rounds" not in blocks.first.inner_text()
        expect(blocks.last).to_contain_text("3,660 rounds")


OVER_ONE_ANOTHER = """() => [...document.querySelectorAll('#main figure svg')].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim())
    .map((one) => [one.textContent, one.getBBox()]);
  const marks = [...svg.querySelectorAll('rect')].filter((one) => one.getAttribute('width') ===
    one.getAttribute('height')).map((one) => ['a mark', one.getBBox()]);
  const edge = svg.viewBox.baseVal.width;
  const out = boxes.filter(([, box]) => box.x < 0 || box.x + box.width > edge)
    .map(([text]) => text);
  const over = boxes.flatMap(([text, box], at) => [...boxes.slice(at + 1), ...marks].filter(
    ([, other]) => box.x < other.x + other.width && other.x < box.x + box.width &&
      box.y + 3 < other.y + other.height && other.y + 3 < box.y + box.height)
    .map(([other]) => `${text} | ${other}`));
  return [...out, ...over];
})"""
"""Words of the guide's plots that run over others, a mark or the edge."""


@pytest.mark.long
def test_the_words_of_a_plot_have_room_in_every_language(stage: Stage) -> None:
    wrong: dict[str, Any] = {}
    with window(stage.browser, PHONE) as page:
        for locale in LOCALES:
            page.goto(f"{stage.scenery.url}/strategy?lang={locale}")
            page.locator("#main figure svg").last.wait_for()
            if found := page.evaluate(OVER_ONE_ANOTHER):
                wrong[locale] = found
    assert not wrong


OVER_ITS_COLUMN = """() =>
[...document.querySelectorAll('[data-aim] :is(th, td)')].filter((one) => {
  if (!one.innerText.trim() || one.querySelector('.spoken')) return false;
  const words = document.createRange();
  words.selectNodeContents(one);
  const [room, taken] = [one.getBoundingClientRect(), words.getBoundingClientRect()];
  return taken.left < room.left || taken.right > room.right;
}).map((one) => one.innerText)"""


@pytest.mark.long
def test_no_word_of_the_first_sheet_runs_over_its_column(stage: Stage) -> None:
    wrong: dict[str, Any] = {}
    with window(stage.browser, PHONE) as page:
        for locale in LOCALES:
            page.goto(f"{stage.scenery.url}/learn/{COURSE[0].name}?lang={locale}")
            page.locator("[data-aim]").wait_for()
            for width in (320, 360, 390):
                page.set_viewport_size({"width": width, "height": 640})
                if found := page.evaluate(OVER_ITS_COLUMN):
                    wrong[f"{locale} {width}"] = found
    assert not wrong


@pytest.mark.long
@pytest.mark.proof
def test_lessons_react_to_wrong_and_to_right(stage: Stage) -> None:
    """Three of them; in the long proofs every one."""
    texts = words("en")
    reacting = some_of([lesson.name for lesson in GUIDED], ["order", "beating", "exchange"])
    with window(stage.browser, PHONE, has_touch=True) as page:
        page.goto(f"{stage.scenery.url}/learn/{GUIDED[0].name}")
        opened(page, GUIDED[0])
        for lesson in (one for one in GUIDED if one.name in reacting):
            if lesson is not GUIDED[0]:
                moved_on(page, lesson)
            step = lesson.steps[0]
            hand = page.locator("[data-hand] li").count()
            wrong = a_wrong_action(lesson)
            said = answer(lesson, [wrong]).reaction
            assert said is not None
            act(page, wrong)
            coach = page.locator("[data-coach=wrong]")
            expect(coach).to_contain_text(plain(texts[f"{lesson.name}.{said.code}"]))
            assert page.locator("[data-hand] li").count() == hand
            heard = page.locator("[data-speech=polite]")
            expect(heard).to_contain_text(plain(texts[f"{lesson.name}.{said.code}"]))
            act(page, step.solution)
            coach = page.locator("[data-coach=right]")
            expect(coach).to_contain_text(plain(texts[f"{lesson.name}.{step.name}.right"]))


@pytest.mark.proof
def test_the_hint_of_every_step_is_what_the_step_is_about(stage: Stage) -> None:
    """Asked for and followed in step after step: of one lesson, in the long proofs of every one."""
    advised = some_of([lesson.name for lesson in GUIDED], ["combinations"])
    done: list[bool] = []

    def heard(request: Request) -> None:
        if request.method == "POST" and request.url.rpartition("/")[2] in advised:
            sent = json.loads(request.post_data or "{}")
            done.extend([sent["advised"]] if sent["actions"] else [])

    with window(stage.browser, PHONE, has_touch=True) as page:
        page.on("request", heard)
        first, *others = (one for one in COURSE if one.name in advised)
        page.goto(f"{stage.scenery.url}/learn/{first.name}")
        opened(page, first)
        follow_hints(page, first)
        for lesson in others:
            moved_on(page, lesson)
            follow_hints(page, lesson)
        page.remove_listener("request", heard)
    assert done and all(done), "whoever follows a hint is not corrected for it"


def follow_hints(page: Page, lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        if step.free:
            return
        anything = page.get_by_text("Lead any combination.").filter(visible=True)
        expect(anything).to_have_count(0)  # the teacher asks for something else
        page.locator(".hint").click()
        page.locator("[data-hinted]").wait_for()
        chosen = page.locator("[data-hand] [aria-pressed=true]")
        codes = chosen.evaluate_all("all => all.map(one => one.dataset.code)")
        match step.solution:
            case Pass():
                assert codes == [], step.name
                page.locator("[data-action=pass]").click()
            case Play(laid):  # the last card is called along with it
                assert sorted(codes) == sorted(laid.codes), step.name
                page.locator("[data-action=play]").click()
            case Give(card):
                assert codes == [card], step.name
                page.locator("[data-action=play]").click()
        led_to = answer(lesson, [one.solution for one in lesson.steps[: at + 1]]).frames
        if any(frame.public.phase == "between" for frame in led_to[:-1]):
            page.locator("[data-action=ready]").click()  # the score sheet waits to be read
        reached(page, at + 1)


WATCHED = """() => {
  window.asked = 0;
  new MutationObserver(() => {
    const { step, settled } = document.querySelector('[data-coach]').dataset;
    const may = document.querySelector('.hint:not(:disabled)');
    if (step === '5' && settled === 'false' && may) asked++;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Counts how often it looks like one's turn on the way to the sixth step."""


def test_on_the_way_to_the_next_question_it_is_nobodys_turn(stage: Stage) -> None:
    """The others pass, the learner would lead; but a new scene follows, with another hand, in which
    nothing is chosen."""
    lesson = next(one for one in COURSE if one.name == "combinations")
    with window(stage.browser, PHONE, has_touch=True) as page:
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        begun(page, lesson, [step.solution for step in lesson.steps[:4]])
        page.reload()
        opened(page, lesson)
        expect(page.locator(".hint")).to_be_enabled()
        page.evaluate(WATCHED)
        act(page, lesson.steps[4].solution)
        page.locator('[data-coach][data-step="5"][data-settled=false]').wait_for()
        page.locator("[data-hand] [data-code]").first.click(position={"x": 8, "y": 12})
        reached(page, 5)
        assert page.evaluate("asked") == 0
        assert page.locator("[data-hand] [aria-pressed=true]").count() == 0
        expect(page.locator(".hint")).to_be_enabled()


def plain(text: str) -> str:
    """The longest part of a text without names and cards."""
    return max(re.split(r"\{\w+\}|\[[^\]]+\]", text), key=len).strip()


def test_what_the_rules_refuse_is_said_with_its_rule(stage: Stage) -> None:
    (lesson,) = (one for one in COURSE if one.name == "last-card")
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/learn")
        begun(page, lesson, [lesson.steps[0].solution])
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        opened(page, lesson)
        choose(page, ["Y7"])
        page.locator("[data-action=play][data-does=explain]").click(force=True)
        coach = page.locator("[data-coach=wrong]")
        expect(coach).to_contain_text("highest card")
        assert coach.get_by_role("link").get_attribute("href") == "/rules#R5.4"
        heard = page.locator("[data-speech=polite]")
        expect(heard).to_contain_text("highest card")
        act(page, lesson.steps[1].solution)
        expect(heard).to_contain_text(plain(words("en")[f"last-card.{lesson.steps[1].name}.right"]))
        expect(heard).not_to_contain_text("highest card")  # it is not said again


TOLD_EARLY = """() => {
  window.early = 0;
  new MutationObserver(() => {
    const { step, settled } = document.querySelector('[data-coach]')?.dataset ?? {};
    if (step === '3' && settled === 'false' && document.querySelector('.reaction')) early++;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Counts how often the end of a lesson of three steps is told of on the way to it."""


def test_a_lesson_is_played_to_its_end_and_leads_to_the_next(stage: Stage) -> None:
    (lesson,) = (one for one in COURSE if one.name == "exchange")
    asked: list[str] = []

    def heard(request: Request) -> None:
        asked.append(request.method)

    following = COURSE[COURSE.index(lesson) + 1]
    with window(stage.browser, PHONE, has_touch=True) as page:
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        opened(page, lesson)
        for at, step in enumerate(lesson.steps):
            if at + 1 == len(lesson.steps):
                page.evaluate(TOLD_EARLY)
            act(page, step.solution)
            if at == 0:  # the score sheet waits to be read
                page.locator("[data-action=ready]").click()
            reached(page, at + 1)
            if at + 1 == len(lesson.steps):
                told = page.locator("[data-coach] .reaction")
                expect(told).to_be_visible()  # once what it tells of has happened, not before
                assert page.evaluate("early") == 0
        page.on("request", heard)
        page.keyboard.press("p")  # nothing more is asked, and nothing said
        dialog = page.get_by_role("dialog", name="Lesson complete")
        dialog.wait_for()
        page.remove_listener("request", heard)
        assert "POST" not in asked
        rules = dialog.get_by_role("link").evaluate_all("all => all.map(one => one.hash)")
        assert {f"#{rule}" for rule in lesson.rules} <= set(rules)
        page.keyboard.press("Escape")
        expect(page.get_by_text("Your turn", exact=True)).to_have_count(0)
        expect(page.locator("[data-action=play]")).not_to_have_attribute("data-does", "play")
        page.locator("[data-coach] .finish").click()
        dialog.locator("[data-action=next-lesson]").click()
        opened(page, following)
        page.goto(f"{stage.scenery.url}/learn")
        expect(page.get_by_text("1 of 8 lessons done")).to_be_visible()


LAPTOPS: tuple[ViewportSize, ...] = (
    {"width": 1366, "height": 650},
    {"width": 1280, "height": 800},
    {"width": 1024, "height": 600},
    {"width": 720, "height": 540},
)
PLACES = """() => ['[data-hand]', '.actions', '.game > .centre'].map((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
})"""


def test_at_a_desk_hand_and_buttons_stay_where_they_are_in_sight(stage: Stage) -> None:
    """Whatever the teacher says, in the language with the longest words; the table gives way."""
    (lesson,) = (one for one in COURSE if one.name == "exchange")
    size = LAPTOPS[0]
    with window(stage.browser, size) as page:
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}?lang={longest.speak(page, 'text')}")
        opened(page, lesson)
        asked = in_sight(page)
        act(page, a_wrong_action(lesson))
        page.locator("[data-coach=wrong]").wait_for()
        wrong = in_sight(page)
        act(page, lesson.steps[0].solution)
        page.locator("[data-action=ready]").click()
        reached(page, 1)
        told = in_sight(page)
    for at, places in enumerate(asked):
        assert wrong[at][:2] == places[:2] == told[at][:2], LAPTOPS[at]
        (top, bottom), (low, _) = told[at][2], told[at][0]
        assert bottom - top >= 80 and bottom < low, (LAPTOPS[at], told[at])


def in_sight(page: Page) -> list[list[list[int]]]:
    """Where hand, buttons and table are, in windows of every size; nothing lies below the fold."""
    found = []
    for size in LAPTOPS:
        page.set_viewport_size(size)
        settle(page)
        assert not page.evaluate(BELOW), size
        found.append(page.evaluate(PLACES))
    return found


@pytest.mark.long
def test_a_lesson_by_keyboard_alone(stage: Stage) -> None:
    (lesson,) = (one for one in COURSE if one.name == "beating")
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        opened(page, lesson)
        for at, step in enumerate(lesson.steps):
            page.locator("[data-plays]").wait_for()
            page.keyboard.press("ArrowRight")
            if isinstance(step.solution, Pass):
                page.keyboard.press("p")
            elif isinstance(step.solution, Play):
                by_keys(page, step.solution.combination.codes)
                page.keyboard.press("Enter")
            reached(page, at + 1)
        page.get_by_role("dialog", name="Lesson complete").wait_for()


def by_keys(page: Page, codes: list[str]) -> None:
    """Walk through the hand and choose with the space bar."""
    wanted = list(codes)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    held: list[str] = page.locator("[data-key]").evaluate_all(
        "all => all.map(one => one.dataset.code)"
    )
    for code in held:
        if code in wanted:
            assert page.evaluate("document.activeElement?.dataset?.code") == code
            wanted.remove(code)
            page.keyboard.press("Space")
        if not wanted:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{wanted} is not in the hand")


@pytest.mark.long
def test_after_the_last_lesson_comes_a_match_in_one_tap(stage: Stage) -> None:
    lesson = COURSE[-1]
    actions: list[Action] = []
    given = answer(lesson, actions)
    while not given.done:
        actions.append(Greedy().choose(given.stage.view, random.Random(1)))
        given = answer(lesson, actions)
    stage.scenery.guest("Lin")
    cookie = stage.scenery.cookie("Lin")
    with window(stage.browser, PHONE, cookie, has_touch=True) as page:
        page.goto(f"{stage.scenery.url}/learn")
        begun(page, lesson, actions[:-1])
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        opened(page, lesson)
        act(page, actions[-1])
        dialog = page.get_by_role("dialog", name="Lesson complete")
        expect(dialog).to_contain_text("You won the round!")
        assert dialog.locator(".score-sheet tfoot td").count() == 4
        dialog.locator("[data-action=first-match]").click()
        page.wait_for_url("**/table/*")
        page.locator("[data-hand] li").first.wait_for()


@pytest.mark.long
def test_the_lessons_are_offered_until_done_and_go_on_where_one_was(stage: Stage) -> None:
    """Never forced; and what was kept begins anew where it no longer fits."""
    lesson = COURSE[0]
    with window(stage.browser, PHONE, has_touch=True) as page:
        page.goto(stage.scenery.url)
        offer = page.locator(".offer")
        offer.get_by_role("link", name="Learn to play").wait_for()
        offer.locator("[data-action=no-lessons]").click()
        expect(offer).to_have_count(0)
        page.reload()
        page.locator(".fan").wait_for()
        page.wait_for_timeout(300)
        expect(offer).to_have_count(0)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("link", name="Learn to play").click()
        page.locator("[data-action=learn]").click()
        opened(page, lesson)
        act(page, lesson.steps[0].solution)
        reached(page, 1)
        ask = page.locator("[data-coach] .ask").inner_text()
        page.reload()
        opened(page, lesson)
        assert page.locator("[data-coach] .ask").inner_text() == ask
        assert page.locator("[data-hand] li").count() == 6
        page.goto(f"{stage.scenery.url}/learn")
        expect(page.locator("[data-action=learn]")).to_contain_text("Cards and their order")
        kept = json.dumps({lesson.name: {"actions": [{"pass": True}], "step": 3}})
        page.evaluate("(kept) => localStorage.setItem('gangoffour.lessons', kept)", kept)
        page.reload()
        page.locator("[data-action=learn]").wait_for()
        visit(page, f"/learn/{lesson.name}")
        opened(page, lesson)
        assert page.locator("[data-hand] li").count() == 7
        page.evaluate("localStorage.removeItem('gangoffour.lessons.offer')")
        for known in (2, len(COURSE)):
            kept = json.dumps({one.name: {"done": True} for one in COURSE[:known]})
            page.evaluate("(kept) => localStorage.setItem('gangoffour.lessons', kept)", kept)
            page.goto(stage.scenery.url)
            if known < len(COURSE):
                expect(offer).to_contain_text(f"{known} of {len(COURSE)} lessons done")
        page.locator(".fan").wait_for()
        expect(offer, "all are done").to_have_count(0)


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("measure", some_of(longest.MEASURES, ["text"]))
def test_every_lesson_fits_a_phone_in_every_language(stage: Stage, measure: Measure) -> None:
    """Of each lesson the step with the longest text, and the overview; nothing below the fold."""
    every = [words(locale) for locale in LOCALES]
    wrong: dict[str, Any] = {}
    done: dict[str, Sequence[Action]] = {}
    for lesson in COURSE:
        names = [f"{lesson.name}.{step.name}" for step in lesson.steps]
        length = [max(len(texts[name]) for texts in every) for name in names]
        at = length.index(max(length))
        done[lesson.name] = [step.solution for step in lesson.steps[:at]]
    with window(stage.browser, PHONE) as page:
        page.add_init_script(keeping(done))
        page.goto(f"{stage.scenery.url}/learn?lang={longest.speak(page, measure)}")
        page.locator("[data-action=learn]").wait_for()
        found = page.evaluate(OVERFLOWING)
        assert not found
        for lesson in COURSE:
            if lesson is COURSE[0]:
                visit(page, f"/learn/{lesson.name}")
                opened(page, lesson)
            else:
                moved_on(page, lesson)
            found = page.evaluate(OVERFLOWING)
            if page.evaluate(BELOW):
                found.append("below the fold")
            if found:
                wrong[lesson.name] = found
    assert not wrong


@pytest.mark.long
@pytest.mark.proof
def test_axe_finds_nothing_in_a_lesson(stage: Stage) -> None:
    lesson = GUIDED[-1]
    wrong: dict[str, Any] = {}
    with window(stage.browser, PHONE) as page:
        page.goto(f"{stage.scenery.url}/learn")
        page.locator("[data-action=learn]").wait_for()
        wrong |= axe.by_night_or_day(page, "overview")
        begun(page, lesson, [step.solution for step in lesson.steps[:-1]])
        page.goto(f"{stage.scenery.url}/learn/{lesson.name}")
        opened(page, lesson)
        wrong |= axe.by_night_or_day(page, "asked")
        act(page, Play.of("G2 Y2"))
        page.locator("[data-coach=wrong]").wait_for()
        wrong |= axe.by_night_or_day(page, "commented on", "light")
        act(page, lesson.steps[-1].solution)
        page.get_by_role("dialog", name="Lesson complete").wait_for()
        wrong |= axe.by_night_or_day(page, "complete", "light")
    assert not wrong, json.dumps(wrong, indent=1)
