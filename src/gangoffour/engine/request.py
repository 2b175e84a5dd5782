"""A request: one line of JSON, and its fields, each of the type it must have."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any, Final

from gangoffour.rules.cards import Cards
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.errors import Refusal

MAX_LINE: Final = 4_000_000
MAX_MESSAGE: Final = 500
ALIKE: Final = 0.7
"""From how alike two names are one may be a slip for the other; the same is 1."""

Answer = dict[str, object]
Request = Mapping[str, Any]


class BadRequest(Exception):
    """The request itself is not understood (no rule of the game is concerned)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def as_answer(self) -> Answer:
        """The answer that tells so."""
        return failure({"code": self.code, "message": self.message, "rule": None})


def parse_line(line: bytes | str) -> object:
    if len(line) > MAX_LINE:
        raise BadRequest("line_too_long", f"A line has at most {MAX_LINE} bytes.")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        problem = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadRequest("bad_json", f"The line is not JSON: {problem[:200]}.") from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _finite(text: str) -> float:
    """A number that JSON can carry back: ``1e999`` would come out as ``Infinity``."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


def _whole(text: str) -> int:
    """A number that Python is ready to read."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text[:20]} is too large a number") from None


def failure(error: dict[str, object]) -> Answer:
    """The answer that refuses; what it quotes is kept to a readable length."""
    return {"ok": False, "error": {**error, "message": str(error["message"])[:MAX_MESSAGE]}}


def require_text(name: str, text: str) -> None:
    """Refuse half of a surrogate pair, which JSON can write but no file or hash can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest("bad_request", f"{name!r} holds a character that is none.") from None


def require_known(request: Request, names: Sequence[str], others: Container[str]) -> None:
    """Refuse a field that is none of these where it looks like a slip of the pen. Programs may send
    along what an operation has no use for; it is no slip if ``others`` know it. Without others
    nothing else is taken."""
    for name in request:
        if name in ("op", "id", *names):
            continue
        if not others or (name not in others and get_close_matches(name, names, 1, ALIKE)):
            known = f"there are {', '.join(names)}" if names else f"{request['op']} has none"
            raise BadRequest("bad_request", f"{quote(name)} is not a field; {known}.")


def quote(value: object) -> str:
    """A value of a request as it stands there, so null and true; a text as in every sentence."""
    if value is None or isinstance(value, bool | list | dict):
        try:
            return json.dumps(value, ensure_ascii=False)[:80]
        except (TypeError, ValueError):  # not from a line
            pass
    return repr(value)[:80]


class _Quoted:
    """What a sentence quotes of a request."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        return quote(self._value)

    __str__ = __repr__


def refused(refusal: Refusal) -> Answer:
    """The answer to what the rules refuse, its sentence in the words of JSON."""
    said = {
        name: _Quoted(value) if value is None or isinstance(value, bool | list | dict) else value
        for name, value in refusal.params.items()
    }
    message = Refusal(refusal.code, rule=refusal.rule, **said).message
    return failure({**refusal.as_dict(), "message": message})


_TYPE_NAMES = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


def field_in(request: Request, name: str, kind: type) -> Any:
    """A field of the right type; bool is not a number here."""
    if name not in request:
        raise BadRequest("bad_request", f"The field {name!r} is missing.")
    value = request[name]
    if type(value) is not kind:
        raise BadRequest(
            "bad_request", f"{name!r} must be {_TYPE_NAMES[kind]}, not {quote(value)}."
        )
    return value


def flag_in(request: Request, name: str) -> bool:
    value = request.get(name)
    if value is not None and not isinstance(value, bool):
        raise BadRequest("bad_request", f"{name!r} must be true or false, not {quote(value)}.")
    return bool(value)


def cards_in(request: Request, name: str) -> Cards:
    return Cards.parse(field_in(request, name, list))


def hands_in(value: object) -> Sequence[Cards]:
    if not isinstance(value, list) or not all(isinstance(hand, list) for hand in value):
        raise BadRequest("bad_request", "'hands' must be a list of lists of codes.")
    return [Cards.parse(hand) for hand in value]


def rules_in(request: Request) -> RuleSet:
    edition = request.get("edition")
    changes = request.get("rules")
    if changes is not None and not isinstance(changes, dict):
        raise BadRequest("bad_request", f"'rules' must be an object, not {quote(changes)}.")
    return rule_set("official" if edition is None else edition, **(changes or {}))


def seed_in(request: Request) -> int | str:
    """The seed: a number or a text."""
    if "seed" not in request:
        raise BadRequest("bad_request", "The field 'seed' is missing.")
    seed = request["seed"]
    if type(seed) is not int and not isinstance(seed, str):
        raise BadRequest("bad_request", "'seed' must be a whole number or a text.")
    require_text("seed", str(seed))
    return seed
