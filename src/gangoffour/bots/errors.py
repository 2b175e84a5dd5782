"""Why a bot cannot be had, or what went wrong with one: a stable code and one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from gangoffour.rules.actions import action_dict
from gangoffour.rules.view import View

REASONS: Final[dict[str, str]] = {
    "unknown_bot": "There is no bot {name!r}; there are {names}, level:1 to level:6, "
    "a file (mybot.py:MyBot) and a program (cmd:./prog).",
    "unknown_level": "There is no level {level!r}; the levels are 1 to 6.",
    "unknown_character": "There is no character {name!r}; there are {names}.",
    "bad_habit": "{habit!r} is no habit with a strength from 0 to {most:g}; habits are {names}.",
    "no_file": "There is no bot file {path!r}.",
    "broken_file": "The bot file {path!r} cannot be loaded: {problem}.",
    "no_class": "The bot file {path!r} has no {name!r}; name its class as in mybot.py:MyBot.",
    "not_a_bot": "{name!r} in {path!r} is not a bot: it needs a method choose(view, rng).",
    "bad_weights": "The trained network cannot be used: {problem}",
    "no_program": "The program {command!r} cannot be started: {problem}.",
    "no_lab": "The bot {name!r} needs the lab: pip install 'gangoffour[lab]'.",
    # what can go wrong during a game; a fallback move is made instead
    "crashed": "The bot {name!r} failed: {problem}.",
    "late": "The bot {name!r} took more than {seconds:g} s for a move.",
    "illegal": "The bot {name!r} answered {answer}, which is not one of its actions; "
    "{such}, for example, is one.",
    "unknown_field": "The bot {name!r} answered {answer}: an answer has no field {field!r}; "
    "{such}, for example, is a valid answer.",
    "bad_call": "The bot {name!r} answered {answer}: {field!r} must be true or false; "
    "{such}, for example, is a valid answer.",
    "unasked": "The bot {name!r} wrote a line before it was asked.",
    "no_network": "A review needs the trained network, which is not installed here.",
    "not_a_view": "Expected a view, {wanted}, but got {kind}.",
    "not_to_act": "Seat {seat} has no choice to make now.",
}
"""Every code with its sentence."""
FIELDS: Final = frozenset({"play", "call", "pass", "give"})
"""What the answer of a program may hold."""


class BotError(ValueError):
    """A bot that cannot be loaded, or that misbehaved; ``code`` says how.

    >>> raise BotError("unknown_level", level="9")
    Traceback (most recent call last):
    gangoffour.bots.errors.BotError: There is no level '9'; the levels are 1 to 6.
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


def require_choice(view: View) -> None:
    """Refuse a seat that has nothing to choose; a bot asked then would answer nonsense."""
    if not view.my_turn and not view.may_call:
        raise BotError("not_to_act", seat=view.seat)


def illegal(
    name: str, answer: str, view: View, such: str = "none", code: str = "illegal", **more: object
) -> BotError:
    """The complaint about an answer that is none of a view's actions; it names one that is."""
    if such == "none" and view.actions:
        such = json.dumps(action_dict(view.actions[0]))
    return BotError(code, name=name, answer=" ".join(answer.split())[:80], such=such, **more)


def misspelt(name: str, answer: object, quoted: str, view: View) -> BotError:
    """The complaint about an answer that cannot be read as an action: where one could be meant, it
    names what is wrong with it."""
    if isinstance(answer, dict) and answer.keys() & FIELDS:
        for field in answer.keys() - FIELDS:
            return illegal(name, quoted, view, code="unknown_field", field=field[:40])
        if "play" in answer and not isinstance(answer.get("call", False), bool):
            return illegal(name, quoted, view, code="bad_call", field="call")
    return illegal(name, quoted, view)


def in_words(problem: BaseException) -> str:
    """What a stranger's code has raised, in a line."""
    kind = type(problem).__name__
    said = told_by(str, problem, instead="")
    return (f"{kind}: {said}" if said else kind).replace("\n", " ")[:200]


def shown(value: object) -> str:
    """What a stranger's code has answered, as it would be written in Python."""
    return told_by(repr, value, instead=f"something of the kind {type(value).__name__}")


def told_by(tell: Callable[[Any], str], value: object, instead: str) -> str:
    """What a stranger's value says of itself, which may fail like anything else of theirs."""
    try:
        return tell(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a stranger's may raise anything
        return instead
