"""Help texts, versions, usage errors; and that asking for help loads nothing heavy."""

import subprocess
import sys

import pytest

from gangoffour import __version__
from gangoffour.cli import COMMANDS, load
from tests.terminal.running import COMMAND, run, run_process


def test_the_overview_names_every_command() -> None:
    for arguments in (["--help"], ["-h"]):
        result = run(*arguments)
        assert result.exit_code == 0
        for name in COMMANDS:
            assert f"  {name} " in result.stdout
        assert "gangoffour rules R2" in " ".join(result.stdout.split())


def test_no_arguments_shows_the_overview() -> None:
    assert "Commands:" in run().output


@pytest.mark.parametrize("name", ["play", "rules", "replay", "review", "verify", "engine"])
def test_every_command_teaches_with_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert result.stdout.count(f"gangoffour {name}") >= 2
    assert COMMANDS[name].summary.split(":")[0] in " ".join(result.stdout.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded(name: str) -> None:
    assert load(name).name == name


def test_the_version() -> None:
    done = run_process("--version")
    assert (done.returncode, done.stdout) == (0, f"gangoffour {__version__}\n")


def test_an_unknown_command_is_a_usage_error_with_a_suggestion() -> None:
    result = run("paly")
    assert result.exit_code == 2
    assert "No such command 'paly'" in result.stderr and "'play'" in result.stderr


def test_an_unknown_option() -> None:
    result = run("--fly")
    assert result.exit_code == 2 and "--fly" in result.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, atexit\n"
        "heavy = ('rich', 'numpy', 'numba', 'starlette', 'sqlalchemy', 'gangoffour.bots')\n"
        "atexit.register(lambda: sys.stderr.write(repr([m for m in heavy if m in sys.modules])))\n"
        "from gangoffour.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]"


def test_an_output_that_is_closed_early() -> None:
    process = subprocess.Popen(
        [*COMMAND, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert "Traceback" not in errors


def test_a_closed_input() -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{COMMAND[2]}" engine <&-'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
