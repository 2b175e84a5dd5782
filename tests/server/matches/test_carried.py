"""Matches against bots that were begun without a server: taken over under the rules, and counted
nowhere; and those that are taken along."""

from __future__ import annotations

import random
from typing import Any

import httpx

from gangoffour import Match
from gangoffour.rules.actions import action_dict
from gangoffour.rules.deal import mixed_seed
from gangoffour.server.runtime.rate_limits import BUDGETS, Budget, Limits
from gangoffour.server.storage.models import EventRow
from gangoffour.table.commands import Command, GiveUp, Person
from gangoffour.table.events import Started, decode_event
from gangoffour.table.options import Options, rules_of
from tests.server.house import House, in_a_house
from tests.support.limits import without_limits

PATH = "/api/me/carried"
BOTS = ["lantern", None, "tiger", "dumpling"]


def played(number: int | None, seed: str = "a seed") -> tuple[dict[str, Any], Match]:
    """So many actions of a match by chance, or all, as they are sent; and the match."""
    match = Match.new(seed=seed, rules=rules_of(Options()))
    chance, actions = random.Random(7), list[Any]()
    while not match.over and (number is None or len(actions) < number):
        assert match.turn is not None
        seat = match.turn
        action = chance.choice(match.view(seat).actions)
        actions.append([seat, action_dict(action)])
        match = match.act(seat, action)
    options = {"rated": True, "spectators": True, "clock": "blitz", "name": "Ours"}
    return {"options": options, "bots": BOTS, "seed": seed, "actions": actions}, match


async def entered(house: House, client: httpx.AsyncClient, name: str) -> str:
    account = {"name": name, "password": f"password of {name}"}
    answer = await client.post("/api/register", json=account)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["me"]["id"])


@in_a_house
async def test_a_finished_match_is_added_once_and_counts_nowhere(house: House) -> None:
    body, match = played(None)
    async with house.client() as client:
        ann = await entered(house, client, "Ann")
        place = (await client.post(PATH, json=body)).json()
        assert place["over"] is True
        assert (await client.post(PATH, json=body)).json() == place, "the same match"
        (line,) = (await client.get("/api/me/matches")).json()["matches"]
        assert line["id"] == place["match"] and line["carried"] and not line["rated"]
        assert [one["total"] for one in line["players"]] == list(match.totals)
        assert [one["bot"] for one in line["players"]] == BOTS
        assert line["players"][1]["person"] == ann
        replay = (await client.get(f"/api/matches/{place['match']}/replay")).json()
        assert len(replay["rounds"]) == len(match.results)
        assert (await client.get("/api/matches")).json()["matches"] == []
        profile = (await client.get(f"/api/people/{ann}")).json()
        assert profile["matches"] == 0 and profile["karma"] == 50
        rungs = (await client.get("/api/me/ladder")).json()["rungs"]
        assert not any(one["matches"] for one in rungs), rungs
        await house.server.deal_tally.count_some()
        assert (await client.get("/api/deals")).json()["matches"] == 0
        assert await house.server.daily.costs.left() == []


@in_a_house
async def test_a_match_goes_on_here_and_is_taken_along_again(house: House) -> None:
    body, match = played(90)
    async with house.client() as client, house.client("10.0.0.9") as other:
        ann = await entered(house, client, "Ann")
        await entered(house, other, "Eve")
        place = (await client.post(PATH, json=body)).json()
        table = (await house.server.tables.get(place["table"])).table
        assert place["over"] is False and table.match == match and table.asleep
        assert not table.options.rated and table.options.private and table.options.clock == "none"
        log = f"/api/tables/{place['table']}/log"
        refused = await client.get(log)
        assert refused.json()["error"]["code"] == "match_running", "the seed stays here"
        await house.server.tables.do(place["table"], Command(GiveUp(), Person(ann, "Ann")))
        for _ in range(2):  # an answer may be lost
            events = (await client.get(log)).json()["events"]
            found = [decode_event(one["body"].encode()) for one in events]
            assert any(isinstance(one, Started) and one.seed == "a seed" for one in found)
            assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
        assert (await other.get(log)).json()["error"]["code"] == "not_seated"
        again = (await client.post(PATH, json=body)).json()
        assert again["table"] != place["table"], "the one that was given up is no more"
        assert (await house.server.tables.get(again["table"])).table.match == match


@in_a_house
async def test_what_is_no_match_of_theirs_is_refused_in_words(house: House) -> None:
    body, _ = played(40)
    actions = body["actions"]
    mixed, contributions = {**body, "seed": "theirs"}, ["mine", None, None, None]
    hostile: list[tuple[Any, int, str]] = [
        ({**body, "actions": [*actions[:20], actions[19]]}, 400, "against_rules"),
        ({**body, "actions": [[3, {"dance": True}]]}, 400, "against_rules"),
        ({**body, "seed": "another deal"}, 400, "against_rules"),
        ({**mixed, "contributions": contributions}, 400, "against_rules"),
        ({**body, "bots": [None, None, "tiger", "tiger"]}, 400, "not_alone"),
        ({**body, "bots": [None, "tiger", "tiger"]}, 400, "not_alone"),
        ({**body, "bots": ["../bot.py:Bot", None, "tiger", "tiger"]}, 400, "unknown_bot"),
        ({**body, "finished": True}, 400, "match_not_over"),
        ({**body, "options": {"edition": "mine"}}, 400, "unknown_edition"),
        ({**body, "seed": "\x01"}, 400, "bad_message"),
        ({**body, "actions": [[9, {}]]}, 400, "bad_message"),
        ({**body, "actions": actions * 200}, 413, "body_too_large"),
    ]
    without_limits(house.server)
    async with house.client() as client:
        answer = await client.post(PATH, json=body)
        assert answer.json()["error"]["code"] == "not_signed_in"
        await entered(house, client, "Ann")
        for sent, status, code in hostile:
            answer = await client.post(PATH, json=sent)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert (await client.get("/api/me/matches")).json()["matches"] == []
        dealt = played(30, mixed_seed("theirs", contributions))[0]
        sent = {**dealt, "seed": "theirs", "contributions": contributions}
        assert (await client.post(PATH, json=sent)).status_code == 200
        for number in (10, 11, 12):
            answer = await client.post(PATH, json=played(number)[0])
        assert answer.json()["error"]["code"] == "too_many_tables"


@in_a_house
async def test_what_comes_from_a_device_is_paid_for_like_commands(house: House) -> None:
    """By the number of its actions, from a person's budget and an address's; nothing is stored of
    what is refused. A few matches at once are no trouble."""

    def budgets(**changed: Budget) -> None:
        free = {**BUDGETS, "guest": Budget(9, 99), **changed}
        house.server.limits = Limits(lambda: 0.0, **free)

    async def carried(client: httpx.AsyncClient, number: int) -> httpx.Response:
        return await client.post(PATH, json=played(40, f"seed {number}")[0])

    async with house.client("10.0.0.9") as client, house.client("10.0.0.9") as other:
        await entered(house, client, "Ann")
        await entered(house, other, "Bob")
        budgets(command=Budget(0.5, 50))  # 21 for each match
        assert [(await carried(client, one)).status_code for one in range(2)] == [200, 200]
        stored = len(await house.rows(EventRow))
        answer = await carried(client, 3)
        assert answer.json()["error"]["code"] == "too_fast" and answer.status_code == 429
        assert answer.headers["retry-after"] == str(round((21 - 8) / 0.5 + 0.5))
        assert len(await house.rows(EventRow)) == stored, "nothing of it is stored"
        assert (await carried(client, 1)).status_code == 200, "what is here already costs nothing"
        budgets(carried_address=Budget(1, 15))  # one that costs more than there may be is possible
        assert (await carried(other, 4)).status_code == 200
        assert (await carried(other, 5)).json()["error"]["code"] == "too_fast"
        assert (await carried(client, 5)).json()["error"]["code"] == "too_fast", "one address"
    usual = 250  # actions; a month of such matches may come at once
    assert 30 * (1 + usual // 2) <= BUDGETS["command"].burst
