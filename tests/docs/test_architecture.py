"""``docs/architecture.md``: its places are there, and its pictures show the real imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "gangoffour"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(
    r"^\| (.+\?) \| (.+) \|$", PAGE.partition("## Where is")[2], flags=re.MULTILINE
)
PLACES = sorted(set(re.findall(r"`((?:[\w.-]+/)[\w./-]*|[\w.-]+\.(?:py|ts|md))`", PAGE)))
"""Whatever looks like a file or a folder."""
HOUSE, SERVER = re.findall(r"```mermaid\nflowchart TB\n(.*?)```", PAGE, re.DOTALL)
Arrows = set[tuple[str, str]]


def arrows(picture: str) -> Arrows:
    """Who imports whom, as drawn."""
    return {
        (above, below)
        for above, many in re.findall(r"^  (\w+)(?:\[.*?\])? --> (.+)$", picture, re.MULTILINE)
        for below in many.split(" & ")
    }


def imports(folder: Path) -> Arrows:
    """Who imports whom: the folders and modules right inside of a package."""
    package = ".".join(("gangoffour", *folder.relative_to(SOURCE).parts)) + "."
    found = set()
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).parts[0].removesuffix(".py")
        for name in imported(path):
            if name.startswith(package) and not room.startswith("_"):
                found.add((room, name.removeprefix(package).partition(".")[0]))
    return {(one, other) for one, other in found if one != other}


def statements(some: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Statements and those inside them, however deep; imports are no part of expressions."""
    for one in some:
        yield one
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(one, name, ())
            yield from statements(inside if isinstance(inside, list) else ())


@cache
def imported(path: Path) -> tuple[str, ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


def below(drawn: Arrows, room: str) -> set[str]:
    """All rooms to which arrows lead."""
    found, waiting = set[str](), [room]
    while waiting:
        one = waiting.pop()
        for other in {lower for upper, lower in drawn if upper == one} - found:
            found.add(other)
            waiting.append(other)
    return found


def test_it_answers_enough_questions() -> None:
    assert len(QUESTIONS) >= 30
    assert all(re.search(r"`[^`]+`", places) for _, places in QUESTIONS)


def test_every_place_exists() -> None:
    roots = (SOURCE, ROOT, SOURCE / "server", SOURCE / "table")
    for place in PLACES:
        assert any((root / place).exists() for root in roots), (
            f"docs/architecture.md names {place}, which is not there"
        )


@pytest.mark.parametrize(("picture", "folder"), [(HOUSE, SOURCE), (SERVER, SOURCE / "server")])
def test_the_picture_is_the_code(picture: str, folder: Path) -> None:
    """Every import goes down along the arrows, and every arrow is an import."""
    drawn, real = arrows(picture), imports(folder)
    rooms = {room for arrow in drawn for room in arrow}
    circles = [room for room in rooms if room in below(drawn, room)]
    assert not circles, f"the picture goes round in a circle: {circles}"
    there = {
        path.name.removesuffix(".py")
        for path in folder.iterdir()
        if path.name[0] not in "_." and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    assert rooms == there, f"not drawn: {there - rooms}; not there: {rooms - there}"
    against = {(one, other) for one, other in real if other in rooms} - {
        (one, other) for one in rooms for other in below(drawn, one)
    }
    assert not against, f"imported, but against the arrows: {sorted(against)}"
    assert not drawn - real, f"drawn, but not imported: {sorted(drawn - real)}"
