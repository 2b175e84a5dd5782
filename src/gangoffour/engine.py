"""The engine protocol: one JSON object a line in, one out, in the same order (as UCI for chess).

For programs in any language. ``docs/engine.md`` lists the operations. Bad input of any kind gets an
answer with ``"ok": false`` and changes nothing; the engine only ends when its input does.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from random import Random
from typing import IO, TYPE_CHECKING, Any, Final

from gangoffour import __version__
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import beats, classify, combination
from gangoffour.rules.editions import EDITIONS, RuleSet, rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import event_dict
from gangoffour.rules.match import Match
from gangoffour.rules.plays import Situation, legal_plays
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import print_record
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

if TYPE_CHECKING:
    from gangoffour.bots import Bot

PROTOCOL: Final = 1
MAX_LINE: Final = 4_000_000
MAX_MATCHES: Final = 10_000
MAX_MESSAGE: Final = 500
NO_BOTS: Final = "Bots need more than the rules: pip install 'gangoffour[play]'."

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
        return _failure({"code": self.code, "message": self.message, "rule": None})


class Engine:
    """Answers requests; holds the matches that were begun or loaded, the latest 10,000 of them."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._count = 0
        self._loaded: dict[str, Bot] = {}
        self._operations: dict[str, Callable[[Request], Answer]] = {
            "hello": self._hello,
            "classify": self._classify,
            "beats": self._beats,
            "legal": self._legal,
            "score": self._score,
            "new": self._new,
            "view": self._view,
            "act": self._act,
            "record": self._record,
            "load": self._load,
            "bots": self._bots,
            "choose": self._choose,
            "hint": self._hint,
            "review": self._review,
        }

    def answer_line(self, line: bytes | str) -> str:
        """The answer to one line, as one line."""
        try:
            request = _parse(line)
            answer = self.answer(request)
            if isinstance(request, dict) and "id" in request:
                answer = {"id": request["id"], **answer}
            return json.dumps(answer, separators=(",", ":"))
        except BadRequest as bad:
            problem = bad
        except RecursionError:  # what can just be read may be too deep to be quoted or echoed
            problem = BadRequest("bad_json", "The line is not JSON: it is nested too deeply.")
        return json.dumps(problem.as_answer(), separators=(",", ":"))

    def answer(self, request: object) -> Answer:
        """The answer to a request, without its id."""
        try:
            if not isinstance(request, dict):
                raise BadRequest("bad_request", "A request is a JSON object with an 'op'.")
            operation = self._operations.get(_field(request, "op", str))
            if operation is None:
                known = ", ".join(self._operations)
                raise BadRequest(
                    "unknown_op", f"{_quote(request['op'])} is not an operation; there are {known}."
                )
            return {"ok": True, **operation(request)}
        except Refusal as refusal:
            return _failure(refusal.as_dict())
        except BadRequest as bad:
            return bad.as_answer()
        except ModuleNotFoundError:  # all but the bots is the standard library
            return BadRequest("no_bots", NO_BOTS).as_answer()

    def _hello(self, _: Request) -> Answer:
        return {
            "name": "gangoffour",
            "version": __version__,
            "protocol": PROTOCOL,
            "editions": list(EDITIONS),
        }

    def _classify(self, request: Request) -> Answer:
        cards = _cards(request, "cards")
        found = classify(cards)
        return {"kind": None if found is None else found.kind.code, "size": len(cards)}

    def _beats(self, request: Request) -> Answer:
        return {"beats": beats(_cards(request, "play"), _cards(request, "table"))}

    def _legal(self, request: Request) -> Answer:
        hand = _cards(request, "hand")
        table = None if request.get("table") is None else combination(_cards(request, "table"))
        first = _flag(request, "first")
        if first and table is not None:
            raise BadRequest("bad_request", "'first' leads: it goes with no table.")
        situation = Situation(_rules(request), table, first, _flag(request, "next_called"))
        plays, may_pass = legal_plays(hand.word, situation)
        return {"plays": [play.codes for play in plays], "pass": may_pass}

    def _score(self, request: Request) -> Answer:
        return {"points": [points_for(left) for left in _field(request, "left", list)]}

    def _new(self, request: Request) -> Answer:
        seed = request.get("seed")
        if type(seed) is not int and not isinstance(seed, str):
            raise BadRequest("bad_request", "'seed' must be a whole number or a text.")
        _require_text("seed", str(seed))
        hands = request.get("hands")
        if hands is None and request.get("dead") is not None:
            raise BadRequest("bad_request", "'dead' goes with 'hands'.")
        match = Match.new(
            seats=_field(request, "seats", int),
            seed=seed,
            rules=_rules(request),
            hands=None if hands is None else _hands(hands),
            dead=None if request.get("dead") is None else _cards(request, "dead"),
            dealer=None if request.get("dealer") is None else _field(request, "dealer", int),
        )
        return {"match": self._keep(match)}

    def _view(self, request: Request) -> Answer:
        match = self._match(request)
        seat = None if request.get("seat") is None else _field(request, "seat", int)
        return {"view": match.view(seat).as_dict()}

    def _act(self, request: Request) -> Answer:
        match = self._match(request)
        action = parse_action(_field(request, "action", dict))
        after = match.act(_field(request, "seat", int), action)
        self._matches[request["match"]] = after
        return {"version": after.version, "events": [event_dict(one) for one in after.events]}

    def _record(self, request: Request) -> Answer:
        return {"gof": print_record(self._match(request))}

    def _load(self, request: Request) -> Answer:
        gof = _field(request, "gof", str)
        _require_text("gof", gof)
        return {"match": self._keep(parse_record(gof).match)}

    def _bots(self, _: Request) -> Answer:
        from gangoffour.bots import bots

        return {"bots": [info.as_dict() for info in bots()]}

    def _choose(self, request: Request) -> Answer:
        from gangoffour.bots import load_bot

        view = self._own_view(request)
        name, seed = _field(request, "bot", str), request.get("seed")
        if seed is not None and type(seed) is not int and not isinstance(seed, str):
            raise BadRequest("bad_request", "'seed' must be a whole number or a text.")
        _require_text("seed", str(seed))
        if (":" in name and not name.startswith("level:")) or "." in name:
            raise BadRequest("unknown_bot", f"{_quote(name)} is not a named bot or a level.")
        with _asking_bots():
            bot = self._loaded.get(name) or self._loaded.setdefault(name, load_bot(name))
            action = bot.choose(view, Random(seed))
        return {"action": action_dict(action)}

    def _hint(self, request: Request) -> Answer:
        from gangoffour.bots import hint

        view = self._own_view(request)
        with _asking_bots():
            return {"plays": [advice.as_dict() for advice in hint(view)]}

    def _review(self, request: Request) -> Answer:
        from gangoffour.bots.advice.review import review

        seats = None if request.get("seats") is None else _field(request, "seats", list)
        if any(type(seat) is not int for seat in seats or ()):
            raise BadRequest("bad_request", "'seats' must be a list of whole numbers.")
        match = self._match(request)
        with _asking_bots():
            return {"review": review(match, seats).as_dict()}

    def _own_view(self, request: Request) -> View:
        """The view of a seat that has something to choose."""
        view = self._match(request).view(_field(request, "seat", int))
        if view.phase == "match_over":
            raise Refusal("match_over")
        if not view.actions:
            raise Refusal("not_your_turn", seat=view.seat, turn=view.turn)
        return view

    def _keep(self, match: Match) -> str:
        self._count += 1
        name = f"m{self._count}"
        self._matches[name] = match
        if len(self._matches) > MAX_MATCHES:
            self._matches.popitem(last=False)
        return name

    def _match(self, request: Request) -> Match:
        match = self._matches.get(_field(request, "match", str))
        if match is None:
            raise BadRequest("unknown_match", f"There is no match {_quote(request['match'])}.")
        return match


@contextmanager
def _asking_bots() -> Iterator[None]:
    """What a bot cannot do (no such bot, no network installed, damaged weights) is an answer."""
    from gangoffour.bots import BotError

    try:
        yield
    except BotError as error:
        code = "unknown_bot" if error.code == "unknown_level" else error.code
        raise BadRequest(code, error.message) from None


def _parse(line: bytes | str) -> object:
    if len(line) > MAX_LINE:
        raise BadRequest("line_too_long", f"A line has at most {MAX_LINE} bytes.")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
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


def _failure(error: dict[str, object]) -> Answer:
    """The answer that refuses; what it quotes is kept to a readable length."""
    return {"ok": False, "error": {**error, "message": str(error["message"])[:MAX_MESSAGE]}}


def _require_text(name: str, text: str) -> None:
    """Refuse half of a surrogate pair, which JSON can write but no file or hash can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest("bad_request", f"{name!r} holds a character that is none.") from None


def _quote(value: object) -> str:
    return repr(value)[:80]


_TYPE_NAMES = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


def _field(request: Request, name: str, kind: type) -> Any:
    """A field of the right type; bool is not a number here."""
    if name not in request:
        raise BadRequest("bad_request", f"The field {name!r} is missing.")
    value = request[name]
    if type(value) is not kind:
        raise BadRequest(
            "bad_request", f"{name!r} must be {_TYPE_NAMES[kind]}, not {_quote(value)}."
        )
    return value


def _flag(request: Request, name: str) -> bool:
    value = request.get(name)
    if value is not None and not isinstance(value, bool):
        raise BadRequest("bad_request", f"{name!r} must be true or false, not {_quote(value)}.")
    return bool(value)


def _cards(request: Request, name: str) -> Cards:
    return Cards.parse(_field(request, name, list))


def _hands(value: object) -> Sequence[Cards]:
    if not isinstance(value, list) or not all(isinstance(hand, list) for hand in value):
        raise BadRequest("bad_request", "'hands' must be a list of lists of codes.")
    return [Cards.parse(hand) for hand in value]


def _rules(request: Request) -> RuleSet:
    edition = request.get("edition")
    changes = request.get("rules")
    if changes is not None and not isinstance(changes, dict):
        raise BadRequest("bad_request", f"'rules' must be an object, not {_quote(changes)}.")
    return rule_set("official" if edition is None else edition, **(changes or {}))


def serve(lines: Iterable[bytes], out: IO[str]) -> None:
    """Answer every line until the input ends; empty lines are passed over."""
    engine = Engine()
    for line in lines:
        if line.strip():
            out.write(engine.answer_line(line) + "\n")
            out.flush()


def read_lines(source: IO[bytes]) -> Iterable[bytes]:
    """Lines of at most ``MAX_LINE`` bytes; the rest of a longer one is thrown away unread."""
    while line := source.readline(MAX_LINE + 2):
        whole = line
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE)
        yield whole
