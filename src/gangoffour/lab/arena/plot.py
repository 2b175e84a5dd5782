"""A report as a picture (PNG, SVG or PDF)."""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from gangoffour.lab.arena.intervals import Figure
from gangoffour.lab.arena.players import short
from gangoffour.lab.arena.report import Report
from gangoffour.lab.errors import LabError

BETTER: Final = "#2e7d5b"
WORSE: Final = "#b3402e"
UNCLEAR: Final = "#8a8f98"
"""The interval is not clear of zero."""
_LONGEST_NAME: Final = 30


def check_plot(path: Path) -> None:
    """Refuse what could not be drawn in the end, before anything is played for it."""
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise LabError("bad_plot", path=str(path))
    if find_spec("matplotlib") is None:
        raise LabError("no_plot")


def plot(report: Report, path: Path) -> None:
    """Draw everybody's payoff with its interval; for a round robin, every pair's."""
    check_plot(path)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Picture

    bars = _bars(report)
    places = range(len(bars), 0, -1)  # the first at the top
    picture = Picture(figsize=(8, 1.5 + 0.42 * len(bars)), dpi=150, layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    axes.barh(
        places,
        [one.mean for _, one in bars],
        xerr=[one.margin if math.isfinite(one.margin) else 0.0 for _, one in bars],
        height=0.62,
        color=[_colour(one) for _, one in bars],
        error_kw={"capsize": 3, "elinewidth": 1.2},
    )
    axes.set_yticks(places, [name for name, _ in bars])
    axes.axvline(0, color="black", linewidth=0.8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.05)
    figures = axes.twinx()
    figures.set_ylim(axes.get_ylim())
    figures.set_yticks(places, [one.shown("+.2f") for _, one in bars])
    figures.tick_params(axis="y", length=0)
    figures.spines[:].set_visible(False)
    picture.supxlabel(
        "payoff per round in points, 95 % interval by deal (grey: not clear of zero)", fontsize=9
    )
    picture.suptitle(report.title, fontsize=10)
    try:
        picture.savefig(path)
    except OSError as problem:
        raise LabError("no_place", path=str(path), problem=problem.strerror) from problem


def _bars(report: Report) -> list[tuple[str, Figure]]:
    if report.pairs:
        return [(f"{_short(one)} v {_short(two)}", figure) for one, two, figure in report.pairs]
    return [(_short(one.bot), one.payoff) for one in report.standings]


def _short(name: str) -> str:
    return short(name, _LONGEST_NAME)


def _colour(figure: Figure) -> str:
    if not figure.clear:
        return UNCLEAR
    return BETTER if figure.mean > 0 else WORSE
