"""Every text that people read, in each language, by where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
GLOSSARY: Final[dict[str, Any]] = json.loads(
    (ROOT / "docs" / "translating" / "glossary.json").read_text(encoding="utf-8")
)
NOT_TEXT: Final = {"$schema", "declarations", "selectors"}


def leaves(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Every text of a JSON value, by the keys on the way to it."""
    if isinstance(value, str):
        yield name, value
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if key not in NOT_TEXT:
            yield from leaves(inner, f"{name}.{key}")


def json_files(locale: str) -> list[Path]:
    return sorted(
        [
            *(ROOT / "web" / "messages").glob(f"**/{locale}.json"),
            *(ROOT / "web" / "src").glob(f"**/words/{locale}.json"),
            *(ROOT / "src" / "gangoffour").glob(f"**/words/{locale}.json"),
        ]
    )


def documents(locale: str) -> list[Path]:
    return sorted(
        [
            ROOT / "docs" / "rules" / f"{locale}.md",
            *(ROOT / "docs" / "strategy").glob(f"{locale}.md"),
            *(ROOT / "web" / "src").glob(f"**/texts/{locale}.md"),
        ]
    )


@cache
def texts(locale: str) -> tuple[tuple[str, str], ...]:
    """Messages by folder and key, documents by folder and paragraph."""
    found: list[tuple[str, str]] = []
    for path in json_files(locale):
        found += leaves(json.loads(path.read_text(encoding="utf-8")), path.parent.name)
    for path in documents(locale):
        paragraphs = re.split(r"\n{2,}", path.read_text(encoding="utf-8"))
        found += [
            (f"{path.parent.name}:{number}", " ".join(one.split("\n")))
            for number, one in enumerate(paragraphs, 1)
        ]
    return tuple(found)


@cache
def messages(locale: str) -> dict[str, Any]:
    """The client's messages by their keys alone."""
    return {where.split(".", 1)[1]: text for where, text in texts(locale) if "." in where}
