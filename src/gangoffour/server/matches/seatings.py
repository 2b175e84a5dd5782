"""Who has sat down where: so that everybody's names and words are found again."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from gangoffour.server.people.names import SOMEBODY
from gangoffour.server.people.privacy import forget_at
from gangoffour.server.storage.database import Database
from gangoffour.server.storage.locks import lock_person
from gangoffour.server.storage.models import SeatingRow
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.table import events as e


async def note_seated(
    database: Database, table_id: str, caused: Sequence[e.Event]
) -> frozenset[str]:
    """Remember who sat down; who was deleted at that very moment is forgotten there, too, and
    told, so that those who have the table in memory forget them as well."""
    gone = set()
    sat = [one for one in caused if isinstance(one, e.Sat) and one.name != SOMEBODY]
    for person in {one.person for one in sat}:
        try:
            async with database.writing() as connection:
                await lock_person(connection, person)
                row = {"person_id": person, "table_id": table_id}
                await connection.execute(insert(SeatingRow).values(row))
        except IntegrityError:
            continue  # has sat there before
        except ServerRefusal:
            await forget_at(database, person, table_id)
            gone.add(person)
    return frozenset(gone)
