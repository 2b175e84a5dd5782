"""CONTRIBUTING.md: whatever it names is there, and every recipe has its test."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### Add an? (.+)\n((?:(?!^##).*\n)+)", PAGE, re.MULTILINE))
THINGS = {
    "language",
    "edition",
    "bot level",
    "setting",
    "endpoint",
    "message",
    "page",
    "lesson",
    "migration",
}
PLACE = re.compile(r"`((?:src|tests|web|docs|tools)/[^`\s]*)`")


def test_there_is_a_recipe_for_everything_that_is_added() -> None:
    assert set(RECIPES) == THINGS


def test_every_recipe_names_its_test() -> None:
    for thing in sorted(THINGS):
        own = f"tests/contributing/test_{thing.replace(' ', '_')}.py"
        assert f"`{own}`" in RECIPES[thing], f"CONTRIBUTING.md: {thing} does not name {own}"


def test_every_place_exists() -> None:
    for place in sorted(set(PLACE.findall(PAGE))):
        assert list(ROOT.glob(place.rstrip("/"))), (
            f"CONTRIBUTING.md names {place}, which is not there"
        )


def test_every_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake ([a-z]+)", PAGE)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"there is no make {target}"


@pytest.mark.parametrize("target", ["check", "test", "long"])
def test_whoever_runs_tests_gets_the_programs_that_they_run(target: str) -> None:
    assert "tools/programs\n" in would_do(target)


@pytest.mark.parametrize("changed", ["web/src/main.ts", "web/tests/setup.ts", "docs/rules.md"])
def test_a_client_that_has_changed_is_looked_over_again(changed: str) -> None:
    assert "tools/web check\n" in would_do("-W", changed, "build/client-is-right")


def would_do(*target: str) -> str:
    """What make would do, by its own word."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "-n", *target]
    return subprocess.run(
        command, cwd=ROOT, env=kept, capture_output=True, text=True, check=True
    ).stdout
