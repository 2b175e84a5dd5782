"""The faces people choose: of those there are, seen wherever the name is, gone with the person."""

from __future__ import annotations

import pytest

from gangoffour.server.people.avatars import AVATARS, checked_avatar
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.server.house import House, in_a_house


def test_a_face_is_one_of_those_there_are() -> None:
    assert len(AVATARS) >= 16
    assert [checked_avatar(one) for one in ("", *AVATARS)] == ["", *AVATARS]
    for raw in ("dragon", "Cat", "<svg>", "x" * 500):
        with pytest.raises(ServerRefusal) as error:
            checked_avatar(raw)
        assert error.value.code == "unknown_avatar"
        assert len(error.value.message) < 80


@in_a_house
async def test_a_face_goes_where_the_name_goes_and_with_the_person(house: House) -> None:
    async with house.client() as client:
        refused = await client.post("/api/guest", json={"name": "Ann", "avatar": "dragon"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "unknown_avatar")
        me = (await client.post("/api/guest", json={"name": "Ann", "avatar": "owl"})).json()["me"]
        assert me["avatar"] == "owl"
        refused = await client.patch("/api/me", json={"avatar": "dragon"})
        assert refused.json()["error"]["code"] == "unknown_avatar"
        assert (await client.get("/api/me")).json()["me"]["avatar"] == "owl"
        me = (await client.patch("/api/me", json={"avatar": "fox"})).json()["me"]
        assert me["avatar"] == "fox"
        assert (await client.get(f"/api/people/{me['id']}")).json()["avatar"] == "fox"
        assert (await client.get("/api/me/export")).json()["person"]["avatar"] == "fox"
        room = await house.server.tables.open(
            c.Person(me["id"], "Ann", 50, me["avatar"]), Options(clock="none")
        )
        assert room.table.seats[0].avatar == "fox"
        for seat in (1, 2, 3):
            await house.server.tables.do(
                room.id, c.Command(c.SetBot(seat, "dumpling"), c.Person(me["id"], "Ann"))
            )
        await house.server.tables.do(
            room.id, c.Command(c.Start(), c.Person(me["id"], "Ann"), agreed=True)
        )
        (line,) = (await client.get("/api/me/matches")).json()["matches"]
        assert [one["avatar"] for one in line["players"]] == ["fox", "", "", ""]
        assert (await client.delete("/api/me")).status_code == 204
    assert "fox" not in await house.everything()
