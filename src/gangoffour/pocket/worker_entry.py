"""Where a web worker hands in what its page says: everything goes in and comes out as text."""

from __future__ import annotations

from typing import Any

import msgspec

from gangoffour.bots.position.exact_question import known_combinations
from gangoffour.pocket.bots import Players
from gangoffour.pocket.daily import Published
from gangoffour.pocket.network import Judge
from gangoffour.pocket.pocket import Owner, Pocket, Step, opened
from gangoffour.pocket.rehearsal import practice, rehearse
from gangoffour.server.storage.stored_event import Entry

__all__ = [
    "ask",
    "begin",
    "combinations",
    "connect",
    "hear",
    "loaded",
    "practise",
    "rehearse",
    "wake",
]

_pockets: list[Pocket] = []
"""The one there is, once it has begun."""
_players = Players()
"""Who can play: what was loaded stays, whatever else begins anew."""
_practice = practice()


def begin(events: str, owner: str, days: str = "{}") -> None:
    """Begin with what is stored, as JSON: a list of events, whose browser it is or null, and what
    servers have published of their days."""
    stored: list[dict[str, Any]] = msgspec.json.decode(events)
    entries = [Entry(**{**one, "body": one["body"].encode()}) for one in stored]
    whose = msgspec.json.decode(owner, type=Owner | None)
    published = msgspec.json.decode(days, type=dict[str, Published])
    _pockets[:] = [opened(entries, whose, _players, published)]


def connect(now: int) -> str:
    """The page connects."""
    return _text(_pockets[0].connect(now))


def hear(text: str, now: int) -> str:
    """The page sends a message."""
    return _text(_pockets[0].hear(text.encode(), now))


def wake(now: int) -> str:
    """The time that the last step named has come."""
    return _text(_pockets[0].wake(now))


def practise() -> None:
    """One action that nobody sees."""
    next(_practice)


def combinations() -> str:
    """The catalogue, as compiled code is told of it."""
    return known_combinations().hex()


def loaded(bot: str, judge: Judge | None, now: int) -> str:
    """A bot's weights are loaded, and so it may be judged by them; or they are not to be had."""
    return _text(_pockets[0].loaded(bot, judge, now))


def ask(method: str, path: str, body: str, now: int) -> str:
    """The page makes a request."""
    return _text(_pockets[0].ask(method, path, body.encode(), now))


def _text(step: Step) -> str:
    status, body = (None, b"") if step.answer is None else step.answer
    kept = [{**one._asdict(), "body": one.body.decode()} for one in step.kept]
    told = {
        "kept": kept,
        "owner": step.owner,
        "told": [one.decode() for one in step.told],
        "wake_at": step.wake_at,
        "wanted": step.wanted,
        "status": status,
        "body": body.decode(),
    }
    return msgspec.json.encode(told).decode()
