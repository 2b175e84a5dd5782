"""A real browser whose windows tolerate nothing: no console error, no violated policy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
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


@contextmanager
def window(
    browser: Browser,
    size: dict[str, int] = DESK,
    cookie: Any = None,
    expected: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[Page]:
    """A page of a new visitor, or of the one whose cookie is given; fails for any complaint."""
    given: Any = {
        "viewport": size,
        "locale": "en-GB",
        "reduced_motion": "reduce",
        "service_workers": "block",
        **options,
    }
    context: BrowserContext = browser.new_context(**given)
    if cookie is not None:
        context.add_cookies([cookie])
    context.add_init_script(VIOLATIONS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.set_default_timeout(15_000)
    yield page
    context.close()
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
