"""Write every page and the main states of the table as pictures, to be looked at hard.

``make screenshots`` fills ``build/screenshots/`` (phone, tablet and desk; by day, by night and
without colours) and refreshes the few best in ``docs/images/``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.scenery import Scenery  # noqa: E402

from gangoffour.table.options import Options  # noqa: E402
from gangoffour.table.state import Table  # noqa: E402

OUT = ROOT / "build" / "screenshots"
IMAGES = ROOT / "docs" / "images"
SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desk": (1440, 900)}
LOOKS = ("dark", "light", "grey")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
BEST = {
    "front-desk-dark": "web-front",
    "table-playing-desk-dark": "web-table",
    "table-playing-phone-dark": "web-table-phone",
    "table-playing-phone-light": "web-table-phone-day",
    "replay-desk-light": "web-replay",
    "score-sheet-phone-dark": "web-score-phone",
}
"""Which pictures the documentation shows, by the name they have there."""


class Shot(NamedTuple):
    """One thing to photograph: where it is, who looks, and what is done before."""

    name: str
    path: str
    who: str | None = "Mireille"
    before: Callable[[Page], None] | None = None
    whole: bool = True
    """The whole page, not only what fits into the window."""
    moment: str = ""
    """The state of a match that its table is to be in."""


def chromium() -> str | None:
    """The browser of this machine, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def furnish(scenery: Scenery) -> dict[str, str]:
    """Give the server a past and a present; addresses that the shots need."""
    names = ("Mireille", "Tomasz", "Aino", "Pieter")
    mireille, tomasz, aino, pieter = (scenery.account(name) for name in names)
    rated = Options(rated=True, clock="none")
    for _ in range(3):
        last = scenery.match([mireille, tomasz, aino, pieter], rated)
    calm = Options(clock="none", target=30)
    scenery.match([mireille, tomasz], calm, ["crane", "tiger"])
    scenery.do(scenery.live.server.people.add_buddy(mireille.id, aino.id))
    scenery.do(scenery.live.server.people.add_buddy(mireille.id, tomasz.id))
    watched = scenery.begin(
        [aino, pieter], Options(name="Tea at four", clock="none"), ["crane", "tiger"]
    )
    tea = scenery.table([tomasz, pieter], Options(clock="relaxed", last_card="call"), ["crane"])
    scenery.seated(tea, "Tomasz")
    scenery.seated(watched, "Aino")
    scenery.begin([tomasz, mireille], Options(clock="days", private=True), ["lantern", "crane"])
    waiting = scenery.table([mireille, aino], Options(name="Friday", clock="relaxed"), ["crane"])
    return {
        "match": last,
        "me": mireille.id,
        "other": tomasz.id,
        "waiting": waiting.id,
        "watched": watched.id,
    }


def mine(table: Table) -> bool:
    """Mireille, in the first seat, is to move against something."""
    match = table.match
    return match is not None and table.phase == "playing" and match.turn == 0


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "turn": lambda t: mine(t) and len(t.match.past) == 2 and t.match.round.table is not None,
    "five": lambda t: (
        mine(t)
        and t.match.round.table is not None
        and t.match.round.table.size == 5
        and t.match.round.hands[0].bit_count() >= 11
    ),
    "last": lambda t: mine(t) and any(t.match.round.hands[s].bit_count() == 1 for s in (1, 2, 3)),
    "give": lambda t: mine(t) and t.match.phase == "exchange",
    "between": lambda t: t.phase == "between" and len(t.match.past) == 3,
    "over": lambda t: t.phase == "over",
}
"""Moments of a match worth a picture."""


def wait(milliseconds: int) -> Callable[[Page], None]:
    return lambda page: page.wait_for_timeout(milliseconds)


def choose_two(page: Page) -> None:
    page.locator("[data-hand] .card-button").first.wait_for()
    page.wait_for_timeout(900)
    cards = page.locator("[data-hand] .card-button")
    for i in (4, 5):
        cards.nth(i).click(position={"x": 10, "y": 24})
    page.wait_for_timeout(400)


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").first.click()
    page.wait_for_timeout(500)


def ask_name(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    page.wait_for_timeout(500)


def shots(at: dict[str, str]) -> list[Shot]:
    return [
        Shot("front", "/", None),
        Shot("front-back", "/"),
        Shot("name", "/", None, ask_name, whole=False),
        Shot("menu", "/", "Mireille", open_menu, whole=False),
        Shot("new", "/new"),
        Shot("lobby", "/lobby"),
        Shot("matches", "/matches"),
        Shot("leaderboard", "/leaderboard"),
        Shot("profile", f"/people/{at['other']}"),
        Shot("profile-mine", f"/people/{at['me']}"),
        Shot("buddies", "/buddies"),
        Shot("settings", "/settings"),
        Shot("account", "/account"),
        Shot("account-new", "/account", None),
        Shot("about", "/about"),
        Shot("rules", "/rules#R5.4", whole=False),
        Shot("missing", "/nowhere"),
        Shot("replay", f"/match/{at['match']}?at=30", before=wait(700), whole=False),
        Shot("replay-exchange", f"/match/{at['match']}?at=70", before=to_round(2), whole=False),
        Shot("table-waiting", f"/table/{at['waiting']}", before=wait(500)),
        Shot("table-playing", "", before=choose_two, whole=False, moment="five"),
        Shot("table-turn", "", before=wait(900), whole=False, moment="turn"),
        Shot("table-last-card", "", before=wait(900), whole=False, moment="last"),
        Shot("table-exchange", "", before=wait(900), whole=False, moment="give"),
        Shot("score-sheet", "", before=wait(900), whole=False, moment="between"),
        Shot("match-end", "", before=wait(900), whole=False, moment="over"),
        Shot("table-watched", f"/table/{at['watched']}", None, wait(1500), whole=False),
    ]


def to_round(number: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.get_by_label("Round", exact=True).select_option(str(number - 1))
        page.get_by_role("button", name="Step forward").click()
        page.wait_for_timeout(700)

    return go


@contextmanager
def opened(
    browser: Browser, scenery: Scenery, size: str, look: str, who: str | None
) -> Iterator[BrowserContext]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if size == "phone" else 1,
        color_scheme="light" if look == "light" else "dark",
        locale="en-GB",
        reduced_motion="reduce",
        has_touch=size == "phone",
        service_workers="block",
    )
    if who is not None:
        cookie: Any = scenery.cookie(who)
        context.add_cookies([cookie])
    yield context
    context.close()


def photograph(page: Page, scenery: Scenery, shot: Shot, target: Path, grey: bool) -> None:
    path = shot.path
    if shot.moment:
        target_points = 30 if shot.moment == "over" else 100
        options = Options(clock="none", target=target_points)
        bots = ["crane", "lantern", "sparrow"]
        player = scenery.people["Mireille"]
        path = f"/table/{scenery.moment([player], options, bots, MOMENTS[shot.moment]).id}"
    page.goto(scenery.url + path)
    page.locator("#main").wait_for()
    page.wait_for_load_state("networkidle") if shot.before is None else None
    page.wait_for_timeout(250)
    if shot.before is not None:
        shot.before(page)
    if grey:
        page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    page.screenshot(path=str(target), full_page=shot.whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--looks", default=",".join(LOOKS))
    parser.add_argument("--locale", default="en")
    given = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scenery = Scenery(Path(folder))
        try:
            at = furnish(scenery)
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for shot in shots(at):
                if given.only not in shot.name:
                    continue
                for size in given.sizes.split(","):
                    for look in given.looks.split(","):
                        name = f"{shot.name}-{size}-{look}"
                        with opened(browser, scenery, size, look, shot.who) as context:
                            page = context.new_page()
                            photograph(page, scenery, shot, OUT / f"{name}.png", look == "grey")
                        sys.stdout.write(f"{name}\n")
            browser.close()
        finally:
            scenery.close()
    for name, image in BEST.items():
        if (OUT / f"{name}.png").exists():
            with Image.open(OUT / f"{name}.png") as picture:
                picture.convert("RGB").save(IMAGES / f"{image}.webp", quality=88, method=6)


if __name__ == "__main__":
    main()
