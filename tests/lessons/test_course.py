"""Every lesson: it can be solved, each comment is reached and worded, nothing hidden is seen."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gangoffour.bots.players.greedy import Greedy
from gangoffour.lessons import COURSE, LEARNER, Answer, Lesson, Step, advice, answer
from gangoffour.lessons.free_play_remarks import CODES, CORRECTING
from gangoffour.rules.actions import Action, Pass, Play, play_of
from gangoffour.rules.cards import CODES as CARDS
from gangoffour.rules.cards import Cards
from gangoffour.rules.errors import REASONS
from gangoffour.rules.position import parse_position, print_position
from gangoffour.table.views.score_sheet import leftover
from tests.support.languages import LOCALES
from tests.support.length import slice_of

STEPS = [(lesson, at) for lesson in COURSE for at in range(len(lesson.steps))]
GUIDED = [(lesson, at) for lesson, at in STEPS if not lesson.steps[at].free]
(FREE,) = (lesson for lesson in COURSE if lesson.steps[-1].free)
WORDS = Path(__file__).parents[2] / "web" / "messages" / "lessons"


def named(value: Any) -> str:
    return f"{value[0].name}-{value[0].steps[value[1]].name}"


def before(lesson: Lesson, at: int) -> list[Action]:
    """What leads to a step."""
    return [step.solution for step in lesson.steps[:at]]


def legal(given: Answer) -> Iterator[Action]:
    """Every legal action of the learner, with and without a call that must be made by hand."""
    for action in given.stage.view.actions:
        yield action
        if isinstance(action, Play) and action.call and given.stage.view.rules.last_card == "call":
            yield play_of(action.combination, False)


@pytest.mark.parametrize("lesson", COURSE, ids=lambda one: one.name)
def test_the_solution_solves_it(lesson: Lesson) -> None:
    if lesson is FREE:
        return played_freely_to_the_end()
    for at, step in enumerate(lesson.steps):
        given = answer(lesson, before(lesson, at))
        assert (given.step, given.done) == (at, False)
        assert advice(given, lesson) == step.solution
        assert given.stage.table.turn == LEARNER
    given = answer(lesson, before(lesson, len(lesson.steps)))
    assert given.done and given.reaction and given.reaction.kind == "right"
    assert advice(given, lesson) is None
    return None


def played_freely_to_the_end() -> None:
    """The last lesson is won by a plain bot, so a person can win it too."""
    actions: list[Action] = []
    given = answer(FREE, actions)
    while not given.done:
        actions.append(Greedy().choose(given.stage.view, random.Random(1)))
        given = answer(FREE, actions)
        assert given.done or given.ask == FREE.steps[0].on, "what is asked of a lead is asked once"
    assert given.won


@pytest.mark.parametrize("where", GUIDED, ids=named)
def test_every_legal_action_is_right_or_gets_its_comment(where: tuple[Lesson, int]) -> None:
    """What is right leads on, and what is written for the others fits it; the rest does nothing."""
    lesson, at = where
    step = lesson.steps[at]
    done = before(lesson, at)
    here = answer(lesson, done)
    said: set[str] = set()
    rights = 0
    for action in legal(here):
        given = answer(lesson, [*done, action])
        assert given.reaction is not None
        if given.reaction.kind == "right":
            rights += 1
            assert given.step == at + 1
            assert given.frames[-1].public.match is not None
        else:
            assert given.reaction.kind == "wrong"
            assert given.step == at
            assert given.stage.table == here.stage.table
            said.add(given.reaction.code)
    assert rights >= 1
    assert said == {comment.code for comment in step.comments}


@pytest.mark.parametrize("where", STEPS, ids=named)
def test_what_the_rules_refuse_is_explained_by_them(where: tuple[Lesson, int]) -> None:
    lesson, at = where
    done = before(lesson, at)
    here = answer(lesson, done)
    allowed = set(legal(here))
    hand = here.stage.view.hand.codes
    refused = 0
    tried: list[Action] = [*(Play.of(code) for code in dict.fromkeys(hand)), Pass()]
    for action in tried:
        if action in allowed or (isinstance(action, Play) and len(hand) == 1):
            continue
        given = answer(lesson, [*done, action])
        reaction = given.reaction
        assert reaction is not None
        if reaction.kind != "illegal":  # a play with a call that nobody asked for
            continue
        refused += 1
        assert reaction.refusal is not None and reaction.refusal.code in REASONS
        assert reaction.refusal.rule.startswith("R")
        assert given.step == at and given.stage.table == here.stage.table
    assert refused


def test_every_remark_of_the_free_round_is_reached() -> None:
    said: set[str] = set()
    for seed in range(60):
        rng = random.Random(seed)
        actions: list[Action] = []
        given = answer(FREE, actions)
        while not given.done:
            view = given.stage.view
            bold = rng.random() < 0.5
            actions.append(rng.choice(view.actions) if bold else Greedy().choose(view, rng))
            given = answer(FREE, actions)
            assert given.reaction is not None and given.reaction.kind == "remark"
            said.add(given.reaction.code)
        assert given.won is (given.stage.table.match.results[-1].winner == LEARNER)  # type: ignore[union-attr]
        if said == set(CODES) and seed >= slice_of(60, 8):
            break
    assert said == set(CODES)


def test_whoever_does_as_advised_is_not_corrected_for_it() -> None:
    view = answer(FREE, []).stage.view
    corrected = 0
    for action in view.actions:
        own, advised = (answer(FREE, [action], advised=told).reaction for told in (False, True))
        assert own is not None and advised is not None
        corrected += own.code in CORRECTING
        assert advised.code not in CORRECTING
        assert own.code in CORRECTING or advised == own
    assert corrected


@pytest.mark.parametrize("lesson", COURSE, ids=lambda one: one.name)
def test_every_question_is_another_moment(lesson: Lesson) -> None:
    """A screen keeps a hint for as long as the match's version stays: no two questions share it."""
    versions = []
    for at in range(len(lesson.steps)):
        match = answer(lesson, before(lesson, at)).stage.table.match
        assert match is not None
        versions.append(match.version)
    assert versions == sorted(set(versions))


def test_actions_after_the_end_change_nothing() -> None:
    lesson = COURSE[0]
    solved = before(lesson, len(lesson.steps))
    assert answer(lesson, [*solved, Pass()]).stage.table == answer(lesson, solved).stage.table


def test_the_lesson_on_scoring_is_won_by_the_cards_laid_at_once() -> None:
    (lesson,) = (one for one in COURSE if one.name == "scoring")
    match = answer(lesson, before(lesson, 2)).stage.table.match
    assert match is not None and match.totals == (57, 68, 58, 112) and match.winners == (LEARNER,)


def hidden_permuted(lesson: Lesson, rng: random.Random) -> Lesson:
    """The same lesson with the cards that the learner never sees dealt otherwise."""
    steps: list[Step] = []
    for at, step in enumerate(lesson.steps):
        if step.scene:
            shown = set()
            for line in (step.first, *(one.then for one in _of_scene(lesson, at))):
                shown |= {
                    (int(seat), code)
                    for seat, cards in re.findall(r"(\d) ([A-Z][^,]*)", line)
                    for code in cards.split()
                }
            step = step._replace(scene=_redealt(step.scene, shown, rng))
        steps.append(step)
    return lesson._replace(steps=tuple(steps))


def _of_scene(lesson: Lesson, at: int) -> Iterator[Step]:
    yield lesson.steps[at]
    for step in lesson.steps[at + 1 :]:
        if step.scene:
            return
        yield step


def _redealt(scene: str, shown: set[tuple[int, str]], rng: random.Random) -> str:
    match = parse_position(scene)
    hands = [Cards(word).codes for word in match.round.hands]
    places = [
        (seat, at)
        for seat, hand in enumerate(hands)
        for at, code in enumerate(hand)
        if seat != LEARNER and (seat, code) not in shown
    ]
    cards = [hands[seat][at] for seat, at in places]
    rng.shuffle(cards)
    for (seat, at), code in zip(places, cards, strict=True):
        hands[seat][at] = code
    words = tuple(Cards.parse(hand).word for hand in hands)
    return print_position(match._replace(round=match.round._replace(hands=words)))


QUIET = [one for one in COURSE if one.name in ("order", "combinations", "beating", "gangs")]
"""Lessons in which the others do nothing that is not written, whatever they hold."""


@pytest.mark.parametrize(
    ("lesson", "seed"), list(product(QUIET, range(5))), ids=lambda one: getattr(one, "name", None)
)
def test_no_card_of_the_others_is_in_the_answer(lesson: Lesson, seed: int) -> None:
    other = hidden_permuted(lesson, random.Random(seed))
    assert other != lesson
    for at in range(len(lesson.steps) + 1):
        seen = msgspec.json.encode(answer(lesson, before(lesson, at)).frames)
        assert seen == msgspec.json.encode(answer(other, before(lesson, at)).frames)


@pytest.mark.parametrize("where", STEPS, ids=named)
def test_only_cards_in_the_open_are_sent(where: tuple[Lesson, int]) -> None:
    """Codes in a frame: the learner's own hand and plays, and what lies or lay on the table."""
    lesson, at = where
    given = answer(lesson, before(lesson, at))
    match = given.stage.table.match
    assert match is not None
    told = set(
        re.findall(r'"([GYRM]\d+|GP|YP|RD)"', msgspec.json.encode(given.frames[-1]).decode())
    )
    open_cards = set(Cards(match.round.hands[LEARNER]).codes)
    for move in match.round.history:
        open_cards |= set(move.play.codes) if move.play else set()
    if match.exchange:
        open_cards |= {match.exchange.card, match.exchange.back or match.exchange.card}
    if match.past:  # what everybody was left with lies open after a round
        open_cards |= {card for hand in leftover(match.past[-1]) for card in hand}
    assert told <= open_cards
    assert set(CARDS) - open_cards


def keys() -> set[str]:
    """Every text that the lessons need."""
    found = set()
    for lesson in COURSE:
        found |= {f"{lesson.name}.{part}" for part in ("title", "aim", "done")}
        for step in lesson.steps:
            found.add(f"{lesson.name}.{step.name}")
            if step.on:
                found.add(f"{lesson.name}.{step.on}")
            if not step.free:
                found.add(f"{lesson.name}.{step.name}.right")
            found |= {f"{lesson.name}.{comment.code}" for comment in step.comments}
    found |= {f"{FREE.name}.{code}" for code in (*CODES, "won", "lost")}
    return found


def words(locale: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((WORDS / f"{locale}.json").read_text(encoding="utf-8"))
    return texts


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_worded_in_every_language(locale: str) -> None:
    texts = words(locale)
    english = words("en")
    assert texts.keys() == english.keys()
    assert {key for key in texts if not key.startswith("ui.")} == keys()
    assert all(text.strip() for text in texts.values())
    for key, text in texts.items():
        for marks in (r"\{\w+\}", r"\[[^\]]+\]"):
            wanted = sorted(set(re.findall(marks, english[key])))
            assert sorted(set(re.findall(marks, text))) == wanted, key
        for cards in re.findall(r"\[([^\]]+)\]", text):
            assert cards == "cards" or Cards.parse(cards)
    if locale != "en":
        same = {key for key, text in texts.items() if text == english[key] and " " in text}
        assert not same, "left in English"


def test_the_interface_of_the_lessons_uses_all_its_words() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (WORDS.parents[1] / "src" / "lessons").iterdir()
        if path.suffix in (".ts", ".svelte")
    )
    used = set(re.findall(r"'(ui\.\w+)'", source))
    assert used == {key for key in words("en") if key.startswith("ui.")}
