"""The windows that the browser tests share: whoever gets one finds nothing of the one before."""

from __future__ import annotations

from tests.browser.conftest import Stage
from tests.browser.window import window

ASKED = """() => Object.fromEntries([
  'print', '(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)',
].map((one) => [one, matchMedia(one).matches]))"""


def test_a_page_is_handed_on_without_what_was_emulated_in_it(stage: Stage) -> None:
    with window(stage.browser) as page:
        page.goto(f"{stage.scenery.url}/healthz")
        fresh = page.evaluate(ASKED)
        page.emulate_media(
            media="print", color_scheme="dark", forced_colors="active", contrast="more"
        )
        assert all(page.evaluate(ASKED).values())
    with window(stage.browser) as again:
        assert again is page, "it is the same page, or this shows nothing"
        again.goto(f"{stage.scenery.url}/healthz")
        assert again.evaluate(ASKED) == fresh
        assert not any(fresh.values())
