"""The conversation that docs/engine.md shows, held from top to bottom."""

import json
import re
from pathlib import Path
from typing import Any

from gangoffour.engine import Engine

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


def test_every_operation_has_its_heading_and_an_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = " ".join(re.findall(r"^## (.+)$", text, re.MULTILINE)).split()
    answer = Engine().answer({"op": "?"})
    error = answer["error"]
    assert isinstance(error, dict)
    operations = error["message"].split("there are ")[1].rstrip(".").split(", ")
    shown = {json.loads(asked)["op"] for asked, _ in conversation() if asked.startswith("{")}
    for operation in operations:
        assert operation in headings
        assert operation in shown
