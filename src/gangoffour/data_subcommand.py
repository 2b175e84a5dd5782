"""``gangoffour data``: rows for others to learn from, of people who agreed or of bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

MATCHES, PUZZLES, LEVELS = "matches", "puzzles", "levels"
EVERY_LEVEL: Final = tuple(f"level:{number}" for number in range(1, 7))
MANY: Final = {MATCHES: 0, PUZZLES: 1_000}
"""How many there are if nobody says so; of rounds, ``ROUNDS``."""
ROUNDS: Final = 100_000


def _require_database(file: Path, database: str | None) -> None:
    """A database file that is not there would be made, empty, to be read. The file to write is
    looked at first; what else is wrong is told by whoever writes the matches."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from gangoffour.data_files import DataError, require_place
    from gangoffour.server.runtime.settings import from_environment
    from gangoffour.server.storage.place import file_of

    try:
        require_place(file)
        place = file_of(make_url(from_environment(os.environ, database=database).database_url))
    except (DataError, SQLAlchemyError, ValueError):
        return
    if place is not None and not place.exists():
        typer.echo(f"gangoffour: There is no database {place.absolute()}.", err=True)
        raise typer.Exit(1)


def data(
    file: Annotated[Path, typer.Argument(help="A new file: .jsonl or, with pyarrow, .parquet.")],
    of: Annotated[
        str,
        typer.Option(help="matches, puzzles, levels, or a bot that plays against itself."),
    ] = MATCHES,
    number: Annotated[
        int | None,
        typer.Option(min=1, help="Deals to seek puzzles in (1000), or rounds of a bot (100000)."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Deals of another seed are other deals.")] = "0",
    seats: Annotated[int, typer.Option(min=3, max=4, help="Players at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="The rules, by their edition.")] = "official",
    jobs: Annotated[int, typer.Option(min=1, help="Processes at work.")] = os.cpu_count() or 1,
    database: Annotated[
        str | None, typer.Option(help="Of matches: the database URL; else the server's own.")
    ] = None,
) -> None:
    """Write rows for others to learn from: matches of people who agreed, puzzles, bots' rounds.

    Matches are only those in which everybody has agreed (the setting "share my matches"), without
    names. A data card is written beside the file. The same command makes the same rows.

    \b
    Examples:
      gangoffour data matches.jsonl
      gangoffour data puzzles.jsonl --of puzzles --number 500
      gangoffour data rounds.parquet --of level:3
      gangoffour data rounds.jsonl --of levels --number 1000
    """
    if of == MATCHES:
        from gangoffour.server.operate import write_matches

        _require_database(file, database)
        typer.echo(f"{file}: {write_matches(file, database)} matches")
        return
    from gangoffour.lab.asked_rows import Asked, told_shortly
    from gangoffour.lab.puzzles import write_puzzles
    from gangoffour.lab.rounds import write_rounds

    asked = Asked(seed, seats, edition, jobs)
    many = MANY.get(of, ROUNDS) if number is None else number

    def make() -> int:
        if of == PUZZLES:
            return write_puzzles(file, many, asked)
        return write_rounds(file, EVERY_LEVEL if of == LEVELS else [of], many, asked)

    what = PUZZLES if of == PUZZLES else "rounds"
    raise typer.Exit(told_shortly(make, lambda made: f"{file}: {made:,} {what}"))
