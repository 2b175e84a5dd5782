"""Draw the ladder anew: ``python docs/images/ladder.py``, from the arena's figures beside it."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

HERE = Path(__file__).parent


def draw() -> None:
    """Each level against the one below: payoff a round with its 95 % interval."""
    mpl.rcParams["svg.hashsalt"] = "ladder"
    steps = json.loads((HERE / "ladder.json").read_text())
    figure = Figure(figsize=(7, 3.4), layout="constrained")
    axes = figure.add_subplot()
    for at, step in enumerate(steps):
        axes.barh(
            at, step["payoff"], xerr=step["margin"], color="#2e7d5b", ecolor="#222", capsize=3
        )
        text = f"+{step['payoff']:.2f} ± {step['margin']:.2f}"
        axes.text(step["payoff"] + step["margin"] + 0.03, at, text, va="center", fontsize=8)
    axes.set_yticks(range(len(steps)), [step["level"] for step in steps])
    axes.set_xlim(0, 2.8)
    axes.set_xlabel("points a round better than the level below (two seats each)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE / "ladder.svg", metadata={"Date": None})


if __name__ == "__main__":
    draw()
