"""What followers of the lobby are shown: one page that stays, and what has changed on it.

With a thousand tables open somebody sits down somewhere all the time. Whoever is on the page stays
there as long as it can be joined or watched; a place that gets free goes to the next. So a page
changes no more often than what it shows, and only that is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from msgspec import UNSET, structs

from gangoffour.server.wire.messages import (
    LobbyChange,
    LobbyState,
    OnlinePerson,
    OpenTable,
    TableChange,
)

WAITING: Final = 24
"""Tables on the page that can be joined."""
RUNNING: Final = 16
"""Tables on it that can be watched."""
PEOPLE: Final = 200
_CHANGING: Final = tuple(one for one in TableChange.__struct_fields__ if one != "id")


@dataclass(frozen=True, slots=True)
class Page:
    """The lobby as it is shown."""

    tables: Mapping[str, OpenTable] = field(default_factory=dict)
    online: Mapping[str, OnlinePerson] = field(default_factory=dict)
    tables_count: int = 0
    online_count: int = 0
    seeking: int = 0

    def state(self) -> LobbyState:
        """The page as a message."""
        return LobbyState(
            list(self.tables.values()),
            list(self.online.values()),
            self.online_count,
            self.seeking,
            self.tables_count,
        )

    def next(self, now: LobbyState) -> Page:
        """The page after this one: whoever is on it stays, as long as they are there."""
        waiting = [one for one in now.tables if one.phase == "waiting"]
        running = [one for one in now.tables if one.phase != "waiting"]
        shown = {one.id: one for one in self._kept(waiting, WAITING)}
        shown |= {one.id: one for one in self._kept(running, RUNNING)}
        known = {one.id: one for one in now.online}
        stay = {id_: known[id_] for id_ in self.online if id_ in known}
        more = (one for one in now.online if one.id not in stay)
        stay |= {one.id: one for one in islice(more, max(0, PEOPLE - len(stay)))}
        return Page(shown, stay, now.tables_count, now.online_count, now.seeking)

    def _kept(self, tables: list[OpenTable], most: int) -> Iterable[OpenTable]:
        stay = [one for one in tables if one.id in self.tables][:most]
        more = (one for one in tables if one.id not in self.tables)
        return (*stay, *islice(more, most - len(stay)))

    def change_to(self, after: Page) -> LobbyChange | None:
        """What has to be said to whoever knows this page; None if nothing."""
        if after == self:
            return None
        tables, changed = [], []
        for id_, one in after.tables.items():
            before = self.tables.get(id_)
            if before is None or before.options != one.options:
                tables.append(one)
            elif before != one:
                changed.append(_changed(before, one))
        return LobbyChange(
            tables,
            changed,
            [id_ for id_ in self.tables if id_ not in after.tables],
            [one for id_, one in after.online.items() if self.online.get(id_) != one],
            [id_ for id_ in self.online if id_ not in after.online],
            after.online_count,
            after.seeking,
            after.tables_count,
        )

    def with_change(self, change: LobbyChange) -> Page:
        """The page that ``change_to`` told of."""
        tables = {id_: one for id_, one in self.tables.items() if id_ not in change.gone}
        tables |= {one.id: one for one in change.tables}
        for told in change.changed:
            if told.id in tables:
                tables[told.id] = _with(tables[told.id], told)
        online = {id_: one for id_, one in self.online.items() if id_ not in change.left}
        online |= {one.id: one for one in change.online}
        counts = (change.tables_count, change.online_count, change.seeking)
        return Page(tables, online, *counts)


def page_of(state: LobbyState) -> Page:
    """A message as a page."""
    return Page(
        {one.id: one for one in state.tables},
        {one.id: one for one in state.online},
        state.tables_count,
        state.online_count,
        state.seeking,
    )


def _changed(before: OpenTable, now: OpenTable) -> TableChange:
    values = {
        name: getattr(now, name)
        for name in _CHANGING
        if getattr(now, name) != getattr(before, name)
    }
    return TableChange(now.id, **values)


def _with(table: OpenTable, change: TableChange) -> OpenTable:
    given = {name: getattr(change, name) for name in _CHANGING}
    return structs.replace(table, **{name: one for name, one in given.items() if one is not UNSET})
