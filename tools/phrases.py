"""One sheet of all phrases of a language, for a person to correct; and the sheet read in again.

A row is a phrase: its key, the English, the text, where it is seen, and a picture if there is one.
The sheet is CSV, which every spreadsheet opens. Reading it in changes the texts that were corrected
and not a byte else; a correction that loses a blank such as ``{name}`` is told and left out.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.sights import Sight, sights  # noqa: E402

COLUMNS: Final = ("key", "english", "text", "seen", "picture")
ORDER: Final = (
    *("web/messages", "web/messages/table", "web/messages/lessons", "web/messages/pages"),
    *(
        "web/messages/daily",
        "web/messages/pad",
        "web/messages/rulebook",
        "web/src/rulebook/summary/words",
    ),
    *("src/gangoffour/terminal/words", "web/messages/review", "web/src/pages/about/texts"),
    *("docs/rules", "web/messages/strategy", "docs/strategy"),
)
"""The folders in reading order: what is seen most comes first."""
NOT_TEXT: Final = {"$schema", "declarations", "selectors"}
BLANK: Final = re.compile(r"\{[^{}]+\}|\[[A-Z0-9 ]+\]|`[^`]+`")
"""What a correction must keep: blanks, cards, code."""


class Phrase(NamedTuple):
    """A text, where it lies, and the way to it within the file."""

    folder: str
    way: tuple[str, ...]
    text: str

    @property
    def key(self) -> str:
        """What names it in the sheet: ``web/messages/table say_passed``."""
        return " ".join((self.folder, ".".join(self.way)))


def folders(root: Path) -> list[str]:
    """Every folder with texts, in reading order; new ones at the end."""
    found = {
        str(path.parent.relative_to(root))
        for place in ("web/messages", "web/src", "docs", "src/gangoffour")
        for path in (root / place).rglob("en.*")
        if path.suffix in (".json", ".md") and "paraglide" not in path.parts
        if not (path.is_symlink() and place == "src/gangoffour")
    }
    return [*(one for one in ORDER if one in found), *sorted(found - set(ORDER))]


def file_of(root: Path, folder: str, language: str) -> Path:
    """A language's file in a folder."""
    path = root / folder / f"{language}.json"
    return path if path.exists() else path.with_suffix(".md")


def leaves(value: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a JSON value with the keys on the way to it."""
    if isinstance(value, str):
        yield way, value
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if key not in NOT_TEXT:
            yield from leaves(inner, (*way, str(key)))


def phrases(root: Path, folder: str, language: str) -> list[Phrase]:
    """The phrases of one file: of JSON its texts, of a document its paragraphs."""
    path = file_of(root, folder, language)
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return [Phrase(folder, way, text) for way, text in leaves(json.loads(content))]
    return [
        Phrase(folder, (str(number),), text.strip("\n"))
        for number, text in enumerate(re.split(r"\n{2,}", content), 1)
    ]


def rows(root: Path, language: str) -> Iterator[tuple[str, str, str, str, str]]:
    """The sheet's rows. Plural forms may differ, so English is looked up by the key before them."""
    places = sights(root)
    for folder in folders(root):
        written = phrases(root, folder, "en")
        english = {one.way: one.text for one in written}
        first = {one.way[0]: one.text for one in reversed(written)}
        for one in phrases(root, folder, language):
            near = first.get(one.way[0], "")
            sight = places.get(one.way[0]) or places.get(folder) or Sight((), (folder,), "")
            yield one.key, english.get(one.way, near), one.text, sight.words, sight.picture


def write_sheet(root: Path, language: str, sheet: Path) -> int:
    """Write the sheet; how many rows it has."""
    sheet.parent.mkdir(parents=True, exist_ok=True)
    written = list(rows(root, language))
    with sheet.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *written])
    return len(written)


def replaced(content: str, one: Phrase, text: str) -> str:
    """A file's content with one of its phrases changed, and all else as it was."""
    if len(one.way) == 1 and one.way[0].isdecimal():
        return content.replace(one.text, text, 1)
    at = content.index(f"{json.dumps(one.way[0])}:")
    old, new = (json.dumps(said, ensure_ascii=False) for said in (one.text, text))
    for key in one.way[1:-1]:
        at = content.find(json.dumps(key), at) if not key.isdecimal() else at
    if not one.way[-1].isdecimal():
        at = content.index(f"{json.dumps(one.way[-1])}:", at)
    at = content.index(old, at)
    return content[:at] + new + content[at + len(old) :]


def sheet_rows(sheet: Path) -> list[tuple[str, str]]:
    """Key and text of each row. Where a decimal is a comma, spreadsheets part cells by ``;``."""
    content = sheet.read_text(encoding="utf-8-sig")
    parted = max(",;\t", key=content.partition("\n")[0].count)
    found = csv.DictReader(io.StringIO(content, newline=""), delimiter=parted)
    if not {"key", "text"} <= set(found.fieldnames or ()):
        raise ValueError(f"{sheet} has no columns “key” and “text”")
    texts = ((row["key"], row["text"] or "") for row in found)
    return [(key, text.replace("\r\n", "\n").strip("\n")) for key, text in texts]


def trouble(one: Phrase | None, text: str) -> str | None:
    """Why a correction cannot be taken, or nothing."""
    if one is None:
        return "there is no such phrase any more"
    if text == one.text:
        return None
    if not text.strip() or text.startswith("#NAME"):
        return f"the text is lost; it was: {one.text}"
    if sorted(BLANK.findall(text)) != sorted(BLANK.findall(one.text)):
        return f"blanks, cards or code are not those of: {one.text}"
    return None


def read_sheet(root: Path, language: str, sheet: Path) -> tuple[list[str], list[str]]:
    """Put the corrections in their places; the keys of those, and what could not be done."""
    known = {one.key: one for folder in folders(root) for one in phrases(root, folder, language)}
    done, troubles = [], []
    for key, text in sheet_rows(sheet):
        one = known.get(key)
        if why := trouble(one, text):
            troubles.append(f"{key}: {why}")
        elif one and text != one.text:
            path = file_of(root, one.folder, language)
            content = path.read_text(encoding="utf-8")
            path.write_text(replaced(content, one, text), encoding="utf-8")
            done.append(key)
    return done, troubles


def main() -> int:
    """Write a sheet, or with ``--read`` take the corrections of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", help="de, es, fi, fr, it, nl, pl or en")
    parser.add_argument("--sheet", type=Path, help="where; build/phrases/LANGUAGE.csv by default")
    parser.add_argument("--read", action="store_true", help="read a corrected sheet in")
    wanted = parser.parse_args()
    if not file_of(ROOT, "web/messages", wanted.language).exists():
        parser.error(f"there are no texts in {wanted.language!r}")
    sheet = wanted.sheet or ROOT / "build" / "phrases" / f"{wanted.language}.csv"
    if not wanted.read:
        sys.stdout.write(f"{write_sheet(ROOT, wanted.language, sheet)} phrases: {sheet}\n")
        return 0
    try:
        done, troubles = read_sheet(ROOT, wanted.language, sheet)
    except (OSError, ValueError) as problem:
        parser.error(f"the sheet cannot be read: {problem}")
    sys.stdout.write("\n".join((f"{len(done)} corrected.", *troubles, "")))
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
