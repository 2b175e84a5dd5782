"""What a match leaves behind here: a line in a list, its replay, record and review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gangoffour.pocket.bots import REVIEWER
from gangoffour.pocket.review import Review
from gangoffour.pocket.tables import Tables
from gangoffour.rules.record import print_record
from gangoffour.server.matches.replay_steps import Replay, replay_of, steps_of
from gangoffour.server.matches.statistics import statistics
from gangoffour.server.wire.matches import MatchLine, PlayerLine
from gangoffour.server.wire.refusals import ServerRefusal
from gangoffour.server.wire.reviews import MatchReview, ReviewProgress
from gangoffour.table.state import Table

LISTED = 8
"""Of so many tables, those that changed last, matches are listed: each has to be folded."""


def match_lines(tables: Tables) -> list[MatchLine]:
    """The matches of the newest tables, those that can go on first."""
    found = [tables.get(one).table for one in tables.newest[:LISTED]]
    lines = [line_of(one) for one in found if one.match is not None]
    return sorted(lines, key=lambda one: one.state == "over")


def replay(tables: Tables, match: str) -> Replay:
    """A finished match step by step; refused while it runs."""
    table = tables.ended(match)
    return replay_of(line_of(table), steps_of(_printed(table)))


def record(tables: Tables, match: str) -> str:
    """A finished match as ``.gof``, with the names of people and bots; refused while it runs."""
    table = tables.ended(match)
    names = {}
    for number, seat in enumerate(table.seats):
        names[f"Player{number}"] = seat.name or seat.bot or ""
        if seat.bot is not None:
            names[f"Bot{number}"] = seat.bot
    return _printed(table, names)


def review(tables: Tables, match: str) -> MatchReview | ReviewProgress:
    """What a finished match's decisions were worth, or how far that is; refused while it runs."""
    table, players = tables.ended(match), tables.players
    assert table.match is not None  # it is over
    players.reviews = True
    if players.reviewer is None:
        if not players.missing(REVIEWER):  # its weights are not to be had
            raise ServerRefusal("needs_server")
        return ReviewProgress(0, None)
    begun = tables.reviews.get(match)
    if begun is None:
        begun = tables.reviews[match] = Review(table.match)
    return begun.further(players.reviewer)


def _printed(table: Table, names: Mapping[str, str] | None = None) -> str:
    assert table.match is not None  # it is over
    sources = table.sources.tags if table.sources else {}
    return print_record(table.match, {**sources, **(names or {})})


def line_of(table: Table) -> MatchLine:
    """A table's match as lists show it."""
    match = table.match
    assert match is not None
    state: Literal["waiting", "over"] = "over" if match.over else "waiting"
    return MatchLine(
        id=f"{table.id}-{table.match_number}",
        table=table.id,
        number=table.match_number,
        state=state,
        due_at=None,
        round=match.round.number,
        rated=False,
        seats=match.seats,
        edition=table.options.edition,
        clock=table.options.clock,
        started_at=table.changed_at,
        ended_at=table.changed_at if match.over else None,
        players=[_player(table, seat) for seat in range(match.seats)],
    )


def _player(table: Table, seat: int) -> PlayerLine:
    match, sitting = table.match, table.seats[seat]
    assert match is not None
    total, over = match.totals[seat], match.over
    figures = statistics(match)[seat] if over else None
    return PlayerLine(
        seat=seat,
        person=sitting.person,
        name=sitting.name,
        bot=sitting.bot,
        total=total,
        place=1 + sum(other < total for other in match.totals) if over else None,
        won=seat in match.winners if over else None,
        finished=True if over else None,
        rounds=None if figures is None else figures.rounds,
        rounds_won=None if figures is None else figures.rounds_won,
        gangs=None if figures is None else figures.gangs,
        karma=None,
        rating_before=None,
        rating_after=None,
    )
