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
    """Upright windows stand ten in a row, wide ones four: details stay readable on both."""
    return Grid(330, 8) if size[0] < size[1] else Grid(640, 4)


def contact_sheet(pictures: Sequence[Path], size: tuple[int, int], target: Path) -> None:
    """One sheet of pictures that were all taken in windows of one size."""
    grid = grid_for(size)
    high = round(grid.width * size[1] / size[0] * TALLEST)
    rows = -(-len(pictures) // grid.columns)
    step = (grid.width + GAP, high + LABEL + GAP)
    sheet = Image.new("RGB", (grid.columns * step[0] + GAP, rows * step[1] + GAP), "#808080")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(15)
    for number, path in enumerate(pictures):
        left = GAP + number % grid.columns * step[0]
        top = GAP + number // grid.columns * step[1]
        with Image.open(path) as picture:
            scale = grid.width / picture.width
            part = picture.crop((0, 0, picture.width, min(picture.height, round(high / scale))))
            small = part.convert("RGB").resize((grid.width, round(part.height * scale)))
        draw.text((left, top + 2), path.stem, fill="white", font=font)
        sheet.paste(small, (left, top + LABEL))
    sheet.save(target)
