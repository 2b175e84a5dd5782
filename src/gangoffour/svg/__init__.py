"""Pictures as SVG text, with the game's own art: cards, hands, tables, score sheets.

>>> from gangoffour import Cards, svg
>>> svg.hand(Cards("M1 G3 G3 R7")).startswith("<svg")
True

Each function returns a ``Picture``: a text that a notebook shows as what it is, and that can be
written to a file. Cards, views and matches are shown so by a notebook without being asked.
"""

from gangoffour.svg.cards import back, card, hand
from gangoffour.svg.picture import Picture
from gangoffour.svg.sheet import sheet
from gangoffour.svg.table import table

__all__ = ["Picture", "back", "card", "hand", "sheet", "table"]
