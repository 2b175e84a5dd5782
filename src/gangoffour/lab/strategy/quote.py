"""How the guide quotes a figure: ``41%<!-- down_to.3 p -->``, checked against figures.json."""

from __future__ import annotations

import re
from typing import Any, Final

MARK: Final = re.compile(r"<!-- ([\w.]+) ([a-z]) -->")
QUOTE: Final = re.compile(r"[^\s(*]+(?: ± [\d.]+%?)?" + MARK.pattern)


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


def requoted(text: str, figures: Any) -> str:
    """The text with every quoted number as the figures are; what it makes of them is for a reader.

    >>> requoted("in 41%<!-- down.3 p --> of rounds", {"down": {"3": {"mean": 0.4, "margin": 0.1}}})
    'in 40%<!-- down.3 p --> of rounds'
    """

    def anew(quote: re.Match[str]) -> str:
        return f"{quoted(find(figures, quote[1]), quote[2])}<!-- {quote[1]} {quote[2]} -->"

    return QUOTE.sub(anew, text)


def wrong_quotes(text: str, figures: Any) -> list[str]:
    """What a text says of figures that are otherwise, and numbers that say no figure."""
    found = []
    for mark in MARK.finditer(text):
        told = quoted(find(figures, mark[1]), mark[2])
        if not text[: mark.start()].endswith(told):
            found.append(f"{mark[1]} is {told}")
    bare = re.sub(r"[^\s(*]*(?: ± [\d.]+)?%?<!-- [\w.]+ [a-z] -->", "", text)
    found += re.findall(r"[\d.]+ ±[^\n]{0,12}|\d+ ?%(?! interval)", bare)
    return found
