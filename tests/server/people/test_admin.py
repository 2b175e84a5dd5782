"""The host's command line: bans, reports, people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from gangoffour.server.people.admin import app
from tests.server.house import House, open_house


def set_up(folder: Path) -> dict[str, str]:
    """A server's database with two accounts and a report; the ids in it."""

    async def live() -> dict[str, str]:
        async with open_house(folder) as house:
            ann, bob = await house.accounts("Ann", "Bob")
            report = await house.server.moderation.report(ann.id, bob.id, "rude words")
            return {"ann": ann.id, "bob": bob.id, "report": report}

    return asyncio.run(live())


def run(folder: Path, *words: str, name: str = "house.db") -> Any:
    url = f"sqlite+aiosqlite:///{folder}/{name}"
    return CliRunner().invoke(app, [*words, "--database", url])


def test_ban_and_unban(tmp_path: Path) -> None:
    ids = set_up(tmp_path)
    banned = run(tmp_path, "ban", "bob", "--reason", "rude words")
    assert (banned.exit_code, banned.output) == (0, f"bob ({ids['bob']}) is banned.\n")
    assert "banned: rude words" in run(tmp_path, "people", "bo").output

    async def kept_out(house: House) -> str | None:
        row = await house.server.moderation.find("Bob")
        (found,) = [one for one in await house.server.moderation.everybody() if one.id == row]
        return found.ban_reason

    async def live() -> str | None:
        async with open_house(tmp_path) as house:
            return await kept_out(house)

    assert asyncio.run(live()) == "rude words"
    assert run(tmp_path, "unban", ids["bob"]).exit_code == 0
    assert "banned" not in run(tmp_path, "people").output
    assert asyncio.run(live()) is None


def test_reports(tmp_path: Path) -> None:
    ids = set_up(tmp_path)
    shown = run(tmp_path, "reports").output
    assert ids["report"] in shown and "about Bob" in shown and "rude words" in shown
    assert run(tmp_path, "close-report", ids["report"]).exit_code == 0
    assert run(tmp_path, "reports").output == "There are no open reports.\n"
    assert run(tmp_path, "close-report", ids["report"]).exit_code == 1


def test_mistakes_end_in_one_sentence(tmp_path: Path) -> None:
    set_up(tmp_path)
    unknown = run(tmp_path, "ban", "Nobody", "--reason", "x")
    assert (unknown.exit_code, unknown.output) == (
        1,
        "gangoffour: There is nobody called 'Nobody'.\n",
    )
    missing = run(tmp_path, "people", name="missing.db")
    assert missing.exit_code == 1
    assert "there is no database" in missing.output
    assert not (tmp_path / "missing.db").exists()
    bad = CliRunner().invoke(app, ["people", "--database", "nonsense"])
    assert bad.exit_code == 1
    assert "not a database URL" in bad.output
    assert "Traceback" not in missing.output + unknown.output + bad.output
