"""The files in deploy/ name settings, commands and metrics that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from gangoffour.cli import COMMANDS
from gangoffour.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
METRICS = {
    *("command_seconds_bucket", "refusals_total", "processes", "tables_owned", "people_online"),
    *("choices_busy", "choices_late", "choices_worker", "late_seconds"),
}


def texts() -> dict[str, str]:
    return {path.name: path.read_text() for path in DEPLOY.iterdir()}


def test_every_setting_exists() -> None:
    known = {f"GANGOFFOUR_{one.name.upper()}" for one in fields(Settings)}
    named = {found for text in texts().values() for found in re.findall(r"GANGOFFOUR_\w+", text)}
    assert named and named <= known


def test_every_command_and_option_exists() -> None:
    every = texts()
    for text in (every["gangoffour@.service"], every["gangoffour-worker@.service"]):
        (line,) = re.findall(r"^ExecStart=\S+/gangoffour (.*)$", text, re.MULTILINE)
        assert line.split()[0] in COMMANDS
    for command in re.findall(r'command: \["(\w+)"', every["compose.yaml"]):
        assert command in COMMANDS


def test_alerts_name_metrics_that_there_are() -> None:
    named = set(re.findall(r"gangoffour_(\w+)", texts()["alerts.yaml"]))
    assert named <= METRICS
    source = Path(__file__).parents[2] / "src" / "gangoffour" / "server"
    code = "".join(path.read_text() for path in source.glob("*.py"))
    for name in named - {"refusals_total", "command_seconds_bucket"}:
        assert f'"{name.removeprefix("choices_")}"' in code
