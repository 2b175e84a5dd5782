"""This server's deals are counted once each, and chance is what it should be."""

from __future__ import annotations

from collections import Counter

from gangoffour.server.matches.deal_tally import DealTally
from gangoffour.server.storage.models import MatchRow
from tests.server.house import House, Played, in_a_house


@in_a_house
async def test_every_deal_is_counted_once(house: House) -> None:
    people = await house.guests("Ann", "Ben")
    rounds = Counter[int]()
    for number, seats in enumerate((4, 3)):
        played = Played(f"table{number}", people, target=10, seats=seats)
        await house.receive(played, played.start())
        await house.receive(played, played.play_on())
        match = played.table.match
        assert match is not None and match.over
        rounds[seats] = len(match.past)
    tally, other = house.server.deal_tally, DealTally(house.database)
    while await tally.count_some() or await other.count_some():
        pass
    assert all(row.counted for row in await house.rows(MatchRow.__table__))
    async with house.client() as client:
        told = (await client.get("/api/deals")).json()
    dealt = rounds.total()
    assert told["matches"] == 2 and told["rounds"] == dealt
    gangs, dragon, first = told["figures"]
    assert [one["what"] for one in told["figures"]] == ["gangs", "dragon", "m1"]
    assert sum(one["count"] for one in gangs["rows"]) == gangs["tries"] == 4 * dealt
    assert abs(sum(one["expected"] for one in gangs["rows"]) - 4 * dealt) < 1e-9
    for figure in (dragon, first):
        assert sum(one["count"] for one in figure["rows"]) == dealt
        assert {one["expected"] for one in figure["rows"]} == {dealt / 4}
