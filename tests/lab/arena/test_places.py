"""Where the arena writes: as it was typed, wherever its bots go, and never two things in one."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gangoffour.lab.arena.arena import run
from gangoffour.lab.arena.subcommand import arena
from gangoffour.lab.errors import LabError

app = typer.Typer()
app.command()(arena)

WANDERER = """
import os
from gangoffour.bots.players.greedy import Greedy
{at_once}
class Wanderer(Greedy):
    def choose(self, view, rng):
        os.chdir({away!r})
        return super().choose(view, rng)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("at_once", ["", "os.chdir({away!r})"])
@pytest.mark.parametrize("option", ["--records", "--blind"])
def test_a_bot_that_goes_elsewhere_takes_no_output_with_it(
    here: Path, option: str, at_once: str
) -> None:
    away = here / "away"
    away.mkdir()
    text = WANDERER.format(at_once=at_once.format(away=str(away)), away=str(away))
    (here / "wanderer.py").write_text(text)
    (here / "other.py").write_text(text)
    words = [
        "wanderer.py:Wanderer",
        "other.py:Wanderer",
        "--deals",
        "1",
        "--jobs",
        "1",
        option,
        "all",
    ]
    words += ["--resume", "run.jsonl", "--json", "a.json", "--plot", "a.png"]
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 0, ran.output
    assert not list(away.iterdir())
    wanted = {"a.json", "a.png", "all", "away", "other.py", "run.jsonl", "wanderer.py"}
    wanted |= {"all.key.json"} if option == "--blind" else set()
    found = {one.name for one in here.iterdir()} - {"__pycache__"}
    assert found == wanted and len([*here.glob("all/*.gof")]) == 4
    assert Path.cwd() == here, "nor whoever calls it"
    with (here / "wanderer.py").open("a") as file:
        file.write("# another one\n")
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 2 and "wanderer.py:Wanderer has changed" in ran.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--resume", "s.json", "--json", "./s.json"],
            "--resume and --json cannot both be",
        ),
        (["--json", "s.png", "--plot", "s.png"], "--plot and --json cannot both be 's.png'."),
        (["--json", "b.py"], "--json would write over the bot 'b.py:MyBot'."),
        (
            ["--json", "a.key.json", "--blind", "a"],
            "--blind (its key) and --json cannot",
        ),
        (["--json", "all", "--records", "all"], "--records and --json cannot both be 'all'."),
    ],
)
def test_two_things_in_one_file_are_refused(here: Path, words: list[str], told: str) -> None:
    (here / "b.py").write_text("from gangoffour.bots.players.greedy import Greedy as MyBot\n")
    before = (here / "b.py").read_text()
    ran = CliRunner().invoke(app, ["b.py:MyBot", "greedy", "--deals", "1000000", *words])
    assert ran.exit_code == 2 and told in ran.output
    assert (here / "b.py").read_text() == before
    assert {one.name for one in here.iterdir()} <= {"b.py", "__pycache__"}


@pytest.mark.parametrize("option", ["--records", "--blind", "--resume", "--json", "--plot"])
def test_a_name_that_is_empty_is_none(here: Path, option: str) -> None:
    ran = CliRunner().invoke(app, ["greedy", "random", "--deals", "1", "--jobs", "1", option, ""])
    assert ran.exit_code == 2 and f"{option} needs a name" in ran.output
    assert not list(here.iterdir())


def test_an_empty_name_is_none_from_python_either(here: Path) -> None:
    for name in ("records", "resume"):
        with pytest.raises(LabError, match="'' cannot be used"):
            run(["greedy", "random"], deals=1, jobs=1, **{name: ""})  # type: ignore[arg-type]
    assert not list(here.iterdir())


def test_a_folder_that_is_missing_is_told_so() -> None:
    ran = CliRunner().invoke(app, ["greedy", "random", "--json", "nowhere/a.json"])
    assert ran.exit_code == 2 and "there is no folder nowhere" in ran.output
