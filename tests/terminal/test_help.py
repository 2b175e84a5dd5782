"""Help texts, versions, usage errors; and that asking for help loads nothing heavy."""

import os
import re
import subprocess
import sys

import pytest

from gangoffour import __version__
from gangoffour.cli import load
from gangoffour.command_table import COMMANDS
from gangoffour.terminal.languages import words_in
from gangoffour.terminal.usage import EXAMPLES
from tests.support.length import first_of
from tests.terminal.running import COMMAND, run, run_process
from tests.terminal.test_languages import ENGLISH, OTHERS


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
    assert words_in("en")(f"command_{name}") in " ".join(result.stdout.split())


@pytest.mark.parametrize("language", first_of(OTHERS))
def test_help_and_usage_errors_in_the_language(language: str) -> None:
    """The overview, each command of the game, and every way to type it wrong: no English left."""
    words = words_in(language)
    said = [run("--help", "-l", language)]
    said += [run(name, "--language", language, "--help") for name in EXAMPLES]
    assert all(one.exit_code == 0 for one in said)
    wrong = (
        ["paly"],
        ["play", "--fly"],
        ["play", "--see", "x"],
        ["play", "--seats", "9"],
        ["play", "--seats"],
        ["play", "--edition", "x"],
        ["play", "--resume=1"],
        ["verify"],
        ["verify", "a", "b"],
    )
    refused = [run("-l", language, *arguments) for arguments in wrong]
    assert all(one.exit_code == 2 for one in refused)
    for one in (*said, *refused):
        text = re.sub(r"`[^`]*`|--[\w|]+|gangoffour [^\n]*gof.*|gangoffour \w+", "", one.output)
        assert not ENGLISH.findall(re.sub(r"\bplay\b", "", text)), text
        assert words("cli_usage") in text and "{" not in text
    assert "Tarkoititko play, replay?" in run("paly", "-l", "fi").stderr
    assert "--seats ist eine Zahl von 3 bis 4." in run("play", "-l", "de", "--seats", "x").stderr


def test_the_locale_chooses_the_help() -> None:
    assert run("play", "-h", LC_ALL="it_IT.UTF-8").stdout.startswith("Uso: gangoffour play")
    plain = run_process("play", "-h", LC_ALL="it_IT", PYTHONIOENCODING="ascii").stdout
    assert plain.startswith("Usage:") and "?" not in plain.replace("`?`", "").replace("it?", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded(name: str) -> None:
    assert load(name).name == name


def test_the_version() -> None:
    done = run_process("--version")
    assert (done.returncode, done.stdout) == (0, f"gangoffour {__version__}\n")


def test_an_unknown_command_is_a_usage_error_with_a_suggestion() -> None:
    result = run("paly")
    assert result.exit_code == 2
    assert "There is no command paly. Did you mean play, replay?" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--port", "abc"], "--port must be a whole number, not 'abc'."),
        (["check-config", "--smtp-port", "1.5"], "--smtp-port must be a whole number, not '1.5'."),
        (
            ["admin", "people", "--limit", "0"],
            "--limit must be a whole number from 1 to 1000, not '0'.",
        ),
        (
            ["data", "x.jsonl", "--of", "level:1", "--number", "0"],
            "--number must be a whole number of 1 or more, not '0'.",
        ),
        (
            ["data", "x.jsonl", "--of", "level:1", "--jobs", "-1"],
            "--jobs must be a whole number of 1 or more, not '-1'.",
        ),
    ],
)
def test_a_number_that_is_none_is_told_in_our_words(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: gangoffour ") and result.stderr.endswith(f"\n{said}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play --wat", "There is no option --wat. Did you mean --seats?"),
        ("arena --foo", "There is no option --foo."),
        ("arena", "{bots} is missing."),
        ("arena a b --deals x", "--deals must be a whole number, not 'x'."),
        ("arena a b --resume --seed", "--resume needs a name; --seed looks like an option."),
        ("data", "{file} is missing."),
        ("serve --port", "--port needs a value."),
        ("backup a b", "gangoffour backup does not take that many arguments."),
        ("admin bann", "There is no command bann. Did you mean ban, unban?"),
        ("-l de worker --x", "There is no option --x."),
    ],
)
def test_wrong_usage_is_told_alike_by_every_command(words: str, said: str) -> None:
    result = run(*words.split())
    usage, hint, blank, told = result.stderr.splitlines()
    name = words.removeprefix("-l de ").split()[0]
    assert result.exit_code == 2 and usage.startswith(f"Usage: gangoffour {name} ")
    assert (hint, blank, told) == (f"gangoffour {name} --help tells you more.", "", said)


def test_helps_look_alike_and_speak_to_who_has_no_source() -> None:
    for words in ([], ["admin"], ["admin", "ban"], ["backup"], ["serve"], ["site"]):
        told = run(*words, "--help").stdout
        assert told.startswith("Usage: gangoffour") and "─" not in told, words
        assert words[:1] != ["admin"] or ".." not in told.replace("ARGS]...", ""), "cut off"
        assert not re.search(r"\bmake (?!mistakes)", told), words


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


OUTPUTS = ("rules", "--version", "engine", "engine --help", "arena greedy random --deals 1")
HELLO = '{"op":"hello"}\n'


def started(words: str, out: int, **env: str) -> subprocess.Popen[str]:
    """A command as its users start it, asked for something to say."""
    command = [sys.executable, "-m", "gangoffour", *words.split()]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
    )
    os.close(out)
    return process


@pytest.mark.parametrize("words", first_of(OUTPUTS, 3))
def test_an_output_that_is_closed_early_ends_quietly(words: str) -> None:
    reader, writer = os.pipe()
    process = started(words, writer)
    os.close(reader)
    assert "Traceback" not in (errors := process.communicate(HELLO, timeout=60)[1]), errors
    assert "rror" not in errors and process.returncode == 1


@pytest.mark.parametrize("words", first_of(OUTPUTS, 3))
def test_an_output_that_is_full_is_one_sentence_in_the_language(words: str) -> None:
    process = started(words, os.open("/dev/full", os.O_WRONLY), LC_ALL="de_DE.UTF-8")
    errors = process.communicate(HELLO, timeout=60)[1]
    told = "gangoffour: Die Ausgabe lässt sich nicht schreiben: der Datenträger ist voll.\n"
    assert (process.returncode, errors) == (1, told)


def test_a_closed_input() -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{COMMAND[2]}" engine <&-'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
