"""Long texts: through a pager where somebody reads, as they are into a pipe."""

from __future__ import annotations

import os

from rich.console import RenderableType

from gangoffour.terminal.console import Screen


def show_pages(drawing: RenderableType, screen: Screen) -> None:
    """Show a long drawing; ``less`` keeps its colours and leaves at once if it fits."""
    if not screen.live:
        screen.console.print(drawing, width=screen.width)
        return
    os.environ.setdefault("LESS", "FRX")
    with screen.console.pager(styles=True):
        screen.console.print(drawing, width=screen.width)
