"""The conversation that docs/engine.md shows, held from top to bottom."""

import json
import re
from pathlib import Path
from typing import Any

from gangoffour.__main__ import engine_help
from gangoffour.engine import Engine
from gangoffour.engine.help import OPERATIONS
from gangoffour.engine.operations import FIELDS
from tests.terminal.running import run

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
LEFT_OUT = "…"


def conversation() -> list[tuple[str, Any]]:
    """What is written and what must come back, in order."""
    blocks = re.findall(r"```engine\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    asked, told = lines[::2], lines[1::2]
    assert all(line.startswith("> ") for line in asked)
    assert all(line.startswith("< ") for line in told)
    return [(ask[2:], json.loads(tell[2:])) for ask, tell in zip(asked, told, strict=True)]


def agrees(shown: Any, real: Any) -> bool:
    """Whether an answer is the one shown, fields left out aside."""
    if shown == LEFT_OUT:
        return True
    if isinstance(shown, list) and LEFT_OUT in shown:
        first = shown[: shown.index(LEFT_OUT)]
        return all(agrees(*pair) for pair in zip(first, real, strict=False))
    if isinstance(shown, dict) and LEFT_OUT in shown:
        named = {name: value for name, value in shown.items() if name != LEFT_OUT}
        return all(name in real and agrees(value, real[name]) for name, value in named.items())
    if isinstance(shown, dict):
        return shown.keys() == real.keys() and all(agrees(shown[name], real[name]) for name in real)
    return bool(shown == real)


def test_the_conversation_on_the_page() -> None:
    engine = Engine()
    for asked, shown in conversation():
        real = json.loads(engine.answer_line(asked))
        assert agrees(shown, real), f"{asked}\n{json.dumps(real)}"


def refused(engine: Engine, request: dict[str, Any]) -> str:
    error = engine.answer(request)["error"]
    assert isinstance(error, dict)
    return str(error["message"])


def operations_there_are() -> list[str]:
    return refused(Engine(), {"op": "?"}).split("there are ")[1].rstrip(".").split(", ")


def test_the_help_lists_every_operation_with_its_fields() -> None:
    rows = re.split(r"^  (?=\w)", OPERATIONS, flags=re.MULTILINE)[1:]
    listed = {row.split()[0]: row.partition(":")[0].split(maxsplit=1)[1] for row in rows}
    assert list(listed) == operations_there_are()
    engine = Engine()
    for line, _ in conversation():
        if "review" not in line and "hint" not in line:
            engine.answer_line(line)
    lines = [pair for pair in conversation() if pair[0].startswith("{")]
    lines.sort(key=lambda pair: bool(pair[1]["ok"]))  # of several requests the last good one counts
    asked = {request["op"]: request for request in (json.loads(line) for line, _ in lines)}
    for op, fields in listed.items():
        known = set(re.findall(r"\w+", fields.replace("no field", "")))
        assert op == "position" or known == set(FIELDS[op]), op
        assert op == "position" or set(asked[op]) - {"op", "id"} <= known, op
        needed = {name for name in known if f"{name}?" not in fields}
        for name in needed - {"action"} if op != "position" else ():
            given = {one: value for one, value in asked[op].items() if one != name}
            assert f"'{name}'" in refused(engine, given), (op, name)
    for needs in (run("engine", "--help").output, engine_help()):
        assert all(line.strip() in needs for line in OPERATIONS.splitlines())
        assert "docs/" not in needs


def test_every_operation_has_its_heading_and_an_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = " ".join(re.findall(r"^## (.+)$", text, re.MULTILINE)).split()
    operations = operations_there_are()
    shown = {json.loads(asked)["op"] for asked, _ in conversation() if asked.startswith("{")}
    for operation in operations:
        assert operation in headings
        assert operation in shown
