"""What people are told before they leave is what they get; and who is rated, and why not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import update

from gangoffour.server.matches.stakes import KARMA_A_DAY, KARMA_TARGET, Stakes, stakes_at
from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.sessions import DAY_MS, Identity
from gangoffour.server.storage.models import MatchRow, PersonRow
from gangoffour.table import commands as c
from gangoffour.table.refusals import TableRefusal
from tests.server.house import House, Played, in_a_house


async def apart(people: Sequence[str]) -> bool:
    return False


async def together(people: Sequence[str]) -> bool:
    return True


async def told(house: House, played: Played, one: Identity) -> Stakes:
    return await stakes_at(played.table, one.id, house.database, apart)


async def karma(house: House, one: Identity) -> int:
    (row,) = await house.rows(PersonRow, PersonRow.id == one.id)
    return int(row.karma)


@in_a_house
async def test_who_is_rated_and_why_not(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    (gil,) = await house.guests("Gil")
    casual, rated = Played("a1", [ann, bob]), Played("a2", [ann, bob, gil], rated=True)
    assert (await told(house, casual, ann)).why_not == "casual"
    found = await told(house, rated, gil)
    assert found.why_not is None
    assert [one.why_not for one in found.seats] == [None, None, "guest", "bot"]
    assert [one.rating for one in found.seats] == [1500, 1500, None, None]
    beside = await stakes_at(rated.table, ann.id, house.database, together)
    assert beside.why_not == "same_address"
    alone = Played("a3", [ann, gil], rated=True)
    assert (await told(house, alone, ann)).why_not == "few_accounts"
    with pytest.raises(TableRefusal, match="do not sit"):
        await told(house, alone, bob)


@in_a_house
async def test_what_is_told_is_what_is_settled(house: House) -> None:
    """Two leave one after the other: each had been told what it would cost, and who stays too."""
    for name, rated in (("a1", False), ("a2", True)):
        people = await house.accounts(f"Ann {name}", f"Bob {name}", f"Cy {name}")
        played = Played(name, people, rated=rated)
        await house.receive(played, played.start())
        ann, bob, cy = people
        unplayed = await told(house, played, bob)
        assert (unplayed.leaving, unplayed.karma_left) == ("unplayed", 50)
        played.all_act()
        stays, first = await told(house, played, ann), await told(house, played, bob)
        assert first.leaving == ("rated" if rated else "first")
        played.do(c.Leave(), played.people[1])
        second = await told(house, played, cy)
        assert second.leaving == ("rated" if rated else "later")
        played.do(c.Leave(), played.people[2])
        played.play_on()
        await house.receive(played, played.last)
        assert await karma(house, ann) == stays.karma_finished == 51
        assert await karma(house, bob) == first.karma_left == 45
        assert await karma(house, cy) == second.karma_left == (45 if rated else 50)


@in_a_house
async def test_karma_is_not_made_among_ones_own_in_seconds_or_without_end(house: House) -> None:
    """Nothing for a short match, nor among guests of one address or one's own bots, and so much a
    day."""

    async def guests(*addresses: str) -> list[Identity]:
        arrivals = [Arrival(address, "") for address in addresses]
        return [(await house.people.guest(f"Guest {i}", one))[0] for i, one in enumerate(arrivals)]

    async def play(name: str, people: list[Identity], target: int = 40) -> tuple[int, int]:
        played = Played(name, people, target=target)
        await house.receive(played, played.start())
        stays = (await told(house, played, people[0])).karma_finished
        played.play_on()
        await house.receive(played, played.last)
        return stays, await karma(house, people[0])

    family = await guests("10.0.0.1", "10.0.0.1", "10.0.0.1")
    assert await play("a1", family) == (50, 50)
    (owner,) = await house.accounts("Owner")
    bots = [(await house.people.bot_token(owner, f"Robby {n}"))[0] for n in range(2)]
    assert await play("o1", [owner, *bots]) == (50, 50)
    assert await play("o2", [bots[0], owner]) == (50, 50)
    await house.server.addresses.note(owner.id, "10.0.0.1")
    assert await play("o3", [bots[0], family[0]]) == (50, 50)
    apart_ = await guests("10.0.0.2", "10.0.0.3", "10.0.0.3")
    assert await play("a2", apart_, target=KARMA_TARGET - 1) == (50, 50)
    for number in range(1, KARMA_A_DAY + 1):
        assert await play(f"b{number}", apart_) == (50 + number, 50 + number)
    most = 50 + KARMA_A_DAY
    assert await play("c1", apart_) == (most, most)
    async with house.database.writing() as connection:
        await connection.execute(update(MatchRow).values(ended_at=MatchRow.ended_at - DAY_MS - 1))
    assert await play("c2", apart_) == (most + 1, most + 1), "another day"


@in_a_house
async def test_who_deletes_their_account_takes_no_karma_from_the_others(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    await house.server.addresses.note(ann.id, "203.0.113.5")
    await house.server.addresses.note(bob.id, "198.51.100.7")
    played = Played("a1", [ann, bob])
    await house.receive(played, played.start())
    played.all_act()
    played.do(c.Leave(), played.people[1])
    await house.people.delete(bob.id)
    played.play_on()
    before = await karma(house, ann)
    await house.receive(played, played.last)
    assert await karma(house, ann) == before + 1
