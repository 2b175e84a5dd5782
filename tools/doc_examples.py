"""Writes every Python block of the documents as a file of its own, for the type checker: whoever
copies one into a typed program is not told off for it.

``python tools/doc_examples.py build/doc_examples``
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, kind: str) -> list[tuple[int, str]]:
    """The blocks of one kind on a page, each with its first line's number."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start(2)) + 1, found[2])
        for found in BLOCK.finditer(text)
        if found[1] == kind
    ]


def write(folder: Path) -> list[Path]:
    """One file for each block, named by its page and line; nothing else stays in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = []
    for page in PAGES:
        for line, text in blocks(page, "python"):
            stem = re.sub(r"\W", "_", name(page).removesuffix(".md"))
            file = folder / f"{stem}_{line}.py"
            file.write_text(text, encoding="utf-8")
            files.append(file)
    return files


if __name__ == "__main__":
    write(Path(sys.argv[1]))
