"""The version stands once, in ``gangoffour/__init__.py``; whatever else shows it agrees."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from gangoffour import __version__

ROOT = Path(__file__).parents[2]


def test_a_build_takes_the_version_from_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"], "the version stands in gangoffour/__init__.py"
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"] == {"path": "src/gangoffour/__init__.py"}


def test_the_client_has_no_version_of_its_own() -> None:
    for name in ("package.json", "package-lock.json"):
        content = json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))
        assert "version" not in content, f"web/{name}: the version is the server's"


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert releases, "CHANGELOG.md has no release as '## [1.2.3] - 2026-01-31'"
    assert releases[0] == __version__, (
        f"CHANGELOG.md's newest release is {releases[0]}, the version is {__version__}"
    )


def test_the_example_of_a_welcome_shows_this_version() -> None:
    text = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'"type": "welcome".*?"version": "([^"]+)"', text)
    assert shown == __version__, f"docs/wire.md: the welcome shows {shown}, not {__version__}"
