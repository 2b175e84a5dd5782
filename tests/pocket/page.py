"""A page of a browser that plays without a server: it says what a client says, and stores first."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from gangoffour.pocket.daily import Days
from gangoffour.pocket.pocket import Owner, Pocket, Step
from gangoffour.pocket.tables import Tables
from gangoffour.server.storage.stored_event import Entry

Message = dict[str, Any]


class Page:
    """One page, its pocket, and what its browser has kept."""

    def __init__(
        self,
        rng: Random,
        seed: Callable[[], str],
        pause_ms: int = 0,
        days: Days | None = None,
    ) -> None:
        self.kept: list[Entry] = []
        self.owner: Owner | None = None
        self.heard: list[Message] = []
        self.tables: dict[str, Message] = {}
        self.now = 1_000_000
        self._numbers = count(1)
        self._days = days or Days()
        self._make: Callable[[], Tables] = lambda: Tables(
            self.kept, rng, seed, pause_ms, given_seed=self._days.next_seed
        )
        self.pocket = Pocket(self._make(), days=self._days)
        self.wake_at: int | None = None
        self.wanted: list[str] = []

    def killed(self) -> None:
        """The tab is killed and opened again: all that is left is what was kept."""
        self.pocket = Pocket(self._make(), self.owner, self._days)
        self.tables.clear()
        self.take(self.pocket.connect(self.now))

    def enter(self, name: str) -> Message:
        answer = self.ask("POST", "/api/guest", {"name": name})
        self.take(self.pocket.connect(self.now))
        return answer

    def ask(self, method: str, path: str, body: Any = None) -> Message:
        """Asks as over HTTP; the body of the answer."""
        status, told = self._answer(method, path, body)
        answer: Message = json.loads(told)
        assert status < 300 or answer["error"]
        return answer

    def text(self, path: str) -> str:
        """Asks for a text."""
        status, told = self._answer("GET", path, None)
        assert status == 200, told
        return told.decode()

    def _answer(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        raw = b"" if body is None else json.dumps(body).encode()
        step = self.pocket.ask(method, path, raw, self.now)
        self.take(step)
        assert step.answer is not None
        return step.answer

    def say(self, kind: str, **fields: Any) -> Message:
        """Sends a message; the answer with its id."""
        message = {"type": kind, "id": f"c{next(self._numbers)}", **fields}
        return self.send(message)

    def send(self, message: Message) -> Message:
        before = len(self.heard)
        self.take(self.pocket.hear(json.dumps(message).encode(), self.now))
        return next(one for one in self.heard[before:] if one.get("id") == message["id"])

    def do(self, table: str, do: str, **fields: Any) -> Message:
        return self.say("do", table=table, ask={"do": do, **fields})

    def wait(self) -> None:
        """Nothing is to be done until the pocket wakes by itself."""
        assert self.wake_at is not None, "everything waits for somebody"
        self.now = max(self.now, self.wake_at)
        self.take(self.pocket.wake(self.now))

    def take(self, step: Step) -> None:
        """Keeps what is to be kept, then hears what is told."""
        self.kept.extend(step.kept)
        self.owner = step.owner or self.owner
        self.wake_at = step.wake_at
        self.wanted = step.wanted
        for raw in step.told:
            message: Message = json.loads(raw)
            self.heard.append(message)
            if message["type"] == "table":
                self.tables[message["id"]] = message
            elif message["type"] == "update":
                self._lay_over(self.tables[message["table"]], message)

    def _lay_over(self, known: Message, news: Message) -> None:
        public, changed = known["public"], dict(news["public"])
        part = changed.pop("match", None)
        public.update(changed)
        if part is not None:
            public["match"] = {**(public["match"] or {}), **part}
        elif "match" in news["public"]:
            public["match"] = None
        if "own" in news:
            known["own"] = news["own"]

    def act(self, table: str, chance: Random) -> bool:
        """Does something that the seat may do now, by chance; whether there was anything."""
        state = self.tables[table]
        own, public = state["own"], state["public"]
        if public["phase"] == "between":
            return bool(self.do(table, "ready"))
        if own is None or public["phase"] != "playing":
            return False
        version = public["match"]["version"]
        plays = [one for some in own["plays"].values() for one in some]
        if own["may_call"] and not plays:
            answer = self.do(table, "call")
        elif own["must_give"]:
            answer = self.do(table, "give", card=chance.choice(own["hand"]), version=version)
        elif plays and (not own["may_pass"] or chance.random() < 0.8):
            cards = chance.choice(plays).split()
            answer = self.do(table, "play", cards=cards, version=version)
        elif own["may_pass"]:
            answer = self.do(table, "pass", version=version)
        else:
            return False
        assert answer["type"] in ("done", "refused"), answer
        return True


def finished_match(target: int = 25) -> tuple[Page, str]:
    """A device on which a short match was played to its end, and the match's id."""
    device, chance = Page(Random(5), lambda: "kept"), Random(5)
    device.enter("Mireille")
    options = {"seats": 3, "target": target, "clock": "none"}
    table = device.ask("POST", "/api/tables", {"options": options})["table"]
    device.say("watch", table=table)
    for seat in (1, 2):
        device.do(table, "set_bot", seat=seat, bot="dumpling")
    device.do(table, "start")
    while device.tables[table]["public"]["phase"] != "over":
        if not device.act(table, chance):
            device.wait()
    return device, f"{table}-1"
