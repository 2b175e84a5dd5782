"""The operations of the engine: what each request does, and what it is answered."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Final

from gangoffour import __version__
from gangoffour.engine.request import (
    Answer,
    BadRequest,
    Request,
    cards_in,
    field_in,
    flag_in,
    hands_in,
    parse_line,
    quote,
    refused,
    require_known,
    require_text,
    rules_in,
    seed_in,
)
from gangoffour.rules.actions import action_dict, parse_action
from gangoffour.rules.combinations import beats, classify, combination
from gangoffour.rules.editions import EDITIONS
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import event_dict
from gangoffour.rules.match import Match
from gangoffour.rules.plays import Situation, legal_plays
from gangoffour.rules.position import parse_position, print_position
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import print_record
from gangoffour.rules.scoring import points_for
from gangoffour.rules.view import View

if TYPE_CHECKING:
    from gangoffour.bots import Bot

PROTOCOL: Final = 1
MAX_MATCHES: Final = 10_000
NO_BOTS: Final = "Bots need more than the rules: pip install 'gangoffour[play]'."
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "hello": (),
    "classify": ("cards",),
    "beats": ("play", "table"),
    "legal": ("hand", "table", "edition", "rules", "first", "next_called"),
    "score": ("left",),
    "new": ("seats", "seed", "edition", "rules", "hands", "dead", "dealer"),
    "view": ("match", "seat"),
    "act": ("match", "seat", "action"),
    "record": ("match",),
    "load": ("gof",),
    "position": ("match", "position", "seed"),
    "bots": (),
    "choose": ("match", "seat", "bot", "seed"),
    "hint": ("match", "seat"),
    "review": ("match", "seats"),
}
"""What a request is asked for, by its operation, besides ``op`` and ``id``."""
EVERY_FIELD: Final = frozenset(name for names in FIELDS.values() for name in names)


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
            "position": self._position,
            "bots": self._bots,
            "choose": self._choose,
            "hint": self._hint,
            "review": self._review,
        }

    def answer_line(self, line: bytes | str) -> str:
        """The answer to one line, as one line."""
        try:
            request = parse_line(line)
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
            operation = self._operations.get(field_in(request, "op", str))
            if operation is None:
                known = ", ".join(self._operations)
                raise BadRequest(
                    "unknown_op", f"{quote(request['op'])} is not an operation; there are {known}."
                )
            op = request["op"]
            begins = op == "new" or (op == "position" and "position" in request)
            require_known(request, FIELDS[op], () if begins else EVERY_FIELD)
            return {"ok": True, **operation(request)}
        except Refusal as refusal:
            return refused(refusal)
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
        cards = cards_in(request, "cards")
        found = classify(cards)
        return {"kind": None if found is None else found.kind.code, "size": len(cards)}

    def _beats(self, request: Request) -> Answer:
        return {"beats": beats(cards_in(request, "play"), cards_in(request, "table"))}

    def _legal(self, request: Request) -> Answer:
        hand = cards_in(request, "hand")
        table = None if request.get("table") is None else combination(cards_in(request, "table"))
        first = flag_in(request, "first")
        if first and table is not None:
            raise BadRequest("bad_request", "'first' leads: it goes with no table.")
        situation = Situation(rules_in(request), table, first, flag_in(request, "next_called"))
        plays, may_pass = legal_plays(hand.word, situation)
        return {"plays": [play.codes for play in plays], "pass": may_pass}

    def _score(self, request: Request) -> Answer:
        return {"points": [points_for(left) for left in field_in(request, "left", list)]}

    def _new(self, request: Request) -> Answer:
        seed = seed_in(request)
        hands = request.get("hands")
        if hands is None and request.get("dead") is not None:
            raise BadRequest("bad_request", "'dead' goes with 'hands'.")
        match = Match.new(
            seats=field_in(request, "seats", int),
            seed=seed,
            rules=rules_in(request),
            hands=None if hands is None else hands_in(hands),
            dead=None if request.get("dead") is None else cards_in(request, "dead"),
            dealer=None if request.get("dealer") is None else field_in(request, "dealer", int),
        )
        return {"match": self._keep(match)}

    def _view(self, request: Request) -> Answer:
        match = self._match(request)
        seat = None if request.get("seat") is None else field_in(request, "seat", int)
        return {"view": match.view(seat).as_dict()}

    def _act(self, request: Request) -> Answer:
        match = self._match(request)
        action = parse_action(field_in(request, "action", dict))
        after = match.act(field_in(request, "seat", int), action)
        self._matches[request["match"]] = after
        return {"version": after.version, "events": [event_dict(one) for one in after.events]}

    def _record(self, request: Request) -> Answer:
        return {"gof": print_record(self._match(request))}

    def _load(self, request: Request) -> Answer:
        gof = field_in(request, "gof", str)
        require_text("gof", gof)
        return {"match": self._keep(parse_record(gof).match)}

    def _position(self, request: Request) -> Answer:
        """A match's position as text; or a match from such a text."""
        if request.get("position") is None:
            return {"position": print_position(self._match(request))}
        if request.get("match") is not None:
            both = "'match' asks for a position, 'position' gives one: give one of them."
            raise BadRequest("bad_request", both)
        text = field_in(request, "position", str)
        require_text("position", text)
        seed = "" if request.get("seed") is None else seed_in(request)
        return {"match": self._keep(parse_position(text, seed))}

    def _bots(self, _: Request) -> Answer:
        from gangoffour.bots import bots

        return {"bots": [info.as_dict() for info in bots()]}

    def _choose(self, request: Request) -> Answer:
        from gangoffour.bots import load_bot

        view = self._own_view(request)
        name = field_in(request, "bot", str)
        seed = None if request.get("seed") is None else seed_in(request)
        if (":" in name and not name.startswith("level:")) or "." in name:
            raise _unknown(name)
        with _asking_bots(name):
            bot = self._loaded.get(name) or self._loaded.setdefault(name, load_bot(name))
            action = bot.choose(view, Random(seed))
        return {"action": action_dict(action)}

    def _hint(self, request: Request) -> Answer:
        from gangoffour.bots import hint

        view = self._own_view(request)
        with _asking_bots():
            return {"plays": [advice.as_dict() for advice in hint(view)]}

    def _review(self, request: Request) -> Answer:
        from gangoffour.bots.advice.reviewer import review

        seats = None if request.get("seats") is None else field_in(request, "seats", list)
        if any(type(seat) is not int for seat in seats or ()):
            raise BadRequest("bad_request", "'seats' must be a list of whole numbers.")
        match = self._match(request)
        with _asking_bots():
            return {"review": review(match, seats).as_dict()}

    def _own_view(self, request: Request) -> View:
        """The view of a seat that has something to choose."""
        view = self._match(request).view(field_in(request, "seat", int))
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
        match = self._matches.get(field_in(request, "match", str))
        if match is None:
            raise BadRequest("unknown_match", f"There is no match {quote(request['match'])}.")
        return match


@contextmanager
def _asking_bots(name: str = "") -> Iterator[None]:
    """What a bot cannot do (no such bot, no network installed, damaged weights) is an answer."""
    from gangoffour.bots import BotError

    try:
        yield
    except BotError as error:
        if error.code in ("unknown_bot", "unknown_level"):
            raise _unknown(name) from None
        raise BadRequest(error.code, error.message) from None


def _unknown(name: str) -> BadRequest:
    """The engine takes bots by name: files and programs are for whoever started it."""
    from gangoffour.bots.registry import NAMES

    known = ", ".join(NAMES)
    message = f"There is no bot {quote(name)}; there are {known}, and level:1 to level:6."
    return BadRequest("unknown_bot", message)
