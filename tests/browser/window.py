"""A real browser whose windows tolerate nothing: no console error, no violated policy."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, ViewportSize

NEVER_SEEN = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("PreloadTopChromeWebUI", "LensOverlay", "MediaRouter", "OptimizationHints"),
)
"""Parts of Chromium's own window; the first four cost more than a page, for each context."""
AS_PLAYWRIGHT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "NetworkTimeServiceQuerying", "AimEnabled"),
)
"""What playwright switches off itself; of two such lists Chromium takes the last."""
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    f"--disable-features={','.join(NEVER_SEEN + AS_PLAYWRIGHT)}",
)
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""
UNHURRIED = """
window.requestIdleCallback = () => 0;
"""
"""What a page does when nobody waits (reading all faces before they are shown) costs more than to
load it, and no test waits for it."""
BLANK_FACES = """
{
  const face = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="140" ';
  const faces = new WeakSet();
  window.Blob = new Proxy(Blob, {
    construct(kind, given, made) {
      const drawn = String(given[0]?.[0]).startsWith(face);
      if (drawn) given = [[`${face}/>`], given[1]];
      const blob = Reflect.construct(kind, given, made);
      if (drawn) faces.add(blob);
      return blob;
    },
  });
  const { createObjectURL } = URL;
  let blank = null;
  URL.createObjectURL = (blob) =>
    faces.has(blob) ? (blank ??= createObjectURL.call(URL, blob)) : createObjectURL.call(URL, blob);
}
"""
"""To read and draw the faces of a hand is a quarter of what a table costs; a card is as large, and
says as much, without. Who looks at faces asks for them (``faces=True``)."""
TOLERATED = ("Service Worker registration blocked by Playwright",)
"""What the browser says because of how it is driven."""


def launch(kind: BrowserType, *flags: str) -> Browser:
    """This machine's Chromium, without a window of its own if there is such a one (a page costs a
    quarter less); else the one playwright brings."""
    names = (
        *("chromium-headless-shell", "chromium", "chromium-browser"),
        *("google-chrome", "google-chrome-stable"),
    )
    found = next((path for name in names if (path := shutil.which(name))), None)
    return kind.launch(executable_path=found, args=[*FLAGS, *flags])


_idle: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()
"""Contexts whose visitor has left, by how they were made. A new one costs as much as two pages."""
_waiting: WeakKeyDictionary[BrowserContext, Page] = WeakKeyDictionary()
"""Pages that nobody looks at now. In a new one the first address costs twice as much."""
_worn: WeakSet[Page] = WeakSet()
"""Pages into which something was put that cannot be taken out again."""
ELSEWHERE = "/healthz"
"""Where a page waits that nobody looks at: with nothing of the application, at the same origin."""


@contextmanager
def context(browser: Browser, *, faces: bool = False, **options: Any) -> Iterator[BrowserContext]:
    """Where a new visitor has no cookie and nothing stored, though perhaps the files in a cache."""
    kind = repr((faces, sorted(options.items())))
    idle = _idle.setdefault(browser, {}).setdefault(kind, [])
    if idle:
        found = idle.pop()
    else:
        found = browser.new_context(**options)
        found.add_init_script(VIOLATIONS + UNHURRIED + ("" if faces else BLANK_FACES))
        found.new_page()  # it stays, and with it the context's window
    yield found  # whoever fails leaves it behind
    first, *others = found.pages
    found.set_offline(False)
    keeps = options.get("service_workers") == "block"  # a worker would stay with a page
    origins = set()
    for page in others:
        origin = str(page.evaluate("location.origin"))
        origins.add(origin)
        if keeps and origin != "null" and page not in _worn and found not in _waiting:
            page.goto(f"{origin}{ELSEWHERE}")
            _waiting[found] = page
        else:
            page.close()
    found.clear_cookies()
    session = found.new_cdp_session(first)
    for origin in origins:
        asked = {"origin": origin, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", asked)
    session.detach()
    idle.append(found)


def page_in(visitor: BrowserContext) -> Page:
    """A page that shows nothing of the application, and is closed if it is changed for good."""
    page = _waiting.pop(visitor, None) or visitor.new_page()
    page.emulate_media(
        media="null",
        color_scheme="null",
        reduced_motion="null",
        forced_colors="null",
        contrast="null",
    )

    def wearing(change: Callable[..., Any]) -> Any:
        def changed(*given: Any, **named: Any) -> Any:
            wear(page)
            return change(*given, **named)

        return changed

    for name in ("add_init_script", "route"):
        setattr(page, name, wearing(getattr(page, name)))
    return page


def wear(page: Page) -> None:
    """Something is put into the page that stays: nobody else gets it."""
    _worn.add(page)


@contextmanager
def window(
    browser: Browser,
    size: ViewportSize = DESK,
    cookie: Any = None,
    expected: tuple[str, ...] = (),
    color_scheme: Any = "light",
    **options: Any,
) -> Iterator[Page]:
    """A page of a new visitor, or of the one whose cookie is given; fails for any complaint."""
    given = {"locale": "en-GB", "service_workers": "block", **options}
    complaints: list[str] = []

    def erred(error: Any) -> None:
        complaints.append(f"error: {error}")

    def said(message: Any) -> None:
        if message.location.get("url", "").endswith("/favicon.ico"):
            return  # of the bare address where the page was kept, not of the application
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    with context(browser, **given) as visitor:
        if cookie is not None:
            visitor.add_cookies([cookie])
        page = page_in(visitor)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        page.on("pageerror", erred)
        page.on("console", said)
        page.set_default_timeout(60_000)
        yield page
        page.remove_listener("pageerror", erred)
        page.remove_listener("console", said)
    heard = [
        one for one in complaints if not any(known in one for known in (*TOLERATED, *expected))
    ]
    if heard:
        raise AssertionError("; ".join(heard))


SETTLED = """async () => {
  await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter(
    (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.all(moving.map((one) => one.finished.catch(() => null)));
}"""


def settle(page: Page) -> None:
    """Wait until nothing moves or changes its colour any more, but for what never ends."""
    page.evaluate(SETTLED)


def visit(page: Page, path: str) -> None:
    """Go to another page of the application without loading it anew."""
    page.evaluate(
        """(path) => {
          history.pushState(null, '', path);
          dispatchEvent(new PopStateEvent('popstate'));
        }""",
        path,
    )
