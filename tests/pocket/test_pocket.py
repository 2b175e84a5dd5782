"""The edges of playing without a server: who one is, what is refused, what waits for a person."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from gangoffour.bots import bots
from gangoffour.lessons import COURSE
from gangoffour.pocket.bots import BY_LEVEL
from gangoffour.pocket.tables import SCREEN_MS
from tests.pocket.page import Page


@pytest.fixture
def page() -> Page:
    made = Page(Random(5), lambda: "a seed", pause_ms=800)
    made.enter("Ann")
    return made


def quick(page: Page, level: int = 2, seats: int = 4) -> str:
    page.say("quick", seats=seats, wait_s=0, level=level)
    table: str = next(one["table"] for one in reversed(page.heard) if one["type"] == "matched")
    return table


def test_nobody_is_known_before_they_say_their_name() -> None:
    page = Page(Random(1), lambda: "a seed")
    assert page.ask("GET", "/api/me") == {"me": None, "settings": {}, "banned": None}
    assert page.ask("POST", "/api/tables", {})["error"]["code"] == "not_signed_in"
    assert page.ask("POST", "/api/guest", {"name": " x "})["error"]["code"] == "bad_name"
    me = page.enter("Mireille")["me"]
    assert page.heard[-1]["type"] == "welcome" and page.heard[-1]["me"] == me
    page.killed()
    assert page.ask("GET", "/api/me")["me"] == me, "the browser remembers whose it is"
    assert page.enter("Ann")["me"]["id"] == me["id"], "another name, the same person"


def test_the_bots_are_the_first_levels_of_the_game() -> None:
    assert [info.name for info in bots()][: len(BY_LEVEL)] == list(BY_LEVEL)


def test_a_quick_match_is_a_match_against_bots_at_once(page: Page) -> None:
    table = quick(page, level=2, seats=3)
    page.say("watch", table=table, seq=0, screen=True)
    public = page.tables[table]["public"]
    assert [one["bot"] for one in public["seats"]] == [None, "sparrow", "sparrow"]
    assert public["phase"] == "playing" and public["clock"] is None
    listed = page.ask("GET", "/api/me/matches")["matches"]
    assert [(one["table"], one["state"]) for one in listed] == [(table, "waiting")]
    page.say("lobby", on=True)
    assert page.say("quick_stop")["type"] == "done"
    assert page.say("ping")["type"] == "pong"


def test_the_browser_has_a_hand_in_the_deal(page: Page) -> None:
    given = "0f" * 32
    promise = sha256(given.encode()).hexdigest()
    page.say("quick", seats=3, wait_s=0, level=1, promise=promise)
    table = page.heard[-2]["table"]
    page.say("watch", table=table)
    assert page.tables[table]["public"]["phase"] == "dealing"
    assert page.do(table, "contribute", contribution=given)["type"] == "done"
    public = page.tables[table]["public"]
    assert public["phase"] == "playing" and public["deal"]["contributions"][0] == given
    refused = page.say("quick", seats=3, wait_s=0, level=1, promise="mine")
    assert refused["type"] == "refused"


def test_bots_wait_until_the_deal_is_seen_but_not_for_ever(page: Page) -> None:
    table = quick(page)
    page.say("watch", table=table, screen=True)
    while page.tables[table]["public"]["match"]["turn"] == 0:  # the opening is ours
        page.act(table, Random(1))
    page.killed()
    page.say("watch", table=table, screen=True)
    assert page.wake_at is not None and page.wake_at - page.now == SCREEN_MS
    page.say("seen", table=table, match=1, round=1)
    assert page.wake_at is not None and page.wake_at - page.now < SCREEN_MS
    page.say("unwatch", table=table)
    assert page.wake_at is None, "nobody looks: the match waits"


def test_what_is_asked_of_a_seat_is_answered(page: Page) -> None:
    table = quick(page)
    assert page.say("check", table=table, cards=["G1"])["error"]["code"] == "not_watching"
    page.say("watch", table=table)
    while page.tables[table]["public"]["match"]["turn"] != 0:
        page.wait()
    own = page.tables[table]["own"]
    hinted = page.say("hint", table=table)
    assert 1 <= len(hinted["plays"]) <= 3 and hinted["plays"][0]["reasons"]
    groups = page.say("arrange", table=table)["groups"]
    assert sorted(card for one in groups for card in one) == sorted(own["hand"])
    assert page.say("check", table=table, cards=own["hand"][:1])["kind"] == "single"
    stale = page.do(table, "pass", version=999)
    assert stale["error"]["code"] == "stale_version" and page.heard[-1]["type"] == "table"


def test_a_command_sent_again_is_applied_once_also_after_a_kill(page: Page) -> None:
    table = page.ask("POST", "/api/tables", {"options": {"seats": 3}})["table"]
    page.say("watch", table=table)
    message = {
        "type": "do",
        "id": "again",
        "table": table,
        "ask": {"do": "set_bot", "seat": 1, "bot": "lantern"},
    }
    first = page.send(message)
    kept = len(page.kept)
    assert page.send(message) == first
    page.killed()
    assert page.send(message) == first
    assert not [one for one in page.kept[kept:] if one.command_id]
    other = page.send({**message, "ask": {"do": "start"}})
    assert other["error"]["code"] == "id_reused"


def test_the_lessons_are_those_of_the_course(page: Page) -> None:
    listed = page.ask("GET", "/api/lessons")["lessons"]
    assert [one["name"] for one in listed] == [one.name for one in COURSE]
    for lesson in COURSE:
        asked = {"actions": [], "advised": False}
        view = page.ask("POST", f"/api/lessons/{lesson.name}", asked)
        assert view["ask"] == lesson.steps[0].name and view["frames"]
        hinted = page.ask("POST", f"/api/lessons/{lesson.name}/hint", {"actions": []})
        assert hinted["plays"]
    first = f"/api/lessons/{COURSE[0].name}"
    checked = page.ask("POST", f"{first}/check", {"actions": [], "cards": ["G1"]})
    assert checked["kind"] == "single"
    assert page.ask("POST", "/api/lessons/none", {})["error"]["code"] == "not_found"
    assert page.ask("POST", f"{first}/dance", {})["error"]["code"] == "not_found"


def test_what_needs_others_is_refused_in_words(page: Page) -> None:
    assert page.ask("GET", "/api/leaderboard?limit=5")["error"]["code"] == "needs_server"
    rated = {"options": {"rated": True}}
    assert page.ask("POST", "/api/tables", rated)["error"]["code"] == "needs_server"
    assert page.ask("POST", "/api/tables", {"options": 7})["error"]["code"] == "bad_message"
    table = page.ask("POST", "/api/tables", {})["table"]
    assert page.do(table, "set_bot", seat=1, bot="typhoon")["error"]["code"] == "unknown_bot"
    assert page.say("watch", table="nowhere")["error"]["code"] == "unknown_table"
    assert page.send({"type": "dance", "id": "x"})["error"]["code"] == "bad_message"
    assert page.ask("GET", "/api/matches/nowhere-1/replay")["error"]["code"] == "unknown_match"
    running = quick(page)
    for what in ("replay", "record"):
        refused = page.ask("GET", f"/api/matches/{running}-1/{what}")
        assert refused["error"]["code"] == "match_running"
    refused = page.ask("POST", "/api/replays", {"record": "[Format"})
    assert refused["error"]["code"] == "bad_record"
