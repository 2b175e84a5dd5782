"""What a lesson is: steps at a real table, each with what is asked and what is said to the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gangoffour.rules.actions import Action
from gangoffour.rules.view import View

LEARNER = 0
"""The seat of whoever learns; 1 sits to the right, 2 opposite, 3 to the left (R4.1)."""

Condition = Callable[[View, Action], bool]
"""Something that holds, or not, for a legal action at a view."""


class Comment(NamedTuple):
    """What is said to a legal action that is not what the step is about."""

    when: Condition
    code: str


class Step(NamedTuple):
    """One thing to do. An action that no comment speaks against is right."""

    name: str
    solution: Action
    """A right action: the hint, and the proof that there is one."""
    comments: tuple[Comment, ...] = ()
    """The first that holds is said, and the learner tries again."""
    then: str = ""
    """What the others do next, as ``"1 G5, 2 pass"``; after that, what the lesson's bot does."""
    scene: str = ""
    """A position to set the table up with first; without one the table goes on."""
    first: str = ""
    """What the others do in the new scene before the learner is asked."""
    free: bool = False
    """The rest of the round is played freely: every legal action is right and gets a remark."""
    on: str = ""
    """What is asked once the learner has begun to play freely; without it, the same as before."""


class Lesson(NamedTuple):
    """Steps in sequence. Names and codes are put into words by the client."""

    name: str
    steps: tuple[Step, ...]
    rules: tuple[str, ...]
    """The rules to read about it."""
    bot: str = "still"
    """How the others play where nothing is written: ``still`` (they pass) or ``greedy``."""
