"""What the arena keeps of its matches: records to replay, with names or blind, and other rules."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gangoffour import parse_record
from gangoffour.lab.arena.arena import run
from gangoffour.lab.arena.subcommand import arena
from gangoffour.lab.errors import LabError

app = typer.Typer()
app.command()(arena)


@pytest.mark.long
def test_every_table_is_written_with_who_sat_where(tmp_path: Path) -> None:
    report = run(["greedy", "random"], deals=2, lineup="1v3", jobs=2, records=tmp_path / "all")
    files = sorted((tmp_path / "all").iterdir())
    assert len(files) == report.rounds == 8
    seated = set()
    for file in files:
        record = parse_record(file.read_text(encoding="utf-8"))
        assert len(record.match.results) == 1
        seated.add(tuple(record.tags[f"Player{seat}"] for seat in range(4)))
    assert len(seated) == 4 and all(sorted(one)[0] == "greedy" for one in seated)
    with pytest.raises(LabError, match="holds records already"):
        run(["greedy", "random"], deals=1, jobs=1, records=tmp_path / "all")


@pytest.mark.parametrize("option", ["--records", "--blind"])
def test_the_same_command_goes_on_with_its_records(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["greedy", "random", "--lineup", "2v2", "--jobs", "1", "--resume", "run.jsonl"]

    def written(number: str, *more: str) -> tuple[int, list[Path], str]:
        ran = CliRunner().invoke(app, [*words, "--deals", number, *more])
        return ran.exit_code, sorted(tmp_path.glob("all/*.gof")), ran.output

    code, first, _ = written("1", option, "all")
    assert code == 0 and len(first) == 6
    (tmp_path / "all" / first[0].name).unlink()  # as if stopped before the deal was kept
    kept = (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "run.jsonl").write_text(kept[0])
    code, again, _ = written("2", option, str(tmp_path / "all"))
    assert code == 0 and len(again) == 12 and {*first} <= {*again}
    if option == "--blind":
        assert sorted(json.loads(Path("all.key.json").read_text())) == [one.name for one in again]
    other = {"--records": "--blind", "--blind": "--records"}[option]
    for more in ([option, "new"], [other, "all"], []):
        code, there, told = written("3", *more)
        assert code == 2 and there == again, told
        assert "'run.jsonl' holds another run" in told and not (tmp_path / "new").exists()
    name = option.removeprefix("--")
    assert f"({name} is all there, not given here)" in told


def test_records_of_another_run_are_never_written_over(tmp_path: Path) -> None:
    """Not by a new run that is to be kept, and not by one that has begun without records."""
    folder, new, bare = tmp_path / "all", tmp_path / "new.jsonl", tmp_path / "bare.jsonl"
    run(["greedy", "random"], deals=1, jobs=1, records=folder)
    before = {file: file.read_text() for file in folder.iterdir()}
    run(["random", "greedy"], deals=1, jobs=1, resume=bare)
    for _ in range(2):
        with pytest.raises(LabError, match="holds records already"):
            run(["random", "greedy"], deals=2, jobs=1, resume=new, records=folder)
    with pytest.raises(LabError, match="records is not given there, all here"):
        run(["random", "greedy"], deals=2, jobs=1, resume=bare, records=folder)
    assert {file: file.read_text() for file in folder.iterdir()} == before


@pytest.mark.parametrize("blind", [False, True])
def test_records_that_cannot_be_written_are_told_by_their_place(
    tmp_path: Path, blind: bool
) -> None:
    bot = tmp_path / "sweeper.py"
    bot.write_text(
        "import shutil\nfrom gangoffour.bots.players.greedy import Greedy\n"
        f"class Sweeper(Greedy):\n    def choose(self, view, rng):\n"
        f"        shutil.rmtree({str(tmp_path / 'all')!r}, ignore_errors=True)\n"
        "        return super().choose(view, rng)\n"
    )
    with pytest.raises(LabError, match=r"all/.*\.gof' cannot be used: No such file"):
        run([f"{bot}:Sweeper", "greedy"], deals=1, jobs=1, records=tmp_path / "all", blind=blind)


def test_records_are_blind_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["greedy", "random", "--deals", "1", "--jobs", "1"]
    ran = CliRunner().invoke(app, [*words, "--blind", "bb", "--records", "rec"])
    assert ran.exit_code == 2 and not list(tmp_path.iterdir())
    assert "give one of them" in ran.output


def test_blind_records_tell_nobody_and_the_key_lies_apart(tmp_path: Path) -> None:
    folder = tmp_path / "blind"
    ran = CliRunner().invoke(
        app,
        ["greedy", "dumpling", "--lineup", "2v2", "--deals", "1", "--jobs", "1", "--matches"]
        + ["--blind", str(folder), "--rules", "target=20", "--rules", "opening_limit=none"],
    )
    assert ran.exit_code == 0, ran.output
    files = sorted(folder.iterdir())
    key = json.loads((tmp_path / "blind.key.json").read_text())
    assert sorted(key) == [file.name for file in files] and len(files) == 6
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "greedy" not in text and "dumpling" not in text
        record = parse_record(text)
        assert record.match.rules.target == 20 and record.match.rules.opening_limit is None
        assert record.match.over
        assert sorted(key[file.name]) == ["dumpling", "dumpling", "greedy", "greedy"]


def test_nothing_is_made_for_a_bot_that_cannot_play_or_under_the_name_of_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["nobody", "greedy", "--records", "all"], ["greedy", "random", "--blind"]):
        ran = CliRunner().invoke(app, [*words, "--deals", "1"])
        assert ran.exit_code == 2 and not list(tmp_path.iterdir()), words
    assert "--blind needs a name; --deals looks like an option." in ran.output


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("duty_to_block=perhaps", "duty_to_block cannot be 'perhaps': yes or no."),
        ("duty_to_block=on", "duty_to_block cannot be 'on': yes or no."),
        ("opening_limit=", "opening_limit cannot be '': a whole number from 1 to 7, or any."),
        ("last_card=none", "last_card cannot be 'none': one of call, automatic."),
        ("target=-5", "target cannot be '-5': a whole number from 1 to 10000."),
        ("seats=7", "seats cannot be '7': 3, 4 or 3+4."),
    ],
)
def test_a_value_that_a_rule_cannot_have_is_quoted_as_it_was_typed(told: str, words: str) -> None:
    """R9: and what is named instead can be typed."""
    ran = CliRunner().invoke(app, ["greedy", "random", "--rules", told])
    assert (ran.exit_code, ran.stderr) == (2, f"{words}\n")


def test_rules_are_changed_as_the_rules_write_them(tmp_path: Path) -> None:
    """R9: yes, no, any, several seats; as Python writes them, too."""
    for number, values in enumerate((("no", "any", "3+4"), ("False", "none", "both"))):
        told = zip(("duty_to_block", "opening_limit", "seats"), values, strict=True)
        words = [word for name, value in told for word in ("--rules", f"{name}={value}")]
        folder = tmp_path / str(number)
        words += ["--edition", "riva", "--seats", "3", "--deals", "1", "--jobs", "1"]
        ran = CliRunner().invoke(app, ["greedy", "random", *words, "--records", str(folder)])
        assert ran.exit_code == 0, ran.output
        for file in folder.iterdir():
            rules = parse_record(file.read_text(encoding="utf-8")).match.rules
            assert (rules.duty_to_block, rules.opening_limit, rules.seats) == (False, None, (3, 4))


def test_a_rule_that_is_none_is_refused_in_a_sentence() -> None:
    ran = CliRunner().invoke(app, ["greedy", "random", "--rules", "tarjet=50"])
    assert ran.exit_code == 2
    assert "tarjet" in ran.output
