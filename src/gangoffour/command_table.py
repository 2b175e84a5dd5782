"""The table of commands: where each lives, and which extra it needs. Read with Python alone.

A command is a function (or a ``typer.Typer`` of its own) somewhere in the package; its line in
``COMMANDS`` says where, so ``gangoffour --help`` stays quick however heavy a command is.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Command(NamedTuple):
    """Where a command lives (``module:name``), and what it needs."""

    place: str
    extra: str = "play"
    """The extra of the package that brings what it needs."""


COMMANDS: Final[dict[str, Command]] = {
    "serve": Command("gangoffour.server.serve:serve", "server"),
    "play": Command("gangoffour.terminal.subcommands:play"),
    "arena": Command("gangoffour.lab.arena.subcommand:arena", "lab"),
    "worker": Command("gangoffour.server.bots.worker:worker", "server"),
    "admin": Command("gangoffour.server.boards.admin:app", "server"),
    "backup": Command("gangoffour.server.operate:backup", "server"),
    "data": Command("gangoffour.data_subcommand:data", "server"),
    "restore": Command("gangoffour.server.operate:restore", "server"),
    "migrate": Command("gangoffour.server.operate:migrate", "server"),
    "check-config": Command("gangoffour.server.operate:check_config", "server"),
    "site": Command("gangoffour.server.site:site", "server"),
    "rules": Command("gangoffour.terminal.subcommands:rules"),
    "replay": Command("gangoffour.terminal.subcommands:replay"),
    "review": Command("gangoffour.terminal.subcommands:review"),
    "verify": Command("gangoffour.terminal.subcommands:verify"),
    "engine": Command("gangoffour.engine.subcommand:engine"),
}
"""Every command, in the order of the overview."""
