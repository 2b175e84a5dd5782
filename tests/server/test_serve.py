"""``gangoffour serve``: an option, else the environment, else the default."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from gangoffour.cli import app
from gangoffour.server import serve as command
from gangoffour.server.runtime.settings import Settings


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings that a server was to be made of; none is made."""
    taken: list[Settings] = []

    def refuse(settings: Settings) -> Any:
        taken.append(settings)
        raise ValueError("enough.")

    monkeypatch.setattr(command, "create_app", refuse)
    for name in Settings.__slots__:
        monkeypatch.delenv(f"GANGOFFOUR_{name.upper()}", raising=False)
    monkeypatch.setenv("GANGOFFOUR_DATABASE", "sqlite+aiosqlite://")
    return taken


@pytest.mark.parametrize(
    ("options", "environment", "settings"),
    [
        ([], {}, {}),
        (["--port", "7", "--secure-cookies"], {}, {"port": 7, "secure_cookies": True}),
        ([], {"PORT": "9", "ORIGINS": "http://b"}, {"port": 9, "origins": "http://b"}),
        (["--port", "7", "--no-secure-cookies"], {"PORT": "9", "SECURE_COOKIES": "1"}, {"port": 7}),
    ],
)
def test_options_come_before_the_environment_and_that_before_defaults(
    taken: list[Settings],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    environment: dict[str, str],
    settings: dict[str, Any],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(f"GANGOFFOUR_{name}", value)
    result = CliRunner().invoke(app, ["serve", *options])
    assert (result.exit_code, result.stderr) == (1, "gangoffour: enough.\n")
    assert taken == [Settings(database="sqlite+aiosqlite://", **settings)]


def test_an_option_of_the_wrong_kind_is_a_usage_error(taken: list[Settings]) -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "somewhere"])
    assert result.exit_code == 2 and "--port" in result.stderr and not taken


@pytest.mark.parametrize(
    ("database", "place"),
    [
        ("", "/gangoffour/gangoffour.db"),
        ("sqlite+aiosqlite:////srv/[bold]/{long}.db", "/srv/[bold]/{long}.db"),
        ("postgresql+asyncpg://me:secret@db/cards", "postgresql+asyncpg://me:***@db/cards"),
    ],
)
def test_it_says_where_the_data_is_and_no_password(
    database: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "x" * 150
    settings = Settings(host="127.0.0.1", database=database.replace("{long}", long))
    command.announce(settings, 8064, browser=False)
    told = capsys.readouterr().out
    (line,) = [one for one in told.splitlines() if "data is in" in one]
    assert line.endswith(place.replace("{long}", long)) and "secret" not in told
