"""The tutorial as clients are told of it: where a lesson stands after the learner's actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from gangoffour.lessons import COURSE, Answer, Frame, Lesson, Reaction, advice, answer
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import classify
from gangoffour.rules.view import View
from gangoffour.server.wire.messages import Error, HintPlay
from gangoffour.server.wire.refusals import ServerRefusal, error_of

MAX_ACTIONS: Final = 120
_LESSONS: Final[dict[str, Lesson]] = {lesson.name: lesson for lesson in COURSE}

Card = Annotated[str, Meta(max_length=3)]


class LessonInfo(Struct, frozen=True):
    """A lesson of the course: its steps by name, and the rules to read about it."""

    name: str
    steps: list[str]
    rules: list[str]


class LessonList(Struct, frozen=True):
    lessons: list[LessonInfo]


class LessonDoneBody(Struct, frozen=True, forbid_unknown_fields=True):
    """All that the learner has done in this lesson so far, each action in its JSON form."""

    actions: Annotated[
        list[dict[str, bool | Card | Annotated[list[Card], Meta(max_length=17)]]],
        Meta(max_length=MAX_ACTIONS),
    ] = []


class LessonBody(LessonDoneBody, frozen=True, forbid_unknown_fields=True):
    """``advised``: the last action is what the hint for it proposed."""

    advised: bool = False


class LessonCheckBody(LessonDoneBody, frozen=True, forbid_unknown_fields=True):
    """Some cards of the learner's hand, at that point of the lesson."""

    cards: Annotated[list[Card], Meta(max_length=17)] = []


class LessonReaction(Struct, frozen=True):
    """What is said to the last action: ``code`` and ``cards`` to word it, or the refusal."""

    kind: Literal["right", "wrong", "illegal", "remark"]
    code: str
    cards: list[str]
    error: Error | None


class LessonView(Struct, frozen=True):
    """Where a lesson stands, as the learner's seat may see it."""

    step: int
    """The place of the step that is asked; the number of steps once all are done."""
    ask: str | None
    reaction: LessonReaction | None
    frames: list[Frame]
    """What the last action led to, moment by moment; the last one is the table now."""
    done: bool
    won: bool | None


class LessonChecked(Struct, frozen=True):
    """What some cards are, and what stands against playing them."""

    kind: str | None
    error: Error | None


class LessonHint(Struct, frozen=True):
    plays: list[HintPlay]


Actions = Sequence[dict[str, Any]]
"""What the learner has done, each action in its JSON form."""


def listed() -> LessonList:
    """The course, lesson by lesson."""
    return LessonList(
        [LessonInfo(one.name, [step.name for step in one.steps], list(one.rules)) for one in COURSE]
    )


def told(name: str, actions: Actions, advised: bool = False) -> LessonView:
    """Where a lesson stands after some actions, the last of them perhaps as it was advised to."""
    given = _answered(name, actions, advised)
    return LessonView(
        given.step,
        given.ask,
        _reaction(given.reaction),
        given.frames,
        given.done,
        given.won,
    )


def checked(name: str, actions: Actions, cards: list[str]) -> LessonChecked:
    """What some cards are at that point, and why they cannot be played."""
    given = _answered(name, actions)
    found = classify(Cards.parse(cards))
    refusal = given.stage.refusal_of(cards)
    return LessonChecked(
        None if found is None else found.kind.code, None if refusal is None else error_of(refusal)
    )


def hinted(name: str, actions: Actions) -> LessonHint | View:
    """What would be right now; the view to advise on where the lesson leaves it open."""
    given = _answered(name, actions)
    if given.done:
        raise ServerRefusal("hint_not_now")
    solution = advice(given, _lesson(name))
    if solution is None:
        return given.stage.view
    return LessonHint([HintPlay(action_dict(solution), 0.0, [])])


def _lesson(name: str) -> Lesson:
    lesson = _LESSONS.get(name)
    if lesson is None:
        raise ServerRefusal("not_found")
    return lesson


def _answered(name: str, actions: Actions, advised: bool = False) -> Answer:
    return answer(_lesson(name), [parse_action(one) for one in actions], advised)


def _reaction(given: Reaction | None) -> LessonReaction | None:
    if given is None:
        return None
    error = None if given.refusal is None else error_of(given.refusal)
    return LessonReaction(given.kind, given.code, list(given.cards), error)
