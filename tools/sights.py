"""Where a message is seen: the pages that show it, by their addresses, and a picture of one.

A message is used in some files; a page shows a file if it imports it, by however many steps. The
pictures are those of ``make screenshots``, and the few that the documentation keeps.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tools.screenshots import BEST, shots

ROUTE: Final = re.compile(r"path: '(/[^']*)',\s*load: \(\) => import\('([^']+)'\)")
IMPORT: Final = re.compile(r"(?:from|import)\s*\(?'(\.[^']+)'")
MESSAGE: Final = re.compile(r"\bm\.([a-z0-9_]+)\b")
MOST: Final = 4
"""More pages than this are many; more files are left out."""
FOLDERS: Final = {
    "web/messages/bots": "/table/:id",
    "web/messages/lessons": "/learn/:lesson",
    "web/messages/review": "/match/:id",
    "web/messages/strategy": "/strategy",
    "web/messages/table": "/table/:id",
    "web/src/pages/about/texts": "/about",
    "web/src/rulebook/summary/words": "/summary",
    "docs/rules": "/rules",
    "docs/strategy": "/strategy",
    "src/gangoffour/terminal/words": "",
}
"""Which page shows the texts that are not named one by one; none is the terminal."""
TERMINAL: Final = "docs/images/terminal.svg"


class Sight(NamedTuple):
    """The addresses of pages, the files that use the message, and a picture or nothing."""

    pages: tuple[str, ...]
    files: tuple[str, ...]
    picture: str

    @property
    def words(self) -> str:
        """For a person to read: ``/daily (daily/DailyPage.svelte)``."""
        pages = ", ".join(self.pages) if len(self.pages) <= MOST else "many pages"
        files = ", ".join((*self.files[:MOST], *("…" for _ in self.files[MOST : MOST + 1])))
        return f"{pages} ({files})" if pages else files


@cache  # the same for every language
def sights(root: Path) -> dict[str, Sight]:
    """Every message that the client uses by its name, and every folder of other texts."""
    source = root / "web" / "src"
    texts = {
        path.resolve(): path.read_text(encoding="utf-8")
        for path in (*source.rglob("*.svelte"), *source.rglob("*.ts"))
        if "paraglide" not in path.parts
    }
    users: dict[str, set[Path]] = defaultdict(set)
    for path, text in texts.items():
        for key in MESSAGE.findall(text):
            users[key].add(path)
    shown = {page: _imported(start, texts) for page, start in _routes(source)}
    pictures = _pictures(root, list(shown))
    found = {
        folder: Sight((page,), (folder,), _nearest(pictures, (page,), folder))
        if page
        else Sight((), (folder,), TERMINAL)
        for folder, page in FOLDERS.items()
    }
    for key, paths in users.items():
        files = tuple(sorted(str(path.relative_to(source.resolve())) for path in paths))
        pages = tuple(page for page, files_of in shown.items() if files_of & paths)
        found[key] = Sight(pages, files, _nearest(pictures, pages, f"{key} {' '.join(files)}"))
    return found


def _routes(source: Path) -> list[tuple[str, Path]]:
    """The pages' addresses and the files that they begin with."""
    table = source / "routes.ts"
    text = table.read_text(encoding="utf-8") if table.exists() else ""
    return [(page, (source / file).resolve()) for page, file in ROUTE.findall(text)]


def _imported(start: Path, texts: dict[Path, str]) -> set[Path]:
    """A file and all that it imports, by however many steps."""
    found, waiting = set[Path](), [start]
    while waiting:
        path = waiting.pop()
        if path in texts and path not in found:
            found.add(path)
            for name in IMPORT.findall(texts[path]):
                near = (path.parent / name).resolve()
                waiting += [near, near.with_suffix(".ts")]
    return found


def _pictures(root: Path, pages: list[str]) -> dict[str, dict[str, str]]:
    """For each page the pictures that there are, by the names of what they show."""
    patterns = {page: re.compile(re.sub(r":\w+", "[^/]+", page)) for page in pages}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for shot in shots(defaultdict(lambda: "x")):
        kept = [f"docs/images/{BEST[one]}.webp" for one in BEST if one.startswith(f"{shot.name}-")]
        taken = f"build/screenshots/{shot.name}-phone-dark.png"
        there = [taken] if (root / taken).exists() else kept
        # Of most tables only the whole address is handed over.
        at = re.split("[?#]", shot.path)[0] if shot.path != "x" else "/table/x"
        for page, pattern in patterns.items():
            if there and pattern.fullmatch(at):
                found[page][shot.name] = there[0]
    return found


def _nearest(pictures: dict[str, dict[str, str]], pages: tuple[str, ...], about: str) -> str:
    """Of the pages' pictures the one whose name has most in common with what is shown."""
    if len(pages) > MOST:
        return ""
    there = {name: picture for page in pages for name, picture in pictures[page].items()}

    def alike(name: str) -> int:
        return sum(part[:5] in about.lower() for part in name.split("-"))

    return there[max(there, key=alike)] if there else ""
