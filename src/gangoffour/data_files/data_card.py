"""A data card: what a file holds, where that is from, what may be done with it, what it is not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from shlex import quote
from typing import Final

from gangoffour import __version__

CODES: Final = (
    "as codes: G3, Y10 and R7 are numbers in green, yellow and red, M1 is the multicoloured 1,"
    " GP and YP are the phoenixes, RD is the dragon"
)
"""How cards are written in rows; whoever has only the file has no other page to look at."""


@dataclass(frozen=True, slots=True)
class DataCard:
    """What is said of a file of rows."""

    title: str
    source: str
    """Where the rows are from, and whose they are."""
    fields: dict[str, str]
    """Each field of a row, in words."""
    limits: str
    """What it does not show."""
    made_by: str
    """The command that makes it: ``gangoffour data FILE …``, whatever the file is called there."""
    licence: str = "CC0-1.0"

    def text(self, name: str, rows: int) -> str:
        """The card as Markdown."""
        command = re.sub(
            r"^(gangoffour data) \S+", lambda one: f"{one[1]} {quote(name)}", self.made_by
        )
        listed = "\n".join(f"| `{field}` | {words} |" for field, words in self.fields.items())
        return (
            f"# {self.title}\n\n`{name}`: {rows:,} rows, made by gangoffour {__version__}"
            f" (`{command}`). Licence: {self.licence}.\n\n"
            f"## Where it is from\n\n{self.source}\n\n"
            f"## A row\n\n| field | |\n|---|---|\n{listed}\n\n"
            f"## What it is not\n\n{self.limits}\n"
        )
