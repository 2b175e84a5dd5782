"""Everything the documents show is run: Python blocks, commands, doctests; links lead somewhere.

The ``python`` blocks of a file run from top to bottom in one namespace. Of the ``console`` blocks,
the commands of ``gangoffour`` that answer by themselves are run and their output is compared;
``…`` in it stands for anything.
"""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.doc_examples import BLOCK, PAGES, ROOT, blocks, name, write

import gangoffour
import gangoffour.rules

LINK = re.compile(r"(?<!`)\[[^\]\n]*\]\(([^)\s]+)\)")
NOT_ALONE = ("play", "serve", "watch")
"""Commands of ``gangoffour`` that wait for a person or never end."""

MODULES = [
    "gangoffour",
    *(one.name for one in pkgutil.walk_packages(gangoffour.rules.__path__, "gangoffour.rules.")),
]


def commands(page: Path) -> list[tuple[str, str]]:
    """The commands on a page that can be run here, and what they print."""
    shown = [
        part for _, text in blocks(page, "console") for part in re.split(r"^\$ ", text, flags=re.M)
    ]
    pairs = [part.partition("\n")[::2] for part in shown if part.strip()]
    return [
        (command, output)
        for command, output in pairs
        if (call := re.search(r"\bgangoffour +(\w+)", command)) and call[1] not in NOT_ALONE
    ]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder to work in, with the environment's own commands at hand."""
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_python_blocks(page: Path, here: Path) -> None:
    """R1–R9: the examples on the page do what it says, each by itself."""
    for line, text in blocks(page, "python"):
        code = compile("\n" * (line - 1) + text, name(page), "exec")
        exec(code, {"__name__": "__main__"})
    assert here.is_dir()


def test_a_type_checker_is_given_every_python_block(tmp_path: Path) -> None:
    """``make mypy`` reads them beside our own code."""
    written = [file.read_text(encoding="utf-8") for file in write(tmp_path / "examples")]
    assert written == [text for page in WITH_PYTHON for _, text in blocks(page, "python")]
    assert "tools/doc_examples.py build/doc_examples" in (ROOT / "Makefile").read_text()


WITH_COMMANDS = [page for page in PAGES if commands(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name)
def test_commands(page: Path, here: Path) -> None:
    """The commands on the page print what it shows."""
    shell = shutil.which("sh")
    assert shell is not None
    for command, output in commands(page):
        ran = subprocess.run(
            [shell, "-c", command],
            cwd=here,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100"},
        )
        expected = ".*".join(re.escape(part) for part in output.strip().split("…"))
        assert re.fullmatch(expected, ran.stdout.strip(), re.DOTALL), (command, ran)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: str) -> None:
    """R1–R9: the examples in docstrings do what they say."""
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0 and tried >= 0


def test_there_are_examples() -> None:
    """The README, the notation and the package itself show something that runs."""
    shown = {name(page) for page in WITH_PYTHON}
    assert {"README.md", "docs/notation.md"} <= shown
    assert doctest.testmod(gangoffour).attempted > 0


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links(page: Path) -> None:
    """Every link to a file or a heading of this project leads to one."""
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(BLOCK.sub("", text)):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, anchor = target.partition("#")
        there = page if not file else (page.parent / file).resolve()
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_list_begins_after_an_empty_line(page: Path) -> None:
    """Elsewhere it is shown as a list without one, on the site as a part of the sentence."""
    before = ""
    for line in BLOCK.sub("", page.read_text(encoding="utf-8")).splitlines():
        begins = re.match(r"[-*] |\d+\. ", line) and before and before[0] not in "#<"
        assert not begins or re.match(r"[-*] |\d+\. | {2,}\S", before), (before, line)
        if line.startswith(" ") and not before:  # of an item, whose next line goes on with the list
            line = line.strip()
        before = line


def anchors(page: Path) -> set[str]:
    """The anchors of a page: its own, and those made of its headings."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)"', text))
