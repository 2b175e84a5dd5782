"""Records from anywhere are replayed, kept nowhere, and refused in words where they are wrong."""

from __future__ import annotations

from typing import Any

from gangoffour.rules.match import Match
from gangoffour.rules.record import print_record
from gangoffour.server.runtime.rate_limits import Budget, Limits
from tests.server.house import House, in_a_house
from tests.support.limits import without_limits

PATH = "/api/replays"
LARGE = "9" * 5000


def played(until: int) -> Match:
    """A match whose people take the first of what they may do, until so many rounds are over."""
    match = Match.new(seed="opened")
    while len(match.past) < until and not match.over:
        assert match.turn is not None
        match = match.act(match.turn, match.view(match.turn).actions[0])
    return match


@in_a_house
async def test_a_record_is_replayed_as_far_as_its_rounds_are_over(house: House) -> None:
    text = print_record(played(2), {"Player0": "Ann", "Bot1": "crane", "Replaced": LARGE})
    async with house.client() as client:
        answer = await client.post(PATH, json={"record": text})
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert [one["round"] for one in found["rounds"]] == [1, 2]
        assert found["match"]["id"] == "" and found["winners"] == []
        assert [one["name"] for one in found["match"]["players"]] == ["Ann", "", "", ""]
        assert found["match"]["players"][1]["bot"] == "crane"


@in_a_house
async def test_what_is_no_match_is_refused_in_words(house: House) -> None:
    whole = print_record(played(1))
    hostile: list[tuple[Any, int, str]] = [
        ("", 400, "bad_record"),
        ("[" * 60_000, 400, "bad_record"),
        (whole.replace("trick ", "trick 3:- ", 1), 400, "bad_record"),
        (whole.replace('[Seats "4"]', f'[Seats "{LARGE}"]'), 400, "bad_record"),
        (print_record(played(0)), 400, "no_finished_round"),
        ("\x00", 400, "bad_message"),
        (17, 400, "bad_message"),
        ("x" * 70_000, 413, "body_too_large"),
    ]
    without_limits(house.server)
    async with house.client() as client:
        for text, status, code in hostile:
            answer = await client.post(PATH, json={"record": text})
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), text
        sources = {"ServerSeed": "a", "Replaced": LARGE, "Promises": "-", "Contributions": "x"}
        answer = await client.post(PATH, json={"record": print_record(played(1), sources)})
        assert answer.status_code == 200 and answer.json()["deal"]["replaced"] == []


@in_a_house
async def test_one_address_cannot_keep_a_server_busy_with_files(house: House) -> None:
    house.server.limits = Limits(replay=Budget(0.001, 2))
    async with house.client() as client:
        codes = [(await client.post(PATH, json={"record": ""})).status_code for _ in range(3)]
    assert codes == [400, 400, 429]
