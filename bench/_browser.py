"""What a real browser says about itself: paints, interactions, long tasks and frames."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page

from bench._frames import Event, Frames, read_frames

DIST: Final = Path(__file__).parents[1] / "web" / "dist"
PHONE: Final[Any] = {"width": 360, "height": 640}
WINDOW: Final = {"width": 800, "height": 1000}
LONG_MS: Final = 50
SLOW_CPU: Final = 4
TASKS: Final = "disabled-by-default-devtools.timeline"
MARKS: Final = "blink.user_timing"
CATEGORIES: Final = ["-*", "cc", "benchmark", "devtools.timeline", TASKS, MARKS, "__metadata"]
BEGIN, END = "bench begins", "bench ends"
NO_EFFECT: Final = 1 << 17
"""Why an animation is not the compositor's: nothing of it can be seen."""

WATCH: Final = """
window.measured = { paint: {}, largest: 0, hand: 0, interactions: {}, long: [], shift: 0 };
const watch = (type, each, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(each))
    .observe({ type, buffered: true, ...more });
watch('paint', (one) => (measured.paint[one.name] = one.startTime));
watch('largest-contentful-paint', (one) => (measured.largest = one.startTime));
watch('longtask', (one) => measured.long.push(one.duration));
watch('layout-shift', (one) => { if (!one.hadRecentInput) measured.shift += one.value; });
watch('event', (one) => {
  if (!one.interactionId) return;
  const known = measured.interactions[one.interactionId] ?? 0;
  measured.interactions[one.interactionId] = Math.max(known, one.duration);
}, { durationThreshold: 16 });
const held = new MutationObserver(() => {
  if (!document.querySelector('[data-hand] .card-face')) return;
  held.disconnect();
  requestAnimationFrame(() => setTimeout(() => (measured.hand = performance.now())));
});
held.observe(document, { subtree: true, childList: true });
"""


class Loaded(NamedTuple):
    """What a page was made of, and when it showed."""

    gzipped: int
    """Bytes of JavaScript and CSS, each file gzipped."""
    first_paint: float
    first_contentful: float
    largest_contentful: float
    hand: float
    """When one's own cards were there; 0 where there are none."""
    interaction: float
    """The slowest of some interactions, until the next paint."""
    shift: float


class Trace(NamedTuple):
    """What a trace says of the time it was taken in."""

    tasks_ms: list[float]
    """How long the page's main thread was held, task by task, in time of the clock."""
    work_ms: list[float]
    """The same in CPU time: what else the machine does is not counted."""
    animations: int
    by_main: int
    """Animations that the compositor cannot run: each of their frames needs the main thread."""
    frames: Frames


class Visitor:
    """A phone with an empty cache, or a slow one."""

    def __init__(self, browser: Browser, cookie: Any = None, slow: bool = False) -> None:
        self.browser = browser
        self._context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        if cookie is not None:
            self._context.add_cookies([cookie])
        self.page: Page = self._context.new_page()
        self.page.add_init_script(WATCH)
        self._asked: set[str] = set()
        self.page.on("request", lambda request: self._asked.add(urlsplit(request.url).path))
        self._cdp: CDPSession = self._context.new_cdp_session(self.page)
        self._show_whole_page()
        if slow:
            self._cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})

    def _show_whole_page(self) -> None:
        """Make the window larger than the page. It has bars of its own, and what lies below its
        edge is never presented: taps there would seem to take ages, and frames to be dropped."""
        window = self._cdp.send("Browser.getWindowForTarget")["windowId"]
        self._cdp.send("Browser.setWindowBounds", {"windowId": window, "bounds": WINDOW})

    @property
    def gzipped(self) -> int:
        """Bytes of the scripts and styles that were asked for, each gzipped."""
        wanted = [path for path in self._asked if path.endswith((".js", ".css"))]
        return sum(len(gzip.compress((DIST / path[1:]).read_bytes(), 9)) for path in wanted)

    def measured(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("measured")
        return found

    def loaded(self) -> Loaded:
        """What has been measured since the page was opened."""
        seen = self.measured()
        return Loaded(
            self.gzipped,
            seen["paint"].get("first-paint", 0),
            seen["paint"].get("first-contentful-paint", 0),
            seen["largest"],
            seen["hand"],
            max(seen["interactions"].values(), default=0),
            seen["shift"],
        )

    @contextmanager
    def traced(self) -> Iterator[list[Trace]]:
        """Takes a trace meanwhile; it is in the list afterwards."""
        found: list[Trace] = []
        self.browser.start_tracing(page=self.page, categories=CATEGORIES)
        self.page.evaluate("(name) => { performance.mark(name); }", BEGIN)
        yield found
        self.page.evaluate("(name) => { performance.mark(name); }", END)
        found.append(read_trace(self.browser.stop_tracing()))

    def close(self) -> None:
        self._context.close()


def read_trace(text: bytes) -> Trace:
    """What the page that set the marks did between them."""
    events: list[Event] = json.loads(text)["traceEvents"]
    begin, end = (
        next(one for one in events if one["name"] == name and MARKS in one["cat"])
        for name in (BEGIN, END)
    )
    inside = [one for one in events if begin["ts"] <= one.get("ts", 0) <= end["ts"]]
    page = [one for one in inside if one["pid"] == begin["pid"]]
    tasks = [
        one
        for one in page
        if one["name"] == "RunTask" and one["tid"] == begin["tid"] and one["ph"] == "X"
    ]
    animated = [one for one in page if one["name"] == "Animation"]
    return Trace(
        [one["dur"] / 1000 for one in tasks],
        [(one.get("tdur") or one["dur"]) / 1000 for one in tasks],
        sum(one["ph"] == "b" for one in animated),
        sum(_by_main(one["args"].get("data", {})) for one in animated),
        read_frames(events, begin["pid"], begin["ts"] / 1000, end["ts"] / 1000),
    )


def _by_main(said: dict[str, Any]) -> bool:
    """Whether something that can be seen is animated, and not by the compositor."""
    why = said.get("compositeFailed", 0)
    return why != 0 and not why & NO_EFFECT
