"""What a value is asked, and only a module above it can answer.

``cards.combinations()`` is asked of cards, and found by a module that is made of them; a notebook
asks a hand for its picture, and a package draws it that knows the rules. The value asks here, and
who can answer says so when it is loaded: nothing imports upwards. The package ``gangoffour`` loads
or names all of them, so an answer is there whenever a value is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Answered = TypeVar("Answered")
Answer = TypeVar("Answer", bound=Callable[..., Any])


class Question(Generic[Answered]):
    """A question to a value; who answers it is told once.

    >>> length: Question[int] = Question()
    >>> _ = length.answered_by(len)
    >>> length("G3")
    2
    """

    def __init__(self) -> None:
        self._answers: list[Callable[[Any], Answered]] = []

    def answered_by(self, answer: Answer) -> Answer:
        """From now on this function answers; it can be told as its decorator."""
        if self._answers:
            raise ValueError(f"{self._answers[0]} answers already")
        self._answers.append(answer)
        return answer

    def __call__(self, asked: Any) -> Answered:
        (answer,) = self._answers
        return answer(asked)


PICTURE: Question[str] = Question()
"""A card, cards, a view or a match as SVG, as a notebook shows them."""
