"""The web client in a real browser: what it weighs, when it shows, and whether it moves smoothly.

A phone of 360 × 640 visits the front page and a table against bots. Paints and interactions are
the browser's own performance entries, tasks and frames come from its trace. The server and the
browser share this machine.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.scenery import Scenery
from tests.browser.window import launch

from bench._browser import LONG_MS, SLOW_CPU, Loaded, Trace, Visitor
from bench._measure import CONSOLE, middle, show, verdict
from bench._pocket import played, weight
from gangoffour.server.tables.room import Room
from gangoffour.table.options import Options

TURNS = 3
PLAYS_S = 25.0
EVERY_S = 0.45
KILOBYTES = 130
FIRST_PAINT_MS = 1_800
LARGEST_MS = 2_500
INTERACTION_MS = 200
SHIFT = 0.1
WHO = "Mireille"
BOTS = ["crane", "lantern", "sparrow"]


def use_front(page: Page) -> None:
    """What a newcomer does before playing."""
    page.locator(".fan").wait_for()
    page.wait_for_timeout(800)
    for level in (4, 3):
        page.locator(".levels label").nth(level).tap()
        page.wait_for_timeout(150)
    page.get_by_role("button", name="Menu").tap()
    page.wait_for_timeout(400)


def use_table(page: Page) -> None:
    """Choose cards, sort them, look at the score sheet."""
    cards = page.locator("[data-hand] .card-button")
    cards.first.wait_for()
    page.wait_for_timeout(800)
    for card in (0, 3, 3):
        cards.nth(card).tap(position={"x": 8, "y": 20})
        page.wait_for_timeout(150)
    page.locator(".row .tool").last.tap()
    page.wait_for_timeout(400)
    page.locator(".bar .round").tap()
    page.wait_for_timeout(400)


class Bench:
    """A server with a life, and a browser that visits it."""

    def __init__(self, scenery: Scenery, browser: Browser) -> None:
        self.scenery = scenery
        self.browser = browser
        self.me = scenery.account(WHO)

    def table(self) -> Room:
        return self.scenery.begin([self.me], Options(clock="none", target=1000), BOTS)

    def visit(self, path: str, use: Callable[[Page], None], slow: bool) -> Loaded:
        """Open a page with an empty cache, use it, and ask how it was."""
        visitor = Visitor(self.browser, self.scenery.cookie(WHO), slow)
        try:
            visitor.page.goto(self.scenery.url + path)
            use(visitor.page)
            return visitor.loaded()
        finally:
            visitor.close()

    def play(self, slow: bool) -> Trace:
        """Watch plays arrive, one after the other, in a match of one's own."""
        room = self.table()
        visitor = Visitor(self.browser, self.scenery.cookie(WHO), slow)
        try:
            visitor.page.goto(f"{self.scenery.url}/table/{room.id}")
            visitor.page.locator("[data-hand] .card-button").first.wait_for()
            visitor.page.locator(".mine-name").tap()  # whoever came here has tapped something
            visitor.page.wait_for_timeout(2_000)
            with visitor.traced() as traces:
                playing = self.scenery.playing(room, [self.me], PLAYS_S, EVERY_S)
                visitor.page.wait_for_timeout(PLAYS_S * 1000 + 500)
                playing.result(30)
            return traces[0]
        finally:
            visitor.close()


def row(what: str, value: float, unit: str, bar: float, digits: int = 0) -> list[str]:
    met = verdict(value, bar, at_most=True)
    return [what, f"{value:.{digits}f}{unit}", f"≤ {bar:,.{digits}f}{unit}", met]


def shown_pages(bench: Bench, slow: bool) -> None:
    """When a page shows and how soon it answers, with nothing of it on the phone yet."""
    room = bench.table()
    pages = {"front page": ("/", use_front), "table": (f"/table/{room.id}", use_table)}
    rows = []
    for name, (path, use) in pages.items():
        visits = [bench.visit(path, use, slow) for _ in range(TURNS)]
        if not slow:
            kilobytes = visits[0].gzipped / 1000
            rows.append(row(f"{name}: JS + CSS, gzipped", kilobytes, " kB", KILOBYTES))
        for what, values, bar in (
            ("first paint", [one.first_paint for one in visits], FIRST_PAINT_MS),
            ("first contentful paint", [one.first_contentful for one in visits], FIRST_PAINT_MS),
            ("largest contentful paint", [one.largest_contentful for one in visits], LARGEST_MS),
            ("one's hand shown", [one.hand for one in visits], LARGEST_MS),
            ("slowest interaction", [one.interaction for one in visits], INTERACTION_MS),
        ):
            if not any(values):  # no cards are held there
                continue
            rows.append(row(f"{name}: {what}", middle(values), " ms", bar))
        shifts = [one.shift for one in visits]
        rows.append(row(f"{name}: layout shift", middle(shifts), "", SHIFT, digits=2))
    speed = f"CPU slowed {SLOW_CPU} ×" if slow else "this machine's own speed"
    show(f"Pages on a phone, {speed}, median of {TURNS}", ["", "measured", "bar", ""], rows)


def shown_plays(bench: Bench) -> None:
    """What the main thread does when plays arrive."""
    trace = bench.play(slow=False)
    long = sum(work > LONG_MS for work in trace.work_ms)
    longest = f"{max(trace.work_ms):.0f} ms of work, {max(trace.tasks_ms):.0f} ms by the clock"
    rows = [
        row(f"tasks over {LONG_MS} ms", long, "", 0),
        ["longest task", longest, f"≤ {LONG_MS} ms", ""],
    ]
    title = f"While plays arrive ({PLAYS_S:.0f} s, one every {EVERY_S} s)"
    show(title, ["", "measured", "bar", ""], rows)


def shown_motion(bench: Bench) -> None:
    """Whether what moves moves smoothly when plays arrive and the main thread is slow."""
    traces = [bench.play(slow=True) for _ in range(TURNS)]
    frames = [trace.frames for trace in traces]
    stuck = sum((one.dropped for one in frames), Counter[str]())

    def each(values: Iterable[float]) -> str:
        return ", ".join(f"{value:.0f}" for value in values)

    rows = [
        ["animations", each(trace.animations for trace in traces), "", ""],
        row("animations that need the main thread", sum(one.by_main for one in traces), "", 0),
        ["frames due while something moves", each(one.due for one in frames), "", ""],
        ["frames shown", each(one.shown for one in frames), "", ""],
        row("frames dropped", middle([one.dropped.total() for one in frames]), "", 0),
        ["… in each turn", each(one.dropped.total() for one in frames), "", ""],
        ["… stuck at", ", ".join(f"{at} {n}" for at, n in stuck.most_common()) or "–", "", ""],
        ["frames not worked on: no core free", each(one.starved for one in frames), "", ""],
        ["frames before something begins to move", each(one.waited for one in frames), "", ""],
        ["longest standstill, ms", each(one.gap_ms for one in frames), "", ""],
    ]
    title = f"The same with the CPU slowed {SLOW_CPU} ×, {TURNS} turns"
    show(title, ["", "measured", "bar", ""], rows)


def shown_pocket(bench: Bench) -> None:
    """Without a server: what is loaded, when one plays, how much memory that takes."""
    sizes, seen = weight(), played(bench.browser, bench.scenery.url)
    rows = [
        row("levels 1 to 3", sizes.levels_1_to_3, " MB", 6.5, digits=2),
        ["level 4, besides", f"{sizes.level_4:.2f} MB", "", ""],
        row("level 5, besides", sizes.level_5, " MB", 6.0, digits=2),
        row(f"first table, work × {SLOW_CPU}", seen.first_s * SLOW_CPU, " s", 12, digits=1),
        row(f"second start, work × {SLOW_CPU}", seen.second_s * SLOW_CPU, " s", 4, digits=1),
        row("a move shown, by the clock", middle(seen.moves_ms), " ms", 100),
        row("memory, level 5 at the table", seen.megabytes, " MB", 350),
    ]
    show("Without a server", ["", "measured", "bar", ""], rows)


def main() -> None:
    """Measure and print."""
    CONSOLE.rule("web")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scenery = Scenery(Path(folder), bot_pause_ms=int(EVERY_S * 1000))
        browser = launch(playwright.chromium)
        try:
            bench = Bench(scenery, browser)
            for slow in (False, True):
                shown_pages(bench, slow)
            shown_plays(bench)
            shown_motion(bench)
            shown_pocket(bench)
        finally:
            browser.close()
            scenery.close()
