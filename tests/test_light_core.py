"""The rules and the engine run on Python alone; what needs more says what to install."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python with nothing installed."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False)
    return str(folder / "bin" / "python")


def ran(python: str, *words: str, line: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, *words],
        input=line,
        capture_output=True,
        text=True,
        cwd=ROOT / "src",
        env={"PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_the_package_has_no_dependency_and_its_extras_hold_the_rest() -> None:
    assert METADATA["dependencies"] == []
    assert {"play", "server", "lab", "all"} <= set(METADATA["optional-dependencies"])


def test_rules_and_engine_run_on_python_alone(bare: str) -> None:
    whole = "import gangoffour as g; m = g.Match.new(seed=7)\n"
    whole += "while not m.over: m = m.act(m.turn, m.view(m.turn).actions[0])\nprint(len(m.totals))"
    assert ran(bare, "-c", whole).stdout == "4\n"
    asked = [
        {"op": "beats", "play": ["R3", "G3"], "table": ["Y3", "Y3"]},
        {"op": "new", "seats": 4, "seed": 1},
    ]
    asked += [{"op": "bots"}, {"op": "hint", "match": "m1", "seat": 0}, {"op": "hello"}]
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    answers = [
        json.loads(one)
        for one in ran(bare, "-m", "gangoffour", "engine", line=lines).stdout.splitlines()
    ]
    assert [one["ok"] for one in answers] == [True, True, False, False, True]
    assert answers[0]["beats"] is True
    assert [one["error"]["code"] for one in answers[2:4]] == ["no_bots", "no_bots"]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["play"], "play"),
        (["admin", "names"], "server"),
        (["arena", "greedy", "random"], "lab"),
        ([], "play"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    bare: str, words: list[str], extra: str
) -> None:
    told = ran(bare, "-m", "gangoffour", *words)
    assert told.returncode == 1 and f"pip install 'gangoffour[{extra}]'" in told.stderr
    assert len(told.stderr.splitlines()) == 1, "one sentence, no traceback"
    if words:
        assert told.stderr.count("pip install") == 1, "its own extra, and no other"


def test_what_needs_no_extra_is_answered_without_any(bare: str) -> None:
    version = ran(bare, "-m", "gangoffour", "--version")
    assert version.returncode == 0 and version.stdout.startswith("gangoffour ")
    usage = ran(bare, "-m", "gangoffour", "engine", "--help")
    assert usage.returncode == 0 and "a line of JSON in, a line out" in usage.stdout
    odd = ran(bare, "-m", "gangoffour", "engine", "--bogus")
    assert odd.returncode == 2 and "'--bogus'" in odd.stderr
    from gangoffour.command_table import COMMANDS

    for option in ("-h", "--help"):
        told = ran(bare, "-m", "gangoffour", option)
        assert told.returncode == 0 and not told.stderr and "'gangoffour[play]'" in told.stdout
        said = " ".join(told.stdout.split())
        for name, command in COMMANDS.items():
            line = said.partition(f" {name} ")[2]
            assert line and (name == "engine" or f"[{command.extra}]" in line), name


def test_what_bots_need_is_said_where_it_is_imported(bare: str) -> None:
    told = ran(bare, "-c", "from gangoffour.bots import hint").stderr.splitlines()[-1]
    assert told == (
        "ModuleNotFoundError: gangoffour.bots.hint needs numpy: pip install 'gangoffour[play]'"
    )


def test_each_command_names_its_own_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from gangoffour import cli
    from gangoffour.command_table import COMMANDS
    from gangoffour.terminal.failure import Failure

    for name, command in COMMANDS.items():
        assert command.extra in METADATA["optional-dependencies"], name
        # data: matches come from a server's database, and all else is there with the command
        served = command.place.startswith("gangoffour.server.") or name == "data"
        assert served == (command.extra == "server"), name

    def missing(module: str) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(cli, "import_module", missing)
    with pytest.raises(Failure) as told:
        cli.load("arena")
    assert told.value.key == "cli_not_installed"
    assert told.value.blanks == {
        "command": "arena",
        "install": "pip install 'gangoffour[lab]'",
    }


def test_the_same_command_is_there_as_a_module() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "gangoffour", "--version"], capture_output=True, text=True
    )
    assert told.stdout.startswith("gangoffour ")
