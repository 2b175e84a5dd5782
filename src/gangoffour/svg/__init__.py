"""Pictures as SVG text, with the game's own art: cards, hands, tables, score sheets.

>>> from gangoffour import Cards, svg
>>> svg.hand(Cards("M1 G3 G3 R7")).startswith("<svg")
True

Each function returns a ``Picture``: a text that a notebook shows as what it is, and that can be
written to a file. In a notebook, ``svg.show_in_notebooks()`` has cards, views and matches shown as
pictures by themselves.
"""

from gangoffour.svg.cards import back, card, hand
from gangoffour.svg.notebook import show_in_notebooks
from gangoffour.svg.picture import Picture
from gangoffour.svg.sheet import sheet
from gangoffour.svg.table import table

__all__ = ["Picture", "back", "card", "hand", "sheet", "show_in_notebooks", "table"]
