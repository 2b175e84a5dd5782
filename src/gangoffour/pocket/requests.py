"""What is asked over HTTP elsewhere (``docs/http.md``), as far as it needs nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from gangoffour.pocket import daily
from gangoffour.pocket.bots import hints, require_bot
from gangoffour.pocket.conversation import me_of
from gangoffour.pocket.daily import Days
from gangoffour.pocket.matches import match_lines, record, replay, review
from gangoffour.pocket.phone import NAME_LENGTHS, RoundTable, seated
from gangoffour.pocket.tables import Tables
from gangoffour.rules.errors import Refusal
from gangoffour.server import lessons
from gangoffour.server.matches.opened_record import opened
from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.refusals import STATUS, ServerRefusal, error_of
from gangoffour.server.wire.reviews import ReviewProgress
from gangoffour.table import commands as c
from gangoffour.table.chat import clean
from gangoffour.table.commands import Person
from gangoffour.table.options import Options


class GuestBody(Struct, frozen=True):
    """How somebody wants to be called."""

    name: str


class TableBody(Struct, frozen=True):
    """What the host chooses."""

    options: Options = Options()


class RecordBody(Struct, frozen=True):
    """A ``.gof`` file."""

    record: str


class Request(NamedTuple):
    """One request, and who asks."""

    method: str
    path: str
    body: bytes
    person: Person | None
    now: int
    days: Days


def answer(tables: Tables, request: Request) -> tuple[int, bytes]:
    """The status and the body of the answer; what needs a server is refused."""
    return answered(lambda: _answer(tables, request))


def answered(make: Callable[[], object]) -> tuple[int, bytes]:
    """The status and the body of what is made, or of why it is refused. Text stays text."""
    try:
        made = make()
        status = 202 if isinstance(made, ReviewProgress) else 200
        return status, made.encode() if isinstance(made, str) else encode(made)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        refusal: Refusal = ServerRefusal("bad_message", problem=str(error)[:200])
    except Refusal as said:
        refusal = said
    return STATUS.get(refusal.code, 400), encode({"error": error_of(refusal)})


def _answer(tables: Tables, request: Request) -> object:
    path = request.path.partition("?")[0]
    handler = _HANDLERS.get(f"{request.method} {path}")
    if handler is not None:
        return handler(tables, request)
    parts = path.split("/")
    if request.method == "POST" and parts[1:3] == ["api", "lessons"]:
        return _lesson(parts[3], parts[4:], request.body)
    if parts[1:3] == ["api", "daily"]:
        return _daily(tables, request, parts[3:])
    if request.method == "GET" and parts[1:3] == ["api", "matches"]:
        about = _OF_A_MATCH.get("/".join(parts[4:]))
        if about is not None:
            return about(tables, parts[3])
    raise ServerRefusal("needs_server")


def named(body: bytes) -> str:
    """The name in the body of ``POST /api/guest``. Nobody else sees it: it only has to be one."""
    name = clean(msgspec.json.decode(body, type=GuestBody).name)
    if len(name) not in NAME_LENGTHS:
        raise ServerRefusal("bad_name")
    return name


def _myself(tables: Tables, request: Request) -> object:
    me = None if request.person is None else me_of(request.person)
    return {"me": me, "settings": {}, "banned": None}


def _guest(tables: Tables, request: Request) -> object:
    assert request.person is not None  # they have just said their name
    return {"me": me_of(request.person)}


def _open(tables: Tables, request: Request) -> object:
    if request.person is None:
        raise ServerRefusal("not_signed_in")
    options = msgspec.json.decode(request.body, type=TableBody).options
    if options.rated:
        raise ServerRefusal("needs_server")
    room = tables.open(request.person, options, request.now)
    return {"table": room.id, "code": room.code}


def _open_round_phone(tables: Tables, request: Request) -> object:
    """Several people sit down round this phone, perhaps with bots, and the match begins."""
    if request.person is None:
        raise ServerRefusal("not_signed_in")
    body = msgspec.json.decode(request.body, type=RoundTable)
    players = seated(body, request.person)
    for one in players:
        if isinstance(one, str):
            require_bot(one)
    host = players[0]
    assert isinstance(host, Person)
    room = tables.open(host, body.options, request.now)
    for seat, one in enumerate(players[1:], 1):
        sits = (c.SetBot(seat, one), host) if isinstance(one, str) else (c.Sit(seat), one)
        tables.do(room, c.Command(*sits), request.now)
    tables.do(room, c.Command(c.Start(), host, agreed=True), request.now)
    return {"table": room.id, "code": room.code}


def _matches(tables: Tables, request: Request) -> object:
    return {"matches": match_lines(tables)}


def _opened(tables: Tables, request: Request) -> object:
    """A record from elsewhere, to be replayed."""
    return opened(msgspec.json.decode(request.body, type=RecordBody).record)


def _lessons(tables: Tables, request: Request) -> object:
    return lessons.listed()


def _lesson(name: str, what: list[str], raw: bytes) -> object:
    if not what:
        done = msgspec.json.decode(raw, type=lessons.LessonBody)
        return lessons.told(name, done.actions, done.advised)
    body = msgspec.json.decode(raw, type=lessons.LessonCheckBody)
    if what == ["check"]:
        return lessons.checked(name, body.actions, body.cards)
    if what == ["hint"]:
        found = lessons.hinted(name, body.actions)
        return found if isinstance(found, lessons.LessonHint) else lessons.LessonHint(hints(found))
    raise ServerRefusal("not_found")


def _daily(tables: Tables, request: Request, parts: list[str]) -> object:
    match (request.method, *parts):
        case ("GET", day):
            return daily.view(tables, request.days, day, request.now)
        case ("POST", day, "play"):
            if request.person is None:
                raise ServerRefusal("not_signed_in")
            return daily.play(tables, request.days, request.person, day, request.now)
    raise ServerRefusal("not_found")


def _my_days(tables: Tables, request: Request) -> object:
    return daily.my_days(tables, request.now)


_HANDLERS: Final[dict[str, Callable[[Tables, Request], object]]] = {
    "GET /api/me": _myself,
    "PATCH /api/me": _myself,
    "POST /api/guest": _guest,
    "POST /api/tables": _open,
    "POST /api/pocket/tables": _open_round_phone,
    "GET /api/me/matches": _matches,
    "GET /api/me/daily": _my_days,
    "POST /api/replays": _opened,
    "GET /api/lessons": _lessons,
}
_OF_A_MATCH: Final[dict[str, Callable[[Tables, str], object]]] = {
    "replay": replay,
    "record": record,
    "review": review,
}
