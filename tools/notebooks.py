"""``python -m tools.notebooks [NAME …]``: the notebooks of docs/notebooks, run from top to bottom.

Each runs in a folder and a namespace of its own, cell after cell, without Jupyter; the first cell
that fails is named, with its traceback. The last line of a cell is shown by Jupyter and only
computed here.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def cells(path: Path) -> list[str]:
    """The code of a notebook, cell by cell."""
    read = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(one["source"]) for one in read["cells"] if one["cell_type"] == "code"]


def run(path: Path, replaced: dict[str, str] | None = None) -> dict[str, Any]:
    """Run a notebook where nothing is; what its cells have defined. Texts may be replaced first."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for number, text in enumerate(cells(path), 1):
            for old, new in (replaced or {}).items():
                text = text.replace(old, new)
            exec(compile(text, f"{path.name}, cell {number}", "exec"), names)
    return names


def main() -> None:
    """Run those named, or all of them."""
    wanted = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    for name in wanted:
        run(FOLDER / f"{name}.ipynb")
        sys.stdout.write(f"{name}.ipynb runs{os.linesep}")


if __name__ == "__main__":
    main()
