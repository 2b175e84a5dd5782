"""How an environment shows its table: as text, as pixels or in a window.

The picture is that of ``gangoffour.svg``. ``resvg-py`` makes pixels of it, a wheel without any
library of the system; matplotlib opens the window.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gangoffour.lab.errors import LabError
from gangoffour.rules.view import View
from gangoffour.svg import table

RENDER_MODES: Final = ("ansi", "rgb_array", "human")
Pixels = NDArray[np.uint8]


class Screen:
    """One way to show a table; what it needs is looked for at once, not at the first picture."""

    def __init__(self, mode: str | None) -> None:
        if mode not in (None, *RENDER_MODES):
            raise LabError("bad_render_mode", given=mode)
        self._mode = mode
        self._figure: Any = None
        if mode in ("rgb_array", "human"):
            renderer()
        if mode == "human":
            self._figure = window()

    def show(self, view: View, text: Callable[[], str]) -> Any:
        """The text, the pixels, or nothing and a fresh picture in the window."""
        if self._mode == "ansi":
            return text()
        if self._mode == "rgb_array":
            return pixels(table(view))
        if self._mode == "human":
            self._figure.clear()
            self._figure.figimage(pixels(table(view)))
            self._figure.canvas.draw_idle()
            self._figure.canvas.start_event_loop(0.01)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._figure is not None:
            from matplotlib import pyplot

            pyplot.close(self._figure)


def renderer() -> Any:
    """What draws pictures; refused in one sentence where it is not installed."""
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise LabError("no_pixels") from None
    return resvg_py


def pixels(picture: str) -> Pixels:
    """A picture as rows of red, green and blue."""
    from matplotlib.image import imread

    drawn = imread(io.BytesIO(bytes(renderer().svg_to_bytes(svg_string=str(picture)))))
    flat: Pixels = np.rint(drawn[:, :, :3] * 255).astype(np.uint8)
    return flat


def window() -> Any:
    """An empty window."""
    import matplotlib
    from matplotlib import pyplot
    from matplotlib.backends.registry import BackendFilter, backend_registry

    pyplot.get_fignums()  # decides which one it is
    listed: Any = backend_registry.list_builtin
    if matplotlib.get_backend().lower() not in listed(BackendFilter.INTERACTIVE):
        raise LabError("no_window")
    figure = pyplot.figure("Gang of Four", figsize=(7.2, 5.6), dpi=100)
    figure.show()
    return figure
