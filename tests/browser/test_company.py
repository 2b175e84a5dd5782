"""Company: faces, bots with moods, a lobby that is never empty, and matches that wait."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from gangoffour.rules.combinations import Kind
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.lasting import STAYING, TOASTS_STAY
from tests.browser.scenery import Scenery
from tests.browser.teller import Teller
from tests.browser.window import DESK, PHONE, settle, visit, window

BOTS = ["crane", "lantern", "tiger"]
CALM = Options(clock="none")
OPEN = Options(clock="none", target=20)
ONE_ROUND = Options(clock="none", target=1)
QUICK = ["dumpling", "sparrow", "lantern"]
"""Bots that do not think for long, for whole matches."""

NOTE_WHAT_IS_SAID = """() => {
  window.said = [];
  window.felt = new Set();
  const inside = (one, two) =>
    one.left < two.right - 1 && two.left < one.right - 1 &&
    one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const look = () => {
    for (const one of document.querySelectorAll('[data-face]')) window.felt.add(one.dataset.face);
    const bubbles = [...document.querySelectorAll('.bubble.bot')];
    for (const bubble of bubbles) {
      if (bubble.dataset.noted) continue;
      bubble.dataset.noted = '1';
      const mine = bubble.getBoundingClientRect();
      const others = '.game button, .seat .name, .seat .count, .seat .tag:not(.none)';
      const covered = [...document.querySelectorAll(`${others}, .play:not(.under) .card`)]
        .filter((one) => inside(mine, one.getBoundingClientRect()));
      window.said.push({
        text: bubble.textContent.trim(), at_once: bubbles.length, covered: covered.length,
        hidden: bubble.getAttribute('aria-hidden'),
        fits: mine.left >= 0 && mine.right <= innerWidth,
      });
    }
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['data-face'],
  });
  look();
}"""


def faces(page: Page, within: str = "") -> list[str]:
    found: list[str] = page.locator(f"{within} [data-face]").evaluate_all(
        "all => all.map(one => one.dataset.face)"
    )
    return found


@pytest.mark.long
def test_a_face_is_chosen_and_seen_wherever_the_name_is(browser: Browser, scenery: Scenery) -> None:
    with window(browser, PHONE) as page:
        page.goto(f"{scenery.url}/lobby")
        page.get_by_role("button", name="Come in").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Your name").fill("Olga Owl")
        dialog.get_by_role("radio", name="Owl").check()
        dialog.get_by_role("button", name="Let’s play").click()
        online = page.get_by_role("region", name="Online now")
        expect(online.locator("[data-face=owl] img")).to_be_visible()
        visit(page, "/account")
        choice = page.get_by_role("group", name="Your face at the table")
        expect(choice.get_by_role("radio")).to_have_count(17)
        expect(choice.get_by_role("radio", name="Owl")).to_be_checked()
        choice.get_by_role("radio", name="Fox").check()
        expect(page.get_by_text("This is how you will look")).to_be_visible()
        page.get_by_role("link", name="Profile").last.click()
        expect(page.locator("main [data-face=fox] img")).to_be_visible()
        visit(page, "/new")
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator(".seats [data-face=fox] img")).to_be_visible()


@pytest.mark.long
def test_the_lobby_has_bots_to_watch_and_matches_to_replay(
    browser: Browser, scenery: Scenery
) -> None:
    ann = scenery.guest("Ann of the lobby")
    match = scenery.match([ann], OPEN, BOTS)
    second = Options(clock="none", name="In its second round")
    room = scenery.moment([ann], second, QUICK, lambda t: t.phase == "between")
    scenery.seated(room, ann.name)
    with window(browser, DESK, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/lobby")
        running = page.get_by_role("listitem").filter(has_text="In its second round")
        expect(running.locator(".facts")).to_contain_text("Round 2")
        assert room.table.match is not None
        expect(running.locator(".numerals")).to_have_text([*map(str, room.table.match.totals)])
        recent = page.get_by_role("region", name="Just finished")
        row = recent.get_by_role("listitem").filter(has_text="Ann of the lobby").first
        expect(row).to_be_visible()
        expect(recent.locator(f"a[href='/match/{match}']")).to_be_visible()
        expect(page.locator("main [data-daily]")).to_contain_text("Daily")
        assert {"crane neutral", "lantern neutral", "tiger neutral"} <= set(faces(page))
        visit(page, "/matches")  # from the list a review is one tap away, too
        review = page.locator("li.match").get_by_role("link", name="Review")
        expect(review).to_have_attribute("href", re.compile(rf"^/match/{match}\?.*review=1"))
        visit(page, "/lobby")
        page.locator("[data-action=exhibition]").click()
        expect(page.locator(".game")).to_be_visible()
        expect(page.locator(".seat")).to_have_count(4)
        expect(page.locator(".game .centre .card").first).to_be_visible()
        expect(page.locator("[data-open-hands] li")).to_have_count(4)  # nobody is betrayed
        expect(page.locator("[data-open-hands] .card-chip").first).to_be_visible()


@pytest.mark.long
def test_the_waiting_room_has_chat_and_says_who_invites(browser: Browser, scenery: Scenery) -> None:
    ann, _ = scenery.guest("Ann who waits"), scenery.guest("Bea who comes")
    room = scenery.table([ann], CALM)
    with (
        window(browser, DESK, scenery.cookie(ann.name)) as host,
        window(browser, PHONE, scenery.cookie("Bea who comes")) as page,
    ):
        host.goto(f"{scenery.url}/table/{room.id}")
        expect(host.get_by_role("heading", name="Chat")).to_be_visible()
        expect(host.get_by_text("invites you")).to_have_count(0)
        page.goto(f"{scenery.url}/t/{room.code}", wait_until="commit")
        expect(host.get_by_text("Bea who comes joins the table.")).to_be_visible()  # not for long
        expect(page.get_by_text("Ann who waits invites you to this table.")).to_be_visible()
        page.get_by_role("button", name="Chat").click()
        page.get_by_label("Say something").fill("good evening")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Close").click()
        expect(host.get_by_role("log")).to_contain_text("good evening")
        assert "initials" in faces(host, "[role=log]")
        page.get_by_role("button", name="Leave the table").click()
        expect(host.get_by_text("Bea who comes leaves the table.")).to_be_visible()


def test_who_leaves_a_match_and_who_comes_back_is_seen(browser: Browser, scenery: Scenery) -> None:
    """A message on the screen of whoever stays, at the seat as long as it lasts, and not for a
    screen reader alone."""
    ann, bea = scenery.guest("Ann who stays"), scenery.guest("Bea who goes")
    room = scenery.begin([ann, bea], CALM, BOTS[:2])
    with (
        window(browser, PHONE, scenery.cookie(ann.name)) as page,
        window(browser, PHONE, scenery.cookie(bea.name)) as other,
    ):
        page.add_init_script(TOASTS_STAY)
        for one in (page, other):
            one.goto(f"{scenery.url}/table/{room.id}")
            one.locator("[data-hand] .card-button").first.wait_for()
        other.get_by_role("button", name="Menu").click()
        other.locator("[data-action=leave]").click()
        other.locator("[data-action=really-leave]").click()
        message = page.locator(".toast")
        expect(message.filter(has_text="A bot takes over for Bea who goes.")).to_be_visible()
        standing_in = page.locator(".seat", has_text="Bea who goes").get_by_text("bot standing in")
        expect(standing_in).to_be_visible()
        back = message.filter(has_text="Bea who goes is back.")
        scenery.ask(room, c.Disconnect(), bea)
        other.goto(f"{scenery.url}/table/{room.id}")
        take_back = other.get_by_role("button", name="Take your seat back")
        expect(take_back).to_be_visible()
        other.locator("[data-hand] .card-button").first.click()
        expect(other.locator("[data-action=play], [data-action=pass]")).to_have_count(0)
        scenery.until(lambda: room.table.seats[1].dropped_at is None)
        scenery.ask(room, c.Phrase("hello"), bea)
        expect(page.get_by_text("Hello!").first).to_be_attached()
        expect(back).to_have_count(0)
        take_back.click()
        expect(back).to_be_visible()
        expect(standing_in).to_have_count(0)


@pytest.mark.long
def test_an_unfinished_match_is_listed_and_can_be_discarded(
    browser: Browser, scenery: Scenery
) -> None:
    ann = scenery.guest("Ann with two")
    scenery.begin([ann], CALM, BOTS)
    scenery.begin([ann], CALM, ["sparrow", "sparrow", "sparrow"])
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/matches")
        rows = page.locator("li.match")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("Round 1")
        expect(rows.first.locator("[data-face]")).to_have_count(4)
        birds = rows.filter(has_text="Tilly")
        birds.locator("[data-action=discard]").click()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        expect(rows).to_have_count(2)
        birds.locator("[data-action=discard]").click()
        page.locator("[data-action=really-discard]").click()
        expect(rows).to_have_count(1)
        visit(page, "/")
        expect(page.locator("#front-mine")).to_be_visible()
        shown = re.compile("Round 1\\u00a0· 0\\W+0\\W+0")  # no line begins with the dot
        expect(page.locator("[data-progress]")).to_contain_text(shown)
        names = page.locator("#front-mine + ul .names").bounding_box()
        way = page.get_by_role("link", name="Continue").bounding_box()
        assert names and way and names["x"] + names["width"] > way["x"], "as wide as the row"
        page.locator("[data-action=discard]").click()
        page.locator("[data-action=really-discard]").click()
        expect(page.locator("#front-mine")).to_have_count(0)


LINE = ".bubble.bot"


@pytest.mark.long
def test_bots_are_silent_for_who_wants_it(browser: Browser, scenery: Scenery) -> None:
    """The last word of a match is always said, unless the menu says that bots do not talk."""
    ann = scenery.guest("Ann who listens")
    room = scenery.begin([ann], CALM, QUICK)
    ended = {"winners": [1], "totals": [9, 0, 9, 9]}
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        teller = Teller(page, room)
        page.goto(f"{scenery.url}/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        page.evaluate(STAYING)
        teller.tell("match_ended", **ended)
        expect(page.locator(LINE)).to_have_count(1)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("checkbox", name="Bots talk").uncheck()
        page.keyboard.press("Escape")
        glad = page.locator(f"[data-face='{QUICK[0]} glad']")
        teller.tell("round_began")
        expect(glad).to_have_count(0)
        expect(page.locator(LINE)).to_have_count(0)
        teller.tell("match_ended", **ended)
        expect(glad).not_to_have_count(0)  # they have their moods
        page.wait_for_timeout(300)
        expect(page.locator(LINE)).to_have_count(0)


def everybody_has_a_label(table: Table) -> bool:
    """One has laid as much as is wide, the others have passed, and it is her turn."""
    match = table.match
    if match is None or table.phase != "playing" or match.turn != 0 or match.phase != "play":
        return False
    laid = match.round.table
    return laid is not None and laid.size == 5 and len(match.round.passed) == 2


COVERED = """() => {
  const said = document.querySelector('.bubble').getBoundingClientRect();
  const read = '.seat .name, .seat .count, .seat .tag:not(.none), .play:not(.under) .card';
  return [...document.querySelectorAll(read)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < said.right - 1 && said.left < box.right - 1 &&
      box.top < said.bottom - 1 && said.top < box.bottom - 1;
  }).map((one) => one.outerHTML);
}"""
"""What one reads of the others and of the trick, below what is said."""
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
    {"width": 820, "height": 1180},
    {"width": 768, "height": 1024},
    {"width": 700, "height": 1000},
    {"width": 740, "height": 360},
    {"width": 390, "height": 844},
    PHONE,
)


@pytest.mark.long
def test_what_a_bot_says_covers_nothing_and_goes(browser: Browser, scenery: Scenery) -> None:
    """No name, no count, no label, no card to beat, wherever it sits; also the last word of a
    match, after which nothing is dealt."""
    ann = scenery.guest("Ann who reads")
    room = scenery.moment([ann], CALM, QUICK, everybody_has_a_label)
    with window(browser, DESK, scenery.cookie(ann.name)) as page:
        teller, said = Teller(page, room), page.locator(LINE)
        page.goto(f"{scenery.url}/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        expect(page.locator(".seat .tag:not(.none)")).to_have_count(3)
        teller.tell("match_ended", winners=[1], totals=[9, 0, 9, 9])
        expect(said).to_have_count(1)
        expect(said).to_have_count(0)
        page.evaluate(STAYING)
        for seat in (1, 2, 3):
            teller.tell("round_began")
            expect(said).to_have_count(0)
            teller.tell("match_ended", winners=[seat], totals=[9, 9, 9, 9])
            expect(page.locator(f"[data-seat='{seat}'] {LINE}")).to_have_count(1)
            for size in SIZES:
                page.set_viewport_size(size)
                settle(page)
                assert page.evaluate(COVERED) == [], (seat, size)


def on_a_bot(table: Table) -> bool:
    """She may beat a bot's cards with a gang."""
    match = table.match
    if match is None or table.phase != "playing" or match.turn != 0 or match.phase != "play":
        return False
    if not match.round.table_by:
        return False
    return any(play.kind is Kind.GANG for play in match.view(0).plays)


@pytest.mark.long
def test_bots_have_moods_and_now_and_then_a_line(browser: Browser, scenery: Scenery) -> None:
    ann = scenery.guest("Ann who plays")
    room = scenery.moment([ann], ONE_ROUND, QUICK, on_a_bot)
    match: Any = room.table.match
    beaten = QUICK[match.round.table_by - 1]
    gang = next(play for play in match.view(0).plays if play.kind is Kind.GANG)
    with (
        window(browser, PHONE, scenery.cookie(ann.name)) as page,
        window(browser, DESK, scenery.cookie(ann.name)) as other,
    ):
        for one in (page, other):
            one.goto(f"{scenery.url}/table/{room.id}")
            one.locator("[data-hand] .card-button").first.wait_for()
            one.evaluate(NOTE_WHAT_IS_SAID)
        scenery.play(room, gang.codes, ann)
        other.wait_for_function(f"() => window.felt.has('{beaten} shocked')")
        for face in page.locator(".seat .portrait .face").all():
            box = face.bounding_box()
            assert box is not None and box["width"] >= 32, "large enough to be seen on a phone"
        scenery.playing(room, [ann], 300, 0.01).result(300)
        for one in (page, other):  # the last word of a match is always said
            one.locator("dialog [data-action=rematch]").wait_for()
            one.wait_for_function("() => window.said.length > 0")
        said: Any = [one.evaluate("window.said") for one in (page, other)]
        assert said[0][-1]["text"] == said[1][-1]["text"], "everybody hears the same"
        for line in said[0] + said[1]:
            assert line["at_once"] == 1 and line["covered"] == 0, line
            assert line["hidden"] == "true" and line["fits"], line
