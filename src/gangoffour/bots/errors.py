"""Why a bot cannot be had, or what went wrong with one: a stable code and one clear sentence."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, str]] = {
    "unknown_bot": "There is no bot {name!r}; there are {names}, level:1 to level:6, "
    "a file (mybot.py:MyBot) and a program (cmd:./prog).",
    "unknown_level": "There is no level {level!r}; there are 1 to 6.",
    "no_file": "There is no bot file {path!r}.",
    "broken_file": "The bot file {path!r} cannot be loaded: {problem}.",
    "no_class": "The bot file {path!r} has no {name!r}.",
    "not_a_bot": "{name!r} in {path!r} is not a bot: it needs a method choose(view, rng).",
    "bad_weights": "The weights {path!r} cannot be used: {problem}.",
    "no_program": "The program {command!r} cannot be started: {problem}.",
    "no_lab": "The bot {name!r} needs the lab: pip install 'gangoffour[lab]'.",
    # what can go wrong during a game; a fallback move is made instead
    "crashed": "The bot {name!r} failed: {problem}.",
    "late": "The bot {name!r} took more than {seconds:g} s for a move.",
    "illegal": "The bot {name!r} answered {answer}, which is not one of its actions.",
    "no_network": "A review needs the trained network, which is not installed here.",
    "not_to_act": "Seat {seat} has nothing to choose now.",
}
"""Every code with its sentence."""


class BotError(ValueError):
    """A bot that cannot be loaded, or that misbehaved; ``code`` says how.

    >>> raise BotError("unknown_level", level="9")
    Traceback (most recent call last):
    gangoffour.bots.errors.BotError: There is no level '9'; there are 1 to 6.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        self.message = REASONS[code].format(**params)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (self.code, self.params))


def _again(code: str, params: dict[str, object]) -> BotError:
    return BotError(code, **params)
