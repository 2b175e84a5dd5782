"""Stands between a page and the server: hands everything on, and says things of its own."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from gangoffour.server.tables.room import Room


class Teller:
    """Tells a page what happens at a table, though it does not; before the page is loaded."""

    def __init__(self, page: Page, room: Room) -> None:
        self._room = room
        self._told = count(1)
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(r"/ws\b"), self._through)

    def _through(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(route.send)
        self._lines.append(route)

    def tell(self, what: str, **more: Any) -> None:
        """The page hears of something that happened; the table stays as it is."""
        seq = self._room.table.seq + next(self._told)
        update = {"type": "update", "table": self._room.id, "seq": seq, "public": {"seq": seq}}
        events = [{"seq": seq, "what": {"type": what, **more}}]
        self._lines[-1].send(json.dumps({**update, "events": events}))

    def gang(self, seat: int, cards: str) -> None:
        """Somebody lays a gang."""
        laid = {"cards": cards.split(), "kind": "gang", "call": False, "lead": False}
        self.tell("played", seat=seat, **laid)
