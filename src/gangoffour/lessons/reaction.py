"""``answer(lesson, actions)``: where a lesson stands after some actions, and what is said to them.

A pure function: the lesson is replayed through the real table each time, so nothing is kept between
two questions. Actions that were refused or commented on change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from gangoffour.lessons.free_play_remarks import remark
from gangoffour.lessons.lesson import LEARNER, Lesson, Step
from gangoffour.lessons.stage import Frame, Stage
from gangoffour.rules.actions import Action
from gangoffour.rules.errors import Refusal


class Reaction(NamedTuple):
    """What is said to the last action: a code to put into words, or the engine's refusal."""

    kind: Literal["right", "wrong", "illegal", "remark"]
    code: str
    cards: tuple[str, ...] = ()
    refusal: Refusal | None = None


class Answer(NamedTuple):
    """Where a lesson stands."""

    step: int
    """The place of the current step; the number of steps once all are done."""
    ask: str | None
    """What is asked now, as a code to put into words; None once all is done."""
    reaction: Reaction | None
    frames: list[Frame]
    """What the last action that was not refused led to; the beginning, if there was none."""
    stage: Stage
    done: bool
    won: bool | None
    """Whether the learner won the round of a lesson that ends with one."""


class _Course:
    """A lesson under way."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.begun = False
        """Whether the learner has acted in a step that goes on."""
        self.stage = Stage(lesson.bot)
        self.at = 0
        self.reaction: Reaction | None = None
        self._enter()

    @property
    def step(self) -> Step | None:
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def ask(self) -> str | None:
        if self.step is None:
            return None
        return self.step.on if self.begun and self.step.on else self.step.name

    def _enter(self) -> None:
        """Set the table for the current step."""
        step = self.step
        self.begun = False
        if step is None:
            return
        if step.scene:
            self.stage.set_up(step.scene, self.at + 1)
            self.stage.others_act(step.first)
        else:
            self.stage.next_round()

    def take(self, action: Action, advised: bool) -> None:
        """One action of the learner, of their own or advised: refused, commented on, or right."""
        step, view = self.step, self.stage.view
        if step is None:
            return
        frames, self.stage.frames = self.stage.frames, []
        table = self.stage.table
        try:
            self.stage.act(action)
        except Refusal as refusal:
            self.reaction = Reaction("illegal", refusal.code, refusal=refusal)
            self.stage.frames = frames
            return
        for comment in step.comments:
            if comment.when(view, action):
                self.reaction = Reaction("wrong", comment.code)
                self.stage.table, self.stage.frames = table, frames
                return
        if step.free:
            self.reaction = Reaction("remark", *remark(view, action, advised))
            self.begun = True
            if self.stage.table.phase == "playing":
                self.stage.others_act(step.then)
            if self.stage.table.phase == "playing":
                return
        else:
            self.reaction = Reaction("right", step.name)
            self.stage.others_act(step.then)
        self.at += 1
        self._enter()


def answer(lesson: Lesson, actions: Sequence[Action], advised: bool = False) -> Answer:
    """Where the lesson stands after these actions of the learner, the last of them perhaps as it
    was advised to."""
    course = _Course(lesson)
    for action in actions:
        course.take(action, advised)
    done = course.step is None
    return Answer(
        course.at,
        course.ask,
        course.reaction,
        course.stage.frames,
        course.stage,
        done,
        _won(course, done),
    )


def _won(course: _Course, done: bool) -> bool | None:
    results = course.stage.table.match.results if course.stage.table.match else ()
    if not done or not course.lesson.steps[-1].free or not results:
        return None
    return results[-1].winner == LEARNER


def advice(given: Answer, lesson: Lesson) -> Action | None:
    """The action that the current step is about; None where the round is played freely."""
    if given.done or lesson.steps[given.step].free:
        return None
    return lesson.steps[given.step].solution
