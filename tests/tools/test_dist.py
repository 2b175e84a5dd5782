"""What is packed: the README as an index shows it, the licences of others, where it is tried."""

from __future__ import annotations

import doctest
import json
import re
import sys
import tomllib
from pathlib import Path

import hatch_build
from tools.dist.pythons import pythons
from tools.dist.trials import blocks

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOT_BUNDLED = {"vite", "typescript", "@sveltejs/vite-plugin-svelte", "axe-core"} | {
    "@inlang/plugin-message-format"
}
"""What builds and checks the client, and leaves nothing in it."""


def test_the_readme_of_an_index_leads_nowhere_wrong() -> None:
    assert doctest.testmod(hatch_build).failed == 0
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    alone = hatch_build.for_an_index(page)
    assert not re.findall(r"\]\((?!https?:)", alone) and "docs/images" not in alone
    at_home = hatch_build.for_an_index(page, "https://a.example/g")
    targets = re.findall(r"\]\(([^)]*)\)", at_home)
    assert len(targets) == len(re.findall(r"\]\(([^)]*)\)", page))
    assert all(one.startswith("https://") for one in targets)


def test_a_wheel_has_what_is_large_once(tmp_path: Path) -> None:
    sizes = {"index.html": 900, "index.html.gz": 400, "python.wasm": 400_000, "stdlib.zip": 300_000}
    for name, size in {**sizes, "python.wasm.gz": 150_000, "python.wasm.br": 120_000}.items():
        (tmp_path / name).write_bytes(bytes(size))
    names = {path.name for path in hatch_build.packed_once(tmp_path)}
    assert names == {*sizes, "python.wasm.gz", "python.wasm.br"} - {"python.wasm"}


def test_whatever_the_client_bundles_has_its_licence_in_the_package() -> None:
    parts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    bundled = {one.rpartition("/")[2] for one in parts.keys() - NOT_BUNDLED}
    carried = {path.stem for path in (ROOT / "LICENSES").glob("*.txt")}
    assert bundled <= carried, "LICENSES/ has the text of each"
    assert "LICENSES/*.txt" in PROJECT["license-files"]
    table = (ROOT / "LICENSES" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([\w-]+)\.txt`", table)) == carried
    for row in re.findall(r"\| ([\w.-]+) \| `", table):
        assert row in PROJECT["license"].split(" AND ")


def test_this_python_is_among_those_that_are_tried_and_there_is_something_to_try() -> None:
    assert sys.version_info[:2] in pythons()
    assert all(blocks(page) for page in ("library.md", "bots.md", "lab.md", "tutorial.md"))
