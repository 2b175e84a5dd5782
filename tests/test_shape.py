"""The house stays easy to walk through: short functions, named arguments, small rooms."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gangoffour"
MIGRATIONS = SOURCE / "server" / "storage" / "migrations" / "versions"
"""Written once and never changed: as long as their tables are wide."""

MOST_LINES_OF_A_FUNCTION = 50
MOST_LINES_OF_A_MODULE = 350
MOST_POSITIONAL = 8
MOST_MODULES = 20

HOT = {
    "rules/match.py",
    "rules/round.py",
    "rules/view.py",
    "table/views/public_view.py",
}
"""Here values are made at every move, and a name for each argument would cost time."""

MODULES = sorted(
    path
    for folder in (SOURCE, ROOT / "tools", ROOT / "bench")
    for path in folder.rglob("*.py")
    if MIGRATIONS not in path.parents
)

CLIENT = sorted(
    path
    for kind in ("*.svelte", "*.ts")
    for path in (ROOT / "web" / "src").rglob(kind)
    if "paraglide" not in path.parts and path.name != "types.ts"  # both are made
)


def long_functions(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES_OF_A_FUNCTION:
                yield f"line {node.lineno}: {node.name} has {lines} lines"


def long_calls(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
            called = ast.unparse(node.func)
            yield f"line {node.lineno}: {called} is given {len(node.args)} arguments without names"


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_functions_are_short_and_long_calls_name_their_arguments() -> None:
    found: list[str] = []
    for path in MODULES:
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        wrong = [*long_functions(nodes)]
        if named(path).removeprefix("src/gangoffour/") not in HOT:
            wrong += long_calls(nodes)
        found += [f"{named(path)}, {one}" for one in wrong]
    assert not found, "\n".join(found)


def test_modules_are_short() -> None:
    """What is the second thing in one that is not?"""
    lines = {named(one): one.read_text(encoding="utf-8").count("\n") for one in MODULES}
    assert len(lines) > 300
    inside = {name: count for name, count in lines.items() if name.startswith("src/")}
    client = {named(one): one.read_text(encoding="utf-8").count("\n") for one in CLIENT}
    assert len(client) > 300
    assert not {name: n for name, n in (inside | client).items() if n > MOST_LINES_OF_A_MODULE}


def test_rooms_are_small() -> None:
    rooms = Counter(named(one.parent) for one in SOURCE.rglob("*.py") if one.name != "__init__.py")
    rooms.pop(named(MIGRATIONS))
    assert len(rooms) > 30
    assert not {name: number for name, number in rooms.items() if number > MOST_MODULES}


def test_the_list_of_hot_modules_is_needed() -> None:
    for name in HOT:
        tree = ast.parse((SOURCE / name).read_text(encoding="utf-8"))
        assert [*long_calls(ast.walk(tree))], f"{name} has no long call any more"


def test_what_is_too_long_is_found() -> None:
    body = "\n".join(["    x = 1"] * MOST_LINES_OF_A_FUNCTION)
    numbers = ", ".join(map(str, range(MOST_POSITIONAL + 1)))
    tree = ast.parse(f"def far():\n{body}\n\nmake({numbers})\nmake(*range(9), a=1)\n")
    assert [*long_functions(ast.walk(tree))] == ["line 1: far has 51 lines"]
    assert [*long_calls(ast.walk(tree))] == ["line 53: make is given 9 arguments without names"]
