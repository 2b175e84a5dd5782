"""The ladder comes from matches: whole ones, alone against three bots of one level."""

from __future__ import annotations

from sqlalchemy import update

from gangoffour.server.storage.models import PlayerRow
from tests.server.house import House, Played, in_a_house


@in_a_house
async def test_medals_are_for_whole_matches_alone_against_one_level(house: House) -> None:
    (ann, bob) = await house.guests("Ann", "Bob")
    wins = 0
    for number, (people, options) in enumerate(
        [([ann], {}), ([ann], {}), ([ann], {"target": 1}), ([ann, bob], {})]
    ):
        played = Played(f"{number:016x}", people, **options)
        await house.receive(played, played.start())
        await house.receive(played, played.play_on())
        match = played.table.match
        assert match is not None
        wins += number < 2 and 0 in match.winners
    found = await house.server.daily.ladders.of(ann.id)
    first = found.rungs[0]
    assert (first.level, first.matches, first.wins) == (1, 2, wins)
    assert [rung.matches for rung in found.rungs[1:]] == [0] * 5
    medal = (None, "bronze", "silver")[wins]
    assert first.medal == medal and found.next is not None
    assert found.next.level == (1 if medal is None else 2) and found.next.medal == "bronze"
    assert (await house.server.daily.ladders.of(bob.id)).rungs[0].matches == 0


@in_a_house
async def test_a_match_left_open_stands_in_the_row_as_not_won(house: House) -> None:
    """Won, left open, won, won: no gold by leaving a match that goes badly, until it is won."""
    (ann,) = await house.guests("Ann")
    matches = [Played(f"{number:016x}", [ann]) for number in range(4)]
    for number, played in enumerate(matches):
        played.at += number
        await house.receive(played, played.start())
        if number != 1:
            await house.receive(played, played.play_on())
    won = update(PlayerRow).where(PlayerRow.seat == 0, PlayerRow.total.is_not(None))

    async def medal() -> tuple[str | None, int, int]:
        async with house.server.database.writing() as connection:
            await connection.execute(won.values(won=True))
        first = (await house.server.daily.ladders.of(ann.id)).rungs[0]
        return first.medal, first.matches, first.open

    assert await medal() == ("silver", 3, 1)
    await house.receive(matches[1], matches[1].play_on())
    assert await medal() == ("gold", 4, 0)
