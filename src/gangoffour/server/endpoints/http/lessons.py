"""The tutorial: where a lesson stands after the learner's actions. Nothing of it is kept here."""

from __future__ import annotations

from typing import Final

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.lessons import (
    LessonBody,
    LessonCheckBody,
    LessonChecked,
    LessonDoneBody,
    LessonHint,
    LessonList,
    LessonView,
    checked,
    hinted,
    listed,
    told,
)


async def lessons(call: Call) -> LessonList:
    return listed()


async def lesson(call: Call) -> LessonView:
    return told(call.path("lesson"), call.body.actions, call.body.advised)


async def check_cards(call: Call) -> LessonChecked:
    return checked(call.path("lesson"), call.body.actions, call.body.cards)


async def lesson_hint(call: Call) -> LessonHint:
    found = hinted(call.path("lesson"), call.body.actions)
    if isinstance(found, LessonHint):
        return found
    return LessonHint(await call.server.bots.hint(found, call.address))


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
        LessonDoneBody,
        limit="lesson_hint",
        refusals=(*_REFUSALS, "hint_not_now"),
    ),
)
