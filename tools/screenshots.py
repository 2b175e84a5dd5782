"""Write every page and the main states of the table as pictures, to be looked at hard.

``make screenshots`` fills ``build/screenshots/`` (phones, tablets and desks; by day, by night and
without colours), puts all of a size and a look onto one contact sheet (``sheet-…``), and refreshes
the few best in ``docs/images/``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Literal, NamedTuple

from msgspec import structs
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.scenery import Scenery  # noqa: E402
from tests.browser.window import launch  # noqa: E402

from gangoffour.rules.match import Match  # noqa: E402
from gangoffour.server.clubs.clubs import ClubDraft  # noqa: E402
from gangoffour.server.pads import PadLine, PadSheet  # noqa: E402
from gangoffour.table.options import Options  # noqa: E402
from gangoffour.table.state import Table  # noqa: E402
from tools.contact_sheet import contact_sheet  # noqa: E402

OUT = ROOT / "build" / "screenshots"
IMAGES = ROOT / "docs" / "images"
SIZES = {
    "phone": (360, 640),
    "phone-390": (390, 844),
    "phone-412": (412, 915),
    "tablet": (820, 1180),
    "tablet-small": (768, 1024),
    "tablet-wide": (1180, 820),
    "desk": (1440, 900),
    "desk-large": (1920, 1080),
    "landscape": (844, 390),
    "tiny-landscape": (640, 360),
}
USUAL = "phone,phone-390,phone-412,tablet,tablet-small,tablet-wide,desk,desk-large"
LOOKS = ("dark", "light", "grey")
Scheme = Literal["dark", "light"]
CALM = Options(clock="none")
BEST = {
    "front-desk-dark": "web-front",
    "table-playing-desk-dark": "web-table",
    "table-playing-phone-dark": "web-table-phone",
    "table-playing-phone-light": "web-table-phone-day",
    "table-playing-phone-grey": "web-table-phone-grey",
    "replay-review-desk-light": "web-replay",
    "score-sheet-phone-dark": "web-score-phone",
}
"""Which pictures the documentation shows, by the name they have there."""


ROUNDS = [(0, 5, 9, 3), (4, 0, 1, 12), (7, 7, 0, 2), (10, 2, 0, 6), (0, 8, 1, 4), (3, 0, 2, 5)]
PAD = json.dumps(
    {
        "format": 1,
        "revision": 9,
        "open": "a",
        "pads": [
            {
                "id": "a",
                "edition": "official",
                "names": ["Mireille", "Tomasz", "Aino", "Pieter"],
                "changes": len(ROUNDS),
                "begun": 1_790_000_000_000,
                "lines": [{"left": left, "barred": [], "highest": []} for left in ROUNDS],
                "draft": {"at": 6, "left": [None] * 4, "barred": [], "highest": []},
                "share": None,
            }
        ],
    }
)
"""A score pad as a browser keeps it."""


class Shot(NamedTuple):
    """One thing to photograph: where it is, who looks, and what is done before."""

    name: str
    path: str
    who: str | None = "Mireille"
    before: Callable[[Page], None] | None = None
    whole: bool = True
    """The whole page, not only what fits into the window."""


def answering(table: Table) -> bool:
    """One of two people, in the first seats, is to answer a pair."""
    match = table.match
    if table.phase != "playing" or match is None or match.turn not in (0, 1):
        return False
    return match.round.table is not None and match.round.table.size == 2 and len(match.past) == 1


def furnish(scenery: Scenery) -> dict[str, str]:
    """Give the server a past and a present; addresses that the shots need."""
    names = ("Mireille", "Tomasz", "Aino", "Pieter")
    mireille, tomasz, aino, pieter = (scenery.account(name) for name in names)
    rated = Options(rated=True, clock="none")
    for _ in range(3):
        last = scenery.match([mireille, tomasz, aino, pieter], rated)
    calm = Options(clock="none", target=30)
    scenery.match([mireille, tomasz], calm, ["crane", "tiger"])
    scenery.do(scenery.live.server.relations.add_buddy(mireille.id, aino.id))
    scenery.do(scenery.live.server.relations.add_buddy(mireille.id, tomasz.id))
    tea_at_four = Options(name="Tea at four", clock="none")
    watched = scenery.moment([aino, pieter], tea_at_four, ["crane", "sparrow"], answering)
    tea = scenery.table([tomasz, pieter], Options(clock="relaxed", last_card="call"), ["crane"])
    scenery.seated(tea, "Tomasz")
    for name in ("Aino", "Pieter"):
        scenery.seated(watched, name)
    scenery.begin([tomasz, mireille], Options(clock="days", private=True), ["lantern", "crane"])
    waiting = scenery.table([mireille, aino], Options(name="Friday", clock="relaxed"), ["crane"])
    stakes = scenery.table([mireille, tomasz, scenery.guest("Gil")], rated, ["crane"])
    sheet = PadSheet("official", list(names), [PadLine(list(left)) for left in ROUNDS])
    pad, _ = scenery.do(scenery.live.server.pads.share(sheet))
    scenery.daily(mireille)
    scenery.daily(tomasz)
    scenery.daily(scenery.guest("Kaarina"))
    challenge = scenery.do(scenery.live.server.daily.sets.new_challenge(tomasz.id, None)).id
    return {
        "match": last,
        "me": mireille.id,
        "other": tomasz.id,
        "waiting": waiting.id,
        "rated": stakes.id,
        "rated-over": f"/table/{last.rpartition('-')[0]}",
        "watched": f"/table/{watched.id}",
        "code": waiting.code,
        "pad": pad,
        **talk(scenery, last),
        "challenge": challenge,
    }


def talk(scenery: Scenery, match: str) -> dict[str, str]:
    """Threads on the boards, and a club."""
    mireille, tomasz, aino = (scenery.people[name] for name in ("Mireille", "Tomasz", "Aino"))
    boards, clubs = scenery.live.server.boards.writer, scenery.live.server.clubs
    question = (
        "Last night I held G3 G3 Y3 R3 and YP, with two singles left.\nAgainst [R5 Y5]: "
        f"break the gang, or wait (R3.4)?\n\nHere it is: /match/{match}?at=30"
    )
    begun = scenery.do(
        boards.begin(mireille, "strategy", "A gang early, or a pair?", question, "en")
    )
    answer = "Wait. A gang at the end wins the round; a pair only wins the trick."
    scenery.do(boards.answer(tomasz, begun.thread, answer))
    scenery.do(boards.begin(aino, "strategy", "Milloin passata tahallaan?", "Kertokaa!", "fi"))
    draft = ClubDraft("Tuesday Dragons", "Every Tuesday at eight, tea included", "approval", False)
    club = scenery.do(clubs.found(mireille, draft))
    link = scenery.do(clubs.people(mireille, club))[1]
    scenery.do(clubs.members.join(tomasz, club, link))
    scenery.do(clubs.members.join(aino, club, None))
    scenery.do(boards.begin(tomasz, club, "Who brings cake?", "I had it last week.", "en"))
    return {"thread": begun.thread, "club": club}


def mine(table: Table) -> bool:
    """Mireille, in the first seat, is to move."""
    match = table.match
    return match is not None and table.phase == "playing" and match.turn == 0


def leads(table: Table) -> bool:
    match = table.match
    return match is not None and mine(table) and match.phase == "play" and not match.round.table


def beatable(table: Table, size: int, held: int) -> bool:
    """She can beat so many cards on the table, and still holds enough."""
    if not mine(table) or table.match is None or table.match.round.table is None:
        return False
    view = table.match.view(0)
    return (
        table.match.round.table.size == size
        and len(view.hand) >= held
        and any(play.size == size for play in view.plays)
    )


def played(table: Table) -> Match:
    """The match that is at the table."""
    assert table.match is not None
    return table.match


MOMENTS: dict[str, tuple[Options, Callable[[Table], bool]]] = {
    "five": (CALM, lambda t: beatable(t, 5, 11) and len(played(t).past) > 0),
    "turn": (CALM, lambda t: beatable(t, 2, 12) and len(played(t).past) == 2),
    "lead": (CALM, leads),
    "last": (
        CALM,
        lambda t: mine(t) and any(played(t).round.hands[s].bit_count() == 1 for s in (1, 2, 3)),
    ),
    "give": (CALM, lambda t: mine(t) and played(t).phase == "exchange"),
    "between": (CALM, lambda t: t.phase == "between" and len(played(t).past) == 3),
    "over": (structs.replace(CALM, target=30), lambda t: t.phase == "over"),
    "three": (
        structs.replace(CALM, seats=3, last_card="call"),
        lambda t: beatable(t, 1, 8),
    ),
}
"""Moments of a match worth a picture, and the tables they happen at."""


def stand(scenery: Scenery) -> dict[str, str]:
    """A table at each of the moments: the address of each."""
    player = scenery.people["Mireille"]
    found = {}
    for name, (options, wanted) in MOMENTS.items():
        bots = ["crane", "lantern", "sparrow"][: options.seats - 1]
        room = scenery.moment([player], options, bots, wanted)
        scenery.seated(room, "Mireille")  # or a bot would stand in for her and play on
        found[name] = f"/table/{room.id}"
    return found


def wait(milliseconds: int) -> Callable[[Page], None]:
    return lambda page: page.wait_for_timeout(milliseconds)


def at_table(page: Page) -> None:
    page.locator("[data-hand] .card-button, .spectator").first.wait_for()
    page.wait_for_timeout(500)


def advised(page: Page) -> None:
    """Cards are chosen, and the button says what they are."""
    at_table(page)
    page.locator("[data-action=hint]").click()
    page.locator("[data-hinted]").wait_for()
    if page.locator("[data-action=play][data-does=play]").count() == 0:
        page.locator("[data-hand] .card-button").nth(2).click(position={"x": 8, "y": 20})
    page.wait_for_timeout(300)


def reviewed(page: Page) -> None:
    """A replay with its review, at the first decision that was not good."""
    page.locator("header .review").click()
    page.locator("[data-review='made']").wait_for()
    page.locator("[aria-keyshortcuts='n']").click()
    page.wait_for_timeout(300)


def overview(page: Page) -> None:
    """The whole review."""
    reviewed(page)
    page.locator("header .review").click()
    page.locator("dialog .plot").wait_for()


def refused(page: Page) -> None:
    """Cards are chosen that may not be played, and the reason is asked for."""
    at_table(page)
    cards = page.locator("[data-hand] .card-button")
    for i in (0, 5, 7):
        cards.nth(i).click(position={"x": 8, "y": 20})
    page.locator("[data-action=play][data-does=explain]").click()
    page.wait_for_timeout(300)


def press(selector: str) -> Callable[[Page], None]:
    def pressed(page: Page) -> None:
        page.locator(selector).first.click()
        page.wait_for_timeout(400)

    return pressed


def at_table_press(selector: str) -> Callable[[Page], None]:
    def pressed(page: Page) -> None:
        at_table(page)
        press(selector)(page)

    return pressed


def pad(page: Page) -> None:
    """A match with real cards that has got somewhere."""
    page.evaluate("(text) => localStorage.setItem('gangoffour.pads', text)", PAD)
    page.reload()
    page.locator("[data-total]").first.wait_for()


def pad_entry(page: Page) -> None:
    pad(page)
    page.locator(".bar .button-primary").click()
    page.wait_for_timeout(400)


def watched(page: Page) -> None:
    """A score pad that somebody else keeps."""
    page.locator("[data-total]").first.wait_for()


def behind_sheet(selector: str) -> Callable[[Page], None]:
    def pressed(page: Page) -> None:
        page.locator("dialog[open]").wait_for()
        page.keyboard.press("Escape")
        press(selector)(page)

    return pressed


def leaving(page: Page) -> None:
    """What leaving costs is asked for before one leaves."""
    at_table(page)
    press(".bar .tool")(page)
    press("[data-action=leave]")(page)


def chat(page: Page) -> None:
    """A desk has it open anyway."""
    at_table(page)
    button = page.locator(".bar .chat")
    if button.is_visible():
        button.click()
        page.wait_for_timeout(400)


def shots(at: dict[str, str]) -> list[Shot]:
    return page_shots(at) + talk_shots(at) + table_shots(at)


def talk_shots(at: dict[str, str]) -> list[Shot]:
    """Boards and clubs."""
    return [
        Shot("boards", "/boards"),
        Shot("board", "/boards/strategy"),
        Shot("thread", f"/thread/{at['thread']}", before=wait(500)),
        Shot(
            "thread-new", "/boards/strategy", before=press("[data-action=new-thread]"), whole=False
        ),
        Shot("clubs", "/clubs"),
        Shot("club", f"/club/{at['club']}"),
    ]


def page_shots(at: dict[str, str]) -> list[Shot]:
    return [
        Shot("front", "/", None),
        Shot("front-back", "/"),
        Shot("name", "/", None, press("[data-action=play-now]"), whole=False),
        Shot("menu", "/", before=press(".frame-tools button[aria-haspopup]"), whole=False),
        Shot("new", "/new"),
        Shot("together", "/together"),
        Shot("lobby", "/lobby"),
        Shot("matches", "/matches"),
        Shot("leaderboard", "/leaderboard"),
        Shot("profile", f"/people/{at['other']}"),
        Shot("profile-mine", f"/people/{at['me']}"),
        Shot("buddies", "/buddies"),
        Shot("daily", "/daily"),
        Shot("daily-new", "/daily/today", None),
        Shot("challenge", f"/challenge/{at['challenge']}"),
        Shot("settings", "/settings"),
        Shot("nudge", "/nudge/stop/none"),
        Shot("account", "/account"),
        Shot("account-new", "/account", None),
        Shot("about", "/about"),
        Shot("fair", "/fair"),
        Shot("rules", "/rules#R5.4", whole=False),
        Shot("rules-whole", "/rules"),
        Shot("variants", "/variants"),
        Shot("summary", "/summary"),
        Shot("strategy", "/strategy"),
        Shot("learn", "/learn", None),
        Shot("lesson", "/learn/beating", None, at_table, whole=False),
        Shot("pad-new", "/pad", None),
        Shot("pad", "/pad", None, pad, whole=False),
        Shot("pad-entry", "/pad", None, pad_entry, whole=False),
        Shot("pad-watched", f"/p/{at['pad']}", None, watched),
        Shot("pad-blank", "/pad/blank", None),
        Shot("deal", "/deal", None),
        Shot("join", f"/t/{at['code']}", None),
        Shot("seek", "/", before=press(".ways section:nth-child(2) .button"), whole=False),
        Shot("missing", "/nowhere"),
        Shot("open", "/open"),
        Shot("replay", f"/match/{at['match']}?at=30", before=wait(700), whole=False),
        Shot("replay-exchange", f"/match/{at['match']}?at=70", before=to_round(2), whole=False),
        Shot("replay-review", f"/match/{at['match']}", before=reviewed, whole=False),
        Shot("replay-overview", f"/match/{at['match']}", before=overview, whole=False),
    ]


def table_shots(at: dict[str, str]) -> list[Shot]:
    waiting = f"/table/{at['waiting']}"
    return [
        Shot("table-waiting", waiting, before=wait(500)),
        Shot("table-options", waiting, before=press(".dialog-head .button"), whole=False),
        Shot("table-bots", waiting, before=press("[data-action=add-bot]"), whole=False),
        Shot("table-playing", at["five"], before=advised, whole=False),
        Shot("table-turn", at["turn"], before=at_table, whole=False),
        Shot("table-lead", at["lead"], before=at_table, whole=False),
        Shot("table-refused", at["turn"], before=refused, whole=False),
        Shot("table-chat", at["turn"], before=chat, whole=False),
        Shot("table-scores", at["between"], before=behind_sheet(".bar .round"), whole=False),
        Shot("table-menu", at["turn"], before=at_table_press(".bar .tool"), whole=False),
        Shot("table-last-card", at["last"], before=at_table, whole=False),
        Shot("table-three", at["three"], before=at_table, whole=False),
        Shot("table-exchange", at["give"], before=at_table, whole=False),
        Shot("score-sheet", at["between"], before=wait(700), whole=False),
        Shot("match-end", at["over"], before=wait(1_200), whole=False),
        Shot("match-end-rated", at["rated-over"], before=wait(1_200), whole=False),
        Shot("table-rated", f"/table/{at['rated']}", before=wait(700)),
        Shot("table-leave", at["watched"], "Aino", before=leaving, whole=False),
        Shot("table-watched", at["watched"], "Tomasz", at_table, whole=False),
    ]


def to_round(number: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.locator("select").first.select_option(str(number - 1))
        page.locator("[data-step=forward]").click()
        page.wait_for_timeout(700)

    return go


@contextmanager
def opened(
    browser: Browser, scenery: Scenery, size: str, scheme: Scheme, locale: str, who: str | None
) -> Iterator[Page]:
    """A window of somebody, with a device and a room of a kind."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if width < 700 else 1,
        color_scheme=scheme,
        locale=locale,
        reduced_motion="reduce",
        has_touch=not size.startswith("desk"),
        service_workers="block",
    )
    if who is not None:
        cookie: Any = scenery.cookie(who)
        context.add_cookies([cookie])
    yield context.new_page()
    context.close()


def without_colours(page: Page, on: bool) -> None:
    session = page.context.new_cdp_session(page)
    kind = "achromatopsia" if on else "none"
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})


def photograph(page: Page, url: str, shot: Shot, looks: list[str], name: str) -> None:
    """The same moment in each of the looks."""
    page.goto(url + shot.path)
    page.locator("#main").wait_for()
    if shot.before is None:
        page.wait_for_load_state("networkidle")
    else:
        shot.before(page)
    for look in looks:
        without_colours(page, look == "grey")
        page.screenshot(path=str(OUT / f"{name}-{look}.png"), full_page=shot.whole)
    if "grey" in looks:
        without_colours(page, False)


def take(browser: Browser, scenery: Scenery, wanted: list[Shot], given: Namespace) -> None:
    """All pictures, one window after the other."""
    sizes, looks = given.sizes.split(","), given.looks.split(",")
    # A picture without colours is one of the dark room.
    schemes: dict[Scheme, list[str]] = {
        "dark": [look for look in looks if look != "light"],
        "light": [look for look in looks if look == "light"],
    }
    todo = [
        (size, scheme, who)
        for size in sizes
        for scheme, some in schemes.items()
        if some
        for who in dict.fromkeys(shot.who for shot in wanted)
    ]
    begun, done = monotonic(), 0
    for size, scheme, who in todo:
        with opened(browser, scenery, size, scheme, given.locale, who) as page:
            for shot in wanted:
                if shot.who == who:
                    photograph(page, scenery.url, shot, schemes[scheme], f"{shot.name}-{size}")
                    done += len(schemes[scheme])
            spent = monotonic() - begun
            of = len(wanted) * len(sizes) * len(looks)
            sys.stdout.write(f"{done} of {of} pictures, {spent:.0f} s: {size}, {scheme}\n")
            sys.stdout.flush()


def lay_out(wanted: list[Shot], given: Namespace) -> None:
    """A contact sheet for each size and look."""
    for size in given.sizes.split(","):
        for look in given.looks.split(","):
            taken = [OUT / f"{shot.name}-{size}-{look}.png" for shot in wanted]
            contact_sheet(taken, SIZES[size], OUT / f"sheet-{size}-{look}.png")


def keep_best() -> None:
    """The few that the documentation shows."""
    for name, image in BEST.items():
        if (OUT / f"{name}.png").exists():
            with Image.open(OUT / f"{name}.png") as picture:
                picture.convert("RGB").save(IMAGES / f"{image}.webp", quality=86, method=6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names that contain one of these, with commas")
    parser.add_argument("--sizes", default=USUAL, help=f"of {', '.join(SIZES)}")
    parser.add_argument("--looks", default=",".join(LOOKS))
    parser.add_argument("--locale", default="en-GB", help="other languages are not kept")
    given = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scenery = Scenery(Path(folder))
        browser = launch(playwright.chromium)
        try:
            at = furnish(scenery) | stand(scenery)
            some = given.only.split(",")
            wanted = [shot for shot in shots(at) if any(part in shot.name for part in some)]
            take(browser, scenery, wanted, given)
            lay_out(wanted, given)
        finally:
            browser.close()
            scenery.close()
    if given.locale == "en-GB":
        keep_best()


if __name__ == "__main__":
    main()
