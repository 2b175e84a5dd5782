"""A new lesson is whole: in the course, with rules to read, with words in every language.

``tests/lessons/test_course.py`` proves that it can be solved, that each comment is reached, and
that nothing hidden is seen.
"""

from __future__ import annotations

import json
import pkgutil
from importlib import import_module
from pathlib import Path

from gangoffour.lessons import COURSE, Lesson, course
from gangoffour.terminal.rulebook import rule_texts
from tests.lessons.test_course import keys
from tests.support.languages import LOCALES

WORDS = Path(__file__).parents[2] / "web" / "messages" / "lessons"


def test_every_lesson_is_in_the_course() -> None:
    written = {
        f"{one.name}.py: {name}"
        for one in pkgutil.iter_modules(course.__path__)
        for name, value in vars(import_module(f"{course.__name__}.{one.name}")).items()
        if isinstance(value, Lesson) and value not in COURSE
    }
    assert not written, f"lessons/course/__init__.py: COURSE lacks {', '.join(sorted(written))}"


def test_there_is_something_to_read_about_it() -> None:
    for lesson in COURSE:
        assert lesson.rules, f"{lesson.name} names no rules to read"
        unknown = [rule for rule in lesson.rules if rule not in rule_texts()]
        assert not unknown, f"{lesson.name}: there is no rule {', '.join(unknown)}"


def test_it_has_words_in_every_language() -> None:
    for locale in LOCALES:
        texts = json.loads((WORDS / f"{locale}.json").read_text(encoding="utf-8"))
        missing = [key for key in sorted(keys()) if not str(texts.get(key, "")).strip()]
        assert not missing, f"web/messages/lessons/{locale}.json lacks {', '.join(missing)}"
