"""A report as a picture (PNG, SVG or PDF)."""

from __future__ import annotations

from pathlib import Path

from gangoffour.lab.errors import LabError
from gangoffour.lab.report import Report


def plot(report: Report, path: Path) -> None:
    """Draw everybody's payoff with its interval; for a round robin, every pair's."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise LabError("bad_plot", path=str(path))
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as problem:
        raise LabError("no_plot") from problem
    if report.pairs:
        bars = [(f"{first} v {second}", figure) for first, second, figure in report.pairs]
    else:
        bars = [(one.bot, one.payoff) for one in report.standings]
    bars.reverse()
    figure = Figure(figsize=(7, 1.2 + 0.4 * len(bars)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.barh(
        [name for name, _ in bars],
        [one.mean for _, one in bars],
        xerr=[one.margin for _, one in bars],
        color=["#2e7d5b" if one.mean >= 0 else "#b3402e" for _, one in bars],
        capsize=3,
    )
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("payoff per round (points), 95 % interval by deal")
    axes.set_title(
        f"{report.lineup}, {report.work.seats} players, {report.rounds:,} rounds "
        f"on {report.deals:,} deals, seed {report.work.seed}",
        fontsize=10,
    )
    figure.savefig(path)
