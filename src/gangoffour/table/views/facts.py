"""What happened at a table, as public facts: what everybody may hear of its events."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from gangoffour.rules.events import event_dict
from gangoffour.table import events as e
from gangoffour.table.state import Table


class Happening(Struct, frozen=True):
    """An event as everybody may see it: its kind and plain facts."""

    seq: int
    what: dict[str, object]


_fact = lru_cache(4096, typed=True)(event_dict)  # events of two kinds may be equal as tuples
"""Most of what is played has been played before; nobody changes a fact."""


def happenings(before: Table, caused: tuple[e.Event, ...], after: Table) -> list[Happening]:
    """The public facts of some events, in order. One action of the game may cause several."""
    found: list[Happening] = []
    seq = before.seq
    for event in caused:
        seq += 1
        found += [Happening(seq, what) for what in _facts(event, after)]
    return found


def _facts(event: e.Event, after: Table) -> list[dict[str, object]]:
    match event:
        case e.Acted():
            assert after.match is not None
            return [_fact(one) for one in after.match.events]
        case e.Started():
            assert after.match is not None
            dealt = [_fact(one) for one in after.match.events]
            return [{"type": "started", "match": event.match}, *dealt]
        case e.Opened() | e.OptionsSet() | e.HostChanged():
            return [{"type": type(event).__struct_config__.tag}]
        case e.Sat():
            return [{"type": "sat", "seat": event.seat, "name": event.name}]
        case e.Said():
            person = {"person": event.person, "name": event.name}
            return [{"type": "said", **person, "text": event.text}]
        case e.Phrased():
            person = {"person": event.person, "name": event.name}
            return [{"type": "phrased", **person, "phrase": event.phrase}]
    plain = {name: getattr(event, name) for name in event.__struct_fields__}
    return [{"type": event.__struct_config__.tag, **plain}]
