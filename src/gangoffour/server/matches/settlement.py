"""What a match leaves behind: its rows, its record, everybody's figures, karma and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gangoffour.rules.deal import commitment
from gangoffour.rules.record import print_record
from gangoffour.server.matches.stakes import enough, gainers, limited, rateable
from gangoffour.server.matches.statistics import statistics
from gangoffour.server.people.names import SOMEBODY
from gangoffour.server.people.ratings import Skill, rate
from gangoffour.server.storage.models import CARRIED, GIVEN_UP, MatchRow, PersonRow, PlayerRow
from gangoffour.table.karma import KARMA_LEFT, within
from gangoffour.table.result import Outcome, deserter, outcomes, rated
from gangoffour.table.state import Table


def match_id(table: Table) -> str:
    """The id of a table's current match."""
    return f"{table.id}-{table.match_number}"


def match_row(table: Table) -> dict[str, object]:
    return {
        "id": match_id(table),
        "table_id": table.id,
        "number": table.match_number,
        "rated": rated(table),
        "seats": len(table.seats),
        "edition": table.options.edition,
        "clock": table.options.clock,
        "started_at": table.changed_at,
        "shown": table.options.spectators and not table.options.private,
        "purpose": _purpose(table),
        **progress(table),
    }


def _purpose(table: Table) -> str | None:
    if table.carried and table.match_number == 1:
        return CARRIED
    return None if table.purpose is None else table.purpose.kind


def progress(table: Table) -> dict[str, object]:
    """How far a match is: what lists show of one that runs."""
    match = table.match
    assert match is not None
    return {"round": match.round.number, "totals": " ".join(map(str, match.totals))}


def player_rows(table: Table, here: set[str]) -> list[dict[str, object]]:
    """A row for each seat; whoever has deleted their data meanwhile is "somebody"."""
    rows: list[dict[str, object]] = []
    for index, seat in enumerate(table.seats):
        gone = seat.person is not None and seat.person not in here
        rows.append(
            {
                "match_id": match_id(table),
                "seat": index,
                "person_id": None if gone else seat.person,
                "bot": seat.bot,
                "name": SOMEBODY if gone else seat.name,
            }
        )
    return rows


def record_of(table: Table) -> str:
    """The match as ``.gof``; the players' names are added when it is read, as they may change."""
    match = table.match
    assert match is not None
    day = datetime.fromtimestamp(table.since / 1000, UTC).strftime("%Y-%m-%d")
    tags = {"Date": day, "Table": table.id, "Commitment": commitment(match.seed)}
    return print_record(match, {**tags, **(table.sources.tags if table.sources else {})})


async def write_statistics(connection: AsyncConnection, table: Table) -> None:
    """Every seat's total, place and figures; a bot's too. What a bot played is nobody's win."""
    match = table.match
    assert match is not None
    mine = {one.seat: one for one in outcomes(table)}
    for seat, figures in enumerate(statistics(match)):
        total = match.totals[seat]
        await connection.execute(
            update(PlayerRow)
            .where(PlayerRow.match_id == match_id(table), PlayerRow.seat == seat)
            .values(
                total=total,
                place=1 + sum(other < total for other in match.totals),
                won=mine[seat].won if seat in mine else seat in match.winners,
                finished=mine[seat].finished if seat in mine else True,
                **figures._asdict(),
            )
        )


async def write_people(
    connection: AsyncConnection, table: Table, results: Sequence[Outcome]
) -> None:
    """Karma for everybody, and ratings for those who can be rated (``stakes``) in a rated match.

    Who never acted is left out; who did not play to the end may lose by it, but gains nothing.
    Whoever calls has locked these people, before the match.
    """
    query = select(
        PersonRow.id,
        PersonRow.kind,
        PersonRow.karma,
        PersonRow.mu,
        PersonRow.sigma,
        PersonRow.rated_matches,
    ).where(PersonRow.id.in_([one.person for one in results]))
    rows = await connection.execute(query)
    known = {row.id: row for row in rows}
    gaining = await gainers(connection, table)
    playing = [
        one
        for one in results
        if one.person in known and rateable(known[one.person].kind) and one.finished is not None
    ]
    skills = {one.person: Skill(known[one.person].mu, known[one.person].sigma) for one in playing}
    counts = rated(table) and enough(len(playing))
    after = (
        dict(zip(skills, rate(list(skills.values()), [one.total for one in playing]), strict=True))
        if counts
        else {}
    )
    for one in results:
        if one.person not in known:
            continue
        row, skill = known[one.person], after.get(one.person)
        if skill is not None and not one.finished and skill.rating > skills[one.person].rating:
            skill = skills[one.person]
        karma = within(row.karma + limited(one.karma, one.person in gaining))
        new: dict[str, object] = {"karma": karma, "seen_at": table.since}
        seat: dict[str, object] = {"karma": karma - row.karma}
        if skill is not None:
            new |= {**skill._asdict(), "rating": skill.rating}
            new["rated_matches"] = row.rated_matches + 1
            seat |= {"rating_before": skills[one.person].rating, "rating_after": skill.rating}
        person = update(PersonRow).where(PersonRow.id == one.person)
        await connection.execute(person.values(**new))
        player = update(PlayerRow).where(
            PlayerRow.match_id == match_id(table), PlayerRow.seat == one.seat
        )
        await connection.execute(player.values(**seat))


async def write_void(connection: AsyncConnection, table: Table) -> None:
    """A match that all left leaves nothing behind but the karma of who left the others first, whom
    the caller has locked."""
    first = deserter(table)
    if first is not None:
        person = PersonRow.id == first
        query = select(PersonRow.karma).where(person)
        karma = (await connection.execute(query)).scalar_one_or_none()
        if karma is not None:
            after = within(karma + KARMA_LEFT)
            await connection.execute(update(PersonRow).where(person).values(karma=after))


async def write_given_up(connection: AsyncConnection, table: Table) -> bool:
    """Whether a match that is void is kept for the ladder and the profile: as lost by the one
    person who played it, once they had moved."""
    key = match_id(table)
    people = select(PlayerRow.person_id).where(PlayerRow.match_id == key, PlayerRow.bot.is_(None))
    alone = (await connection.execute(people)).scalars().all()
    if len(alone) != 1 or alone[0] not in table.acted:
        return False
    kept = await connection.execute(
        update(MatchRow)
        .where(MatchRow.id == key, MatchRow.ended_at.is_(None), MatchRow.purpose.is_(None))
        .values(ended_at=table.changed_at, purpose=GIVEN_UP, shown=False, counted=True)
    )
    return kept.rowcount == 1
