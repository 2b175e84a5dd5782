"""``gangoffour admin``: for the host of a server. Works on its database, running or not.

A running server hears of a ban or a reset within two seconds and closes the sockets it ends.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import typer
from sqlalchemy.engine import make_url

from gangoffour.rules.errors import Refusal
from gangoffour.server.people.collusion import flags as all_flags
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.people.network_bans import DAY_MS, USUAL_DAYS, Neighbours, NetworkBans
from gangoffour.server.people.sessions import Sessions
from gangoffour.server.people.shared_addresses import Addresses
from gangoffour.server.people.signing_in.recovery import Recovery
from gangoffour.server.runtime.clock import SystemClock
from gangoffour.server.runtime.settings import from_environment
from gangoffour.server.runtime.settings_check import database_problems
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.place import file_of, place_problem, unusable

Answer = TypeVar("Answer")
DatabaseOption = Annotated[
    str | None, typer.Option("--database", help="Database URL; the server's default if not given.")
]
Who = Annotated[str, typer.Argument(help="An account's name, or anybody's id.")]

FLAG_WORDS = {
    "address": "same address   {who}: {count} address(es) in common",
    "transfer": "one-sided      {who}: rating went from the second to the first in {count} of their"
    " {of} rated matches together",
    "abandoned": "abandoned      {who}: not there at the end of {count} of {of} matches",
}

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # as all other helps
    help="For the host of a server: bans, resets, reports, people, flags.",
)


@app.command()
def ban(
    who: Who,
    reason: Annotated[str, typer.Option(help="Why; the person is told.")],
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="For how long.")] = None,
    network: Annotated[
        bool, typer.Option(help="Let no guests in from where they were seen, for that long.")
    ] = False,
    yes: Annotated[bool, typer.Option(help="Do not ask, whoever else is there.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Keep somebody out, at once.

    With --network also as another guest; accounts are let in from there all the same. Without
    --days the network is open again after 7.
    """
    if network and not yes:
        found = _with_admin(database, lambda one: one.neighbours(who))
        if found.accounts or found.guests:
            typer.echo(
                f"From there also came, lately: {found.accounts} account(s), {found.guests} "
                "guest(s). The guests are kept out, too."
            )
            typer.confirm("Ban the network?", abort=True)
    person = _with_moderation(database, lambda moderation: moderation.ban(who, reason, days))
    typer.echo(f"{who} ({person}) is banned" + (f" for {days} days." if days else "."))
    if network:
        lasts = days or USUAL_DAYS
        count = _with_admin(database, lambda one: one.ban_networks(person, lasts))
        typer.echo(f"No guests from {count} network(s) for {lasts} days.")


@app.command()
def reset(
    who: Who,
    lock: Annotated[
        bool, typer.Option(help="Also end all sessions and the old password, at once.")
    ] = False,
    database: DatabaseOption = None,
) -> None:
    """Make a recovery code for a forgotten password."""
    code = _with_admin(database, lambda one: one.reset(who, lock))
    typer.echo(f"Give {who} this code; it works once, within three days:")
    typer.echo(f"    {code}")
    if lock:
        typer.echo("The old password and all sessions have ended.")


@app.command()
def unban(who: Who, database: DatabaseOption = None) -> None:
    """Let somebody in again."""
    person = _with_moderation(database, lambda moderation: moderation.unban(who))
    typer.echo(f"{who} ({person}) is welcome again.")


@app.command()
def reports(database: DatabaseOption = None) -> None:
    """Show open reports with the words they are about."""
    found = _with_moderation(database, lambda moderation: moderation.reports())
    for one in found:
        typer.echo(f"{one.id}  {_time(one.created_at)}  about {one.about_name} ({one.about})")
        place = f" at table {one.table}" if one.table else f" post {one.post}" if one.post else ""
        typer.echo(f"    reported by {one.by}{place}")
        typer.echo(f"    reason: {one.reason}")
        for line in one.evidence.splitlines():
            typer.echo(f"    said:   {line}")
    if not found:
        typer.echo("There are no open reports.")


@app.command("close-report")
def close_report(
    report: Annotated[str, typer.Argument(help="The report's id.")], database: DatabaseOption = None
) -> None:
    """Put a report away."""
    _with_moderation(database, lambda moderation: moderation.close_report(report))
    typer.echo(f"The report {report} is closed.")


@app.command()
def people(
    part: Annotated[str, typer.Argument(help="Letters of the name.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    database: DatabaseOption = None,
) -> None:
    """Show people, the last seen first."""
    for one in _with_moderation(database, lambda moderation: moderation.everybody(part, limit)):
        banned = "" if one.ban_reason is None else f"  banned: {one.ban_reason}"
        typer.echo(
            f"{one.id}  {one.kind:<7}  {one.name:<20}  karma {one.karma:>3}  "
            f"rating {one.rating:>4}  seen {_time(one.seen_at)}{banned}"
        )


@app.command()
def flags(
    days: Annotated[int, typer.Option(min=1, max=3650, help="How far to look back.")] = 90,
    database: DatabaseOption = None,
) -> None:
    """Show signs of double accounts and of collusion. They prove nothing; look before you act."""
    since = SystemClock().now() - days * 86_400_000
    found = with_database(database, lambda opened: all_flags(opened, since))
    for one in found:
        who = " and ".join(f"{name} ({person})" for person, name in one.people)
        typer.echo(FLAG_WORDS[one.kind].format(who=who, count=one.count, of=one.of))
    if not found:
        typer.echo("There is nothing to look at.")


class _Admin:
    """What the command line does besides moderation, on one database."""

    def __init__(self, database: Database) -> None:
        clock = SystemClock()
        addresses = Addresses(database, clock)
        self._clock = clock
        self._networks = NetworkBans(database, clock, addresses)
        self._recovery = Recovery(database, clock)
        self._moderation = Moderation(database, clock, Sessions(database, clock), self._networks)

    async def neighbours(self, who: str) -> Neighbours:
        return await self._networks.neighbours(await self._moderation.find(who))

    async def ban_networks(self, person_id: str, days: int) -> int:
        return await self._networks.add(person_id, self._clock.now() + days * DAY_MS)

    async def reset(self, who: str, lock: bool) -> str:
        person_id = await self._moderation.find(who)
        (found,) = await self._moderation.everybody(person_id=person_id)
        if found.kind != "account":
            raise ValueError(f"{who} is a {found.kind}: only accounts have a password.")
        if lock:
            await self._moderation.end_sessions(person_id)
        return await self._recovery.hand_over(person_id)


def _with_admin(database: str | None, ask: Callable[[_Admin], Awaitable[Answer]]) -> Answer:
    """Do something to the people in a database."""
    return with_database(database, lambda opened: ask(_Admin(opened)))


def _with_moderation(
    database: str | None, ask: Callable[[Moderation], Awaitable[Answer]]
) -> Answer:
    """Ask something about the people in a database."""

    async def asked(opened: Database) -> Answer:
        clock = SystemClock()
        networks = NetworkBans(opened, clock, Addresses(opened, clock))
        return await ask(Moderation(opened, clock, Sessions(opened, clock), networks))

    return with_database(database, asked)


def with_database(database: str | None, ask: Callable[[Database], Awaitable[Answer]]) -> Answer:
    """Ask something of a database; what is refused ends in one sentence."""
    try:
        url = from_environment(os.environ, database=database).database_url
        _require_there(url)
        return asyncio.run(_asked(url, ask))
    except (Refusal, ValueError) as problem:
        typer.echo(f"gangoffour: {problem}", err=True)
        raise typer.Exit(1) from None


async def _asked(url: str, ask: Callable[[Database], Awaitable[Answer]]) -> Answer:
    database = Database(url)
    try:
        return await ask(database)
    except StorageUnavailable as trouble:
        raise ValueError(unusable(database.url, trouble)) from trouble
    finally:
        await database.close()


def _require_there(url: str) -> None:
    """A mistyped file name must not make an empty database."""
    for problem in database_problems(url):
        raise ValueError(problem)
    parsed = make_url(url)
    if trouble := place_problem(parsed):
        raise ValueError(trouble)
    path = file_of(parsed)
    if path is not None and not path.is_file():
        raise ValueError(f"there is no database {str(path)!r}.")


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
