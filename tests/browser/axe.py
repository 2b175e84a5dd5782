"""axe looks at what a page shows, by night on a phone or by day at a desk; in make chaos both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Page

from tests.browser.window import DESK, PHONE, settle
from tests.support.length import LONG

LIBRARY: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
Look = Literal["dark", "light"]
LOOKS: Final[dict[Any, Any]] = {"dark": PHONE, "light": DESK}
"""How the page is shown; the scheme follows the system's at once. No sheet of styles is fetched
again for it (``preload``): only a rule that is not asked for would read them."""
RUN: Final = """([where, rules]) => axe.run(where, {
  resultTypes: ['violations'], iframes: false, preload: false,
  ...(rules.length ? { runOnly: rules } : {}),
})"""
BY_LOOK: Final = ["color-contrast", "scrollable-region-focusable"]
"""What may be wrong in one look and right in the other, though it is the same page."""
BY_WORDS: Final = "label-content-name-mismatch"


@cache
def _library() -> str:
    return LIBRARY.read_text(encoding="utf-8")


def violations(
    page: Page, within: str = ":root", rules: Sequence[str] = ()
) -> dict[str, list[str]]:
    """What is wrong with the page as it is now, each with the first elements it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_library())
    settle(page)
    found: Any = page.evaluate(RUN, [within, rules])
    return {
        one["id"]: [node["html"][:160] for node in one["nodes"][:4]] for one in found["violations"]
    }


def by_night_or_day(
    page: Page, where: str, by: Look = "dark", *, mixed: bool = False
) -> dict[str, list[str]]:
    """What is wrong with it, by the name of the place. Whoever goes round asks one half of the
    places everything in the one look, then the other in the other: every change draws the page
    anew. The long proofs ask each of them in both, beginning with the look that the page has. Where
    the languages are ``mixed``, a label may be in another than what it is the label of."""
    wrong = {}
    looks = sorted(LOOKS.items(), key=lambda look: look[1] != page.viewport_size)
    for scheme, size in looks:
        if scheme != by and not LONG:
            continue
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        for name, nodes in violations(page, rules=() if scheme == by else BY_LOOK).items():
            if not (mixed and name == BY_WORDS):
                wrong[f"{where}, {scheme}: {name}"] = nodes
    return wrong


def look_of(number: int, places: int) -> Look:
    """In which look one of so many places is asked everything."""
    return "dark" if 2 * number < places else "light"
