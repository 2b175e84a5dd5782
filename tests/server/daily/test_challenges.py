"""A challenge with the cards of a match: of those who played it, once it is over."""

from __future__ import annotations

from gangoffour.rules.cards import Cards
from gangoffour.server.people.sessions import Identity
from tests.server.boards.talking import people
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, Played, in_a_house


async def known(house: House, name: str) -> Identity:
    found = await house.server.sessions.of_person(await house.server.moderation.find(name))
    assert found is not None
    return found


@in_a_house
async def test_the_cards_of_a_match_are_played_by_others_once_it_is_over(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        identities = [await known(house, name) for name in ("Ann", "Bob")]
        played = Played("5" * 16, identities)
        await house.receive(played, played.start())
        await house.store(played)
        key = f"{played.table.id}-1"
        early = await bob.post("/api/challenges", json={"match": key})
        assert code_of(early) == (409, "match_running"), "the deals of a match that is played"
        await house.receive(played, played.play_on())
        unknown = await bob.post("/api/challenges", json={"match": "nowhere-1"})
        assert code_of(unknown) == (404, "unknown_match")
        stranger = await cy.post("/api/challenges", json={"match": key})
        assert code_of(stranger) == (403, "not_your_match")
        made = (await bob.post("/api/challenges", json={"match": key})).json()["challenge"]
        assert (await cy.post(f"/api/challenges/{made}/play")).is_success
        match = played.table.match
        assert match is not None
        (room,) = [room for room in house.server.tables.rooms if room.table.purpose is not None]
        hers = room.table.match
        assert hers is not None
        first = match.past[0].deal.hands
        assert Cards(hers.deal.hands[0]) == Cards(first[1]), "Bob sat in seat 1"
        assert hers.deal.hands == first[1:] + first[:1]

        three = Played("3" * 16, identities, seats=3)
        await house.receive(three, three.start())
        await house.receive(three, three.play_on())
        unfit = await ann.post("/api/challenges", json={"match": f"{three.table.id}-1"})
        assert code_of(unfit) == (400, "unfit_match")
