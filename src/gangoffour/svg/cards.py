"""Cards and hands as pictures. The faces are the client's own (web/src/cards)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final

from gangoffour.rules.cards import Card, Cards
from gangoffour.svg.picture import EDGE, FELT, GOLD, PAPER, Picture, at, picture

WIDTH, HEIGHT = 100, 140
"""A card's size at scale 1."""
SHOWN: Final = 38
"""So much of a card is seen where the next one lies on it."""


@cache
def _faces() -> dict[str, str]:
    text = (resources.files("gangoffour.svg") / "faces.json").read_text(encoding="utf-8")
    faces: dict[str, str] = json.loads(text)
    return faces


@cache
def drawn(code: str) -> str:
    """A card's drawing at its place; ``"back"`` is one face down."""
    paper, edge = (FELT, GOLD) if code == "back" else (PAPER, EDGE)
    return (
        f'<rect x=".5" y=".5" width="99" height="139" rx="8" fill="{paper}" stroke="{edge}"/>'
        + _faces()[code]
    )


def row(codes: Iterable[str]) -> tuple[str, float]:
    """Cards one on the other, and how wide they lie."""
    every = list(codes)
    inside = "".join(at(SHOWN * place, 0, drawn(code)) for place, code in enumerate(every))
    return inside, SHOWN * (len(every) - 1) + WIDTH if every else 0


def card(code: str, size: float = WIDTH) -> Picture:
    """One card, so many pixels wide.

    >>> card("G3", 50)[:31]
    '<svg xmlns="http://www.w3.org/2'
    """
    return _picture_of(Card(code), size)


def back(size: float = WIDTH) -> Picture:
    """A card face down."""
    return _picture_of("back", size)


def _picture_of(code: str, size: float) -> Picture:
    scale = _scale(size)
    return picture(size, HEIGHT * scale, at(0, 0, drawn(code), scale), code)


def _scale(size: float) -> float:
    """How much smaller or larger a card is that is so many pixels wide."""
    try:
        if 0 < size < math.inf:
            return size / WIDTH
    except TypeError:
        pass
    raise ValueError(f"size is the width of a card in pixels, a number above 0, not {size!r}.")


def hand(
    cards: Cards | str | Iterable[str], *, by_colour: bool = False, size: float = WIDTH
) -> Picture:
    """A hand as a player holds it, lowest first; ``size`` is the width of one card."""
    held = Cards.of(cards)
    inside, width = row(held.by_colour if by_colour else held.codes)
    scale = _scale(size)
    return picture(width * scale, HEIGHT * scale, at(0, 0, inside, scale), str(held) or "no cards")
