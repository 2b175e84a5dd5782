"""A real browser whose windows tolerate nothing: no console error, no violated policy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

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
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}
VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""
TOLERATED = ("Service Worker registration blocked by Playwright",)
"""What the browser says because of how it is driven."""


def launch(playwright: Playwright) -> Browser:
    """This machine's Chromium, else the one playwright brings."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = next((path for name in names if (path := shutil.which(name))), None)
    return playwright.chromium.launch(executable_path=found, args=list(FLAGS))


_idle: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()
"""Contexts whose visitor has left, by how they were made. A new one costs as much as two pages."""


@contextmanager
def context(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Where a new visitor has no cookie and nothing stored, though perhaps the files in a cache."""
    idle = _idle.setdefault(browser, {}).setdefault(repr(sorted(options.items())), [])
    if idle:
        found = idle.pop()
    else:
        found = browser.new_context(**options)
        found.add_init_script(VIOLATIONS)
        found.new_page()  # it stays, and with it the context's window
    yield found  # whoever fails leaves it behind
    first, *others = found.pages
    origins = {page.evaluate("location.origin") for page in others}
    for page in others:
        page.close()
    found.set_offline(False)
    found.clear_cookies()
    session = found.new_cdp_session(first)
    for origin in origins:
        asked = {"origin": origin, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", asked)
    session.detach()
    idle.append(found)


@contextmanager
def window(
    browser: Browser,
    size: dict[str, int] = DESK,
    cookie: Any = None,
    expected: tuple[str, ...] = (),
    color_scheme: Any = "light",
    **options: Any,
) -> Iterator[Page]:
    """A page of a new visitor, or of the one whose cookie is given; fails for any complaint."""
    given = {"locale": "en-GB", "service_workers": "block", **options}
    complaints: list[str] = []
    with context(browser, **given) as visitor:
        if cookie is not None:
            visitor.add_cookies([cookie])
        page = visitor.new_page()
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        page.set_default_timeout(15_000)
        yield page
    heard = [
        one for one in complaints if not any(known in one for known in (*TOLERATED, *expected))
    ]
    if heard:
        raise AssertionError("; ".join(heard))


def visit(page: Page, path: str) -> None:
    """Go to another page of the application without loading it anew."""
    page.evaluate(
        """(path) => {
          history.pushState(null, '', path);
          dispatchEvent(new PopStateEvent('popstate'));
        }""",
        path,
    )
