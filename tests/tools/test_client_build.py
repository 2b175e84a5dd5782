"""The client is built anew when Python that it carries has changed: it knows those files' sizes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CARRIED = "gangoffour/pocket/worker_entry.py"


def _is_followed(tree: Path) -> bool:
    words = ["node", str(tree / "web" / "scripts" / "pocket-files.mjs")]
    path = f"{ROOT / '.venv' / 'node'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(words, env={**os.environ, "PATH": path}, check=False)
    assert done.returncode in (0, 1)
    return done.returncode == 0


@pytest.mark.long
def test_a_changed_module_is_seen_and_any_other_is_not(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "web" / "scripts", tmp_path / "web" / "scripts")
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    (tmp_path / "web" / "src").symlink_to(ROOT / "web" / "src")
    (tmp_path / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (tmp_path / "web" / "dist").symlink_to(ROOT / "web" / "dist")
    assert _is_followed(tmp_path), "web/dist holds other Python than src: build it"
    carried, other = (tmp_path / "src" / one for one in (CARRIED, "gangoffour/server/process.py"))
    for path, follows in ((other, True), (carried, False)):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n# one line more\n")
        assert _is_followed(tmp_path) is follows
