"""A data card: what a file holds, where that is from, what may be done with it, what it is not."""

from __future__ import annotations

from dataclasses import dataclass

from gangoffour import __version__


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
    """The command that makes it."""
    licence: str = "CC0-1.0"

    def text(self, name: str, rows: int) -> str:
        """The card as Markdown."""
        listed = "\n".join(f"| `{field}` | {words} |" for field, words in self.fields.items())
        return (
            f"# {self.title}\n\n`{name}`: {rows:,} rows, made by gangoffour {__version__}"
            f" (`{self.made_by}`). Licence: {self.licence}.\n\n"
            f"## Where it is from\n\n{self.source}\n\n"
            f"## A row\n\n| field | |\n|---|---|\n{listed}\n\n"
            f"## What it is not\n\n{self.limits}\n"
        )
