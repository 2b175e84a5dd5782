"""Playing without a server: what is loaded for it, when the table is there, what it takes.

Times are the processor's, of the process that draws the page and runs Python: what else the machine
does is not counted. A browser slows no workers, so a slow phone's times are these, times four.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page
from tests.browser.player import Player

from bench._browser import DIST

STARTED_MS: Final = 600_000
MOVES: Final = 6
STARTS: Final = 3
WATCH: Final = """
window.moves = [];
let tapped = 0;
addEventListener('keydown', () => (tapped = performance.now()), true);
new MutationObserver((changes) => {
  const gone = changes.some((one) => [...one.removedNodes].some(
    (node) => node.querySelector?.('[data-key]') || node.dataset?.key));
  if (!gone || !tapped) return;
  requestAnimationFrame(() => moves.push(performance.now() - tapped));
}).observe(document, { childList: true, subtree: true });
"""


class Weight(NamedTuple):
    """Megabytes, as a server sends them."""

    levels_1_to_3: float
    level_4: float
    level_5: float


class Played(NamedTuple):
    """What it took, in seconds of work, to begin; and what a move took until it was shown."""

    first_s: float
    second_s: float
    """Of somebody who comes back after some moves; the middle of several times."""
    moves_ms: list[float]
    megabytes: float
    """The memory of the process that draws the page and runs Python, with a bot of level 5."""


def weight() -> Weight:
    """What is loaded for whom, compressed where that was done."""
    (folder,) = (DIST / "assets").glob("pocket-*")
    files = [one for one in folder.iterdir() if one.suffix not in (".br", ".gz")]
    sizes = {one.name: _sent(one) / 1e6 for one in files}
    four, five = sizes.pop("crane.bin"), sizes.pop("tiger.bin")
    for rare in ("python_stdlib.zip", "msgspec.whl", "gangoffour.json"):
        del sizes[rare]  # loaded only by browsers that cannot take up Python's memory
    return Weight(sum(sizes.values()), four, five)


def _sent(file: Path) -> int:
    forms = [file.with_name(file.name + ending) for ending in ("", ".gz", ".br")]
    return min(form.stat().st_size for form in forms if form.exists())


class Renderer:
    """The process of a page, as the system counts it."""

    def __init__(self, browser: Browser) -> None:
        self._cdp: CDPSession = browser.new_browser_cdp_session()

    def _all(self) -> dict[int, float]:
        found: list[dict[str, Any]] = self._cdp.send("SystemInfo.getProcessInfo")["processInfo"]
        return {one["id"]: one["cpuTime"] for one in found if one["type"] == "renderer"}

    def work(self, what: Callable[[], object]) -> float:
        """The seconds of work that something takes."""
        before = self._all()
        what()
        return sum(spent - before.get(pid, 0.0) for pid, spent in self._all().items())

    def megabytes(self) -> float:
        """The memory of the largest one."""
        return max(_resident(pid) for pid in self._all())


def _resident(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return 0.0 if found is None else int(found[1]) / 1000


def played(browser: Browser, url: str) -> Played:
    """Begin without a network, make some moves, and come back a few times."""
    ann, renderer = Player(browser, url, "Ann", "keyboard", keeps=True), Renderer(browser)
    try:
        page = ann.page
        page.add_init_script(WATCH)
        ann.go("/settings")
        page.get_by_label("Play on this device only").click()
        page.get_by_text("Everything is on this device").wait_for(timeout=STARTED_MS)
        ann.context.set_offline(True)
        first = renderer.work(lambda: _begin(page))
        ann.play_a_little(MOVES)  # a round may end meanwhile
        moves: list[float] = page.evaluate("moves")
        megabytes = renderer.megabytes()
        second = median(renderer.work(lambda: _again(page)) for _ in range(STARTS))
        return Played(first, second, moves, megabytes)
    finally:
        ann.leave()


def _begin(page: Page) -> None:
    page.reload()
    page.locator(".levels label").nth(4).click()
    page.locator("[data-action=play-now]").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ann", timeout=STARTED_MS)
    page.keyboard.press("Enter")
    page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)


def _again(page: Page) -> None:
    page.reload()
    page.locator("[data-key]").first.wait_for(timeout=STARTED_MS)
