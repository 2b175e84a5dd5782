"""Results: kept from the start, settled exactly once, whatever happens in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.json import decode
from sqlalchemy import update

from gangoffour import parse_record
from gangoffour.rules.cards import Cards
from gangoffour.rules.errors import Refusal
from gangoffour.rules.fairness import verify_commitment, verify_deals
from gangoffour.server.matches.replay_steps import Replay, steps_of
from gangoffour.server.matches.results import Results
from gangoffour.server.matches.statistics import statistics, strength
from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.ratings import Skill, rate
from gangoffour.server.people.sessions import Identity
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.storage.models import MatchRow, PersonRow, PlayerRow, SeatingRow
from gangoffour.table import commands as c
from tests.server.house import House, Played, in_a_house


async def played_out(house: House, table_id: str, people: list[Identity], **options: Any) -> Played:
    """A whole match, heard of as the server would."""
    played = Played(table_id, people, **options)
    await house.receive(played, tuple(event for _, event in played.events))
    await house.receive(played, played.start())
    played.play_on()
    await house.receive(played, played.last)
    return played


async def person(house: House, person_id: str) -> Any:
    (row,) = await house.rows(PersonRow, PersonRow.id == person_id)
    return row


@in_a_house
async def test_a_match_is_kept_from_its_start(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    played = Played("a1", [ann, bob], target=5)
    await house.receive(played, played.start())
    line = await house.server.history.match("a1-1")
    assert (line.table, line.number, line.state, line.seats) == ("a1", 1, "live", 4)
    assert [one.name or one.bot for one in line.players] == ["Ann", "Bob", "dumpling", "dumpling"]
    assert [one.total for one in line.players] == [0] * 4 and line.round == 1
    for forbidden in (house.server.records.record, house.server.replays.of):
        with pytest.raises(Refusal) as error:
            await forbidden("a1-1")
        assert error.value.code == "match_running"
    for unknown in (
        house.server.history.match,
        house.server.records.record,
        house.server.replays.of,
    ):
        with pytest.raises(Refusal) as error:
            await unknown("a1-2")
        assert error.value.code == "unknown_match"


@in_a_house
async def test_the_end_stores_record_results_and_statistics(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    played = await played_out(house, "a1", [ann, bob], target=60)
    match = played.table.match
    assert match is not None
    line = await house.server.history.match("a1-1")
    assert line.state == "over"
    assert tuple(one.total for one in line.players) == match.totals
    assert [one.seat for one in line.players if one.won] == list(match.winners)
    assert all(one.rounds == len(match.past) for one in line.players)
    assert sum(one.rounds_won or 0 for one in line.players) == len(match.past)
    record = parse_record(await house.server.records.record("a1-1"))
    assert record.match.past == match.past
    assert record.tags["Player0"] == "Ann"
    assert record.tags["Player2"] == record.tags["Bot2"] == "dumpling"
    assert "Bot0" not in record.tags
    assert record.tags["Table"] == "a1"
    assert record.tags["Date"] == "2027-01-15"
    assert verify_commitment(record) is True
    assert all(one.fair for one in verify_deals(record))
    figures = statistics(match)
    assert sum(one.gangs for one in figures) == sum(
        move.play is not None and move.play.kind.code == "gang"
        for past in match.past
        for move in past.history
    )
    for seat, one in enumerate(figures):
        won = [past.deal.hands[seat] for past in match.past if past.result.winner == seat]
        assert one.worst_survived == (min(strength(hand) for hand in won) if won else None)
        assert one.worst_hand is None or len(Cards.parse(one.worst_hand)) == 16


@in_a_house
async def test_heard_twice_or_by_two_processes_counts_once(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    played = await played_out(house, "a1", [ann, bob], rated=True)
    first = [await person(house, one.id) for one in (ann, bob)]
    await house.store(played)
    others = [Results(house.database, house.server.sessions) for _ in range(3)]
    await asyncio.gather(
        *(one.receive(played.room.table, played.room.facts, played.last) for one in others)
    )
    await asyncio.gather(*(one.reconcile(played.room.table) for one in others))
    await house.receive(played, played.last)
    await others[0].catch_up()
    assert [await person(house, one.id) for one in (ann, bob)] == first
    assert len(await house.rows(MatchRow)) == 1
    assert len(await house.rows(PlayerRow)) == 4
    assert [row.karma for row in first] == [51, 51]
    assert [row.rated_matches for row in first] == [1, 1]


@in_a_house
async def test_two_processes_settle_a_match_at_the_same_moment(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    played = Played("a1", [ann, bob], rated=True)
    played.start()
    played.play_on()
    others = [Results(house.database, house.server.sessions) for _ in range(4)]
    await asyncio.gather(
        *(one.receive(played.room.table, played.room.facts, played.last) for one in others)
    )
    assert [(await person(house, one.id)).karma for one in (ann, bob)] == [51, 51]
    assert (await person(house, ann.id)).rated_matches == 1


class Broken:
    """A database that is not there until it is mended."""

    def __init__(self, house: House) -> None:
        self._database = house.database
        self.mended = False

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        if not self.mended:
            raise StorageUnavailable("disk full")
        async with self._database.writing() as connection:
            yield connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)


@in_a_house
async def test_what_cannot_be_stored_is_owed_and_paid_later(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    broken = Broken(house)
    results = Results(broken, house.server.sessions)  # type: ignore[arg-type]
    played = Played("a1", [ann, bob], rated=True)
    played.start()
    await house.store(played)
    await results.receive(played.room.table, played.room.facts, played.last)
    played.all_act()
    played.do(c.Leave(), played.people[1])
    played.play_on()
    await house.store(played)
    await results.receive(played.room.table, played.room.facts, played.last)
    # afterwards everybody goes, so the room no longer tells who played
    played.do(c.Sit(), played.people[1])
    for one in played.people:
        played.do(c.Leave(), one)
        await house.store(played)
        await results.receive(played.room.table, played.room.facts, played.last)
    assert await house.rows(MatchRow) == []
    broken.mended = True
    other = Played("b1", await house.guests("Cy"))
    await results.receive(other.room.table, other.room.facts, other.last)
    line = await house.server.history.match("a1-1")
    assert [one.name for one in line.players[:2]] == ["Ann", "Bob"]
    assert [one.karma for one in line.players[:2]] == [1, -5], "as it was when the match ended"
    assert (await person(house, bob.id)).karma == 45
    assert {row.person_id for row in await house.rows(SeatingRow)} == {ann.id, bob.id}


@in_a_house
async def test_after_a_crash_results_come_from_the_events(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    played = Played("a1", [ann, bob], target=40)
    played.start()
    played.play_on()
    for one in played.people:
        played.do(c.Rematch(), one)
    played.play_on(10)
    await house.store(played)
    room = await house.server.tables.get("a1")
    await house.results.reconcile(room.table)
    lines = await house.server.history.my_matches(ann.id)
    assert [(one.id, one.state) for one in lines] == [("a1-2", "live"), ("a1-1", "over")]
    assert (await person(house, ann.id)).karma == 51
    await house.results.reconcile(room.table)
    assert (await person(house, ann.id)).karma == 51


@in_a_house
async def test_old_tables_are_caught_up_with(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    played = Played("a1", [ann, bob], target=5)
    played.start()
    played.play_on()
    await house.store(played)
    assert await house.results.catch_up() == 1
    assert (await house.server.history.match("a1-1")).state == "over"
    assert await house.results.catch_up() == 0


@in_a_house
async def test_a_rematch_that_begins_before_the_end_is_stored(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    played = Played("a1", [ann, bob], target=5)
    await house.receive(played, played.start())
    played.play_on()  # its end is not heard of in time
    for one in played.people:
        played.do(c.Rematch(), one)
    await house.store(played)
    await house.receive(played, played.last)
    assert (await house.server.history.match("a1-1")).state == "over"
    assert (await house.server.history.match("a1-2")).state == "live"


@in_a_house
async def test_karma_for_finishing_and_for_leaving_first(house: House) -> None:
    ann, bob, cy = await house.guests("Ann", "Bob", "Cy")
    played = Played("a1", [ann, bob, cy], target=40)
    await house.receive(played, played.start())
    played.all_act()
    played.do(c.Leave(), played.people[1])
    played.do(c.Leave(), played.people[2])
    played.play_on()
    await house.receive(played, played.last)
    assert [(await person(house, one.id)).karma for one in (ann, bob, cy)] == [51, 45, 50]
    line = await house.server.history.match("a1-1")
    assert [one.finished for one in line.players] == [True, False, False, True]
    returned = Played("a2", [ann, bob], target=40)
    await house.receive(returned, returned.start())
    returned.do(c.Leave(), returned.people[1])
    returned.do(c.Sit(), returned.people[1])
    returned.play_on()
    await house.receive(returned, returned.last)
    assert (await person(house, bob.id)).karma == 46


@pytest.mark.parametrize(("before", "left", "after"), [(100, False, 100), (3, True, 0)])
def test_karma_stays_from_0_to_100(before: int, left: bool, after: int, tmp_path: Any) -> None:
    @in_a_house
    async def settled(house: House) -> None:
        ann, bob = await house.guests("Ann", "Bob")
        async with house.database.writing() as connection:
            await connection.execute(update(PersonRow).values(karma=before))
        played = Played("a1", [ann, bob], target=5)
        await house.receive(played, played.start())
        if left:
            played.all_act()
            played.do(c.Leave(), played.people[1])
        played.play_on()
        await house.receive(played, played.last)
        assert (await person(house, bob.id)).karma == after
        line = await house.server.history.match("a1-1")
        assert line.players[1].karma == after - before

    settled(tmp_path)


@in_a_house
async def test_ratings_follow_the_places_of_rated_matches(house: House) -> None:
    people = await house.accounts("Ann", "Bob", "Cy")
    played = await played_out(house, "a1", people, rated=True)
    match = played.table.match
    assert match is not None
    totals = match.totals[:3]
    expected = rate([Skill()] * 3, totals)
    for one, skill, total in zip(people, expected, totals, strict=True):
        row = await person(house, one.id)
        assert (row.mu, row.sigma, row.rating) == (skill.mu, skill.sigma, skill.rating)
        assert (skill.mu > 25) == (total == min(totals)) or total not in (min(totals), max(totals))
        profile = await house.server.profiles.profile(one.id)
        assert [point.rating for point in profile.ratings] == [skill.rating]
    line = await house.server.history.match("a1-1")
    assert [one.rating_before for one in line.players] == [1500, 1500, 1500, None]
    token = (await house.server.logins.login("Ann", "password of Ann", Arrival("here")))[1]
    found = await house.server.sessions.read(token)
    assert found is not None
    assert found[0].rating == expected[0].rating


@in_a_house
async def test_only_rated_tables_with_two_people_are_rated(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    await played_out(house, "a1", [ann, bob], target=5)
    assert (await person(house, ann.id)).rated_matches == 0
    bot, _ = await house.people.bot_token(ann, "Robby")
    await played_out(house, "a2", [ann, bot], rated=True)
    for one in (ann, bot):
        assert (await person(house, one.id)).rated_matches == 0
        assert (await person(house, one.id)).rating == 1500
    line = await house.server.history.match("a2-1")
    assert [player.rating_after for player in line.players] == [None] * 4


@in_a_house
async def test_guests_are_nothing_to_win_a_rating_from(house: House) -> None:
    (ann,) = await house.accounts("Ann")
    guests = await house.guests("Gus", "Gil")
    await played_out(house, "a1", [ann, *guests], rated=True)
    for one in (ann, *guests):
        row = await person(house, one.id)
        assert (row.rated_matches, row.rating) == (0, 1500)


@in_a_house
async def test_the_leaderboard_holds_accounts_with_three_rated_matches(house: House) -> None:
    people = await house.accounts("Ann", "Bob", "Cy", "Dee")
    (guest,) = await house.guests("Guest One")
    bot, _ = await house.people.bot_token(people[0], "Robby")
    ratings = {people[0].id: 1600, people[1].id: 1700, people[2].id: 1900, people[3].id: 2000}
    ratings |= {guest.id: 2100, bot.id: 2200}
    async with house.database.writing() as connection:
        for one, rating in ratings.items():
            matches = 2 if one == people[2].id else 3
            await connection.execute(
                update(PersonRow)
                .where(PersonRow.id == one)
                .values(rating=rating, rated_matches=matches)
            )
    await house.server.moderation.ban("Dee", "rude")
    leaders = await house.server.profiles.leaderboard(10, 0)
    assert [(one.rank, one.name, one.rating) for one in leaders] == [
        (1, "Bob", 1700),
        (2, "Ann", 1600),
    ]
    (second,) = await house.server.profiles.leaderboard(1, 1)
    assert (second.rank, second.name) == (2, "Ann")
    assert (await house.server.profiles.profile("Cy")).provisional
    assert not (await house.server.profiles.profile("Bob")).provisional


@in_a_house
async def test_a_profile_tells_what_people_like_to_know(house: House) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    games = [await played_out(house, f"a{number}", [ann, bob], target=40) for number in range(1, 4)]
    matches = [one.table.match for one in games]
    profile = await house.server.profiles.profile("ANN")
    assert profile == await house.server.profiles.profile(ann.id)
    assert profile.matches == 3
    assert profile.wins == sum(0 in one.winners for one in matches if one)
    assert profile.rounds == sum(len(one.past) for one in matches if one)
    assert profile.points == sum(one.totals[0] for one in matches if one)
    assert profile.points_per_round == round(profile.points / profile.rounds, 2)
    assert profile.gangs == sum(statistics(one)[0].gangs for one in matches if one)
    assert profile.karma == 53
    (rival,) = profile.rivals
    ahead = sum(one.totals[0] < one.totals[1] for one in matches if one)
    behind = sum(one.totals[0] > one.totals[1] for one in matches if one)
    assert (rival.name, rival.matches, rival.ahead, rival.behind) == ("Bob", 3, ahead, behind)
    weakest = [statistics(one)[0].worst_survived for one in matches if one]
    assert profile.worst_survived == min((one for one in weakest if one is not None), default=None)
    with pytest.raises(Refusal):
        await house.server.profiles.profile("nobody at all")
    newcomer = await house.server.profiles.profile((await house.guests("Cy"))[0].id)
    assert (newcomer.matches, newcomer.points_per_round, newcomer.worst_hand) == (0, None, None)


@in_a_house
async def test_matches_that_wait_for_me_come_first(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    await played_out(house, "a1", [ann, bob], target=5)
    live = Played("a2", [ann, bob])
    await house.receive(live, live.start())
    days = Played("a3", [ann, bob], clock="days", seats=3)
    await house.receive(days, days.start())
    waited: set[str] = set()
    while len(waited) < 2:
        turn = days.table.turn
        assert turn is not None
        who = days.table.seats[turn].person
        for one in (ann, bob):
            states = {line.id: line.state for line in await house.server.history.my_matches(one.id)}
            assert states["a3-1"] == ("waiting" if who == one.id else "live")
            if who == one.id:
                assert list(states) == ["a3-1", "a2-1", "a1-1"]
                waited.add(one.id)
        days.play_on(1)
        await house.receive(days, days.last)
    assert (await house.server.history.my_matches((await house.guests("Cy"))[0].id)) == []


@in_a_house
async def test_a_replay_shows_every_step_and_every_hand(house: House) -> None:
    ann, bob = await house.guests("Ann", "Bob")
    for table, options in (("a1", {"last_card": "call"}), ("a2", {"seats": 3})):
        played = await played_out(house, table, [ann, bob], target=40, **options)
        match = played.table.match
        assert match is not None
        replay = decode(await house.server.replays.of(f"{table}-1"), type=Replay)
        assert replay.match.players[0].name == "Ann"
        assert replay.seed == match.seed
        assert replay.winners == list(match.winners)
        assert len(replay.rounds) == len(match.past)
        for shown, past in zip(replay.rounds, match.past, strict=True):
            assert [Cards.parse(hand).word for hand in shown.hands] == list(past.deal.hands)
            extra = 0 if past.exchange is None else 2
            assert len(shown.steps) == len(past.history) + extra
            hands = list(shown.hands)
            for step in shown.steps:
                hands = [
                    old if new is None else new for old, new in zip(hands, step.hands, strict=True)
                ]
                assert step.events
            assert [len(hand.split()) for hand in hands] == list(past.result.left)
            assert shown.steps[-1].turn is None
            types = [to_builtins(one)["type"] for step in shown.steps for one in step.events]
            assert "dealt" not in types[1:]
            assert types.count("played") == sum(move.play is not None for move in past.history)
            assert shown.result.totals == list(past.result.totals)
        assert steps_of(await house.server.records.record(f"{table}-1")).rounds == replay.rounds


@in_a_house
async def test_a_match_that_all_left_leaves_nothing_but_the_karma_of_the_first(
    house: House,
) -> None:
    ann, bob = await house.accounts("Ann", "Bob")
    for table, heard in (("a1", True), ("a2", False)):
        played = Played(table, [ann, bob], rated=True)
        await house.receive(played, played.start())
        played.all_act()
        for one in played.people:
            played.do(c.Leave(), one)
        await house.store(played)
        if heard:
            await house.receive(played, played.last)
            await house.receive(played, played.last)
        else:  # a crash: the events tell
            await house.results.reconcile((await house.server.tables.get(table)).table)
        assert await house.rows(MatchRow) == [] and await house.rows(PlayerRow) == []
    assert [(await person(house, one.id)).karma for one in (ann, bob)] == [40, 50]
    assert (await person(house, bob.id)).rating == 1500
    profile = await house.server.profiles.profile(ann.id)
    assert (profile.matches, profile.left) == (0, 0)


@in_a_house
async def test_what_a_bot_finished_gains_nothing(house: House) -> None:
    """Ann goes, a bot wins for her: no rating, no win, no figures, but the karma."""
    for number in range(40):
        ann, bob = await house.accounts(f"Ann{number}", f"Bob{number}")
        played = Played(f"a{number}", [ann, bob], rated=True, target=100)
        await house.receive(played, played.start())
        played.all_act()
        played.do(c.Leave(), played.people[0])
        played.play_on()
        match = played.table.match
        assert match is not None
        await house.receive(played, played.last)
        row, line = await person(house, ann.id), await house.server.history.match(f"a{number}-1")
        profile = await house.server.profiles.profile(ann.id)
        assert (profile.matches, profile.wins, profile.left) == (0, 0, 1)
        assert (profile.gangs, profile.rounds, profile.worst_hand) == (0, 0, None)
        assert line.players[0].won is False and row.karma == 45
        assert row.rating <= 1500
        if match.totals[0] < match.totals[1]:
            assert (row.rating, row.mu) == (1500, 25.0)
            return
    raise AssertionError("no bot won for her")


@in_a_house
async def test_who_never_acted_is_neither_rated_nor_judged(house: House) -> None:
    ann, bob, cy = await house.accounts("Ann", "Bob", "Cy")
    played = Played("a1", [ann, bob, cy], rated=True)
    await house.receive(played, played.start())
    played.do(c.Leave(), played.people[2])
    played.play_on()
    await house.receive(played, played.last)
    row = await person(house, cy.id)
    assert (row.karma, row.rating, row.rated_matches) == (50, 1500, 0)
    assert (await person(house, ann.id)).rated_matches == 1
    profile = await house.server.profiles.profile(cy.id)
    assert (profile.matches, profile.left) == (0, 0)


@in_a_house
async def test_lists_show_the_round_and_the_score_of_a_match_that_waits(house: House) -> None:
    (ann,) = await house.guests("Ann")
    played = Played("a1", [ann], clock="blitz")
    await house.receive(played, played.start())
    while played.table.match is None or played.table.match.round.number < 3:
        played.play_on(1)
        await house.receive(played, played.last)
    (line,) = await house.server.history.my_matches(ann.id)
    assert (line.state, line.round, line.due_at) == ("waiting", 3, None)
    assert [one.total for one in line.players] == list(played.table.match.totals)


@in_a_house
async def test_how_a_match_stands_is_told_only_where_it_may_be_watched(house: House) -> None:
    async def score(match: str, token: str = "") -> tuple[int | None, list[int | None]]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with house.client("10.0.0.7", headers=headers) as client:
            line = (await client.get(f"/api/matches/{match}")).json()
        return line["round"], [one["total"] for one in line["players"]]

    (ann, token), (eve, other) = await house.people.guest("Ann"), await house.people.guest("Eve")
    assert eve.id != ann.id
    closed = Played("closed", [ann], target=500, spectators=False)
    public = Played("public", [ann], target=500)
    for played in (closed, public):
        await house.receive(played, played.start())
        while played.table.match is not None and played.table.match.round.number == 1:
            await house.receive(played, played.play_on(1) or played.last)
        assert played.table.running
    here = closed.table.match
    assert here is not None
    assert await score("closed-1", token) == (2, list(here.totals))
    assert await score("closed-1") == await score("closed-1", other) == (None, [None] * 4)
    assert (await score("public-1", other))[0] == 2
    await house.receive(closed, closed.play_on())
    assert all(total is not None for total in (await score("closed-1"))[1]), "when it is over"
