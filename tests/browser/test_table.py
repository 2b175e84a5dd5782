"""The table in a real browser against the real server: whole matches, interruptions, spectators."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gangoffour.rules.fairness import read_sources, verify_sources
from gangoffour.rules.reader import parse_record
from gangoffour.server.people.sessions import Identity
from tests.browser import axe
from tests.browser.player import KEYS, Player, Way
from tests.browser.scenery import Scenery
from tests.browser.serving import Serving
from tests.support.length import LONG

SHORT = {"clock": "none", "target": 1}
"""A match of one round."""
LONG_MATCH = 100
"""Points that end a match, officially: no round alone brings as many."""
MATCH_S = 240.0
MOVED = """(() => {
  window.moved = [];
  const seen = (animation) => {
    const { effect } = animation;
    if (effect.getComputedTiming().duration < 50) return;
    for (const frame of effect.getKeyframes()) {
      const ways = ['translate', 'rotate', 'transform', 'left', 'top', 'offsetDistance'];
      const way = ways.find((one) => frame[one] && !['none', '0px'].includes(frame[one]));
      if (way) moved.push(`${effect.target?.className} ${way} ${frame[way]}`);
    }
  };
  const look = () => { document.getAnimations().forEach(seen); requestAnimationFrame(look); };
  look();
})()"""
"""Notes whatever moves from one place to another, frame by frame."""


def begin(player: Player, bots: int = 3, **options: object) -> str:
    """A table with bots in the other seats, and the match begun in the waiting room."""
    if not player.context.cookies():
        player.enter()
    table, _ = player.open_table(**{**SHORT, **options})
    player.go(f"/table/{table}")
    player.press("fill")
    player.page.wait_for_selector("[data-hand] li")
    return table


@pytest.mark.proof
@pytest.mark.parametrize(
    "way", ["touch", *(pytest.param(one, marks=pytest.mark.long) for one in ("mouse", "keyboard"))]
)
def test_a_guest_plays_a_whole_match_against_bots(
    scenery: Scenery, browser: Browser, way: Way
) -> None:
    """Some tricks as one plays them, by each way; then all are hurried to the end. The long proofs
    play several rounds to the end, with a finger and by keys alone, the latter without motion."""
    by_mouse = way == "mouse"
    player = Player(browser, scenery.url, "Ada", way, large=way != "touch", lively=by_mouse)
    if way == "keyboard":
        player.page.add_init_script(MOVED)
    me = scenery.guest("Ada")
    player.context.add_cookies([scenery.cookie("Ada")])  # type: ignore[list-item]
    table = begin(player, target=LONG_MATCH if LONG else 10 if by_mouse else 1)
    if LONG and not by_mouse:
        player.play_on(MATCH_S)
        assert player.page.locator("dialog .score-sheet tbody th").count() > 1
    else:
        player.play_a_little(3)
        player.look_away()
        hurry(scenery, table, [me])
        player.end_comes(MATCH_S)
    assert player.page.locator("dialog .score-sheet tfoot td").count() == 4
    assert player.complaints == []
    if way == "keyboard":
        assert player.page.evaluate("moved") == []
    player.leave()


def hurry(scenery: Scenery, table: str, people: list[Identity]) -> None:
    """Let these people play on to the end faster than a browser could."""
    room = scenery.do(scenery.live.server.tables.get(table))
    scenery.playing(room, people, MATCH_S, 0).result(MATCH_S)


def test_the_server_is_restarted_in_the_middle_of_a_match(browser: Browser, tmp_path: Path) -> None:
    """Before that the page is loaded anew in the middle of a trick, and the network is gone for a
    while: nothing is lost, and what is chosen survives whatever others do."""
    server = Serving(tmp_path)
    server.start()
    player = Player(browser, server.url, "Ada", "shortcuts")
    try:
        begin(player)
        choice_survives(player)
        reload_loses_nothing(player)
        player.context.set_offline(True)
        player.page.wait_for_selector(".banner.lost")
        assert not axe.violations(player.page, rules=["region"]), "screen readers find it as well"
        player.context.set_offline(False)
        player.page.wait_for_selector(".banner.back")
        player.turn_comes()
        assert player.act()
        server.stop()
        player.page.wait_for_selector(".banner.lost")
        server.start()
        player.page.wait_for_selector(".banner.back", timeout=60_000)
        player.play_a_little()
        assert [text for text in player.complaints if not _is_network(text)] == []
    finally:
        player.leave()
        server.close()


def choice_survives(player: Player) -> None:
    """A card that is chosen while others play is chosen still when the turn comes."""
    first = player.page.locator("[data-key]").first
    first.click(position={"x": 8, "y": 30})
    key = first.get_attribute("data-key")
    player.turn_comes()
    assert player.look()["chosen"] == [key]


def reload_loses_nothing(player: Player) -> None:
    """The same cards, and still this player's turn."""
    hand = player.page.locator("[data-key]").evaluate_all(KEYS)
    player.page.reload()
    player.page.wait_for_selector("[data-hand] li")
    assert player.page.locator("[data-key]").evaluate_all(KEYS) == hand
    assert player.look()["turn"]


@pytest.mark.long
def test_four_people_play_together(scenery: Scenery, browser: Browser) -> None:
    """They come by the link, play some tricks, and see the same end (to which they are hurried)."""
    names = ("Ada", "Ben", "Cleo", "Dan")
    people = [scenery.guest(name) for name in names]
    players = [Player(browser, scenery.url, name, "shortcuts") for name in names]
    for player in players:
        player.context.add_cookies([scenery.cookie(player.name)])  # type: ignore[list-item]
    table, code = players[0].open_table(**SHORT)
    for player in players:
        player.go(f"/t/{code}")
        player.page.wait_for_selector("[data-code-shown]")
    players[0].press("start")
    for player in players:
        player.page.wait_for_selector("[data-hand] li")
    room = scenery.do(scenery.live.server.tables.get(table))
    acted: set[str] = set()
    while len(acted) < 4:
        assert room.table.turn is not None
        (player,) = (one for one in players if one.name == room.table.seats[room.table.turn].name)
        player.turn_comes()
        if player.act():
            acted.add(player.name)
    for player in players[1:]:
        player.look_away()
    hurry(scenery, table, people)
    for player in players:
        player.page.wait_for_selector("dialog [data-action=rematch]")
    sheets = {player.page.locator("dialog .score-sheet tfoot").inner_text() for player in players}
    assert len(sheets) == 1
    answer = players[0].page.request.get(f"{scenery.url}/api/matches/{table}-1/record")
    record = parse_record(answer.text())
    told = read_sources(record.tags)
    assert told is not None and None not in told.contributions, "everybody had a hand in the deal"
    assert told.replaced == () and verify_sources(record)
    for player in players:
        assert player.complaints == []
        player.leave()


def test_a_spectator_sees_no_hand(scenery: Scenery, browser: Browser) -> None:
    player = Player(browser, scenery.url, "Ada", "shortcuts")
    table = begin(player, clock="normal")
    watcher = Player(browser, scenery.url, "Eve", "shortcuts")
    watcher.enter()
    frames: list[str] = []
    watcher.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    watcher.go(f"/table/{table}")
    watcher.page.wait_for_selector(".spectator")
    assert watcher.page.locator("[data-hand]").count() == 0
    player.turn_comes()
    before = len(frames)
    assert player.act()
    while len(frames) == before:  # the watcher hears of it
        watcher.page.wait_for_timeout(20)
    assert any('"own":null' in frame for frame in frames)
    assert not any('"hand":[' in frame or '"hands":[[' in frame for frame in frames)
    assert watcher.complaints == []
    watcher.leave()
    player.leave()


def _is_network(text: str) -> bool:
    """What Chromium itself prints when a server or the network is not there."""
    return any(word in text for word in ("WebSocket connection to", "net::ERR_", "Failed to fetch"))
