"""A club's members as a table for other programs (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from gangoffour.server.clubs.clubs import ClubMember
from gangoffour.server.clubs.roles import MEMBERS
from gangoffour.server.wire.deals import DealScore

HEAD: Final = ("name", "role", "member since", "rating", "rated matches")
DAILY: Final = ("day", "rank of the day", "cost", "points")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def sheet(members: Iterable[ClubMember], day: str, ranking: Iterable[DealScore]) -> str:
    """One line for each member, the best rating first; with how they did on a day's deals."""
    found = io.StringIO()
    writer = csv.writer(found, quoting=csv.QUOTE_ALL)
    writer.writerow((*HEAD, *DAILY))
    of_day = {one.person: (day, one.rank, one.cost, one.points) for one in ranking}
    inside = [one for one in members if one.role in MEMBERS]
    for one in sorted(inside, key=lambda one: (-one.rating, one.name, one.id)):
        since = datetime.fromtimestamp(one.since / 1000, UTC).date().isoformat()
        played = of_day.get(one.id, ("",) * len(DAILY))
        rated = (one.rating, one.rated_matches)
        writer.writerow((cell(one.name), one.role, since, *rated, *played))
    return found.getvalue()


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> cell("=1+1"), cell("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
