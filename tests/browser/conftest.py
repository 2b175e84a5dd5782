"""What browser tests share: one browser; each module has a server of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.scenery import Scenery
from tests.browser.window import launch

expect.set_options(timeout=60_000)  # as long as for everything else that a page is asked


class Stage(NamedTuple):
    browser: Browser
    scenery: Scenery


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright.chromium)
        yield found
        found.close()


@pytest.fixture(scope="module")
def scenery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenery]:
    found = Scenery(tmp_path_factory.mktemp("scenery"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def stage(scenery: Scenery, browser: Browser) -> Stage:
    return Stage(browser, scenery)
