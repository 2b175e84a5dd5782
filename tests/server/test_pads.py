"""Shared score pads: read by everybody, written by whoever has the secret, forgotten in time."""

from __future__ import annotations

from typing import Any

import pytest

from gangoffour.rules.errors import Refusal
from gangoffour.server.pads import PadLine, PadSheet, checked
from gangoffour.server.people.sessions import DAY_MS
from gangoffour.server.runtime.rate_limits import BUDGETS
from gangoffour.server.storage.models import PadRow
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, in_a_house
from tests.support.limits import standing_limits, without_limits

SHEET: dict[str, Any] = {
    "edition": "official",
    "names": ["Ann", "Bob", "Cy"],
    "lines": [{"left": [0, 5, 16], "barred": [], "highest": []}],
}


def with_lines(*lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**SHEET, "lines": list(lines), **more}


@in_a_house
async def test_a_pad_is_shared_read_written_and_taken_back(house: House) -> None:
    async with house.client() as owner, house.client() as reader:
        place = (await owner.post("/api/pads", json=SHEET)).json()
        path = f"/api/pads/{place['code']}"
        read = (await reader.get(path.lower())).json()
        assert (read["sheet"], read["revision"]) == (SHEET, 1)
        assert place["secret"] not in (await reader.get(path)).text
        assert place["secret"] not in await house.everything()
        house.clock.at += 5_000
        later = with_lines(*SHEET["lines"], {"left": [3, 0, 1], "barred": [2], "highest": []})
        body = {"secret": place["secret"], "revision": 2, "sheet": later}
        for _ in range(2):  # the answer to the first may have been lost
            assert (await owner.put(path, json=body)).status_code == 204
        read = (await reader.get(path)).json()
        assert (read["sheet"], read["revision"], read["changed_at"]) == (later, 2, house.clock.at)
        stale = await owner.put(path, json={**body, "revision": 1})
        assert code_of(stale) == (409, "pad_outdated")
        assert stale.json()["error"]["params"] == {"revision": 2}
        assert (await owner.post(f"{path}/end", json={"secret": place["secret"]})).is_success
        assert code_of(await reader.get(path)) == (404, "unknown_pad")
        assert code_of(await owner.put(path, json=body)) == (404, "unknown_pad")


@in_a_house
async def test_the_wrong_secret_changes_nothing(house: House) -> None:
    async with house.client() as client:
        place = (await client.post("/api/pads", json=SHEET)).json()
        path = f"/api/pads/{place['code']}"
        for secret in ("", "guessed", place["secret"][:-1], place["secret"] + "x", "é"):
            body = {"secret": secret, "revision": 9, "sheet": SHEET}
            assert code_of(await client.put(path, json=body)) == (403, "wrong_pad_secret")
            ended = await client.post(f"{path}/end", json={"secret": secret})
            assert code_of(ended) == (403, "wrong_pad_secret")
        assert (await client.get(path)).json()["revision"] == 1


@in_a_house
async def test_impossible_sheets_are_refused_with_the_rule(house: House) -> None:
    round_one = SHEET["lines"][0]
    wrong: dict[str, tuple[dict[str, Any], str]] = {
        "no_round_winner": (with_lines({"left": [1, 5, 16]}), "R4.6"),
        "two_round_winners": (with_lines({"left": [0, 0, 16]}), "R4.6"),
        "bad_card_count": (with_lines({"left": [0, 5, 17]}), "R6.1"),
        "bad_line": (with_lines({"left": [0, 5]}), "R4.2"),
        "barred_one_card": (with_lines({"left": [0, 5, 1], "barred": [1]}), "R5.2"),
        "unknown_seat": (with_lines({"left": [0, 5, 1], "barred": [3]}), "R4.1"),
        "rounds_after_end": (with_lines(round_one, round_one, round_one), "R6.2"),
        "unknown_edition": (with_lines(edition="martian"), "R9"),
        "bad_rule_value": (with_lines(edition="riva"), "R9"),
    }
    async with house.client() as client:
        place = (await client.post("/api/pads", json=SHEET)).json()
        for code, (sheet, rule) in wrong.items():
            body = {"secret": place["secret"], "revision": 2, "sheet": sheet}
            refused = await client.put(f"/api/pads/{place['code']}", json=body)
            assert code_of(refused) == (400, code)
            assert refused.json()["error"]["rule"] == rule
        assert (await client.get(f"/api/pads/{place['code']}")).json()["revision"] == 1


@in_a_house
async def test_what_is_no_sheet_is_refused(house: House) -> None:
    line = {"left": [0, 5, 16]}
    async with house.client() as client:
        without_limits(house.server)
        no_sheets: tuple[Any, ...] = (
            {},
            [],
            {**SHEET, "more": 1},
            {**SHEET, "names": ["Ann", "Bob", "x" * 21]},
            {**SHEET, "names": ["Ann", "Bob", ""]},
            {**SHEET, "names": ["Ann"] * 9},
            with_lines({**line, "points": 3}),
            with_lines({"left": [0, "5", 16]}),
            with_lines({"left": [0, 1.5, 16]}),
            with_lines(*[line] * 500),
        )
        for sheet in no_sheets:
            assert code_of(await client.post("/api/pads", json=sheet)) == (400, "bad_message")
        for names in (["Ann", "Bob", "\u202e\u200b"], ["Ann", "Bob", " "]):
            refused = await client.post("/api/pads", json={**SHEET, "names": names})
            assert code_of(refused) == (400, "bad_pad_name")
        huge = await client.post("/api/pads", content=b'"' + b"x" * 70_000 + b'"')
        assert code_of(huge) == (413, "body_too_large")
        assert await house.rows(PadRow) == []


@in_a_house
async def test_sharing_is_limited(house: House) -> None:
    standing_limits(house.server)
    burst = int(BUDGETS["pad"].burst)
    async with house.client("10.0.0.3") as client:
        answers = [await client.post("/api/pads", json=SHEET) for _ in range(burst + 1)]
        assert [one.status_code for one in answers[:burst]] == [200] * burst
        assert code_of(answers[-1]) == (429, "too_fast")
        place = answers[0].json()
        body = {"secret": "guessed", "revision": 2, "sheet": SHEET}
        codes = [
            code_of(await client.put(f"/api/pads/{place['code']}", json=body))[1]
            for _ in range(int(BUDGETS["pad_write"].burst) + 2)
        ]
        assert codes[0] == "wrong_pad_secret"
        assert codes[-1] == "too_fast"


@in_a_house
async def test_old_pads_are_forgotten(house: House) -> None:
    async with house.client() as client:
        old = (await client.post("/api/pads", json=SHEET)).json()
        house.clock.at += 60 * DAY_MS
        new = (await client.post("/api/pads", json=SHEET)).json()
        house.clock.at += 31 * DAY_MS
        await house.server.pads.purge()
        assert code_of(await client.get(f"/api/pads/{old['code']}")) == (404, "unknown_pad")
        assert (await client.get(f"/api/pads/{new['code']}")).status_code == 200


def test_names_are_cleaned_and_stay_text() -> None:
    """Names are shown as they are, so markup in them is letters like any others."""
    lines = [PadLine([0, 1, 2])]
    sheet = PadSheet("official", ["<b>Ann</b>", " Bob \u202e ", "Cy\n"], lines)
    assert checked(sheet).names == ["<b>Ann</b>", "Bob", "Cy"]


def test_a_tie_is_settled_where_the_edition_asks() -> None:
    """R9: in the riva edition the tied show their highest cards."""
    names = ["Ann", "Bob", "Cy", "Di"]
    tie = PadLine([0, 5, 5, 1])
    assert checked(PadSheet("official", names, [tie]))
    with pytest.raises(Refusal, match="R9"):
        checked(PadSheet("riva", names, [tie]))
    assert checked(PadSheet("riva", names, [PadLine([0, 5, 5, 1], highest=[2])]))
