"""Every Python example of docs/bots.md and docs/lab.md runs; the lists in them are complete."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from gangoffour import View
from gangoffour.bots import bots, load_bot
from gangoffour.bots.advice.reasons import REASONS
from gangoffour.bots.advice.review_reasons import COMPARISONS
from gangoffour.lab.arena.arena import run

DOCS = Path(__file__).parents[2] / "docs"
NODE = shutil.which("node") or DOCS.parent / ".venv" / "node" / "node"
"""As tools/web finds it, or has put it there."""
EXAMPLES = [
    pytest.param(block, id=f"{name}-{number}")
    for name in ("bots.md", "lab.md")
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(), re.S)
    )
]


@pytest.mark.parametrize("block", EXAMPLES)
def test_example(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", (tmp_path / "out").open("w"))
    exec(compile(block, "docs", "exec"), {"__name__": "example"})
    sys.stdout.close()


def test_fifteen_lines_make_a_bot(tmp_path: Path) -> None:
    text = (DOCS / "bots.md").read_text()
    (block,) = re.findall(r"```python\n# mybot.py\n(.*?)```", text, re.S)
    assert len([line for line in block.splitlines() if line.strip()]) <= 15
    path = tmp_path / "mybot.py"
    path.write_text(block)
    report = run([f"{path}:MyBot", "random"], deals=25, seed=1, jobs=1)
    assert report.standings[0].faults == {} and report.standings[0].payoff.mean > 0


@pytest.mark.parametrize("kind", ["py", "mjs"])
def test_the_program_plays_without_a_fault(tmp_path: Path, kind: str) -> None:
    text = (DOCS / "bots.md").read_text()
    (block,) = re.findall(rf"```\w+\n\S+ myprogram\.{kind}\n(.*?)```", text, re.S)
    path = tmp_path / f"myprogram.{kind}"
    path.write_text(block)
    name = f"cmd:{sys.executable if kind == 'py' else NODE} {path}"
    for options in (
        {"seats": 3, "matches": True, "changes": {"target": 20}},
        {"edition": "german"},
    ):
        report = run([name, "random"], deals=2, seed=1, jobs=1, seconds=60, **options)
        assert report.standings[0].faults == {}


def test_every_level_and_reason_is_documented() -> None:
    text = (DOCS / "bots.md").read_text()
    for info in bots():
        assert f"| {info.level} | `{info.name}` | {info.description} |" in text
        load_bot(info.name)
    for code, sentence in {**REASONS, **COMPARISONS}.items():
        assert f"| `{code}` | {sentence} |" in text


def test_the_table_of_the_view_is_whole() -> None:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    table = page.partition("### The view")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(?:View\.)?(\w+)", table, re.MULTILINE)
    public = {name for name in vars(View) if not name.startswith("_")}
    assert sorted(listed) == sorted(public)
