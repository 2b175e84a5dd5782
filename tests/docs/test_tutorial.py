"""``docs/tutorial.md`` as a reader walks it: its files saved, its commands run in their order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_it_leads_to_a_bot_that_plays_without_a_fault(tmp_path: Path) -> None:
    for name, block in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(block, encoding="utf-8")
    commands = re.findall(r"^gangoffour .*$", PAGE, re.MULTILINE)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    told = [
        subprocess.run(
            re.sub(r"--deals \d+", "--deals 2 --jobs 1 --strict", command),
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
            capture_output=True,
            text=True,
        )
        for command in commands
    ]
    assert [one.returncode for one in told] == [0, 0, 0], [one.stderr for one in told]
    first, reviewed, second = (one.stdout for one in told)
    assert "mybot.py:MyBot" in first and "better.py:Better" in second
    assert "mybot.py:MyBot · " in reviewed, "the review names what it judges"
