"""The tutorial: where a lesson stands after the learner's actions. Nothing of it is kept here."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from gangoffour.lessons import COURSE, Answer, Frame, Lesson, Reaction, advice, answer
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import classify
from gangoffour.rules.errors import Refusal
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.wire.messages import Error, HintPlay
from gangoffour.server.wire.refusals import ServerRefusal

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


class LessonBody(Struct, frozen=True, forbid_unknown_fields=True):
    """All that the learner has done in this lesson so far, each action in its JSON form."""

    actions: Annotated[
        list[dict[str, bool | Card | Annotated[list[Card], Meta(max_length=17)]]],
        Meta(max_length=MAX_ACTIONS),
    ] = []


class LessonCheckBody(LessonBody, frozen=True, forbid_unknown_fields=True):
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


def _lesson(call: Call) -> Lesson:
    lesson = _LESSONS.get(call.path("lesson"))
    if lesson is None:
        raise ServerRefusal("not_found")
    return lesson


def _answered(call: Call) -> Answer:
    return answer(_lesson(call), [parse_action(one) for one in call.body.actions])


def _error(refusal: Refusal) -> Error:
    plain = refusal.as_dict()
    return Error(refusal.code, refusal.message, refusal.rule or None, plain["params"])  # type: ignore[arg-type]


def _reaction(given: Reaction | None) -> LessonReaction | None:
    if given is None:
        return None
    error = None if given.refusal is None else _error(given.refusal)
    return LessonReaction(given.kind, given.code, list(given.cards), error)


async def lessons(call: Call) -> LessonList:
    return LessonList(
        [LessonInfo(one.name, [step.name for step in one.steps], list(one.rules)) for one in COURSE]
    )


async def lesson(call: Call) -> LessonView:
    given = _answered(call)
    return LessonView(
        given.step,
        None if given.done else _lesson(call).steps[given.step].name,
        _reaction(given.reaction),
        given.frames,
        given.done,
        given.won,
    )


async def check_cards(call: Call) -> LessonChecked:
    given = _answered(call)
    found = classify(Cards.parse(call.body.cards))
    refusal = given.stage.refusal_of(call.body.cards)
    return LessonChecked(
        None if found is None else found.kind.code, None if refusal is None else _error(refusal)
    )


async def lesson_hint(call: Call) -> LessonHint:
    given = _answered(call)
    if given.done:
        raise ServerRefusal("hint_not_now")
    solution = advice(given, _lesson(call))
    if solution is not None:
        return LessonHint([HintPlay(action_dict(solution), 0.0, [])])
    return LessonHint(await call.server.bots.hint(given.stage.view, call.address))


_REFUSALS: Final = ("unknown_action", "unknown_card", "too_many_copies", "not_a_combination")

ENDPOINTS = (
    Endpoint("GET", "/api/lessons", lessons, "The lessons of the tutorial", LessonList),
    Endpoint(
        "POST",
        "/api/lessons/{lesson}",
        lesson,
        "Where a lesson stands after some actions",
        LessonView,
        LessonBody,
        limit="lesson",
        refusals=_REFUSALS,
        notes="A lesson is replayed from its beginning each time; the server keeps nothing of it.",
    ),
    Endpoint(
        "POST",
        "/api/lessons/{lesson}/check",
        check_cards,
        "What some cards are, in a lesson, and why they cannot be played",
        LessonChecked,
        LessonCheckBody,
        limit="lesson",
        refusals=_REFUSALS,
    ),
    Endpoint(
        "POST",
        "/api/lessons/{lesson}/hint",
        lesson_hint,
        "What would be right now, in a lesson",
        LessonHint,
        LessonBody,
        limit="lesson_hint",
        refusals=(*_REFUSALS, "hint_not_now"),
    ),
)
