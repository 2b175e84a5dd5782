"""A page that plays without a server, driven over the client's own wire to its worker.

Worker, Python, store and page are those of everybody. From here comes what a person would do by
hand; nobody waits for a bot that seems to think; and chance is drawn from a seed, so that the
library can be given the same.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Worker

from gangoffour.server.storage.stored_event import Entry
from tests.browser.window import PHONE, page_in

WIRE: Final = (Path(__file__).parent / "wire.js").read_text(encoding="utf-8")
UNHURRIED_MS: Final = 300_000
"""Python takes seconds to start; on a busy machine many."""
IN_THE_WORKER: Final = """(seed) => {
  let state = seed, ahead = 0;
  const { now } = Date, later = setTimeout;
  Date.now = () => now() + ahead;
  globalThis.setTimeout = (what, ms = 0) => later(() => {
    ahead += Math.max(0, ms);
    what();
  }, 0);
  globalThis.drawn = [];
  crypto.getRandomValues = (view) => {
    for (let i = 0; i < view.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      view[i] = state >>> 24;
    }
    drawn.push([...view]);
    return view;
  };
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = () => {
    IDBObjectStore.prototype.add = add;
    throw new Error('the disk is full');
  };
}"""
"""Time passes when something waits for it; chance follows from a number and is noted; and what is
stored next is not."""
BY_CHANCE: Final = """(seed) => {
  Math.random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}"""
KEPT: Final = """async (table) => {
  const opening = indexedDB.open('gangoffour-pocket');
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
  const asked = database.transaction('events').objectStore('events').getAll(range);
  const found = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  database.close();
  return found;
}"""
STORE: Final = """async (events) => {
  const opening = indexedDB.open('gangoffour-pocket');
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const writing = database.transaction('events', 'readwrite');
  for (const one of events) writing.objectStore('events').add(one);
  await new Promise((done) => (writing.oncomplete = done));
  database.close();
}"""
FORGET: Final = """async () => {
  const opening = indexedDB.open('gangoffour-pocket');
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const writing = database.transaction('events', 'readwrite');
  writing.objectStore('events').clear();
  await new Promise((done) => (writing.oncomplete = done));
  database.close();
}"""
STATE_BYTES: Final = 2496
"""What Python draws to begin a generator of its own."""


class Wire:
    """One page after the other in a browser that plays without a server, and the way to each."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self._context = context
        self._url = url
        self._worker: Worker
        self._seed = 0
        self.page: Page
        self.complaints: list[str] = []

    def open(self, path: str = "/") -> None:
        """A new page, in which the pocket begins from what is stored."""
        self._seed += 1
        self.page = page_in(self._context)
        self.page.set_viewport_size(PHONE)
        self.page.emulate_media(reduced_motion="reduce")
        self.page.set_default_timeout(UNHURRIED_MS)
        self.page.add_init_script(WIRE)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        with self.page.expect_worker() as found:
            self.page.goto(f"{self._url}{path}", wait_until="commit")
        self._worker = found.value
        self.page.evaluate(BY_CHANCE, self._seed)
        self.ask("GET", "/api/me")  # is answered once Python runs

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            one in message.text for one in ("net::ERR_", "the disk is full")
        ):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def end(self) -> None:
        """The page is closed, and its matches are forgotten."""
        self.page.evaluate(FORGET)
        self.page.close()

    def crash(self) -> None:
        """The page's process ends at once, its worker with it: nobody has a last word."""
        with self.page.expect_event("crash"), suppress(Error):
            self.page.goto("chrome://crash")
        self.page.close()

    def known_chance(self) -> Random:
        """Has the pocket begin anew with chance that is known here; the generator of its bots.

        It does so when something cannot be stored. So that is what happens, once: a table is
        opened, and has not been."""
        self._worker.evaluate(IN_THE_WORKER, self._seed)
        answer = self._answer("POST", "/api/tables", {"options": {}})
        assert answer["status"] == 503 and "storage_unavailable" in answer["body"], answer
        self.page.evaluate("wire.connect()")
        drawn: list[list[int]] = self._worker.evaluate("drawn")
        octets = bytes(one for some in drawn if len(some) > 32 for one in some)
        assert len(octets) == 2 * STATE_BYTES, "its choices, and how long it seems to think"
        return Random(int.from_bytes(octets[:STATE_BYTES], "little"))

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Asks as over HTTP; the body of the answer."""
        return json.loads(self.text(method, path, body))

    def text(self, method: str, path: str, body: Any = None) -> str:
        """Asks as over HTTP, for a text."""
        answer = self._answer(method, path, body)
        assert answer["status"] < 300, answer
        return str(answer["body"])

    def _answer(self, method: str, path: str, body: Any) -> dict[str, Any]:
        given = [method, path] if body is None else [method, path, body]
        answer: dict[str, Any] = self.page.evaluate("(given) => wire.ask(...given)", given)
        return answer

    def begin(self, options: dict[str, Any], bots: list[str]) -> str:
        """Sits down at a new table with these bots, and begins; the table's id."""
        return str(self.page.evaluate("(given) => wire.begin(...given)", [options, bots]))

    def play(self, table: str, until: int = 1_000_000) -> dict[str, Any]:
        """Plays until so many actions are done, or to the end; what the page knows then."""
        state: dict[str, Any] = self.page.evaluate("(given) => wire.play(...given)", [table, until])
        return state

    def watch(self, table: str) -> dict[str, Any]:
        """Looks at a table again; what the page is told of it first."""
        state: dict[str, Any] = self.page.evaluate("(table) => wire.watch(table)", table)
        return state

    def leave(self, table: str) -> dict[str, Any] | None:
        """Does the next thing, if there is one, and hears of no answer; what was said."""
        said: dict[str, Any] | None = self.page.evaluate("(table) => wire.leave(table)", table)
        return said

    def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Sends a message as it is; the answer."""
        answer: dict[str, Any] = self.page.evaluate("(message) => wire.say(message)", message)
        return answer

    def forge(self, table: str) -> None:
        """A match of this browser as it cannot have been, stored before all others."""
        events = [one._asdict() | {"body": one.body.decode()} for one in self.kept(table)]
        for one in events:
            one["table_id"] = "0forged"
            one["body"] = re.sub(r'"seed":"\w+"', '"seed":"another"', one["body"])
        self.page.evaluate(STORE, events)

    def kept(self, table: str) -> list[Entry]:
        """What this browser has stored of a table."""
        found = self.page.evaluate(KEPT, table)
        return [Entry(**{**one, "body": one["body"].encode()}) for one in found]
