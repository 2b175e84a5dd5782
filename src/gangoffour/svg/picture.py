"""A picture: the text of an SVG file, with its size."""

from __future__ import annotations

import re
from html import escape
from typing import Final

PAPER, EDGE, INK, FELT, GOLD = "#fbf4e2", "#c9b68d", "#2a1c14", "#0f4a41", "#d9a73a"
FONT: Final = "system-ui, sans-serif"

_NO_XML: Final = re.compile("[^\t\n\r -~\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold, however it is written; and the one sign that deletes."""


class Picture(str):
    """SVG text that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def picture(width: float, height: float, inside: str, title: str) -> Picture:
    """A picture of this size; the title is what a screen reader says of it."""
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}"><title>{written(title)}</title>{inside}</svg>'
    )


def written(words: str) -> str:
    """Words as a picture holds them, whatever they say."""
    return escape(_NO_XML.sub("\ufffd", words))


def text(x: float, y: float, words: str, size: float = 14, **more: str) -> str:
    """A line of text; it is escaped, whatever it says."""
    drawn = {"fill": INK, "font-family": FONT, "font-size": f"{size:g}"} | {
        name.replace("_", "-"): value for name, value in more.items()
    }
    how = "".join(f' {name}="{escape(value)}"' for name, value in drawn.items())
    return f'<text x="{x:g}" y="{y:g}"{how}>{written(words)}</text>'


def at(x: float, y: float, inside: str, scale: float = 1.0) -> str:
    """Something, somewhere."""
    sized = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){sized}">{inside}</g>'


def box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0) -> str:
    """A filled rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
        f'fill="{fill}"/>'
    )
