"""A program that talks to the engine, as another language would: text lines and nothing else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

from gangoffour.engine import Engine


class Direct:
    """The engine within this process."""

    def __init__(self) -> None:
        self.engine = Engine()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(
            self.engine.answer_line(json.dumps({"op": op, **fields}))
        )
        return answer

    def ok(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(op, **fields)
        assert answer.pop("ok") is True, answer
        return answer

    def error(self, op: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(op, **fields)
        assert answer["ok"] is False, answer
        error: dict[str, Any] = answer["error"]
        assert isinstance(error["code"], str) and isinstance(error["message"], str)
        assert "rule" in error
        return error


class Piped(Direct):
    """``gangoffour engine`` as a process, over pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from gangoffour.cli import main; main()", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        self.write(json.dumps({"op": op, **fields}).encode() + b"\n")
        return self.read()

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> tuple[int, bytes]:
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


def play_on(engine: Direct, match: str, rng: random.Random, most: int = 100_000) -> int:
    """Random legal actions taken from the views alone; how many were made."""
    for made in range(most):
        turn = engine.ok("view", match=match, seat=None)["view"]["turn"]
        if turn is None:
            return made
        view = engine.ok("view", match=match, seat=turn)["view"]
        engine.ok("act", match=match, seat=turn, action=random_action(view, rng))
    return most


def random_action(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One of the actions a view allows."""
    if view["phase"] == "exchange":
        return {"give": rng.choice(view["hand"])}
    choices: list[dict[str, Any]] = [{"play": codes} for codes in view["plays"]]
    if view["pass"]:
        choices.append({"pass": True})
    chosen = rng.choice(choices)
    if "play" in chosen and len(view["hand"]) - len(chosen["play"]) == 1 and rng.random() < 0.8:
        chosen["call"] = True
    return chosen
