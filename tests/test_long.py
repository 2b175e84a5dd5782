"""What ``make test`` leaves to ``make long``: nothing that the safety page names."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
LONG = re.compile(r"^@pytest\.mark\.long\n(?:[@ )\]].*\n)*(?:async )?def (test_\w+)", re.MULTILINE)


def test_what_the_server_promises_is_tried_by_make_test() -> None:
    """Docs/safety.md's tests are all in the five minutes."""
    sources = [path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py")]
    left_out = {name for text in sources for name in LONG.findall(text)}
    promised = re.findall(r"`(test_\w+)`", (ROOT / "docs" / "safety.md").read_text("utf-8"))
    assert len(left_out) > 20 and len(promised) > 50
    assert not left_out.intersection(promised)


def test_whatever_is_left_out_is_run_by_name_and_by_the_gate() -> None:
    """One command leaves the long ones out, one has nothing else, and CI runs both and checks."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    marked = [line for line in lines if "pytest" in line and re.search(r"-m .*\blong\b", line)]
    assert sum('-m "not long"' in line for line in marked) == 1
    assert sum(line.endswith("-m long") for line in marked) == 1
    assert "make test\nmake checks\nmake long\n" in (ROOT / ".ci" / "run").read_text(
        encoding="utf-8"
    )
