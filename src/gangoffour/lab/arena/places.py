"""Where a run of the arena writes, as it was typed: refused before anything is played for it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import typer

from gangoffour.bots.outside.made_of import files_of, is_outside
from gangoffour.lab.arena.plot import check_plot
from gangoffour.lab.arena.records import key_beside
from gangoffour.lab.errors import LabError

SCREEN: Final = "-"
"""The report goes there instead of to a file."""


class Places:
    """The options that name a file or a folder. Where a bot goes, they stay."""

    def __init__(
        self,
        json_: str | None,
        plot: str | None,
        resume: str | None,
        records: str | None,
        blind: str | None,
    ) -> None:
        self.json = json_ if json_ == SCREEN else _named("--json", json_)
        self.plot = _named("--plot", plot)
        self.resume = _named("--resume", resume)
        self.records = _named("--records", records)
        self.blind = _named("--blind", blind)
        if records is not None and blind is not None:  # the names would tell who played
            told = "--blind writes the same records as --records, without names: give one of them."
            raise typer.BadParameter(told)

    @property
    def quiet(self) -> bool:
        """Whether JSON is printed, and nothing else."""
        return self.json == SCREEN

    @property
    def outputs(self) -> tuple[Path | str | None, Path | None]:
        """Where the report and its picture go, from wherever they are written."""
        json_, plot = (
            None if one is None else Path(one).absolute() for one in (self.json, self.plot)
        )
        return SCREEN if self.quiet else json_, plot

    def check(self, bots: Sequence[str]) -> None:
        """Refuse at once, and not after hours of play, what could not be written in the end."""
        if self.plot is not None:
            check_plot(Path(self.plot))
        for place in (self.plot, None if self.quiet else self.json):
            if place is not None and (problem := _problem(Path(place))):
                raise LabError("no_place", path=place, problem=problem)
        self._refuse_two_in_one(bots)

    def _refuse_two_in_one(self, bots: Sequence[str]) -> None:
        files = [(file, bot) for bot in filter(is_outside, bots) for file in files_of(bot)]
        known = {os.path.realpath(file): bot for file, bot in files}
        taken: dict[str, str] = {}
        for option, place in self._files():
            real = os.path.realpath(place)
            if real in taken:
                raise LabError("two_in_one", one=taken[real], other=option, path=place)
            if real in known:
                raise LabError("over_bot", option=option, bot=known[real])
            taken[real] = option

    def _files(self) -> Iterator[tuple[str, str]]:
        named = {"--resume": self.resume, "--records": self.records, "--blind": self.blind}
        if self.blind is not None:
            named["--blind (its key)"] = str(key_beside(self.blind))
        named |= {"--plot": self.plot, "--json": None if self.quiet else self.json}
        yield from ((option, place) for option, place in named.items() if place is not None)


def _named(option: str, place: str | None) -> str | None:
    """Refuse no name at all, and the next option in the place of a forgotten one."""
    if place == "":
        raise typer.BadParameter(f"{option} needs a name.")
    if place is not None and place.startswith("-"):
        raise typer.BadParameter(f"{option} needs a name; {place} looks like an option.")
    return place


def _problem(path: Path) -> str:
    """Why a file cannot be written there; nothing if it can."""
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return "" if os.access(path.parent, os.W_OK) else f"{path.parent} cannot be written to"
