"""Without a network from before the first byte: whole matches in a real browser, in step with the
library, whatever happens to the tab; and into an account once there is a server again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from gangoffour import EDITIONS, Match
from gangoffour.daily.day import ROUNDS
from gangoffour.lessons import COURSE
from gangoffour.pocket.bots import BY_LEVEL
from gangoffour.rules.editions import rule_set
from gangoffour.rules.reader import parse_record
from gangoffour.rules.sheet import Sheet
from tests.browser.scenery import PASSWORD
from tests.browser.serving import Serving
from tests.browser.test_lessons import GUIDED, act, opened, plain, words
from tests.browser.test_pad import MATCH, NAMES, begin, entry, expect_totals, tap, write
from tests.browser.window import context, visit
from tests.browser.wire import Wire
from tests.pocket.exact_review import exact_review
from tests.pocket.in_step import InStep
from tests.support.length import LONG, slice_of, some_of

LEVELS = range(1, 6)
ACTIONS = slice_of(100_000, 1)
"""How many actions are played in step, shared by the editions."""
TARGET = slice_of(100, 30)
KILLED_EVERY = 10
KILLS = slice_of(10_000, 3)


class Device(NamedTuple):
    """A browser on which everything is kept, and the server that it came from, which is gone."""

    context: BrowserContext
    server: Serving
    wire: Wire

    def online(self) -> None:
        self.server.start()
        self.context.set_offline(False)

    def offline(self) -> None:
        self.context.set_offline(True)
        self.server.stop()


@pytest.fixture(scope="module")
def device(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    server = Serving(tmp_path_factory.mktemp("server"))
    with ExitStack() as stack:
        stack.callback(server.close)
        visitor = stack.enter_context(context(browser, locale="en-GB"))
        wire = Wire(visitor, server.url)
        found = Device(visitor, server, wire)
        found.online()
        plain = visitor.new_page()
        plain.goto(f"{server.url}/about")
        plain.evaluate("localStorage.setItem('gangoffour.pocket', 'yes')")
        plain.close()
        wire.open()
        wire.ask("POST", "/api/guest", {"name": "Ann"})
        wire.page.get_by_text("Everything is on this device").wait_for()
        wire.page.close()
        found.offline()
        yield found
        assert not wire.complaints


def played(wire: Wire, edition: str, seats: int, level: int, library: InStep) -> str:
    """A whole match against bots of a level; the library does the same, and agrees."""
    options = {"seats": seats, "edition": edition, "target": TARGET, "clock": "none"}
    table = wire.begin(options, [BY_LEVEL[level - 1]] * (seats - 1))
    state = wire.play(table)
    library.follow(wire.kept(table))
    library.agrees_with(state)
    assert library.match is not None and library.match.over
    return table


def it_is_on_the_sheet(page: Page, table: str, match: Match) -> None:
    """The score sheet at the table: every round, and the totals."""
    visit(page, f"/table/{table}")
    sheet = page.get_by_role("dialog").locator(".score-sheet")
    expect(sheet.locator("tfoot td")).to_have_text([str(one) for one in match.totals])
    points = [str(one) for result in match.results for one in result.points]
    expect(sheet.locator("tbody .points")).to_have_text(points)


def it_is_replayed_and_reviewed(wire: Wire, table: str, match: Match) -> None:
    """One tap from the table; the record is the library's match, the review the library's, too."""
    page, place = wire.page, f"/api/matches/{table}-1"
    page.get_by_role("link", name="Review this match").click()
    expect(page.locator("[data-replay-seat]")).to_have_count(match.seats)
    page.locator("[data-review=made]").wait_for()
    again = parse_record(wire.text("GET", f"{place}/record")).match
    assert again.results == match.results and again.seed == match.seed
    assert len(wire.ask("GET", f"{place}/replay")["rounds"]) == len(match.results)
    assert wire.ask("GET", f"{place}/review") == exact_review(again)


def it_goes_into_an_account(device: Device, name: str, totals: list[list[int]]) -> None:
    """There is a server again: what was played without one is added, once, as it was; one that
    cannot have been played so is not, and keeps no other from it."""
    device.online()
    page, account = device.wire.page, {"name": name, "password": PASSWORD}
    visit(page, "/")
    page.get_by_role("button", name="Back to playing online").click()
    page.locator(".ways").wait_for()
    at = {"origin": device.server.url}
    answer = page.request.post(f"{device.server.url}/api/register", data=account, headers=at)
    assert answer.ok, answer.text()
    page.goto(f"{device.server.url}/matches")
    with page.expect_console_message(lambda said: "status of 400" in said.text):
        page.locator("[data-merge] button").click()
    expect(page.locator(".toast").first).to_contain_text(f"Added: {len(totals)}")
    expect(page.locator(".toast-alarm")).to_be_visible()
    assert "status of 400" in device.wire.complaints.pop()
    expect(page.locator("li.match")).to_have_count(len(totals))
    lines = page.request.get(f"{device.server.url}/api/me/matches").json()["matches"]
    assert all(one["carried"] and one["state"] == "over" for one in lines)
    found = [[player["total"] for player in one["players"]] for one in lines]
    assert sorted(found) == sorted(totals)
    page.reload()
    expect(page.locator("li.match")).to_have_count(len(totals))
    expect(page.locator("[data-merge]")).to_have_count(0)
    page.evaluate("localStorage.setItem('gangoffour.pocket', 'yes')")
    device.offline()
    device.context.clear_cookies()  # the page may still ask, and would be told that it is nobody


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("edition", some_of(list(EDITIONS), ["german"]))
def test_whole_matches_at_every_level_in_step_with_the_library(
    device: Device, edition: str
) -> None:
    wire, tables = device.wire, EDITIONS[edition].seats
    cases = [(seats, level) for seats in tables for level in LEVELS] if LONG else [(3, 4), (4, 5)]
    wire.open()
    chance, totals = wire.known_chance(), []
    for seats, level in cases:
        library = InStep(chance)
        table = played(wire, edition, seats, level, library)
        assert library.match is not None
        it_is_on_the_sheet(wire.page, table, library.match)
        it_is_replayed_and_reviewed(wire, table, library.match)
        totals.append(list(library.match.totals))
    wire.forge(table)
    it_goes_into_an_account(device, f"Ann {edition}", totals)
    wire.end()


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.parametrize("edition", some_of(list(EDITIONS), ["riva"]))
def test_many_actions_in_step_with_the_library(device: Device, edition: str) -> None:
    wire, actions = device.wire, 0
    cases = [(seats, level) for level in (2, 5, 4, 1, 3) for seats in EDITIONS[edition].seats]
    while actions * len(EDITIONS) < ACTIONS:
        wire.open()
        chance = wire.known_chance()
        for seats, level in cases if LONG else cases[:1]:
            library = InStep(chance)
            played(wire, edition, seats, level, library)
            actions += library.actions
        wire.end()


@pytest.mark.long
@pytest.mark.proof
def test_a_tab_killed_at_every_tenth_action_loses_nothing(device: Device) -> None:
    """The page's process ends in the middle of whatever it does. What it was told is stored, what
    it was not told is done once, and the match goes on in step with the library."""
    wire = device.wire
    wire.open()
    library = InStep(wire.known_chance())
    options = {"seats": 4, "target": TARGET, "clock": "none"}
    table = wire.begin(options, ["sparrow", "crane", "tiger"])
    state, kills = wire.play(table, KILLED_EVERY), 0
    while state["public"]["phase"] != "over":
        state, kills = killed(wire, table, library, state), kills + 1
        state = wire.play(table, KILLED_EVERY * (kills + 1)) if kills < KILLS else wire.play(table)
    library.follow(wire.kept(table))
    library.agrees_with(state)
    assert library.match is not None
    it_is_on_the_sheet(wire.page, table, library.match)
    wire.end()
    assert kills == min(KILLS, (library.match.version - 1) // KILLED_EVERY)


@pytest.mark.long
def test_what_is_read_taught_and_written_needs_no_network_either(device: Device) -> None:
    """Nobody had been on any of these pages before the network was cut."""
    wire, lesson = device.wire, GUIDED[0]
    wire.open(f"/learn/{lesson.name}")
    page, right = wire.page, lesson.steps[0]
    opened(page, lesson)
    act(page, right.solution)
    said = page.locator("[data-coach=right]")
    expect(said).to_contain_text(plain(words("en")[f"{lesson.name}.{right.name}.right"]))
    visit(page, "/learn")
    expect(page.locator("main li a[href^='/learn/']")).to_have_count(len(COURSE))
    for path, there in (
        ("/rules", "beats everything except a stronger gang"),
        ("/strategy", "Get below eight cards"),
        ("/summary", "Gang"),
        ("/variants", "Finnish"),
    ):
        visit(page, path)
        expect(page.locator("main")).to_contain_text(there)
    visit(page, "/pad")
    begin(page, NAMES)
    for line in MATCH[:2]:
        tap(entry(page), line.left, line.barred)
        write(page)
    sheet = Sheet.new(4, rule_set("official")).add(MATCH[0]).add(MATCH[1])
    expect_totals(page, sheet.totals)
    a_day_is_played(wire)
    wire.end()


def a_day_is_played(wire: Wire) -> None:
    """All five rounds of today, for fun, and what they cost."""
    wire.known_chance()
    table = wire.ask("POST", "/api/daily/today/play")["table"]
    wire.watch(table)
    for number in range(ROUNDS):
        if number:
            wire.page.evaluate("(table) => wire.do(table, { do: 'rematch' })", table)
        assert wire.play(table)["public"]["match"]["number"] == number + 1
    visit(wire.page, "/daily")
    expect(wire.page.locator("[data-for-fun]")).to_be_visible()
    expect(wire.page.locator("[data-cost]")).to_have_text(re.compile(r"^\d+\.\d$"))


def killed(wire: Wire, table: str, library: InStep, state: dict[str, Any]) -> dict[str, Any]:
    """The tab is killed while something is under way, and opened again; what it is told then."""
    said = wire.leave(table)
    wire.crash()
    wire.open()
    library.follow(wire.kept(table))
    library.chance = wire.known_chance()
    told = state["public"]["match"]["version"]
    assert library.match is not None and library.match.version >= told
    state = wire.watch(table)
    library.agrees_with(state)
    if said is not None:  # as the client does with what was not answered
        assert wire.say(said)["type"] == "done"
        stored = [one.command_id for one in wire.kept(table) if one.command_id]
        assert len([one for one in stored if said["id"] in one]) == 1
    return state
