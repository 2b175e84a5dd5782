"""Many pictures on one sheet, each with its name, so that all can be looked at in a few minutes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

GAP: Final = 12
LABEL: Final = 22
TALLEST: Final = 1.35
"""How much of a long page is shown, in heights of its window."""


class Grid(NamedTuple):
    """How wide each picture is on the sheet, and how many stand side by side."""

    width: int
    columns: int


def grid_for(size: tuple[int, int]) -> Grid:
    """Upright windows stand eight in a row, wide ones four: details stay readable on both."""
    return Grid(330, 8) if size[0] < size[1] else Grid(640, 4)


def contact_sheet(pictures: Sequence[Path], size: tuple[int, int], target: Path) -> None:
    """One sheet of pictures that were all taken in windows of one size; a row is as high as its
    highest picture."""
    grid = grid_for(size)
    highest = round(grid.width * size[1] / size[0] * TALLEST)
    small = [_shrunk(path, grid.width, highest) for path in pictures]
    rows = [range(i, min(i + grid.columns, len(small))) for i in range(0, len(small), grid.columns)]
    heights = [LABEL + GAP + max(small[i].height for i in row) for row in rows]
    width = GAP + grid.columns * (grid.width + GAP)
    sheet = Image.new("RGB", (width, GAP + sum(heights)), "#808080")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(15)
    for number, row in enumerate(rows):
        top = GAP + sum(heights[:number])
        for column, i in enumerate(row):
            left = GAP + column * (grid.width + GAP)
            draw.text((left, top + 2), pictures[i].stem, fill="white", font=font)
            sheet.paste(small[i], (left, top + LABEL))
    sheet.save(target)


def _shrunk(path: Path, width: int, highest: int) -> Image.Image:
    """A picture as wide as it may be on the sheet; of a long page the beginning."""
    with Image.open(path) as picture:
        scale = width / picture.width
        part = picture.crop((0, 0, picture.width, min(picture.height, round(highest / scale))))
        return part.convert("RGB").resize((width, round(part.height * scale)))
