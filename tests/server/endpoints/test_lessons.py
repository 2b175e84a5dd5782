"""Lessons over HTTP: nobody needs a name, hostile input gets a sentence, and nothing is kept."""

from __future__ import annotations

from typing import Any

from gangoffour.lessons import COURSE
from gangoffour.rules.actions import Action, action_dict
from gangoffour.server.lessons import MAX_ACTIONS
from gangoffour.server.runtime.rate_limits import BUDGETS, Limits
from tests.server.house import House, in_a_house

LESSON = COURSE[0]
CHECK = f"/api/lessons/{LESSON.name}/check"


def sent(actions: list[Action]) -> dict[str, Any]:
    return {"actions": [action_dict(one) for one in actions]}


@in_a_house
async def test_every_lesson_is_taught_step_by_step(house: House) -> None:
    async with house.client() as client:
        listed = (await client.get("/api/lessons")).json()["lessons"]
        assert [one["name"] for one in listed] == [lesson.name for lesson in COURSE]
        for lesson in COURSE[:-1]:
            house.server.limits = Limits()
            done: list[Action] = []
            for step in lesson.steps:
                sight = (await client.post(f"/api/lessons/{lesson.name}", json=sent(done))).json()
                assert (sight["ask"], sight["done"]) == (step.name, False)
                path = f"/api/lessons/{lesson.name}/hint"
                advised = (await client.post(path, json=sent(done))).json()["plays"]
                assert advised[0]["action"] == action_dict(step.solution)
                done.append(step.solution)
            sight = (await client.post(f"/api/lessons/{lesson.name}", json=sent(done))).json()
            assert sight["done"] and sight["reaction"]["kind"] == "right"
            refused = await client.post(f"/api/lessons/{lesson.name}/hint", json=sent(done))
            assert refused.json()["error"]["code"] == "hint_not_now"


@in_a_house
async def test_what_is_wrong_is_answered_with_the_reason(house: House) -> None:
    async with house.client() as client:
        path = f"/api/lessons/{LESSON.name}"
        wrong = (await client.post(path, json={"actions": [{"play": ["M1"]}]})).json()
        assert wrong["reaction"]["kind"] == "wrong" and wrong["reaction"]["code"] == "colour"
        illegal = (await client.post(path, json={"actions": [{"pass": True}]})).json()["reaction"]
        assert illegal["kind"] == "illegal"
        assert (illegal["error"]["code"], illegal["error"]["rule"]) == ("leader_must_play", "R4.4")


@in_a_house
async def test_cards_are_judged_before_they_are_played(house: House) -> None:
    async with house.client() as client:
        path = f"/api/lessons/{LESSON.name}/check"
        pair = (await client.post(path, json={"cards": ["R1", "M1"]})).json()
        assert pair == {"kind": "pair", "error": None}
        odd = (await client.post(path, json={"cards": ["R1", "G6"]})).json()
        assert odd["kind"] is None and odd["error"]["code"] == "not_a_combination"


@in_a_house
async def test_advice_in_the_free_round_comes_from_the_bots(house: House) -> None:
    async with house.client() as client:
        path = f"/api/lessons/{COURSE[-1].name}/hint"
        plays = (await client.post(path, json={"actions": []})).json()["plays"]
        assert plays and all("M1" in one["action"]["play"] for one in plays)


HOSTILE: list[tuple[object, str]] = [
    ({"actions": [{"play": ["R1"]}] * (MAX_ACTIONS + 1)}, "bad_message"),
    ({"actions": [{"play": ["R1"] * 18}]}, "bad_message"),
    ({"actions": [{"play": ["a long name of a card"]}]}, "bad_message"),
    ({"actions": [{"play": [1]}]}, "bad_message"),
    ({"actions": "all"}, "bad_message"),
    ({"moves": []}, "bad_message"),
    ([], "bad_message"),
    ({"actions": [{}]}, "unknown_action"),
    ({"actions": [{"pass": False}]}, "unknown_action"),
    ({"actions": [{"play": ["R1"], "seat": "1"}]}, "unknown_action"),
    ({"actions": [{"play": ["XX"]}]}, "unknown_card"),
    ({"actions": [{"play": ["M1", "M1"]}]}, "too_many_copies"),
    ({"actions": [{"play": ["R1", "G6"]}]}, "not_a_combination"),
    ({"actions": [{"give": "G11"}]}, "unknown_card"),
]


@in_a_house
async def test_hostile_input_is_refused_with_a_sentence(house: House) -> None:
    async with house.client() as client:
        for body, code in HOSTILE:
            for path in ("", "/check", "/hint"):
                house.server.limits = Limits()
                answer = await client.post(f"/api/lessons/{LESSON.name}{path}", json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), body
                assert answer.json()["error"]["message"]


@in_a_house
async def test_there_is_no_other_lesson(house: House) -> None:
    async with house.client() as client:
        answer = await client.post("/api/lessons/poker", json={"actions": []})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@in_a_house
async def test_too_many_questions_are_refused(house: House) -> None:
    async with house.client() as client:
        answers = 0
        while (answer := await client.post(CHECK, json={})).status_code == 200:
            answers += 1  # on a slow machine the budget fills up a little meanwhile
            assert answers < 5 * BUDGETS["lesson"].burst
        assert answers >= BUDGETS["lesson"].burst
        assert answer.status_code == 429
