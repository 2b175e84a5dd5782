"""Several people round one phone: nobody sees another's hand, and a match goes to its end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.pocket.page import Page

PEOPLE = [{"name": "Mireille"}, {"name": "Ben"}, {"bot": "dumpling"}, {"name": "Zoë"}]


@pytest.fixture
def page() -> Page:
    made = Page(Random(5), lambda: "round the phone")
    made.enter("Mireille")
    return made


def opened(page: Page, players: list[dict[str, str]], **options: Any) -> str:
    told = {"seats": len(players), "clock": "none", "chat": "none", **options}
    answer = page.ask("POST", "/api/pocket/tables", {"players": players, "options": told})
    assert "error" not in answer, answer
    page.say("watch", table=answer["table"], screen=True)
    page.say("seen", table=answer["table"], match=1, round=1)
    return str(answer["table"])


def give(page: Page, table: str, seat: int | None) -> dict[str, Any]:
    return page.ask("POST", f"/api/pocket/tables/{table}/holder", {"seat": seat})


def one_step(page: Page, table: str, chance: Random) -> None:
    """Whoever is to act takes the phone and acts; bots act by themselves."""
    state = page.tables[table]
    public, turn = state["public"], state["public"]["match"]["turn"]
    if public["phase"] == "between":
        assert state["own"] is None
        page.do(table, "ready")
    elif public["seats"][turn]["kind"] == "bot":
        page.wait()
    else:
        if state["own"] is None:
            give(page, table, turn)
        assert state["own"] is None or state["own"]["seat"] == turn
        assert page.tables[table]["own"]["seat"] == turn
        assert page.act(table, chance)


@pytest.mark.parametrize("players", [PEOPLE, [*PEOPLE[:2], PEOPLE[3]]])
def test_a_whole_match_and_no_page_is_told_another_hand(
    page: Page, players: list[dict[str, str]]
) -> None:
    table, chance = opened(page, players, target=15), Random(1)
    first = page.tables[table]["public"]
    assert [one["name"] for one in first["seats"] if one["kind"] == "person"] == [
        one["name"] for one in players if "name" in one
    ]
    held, told = None, 0
    while page.tables[table]["public"]["phase"] != "over":
        one_step(page, table, chance)
        for message in page.heard[told:]:
            own = message.get("own")
            if own is None:
                continue
            assert message["public"].get("phase", "playing") == "playing"
            assert own["seat"] == held or message["type"] == "table", "only what was given is seen"
            held = own["seat"]
        told = len(page.heard)
    assert page.tables[table]["own"] is None
    number = page.tables[table]["public"]["match"]["number"]
    assert page.ask("GET", f"/api/matches/{table}-{number}/replay")["rounds"]
    assert page.do(table, "rematch")["type"] == "done", "one tap for all"
    assert page.tables[table]["public"]["match"]["number"] == number + 1


def test_the_phone_is_for_whoever_is_to_act_and_is_covered_after_a_kill(page: Page) -> None:
    table = opened(page, [*PEOPLE[:2], PEOPLE[3]])
    turn = page.tables[table]["public"]["match"]["turn"]
    assert page.tables[table]["own"] is None
    version = page.tables[table]["public"]["match"]["version"]
    assert page.do(table, "pass", version=version)["error"]["code"] == "not_seated"
    assert give(page, table, (turn + 1) % 3)["error"]["code"] == "not_your_turn"
    assert give(page, table, "two")["error"]["code"] == "bad_message"  # type: ignore[arg-type]
    give(page, table, turn)
    hand = page.tables[table]["own"]["hand"]
    assert page.say("check", table=table, cards=hand[:1])["kind"] == "single"
    assert page.say("hint", table=table)["plays"] and page.say("arrange", table=table)["groups"]
    give(page, table, None)
    assert page.tables[table]["own"] is None
    assert page.say("hint", table=table)["type"] == "refused"
    give(page, table, turn)
    page.killed()
    page.say("watch", table=table)
    assert page.tables[table]["own"] is None
    give(page, table, turn)
    assert page.tables[table]["own"]["hand"] == hand
    page.do(table, "leave")
    page.say("unwatch", table=table)
    assert page.wake_at is None, "the match waits for them"
    page.say("watch", table=table)
    assert page.tables[table]["public"]["phase"] == "playing"
    assert not any(one["stand_in"] for one in page.tables[table]["public"]["seats"])
    page.do(table, "give_up")
    assert page.tables[table]["public"]["phase"] not in ("playing", "between")


def test_who_cannot_sit_down_is_told_why(page: Page) -> None:
    def refused(players: list[dict[str, str]], **options: Any) -> str:
        body = {"players": players, "options": {"seats": 3, "clock": "none", **options}}
        return str(page.ask("POST", "/api/pocket/tables", body)["error"]["code"])

    assert refused(PEOPLE) == "bad_message"
    assert refused([{"name": "Ben"}, {"name": "x"}, {"bot": "sparrow"}]) == "bad_name"
    assert refused([{"bot": "sparrow"}, {"name": "Ben"}, {"name": "Ann"}]) == "bad_name"
    assert refused([{"name": "Ben"}, {"bot": "nobody"}, {"name": "Ann"}]) == "unknown_bot"
