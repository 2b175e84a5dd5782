"""How the guide quotes a figure: its texts say ``{down_to.3 p}``, and figures.json fills it."""

from __future__ import annotations

import re
from typing import Any, Final

BLANK: Final = re.compile(r"\{([\w.]+) ([a-z])\}")


def find(figures: Any, path: str) -> Any:
    """The figure at a path such as ``places.first_round.next``."""
    for part in path.split("."):
        figures = figures[part]
    return figures


def quoted(figure: Any, form: str) -> str:
    """A figure in words: p, q shares, s signed, c, d costs, n a mean, i a whole number.

    >>> quoted({"mean": -3.325, "margin": 0.261}, "c"), quoted({"mean": 0.643, "margin": 0.01}, "p")
    ('3.3 ± 0.3', '64%')
    """
    if form == "i":
        return f"{figure:,}"
    mean, margin = figure["mean"], figure["margin"]
    match form:
        case "p":
            return f"{100 * mean:.0f}%"
        case "q":
            return f"{100 * mean:.1f} ± {100 * margin:.1f}%"
        case "s":
            return f"{round(mean, 1) + 0.0:+.1f} ± {margin:.1f}".replace("-", "−")
        case "c":
            return f"{-mean:.1f} ± {margin:.1f}"
        case "d":
            return f"{-mean:.2f} ± {margin:.2f}"
        case "n":
            return f"{mean:.1f} ± {margin:.1f}"
    raise ValueError(f"no such form: {form}")


def guide(text: str, figures: Any) -> str:
    """The text with its figures in it, as ``docs/strategy.md`` shows it.

    >>> guide("in {down.3 p} of rounds", {"down": {"3": {"mean": 0.4, "margin": 0.1}}})
    'in 40% of rounds'
    """
    filled = BLANK.sub(lambda blank: quoted(find(figures, blank[1]), blank[2]), text)
    return re.sub(r"(?<=\]\()([\w-]+\.svg)(?=\))", r"strategy/\1", filled)


def unmeasured(text: str) -> list[str]:
    """Numbers in a text that look measured, but name no figure."""
    return re.findall(
        r"\d+[.,]\d+ ±[^\n]{0,12}|\b(?!95\b)\d+[\s\u00a0\u202f]?%", BLANK.sub("", text)
    )
