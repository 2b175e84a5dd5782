"""Cards, views and matches shown as pictures by a notebook."""

from __future__ import annotations

import sys
from typing import Any

from gangoffour.rules.cards import Cards
from gangoffour.rules.match import Match
from gangoffour.rules.view import View
from gangoffour.svg.cards import hand
from gangoffour.svg.table import table


def show_in_notebooks() -> bool:
    """Have the notebook this runs in show them so; False where there is none."""
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return False
    pictures = shell.display_formatter.formatters["image/svg+xml"]
    pictures.for_type(Cards, lambda cards: str(hand(cards)))
    pictures.for_type(View, lambda view: str(table(view)))
    pictures.for_type(Match, lambda match: str(table(match)))
    return True
