"""A new setting is whole: it explains itself, and hosts can read about it.

``tests/server/wire/test_documents.py`` compares the table of docs/operating.md with the settings
line by line, and the options of ``gangoffour serve`` with both.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gangoffour.cli import app
from gangoffour.server.runtime.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shown() -> str:
    return CliRunner().invoke(app, ["serve", "--help"]).output


def test_the_setting_explains_itself() -> None:
    for one in fields(Settings):
        told = str(one.metadata.get("help", ""))
        assert told.endswith("."), (
            f"server/runtime/settings.py: {one.name} needs a sentence of help"
        )


def test_it_can_be_given_on_the_command_line(shown: str) -> None:
    for one in fields(Settings):
        option = f"--{one.name.replace('_', '-')}"
        assert option in shown, f"gangoffour serve has no option {option}"


def test_hosts_can_read_about_the_setting() -> None:
    for one in fields(Settings):
        default = str(one.default).lower() if isinstance(one.default, bool) else one.default
        row = f"| `{one.name}` | {'(empty)' if default == '' else f'`{default}`'} | "
        assert row in PAGE, (
            f"docs/operating.md, Settings, lacks the row {row}{one.metadata.get('help')} |"
        )
