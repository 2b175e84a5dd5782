"""Whole matches through the terminal game."""

import errno
import re
from pathlib import Path
from typing import Any

import pytest

from gangoffour import Record, parse_position, parse_record, print_record
from gangoffour.bots.outside.slow_bots import Slow
from gangoffour.rules.fairness import verify_commitment, verify_deals
from gangoffour.terminal import game
from gangoffour.terminal.game import Game
from tests.support.hanging_bots import SLOW
from tests.support.length import slice_of
from tests.terminal.person import play_a_match
from tests.terminal.running import NEARLY_OUT, TEA_5, run, run_process


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "gangoffour" / "last.gof"


@pytest.mark.parametrize(
    "options",
    [
        {"seed": "one", "target": slice_of(60, 20)},
        {"seed": "two", "seats": 3, "bots": ("1",), "target": slice_of(100, 40)},
        {
            "seed": "three",
            "edition": "german",
            "target": slice_of(40, 20),
            "bots": ("greedy", "2", "dumpling"),
        },
        {"seed": "four", "automatic_call": False, "target": slice_of(60, 20)},
        {"seed": "five", "edition": "riva", "name": "Anna", "target": slice_of(50, 25)},
        {"seed": "six", "seats": 3, "edition": "finnish", "automatic_call": False, "bots": ("1",)}
        | {"target": slice_of(100, 40)},
    ],
    ids=lambda options: options["seed"],
)
def test_a_whole_match(options: Any) -> None:
    end, typed, shown = play_a_match(**options)
    assert end.over and max(end.totals) >= options.get("target", 100)
    assert shown.count("▼ lost it") >= len(end.results)
    for result in end.results:
        assert f"round {result.number}." in shown
    for number in range(2, len(end.results) + 1):
        assert f"lost round {number - 1} with the most cards" in shown
    assert "the match with" in shown or "share the win" in shown
    assert "Traceback" not in shown
    assert len(typed) > 5


def test_the_same_lines_piped_into_the_command_play_the_same_match(
    tmp_path: Path, state: Path
) -> None:
    end, typed, shown = play_a_match(seed="pipe", target=5)
    saved = tmp_path / "saved.gof"
    done = run_process(
        "play", "--seed", "pipe", "--target", "5", "--save", str(saved), lines=typed, COLUMNS="80"
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    record = parse_record(saved.read_text())
    assert print_record(record.match) == print_record(end)
    assert record.tags["Player0"] == "You" and record.tags["Bot1"] == "dumpling"
    assert verify_commitment(record) and all(check.fair for check in verify_deals(record))
    assert state.read_text() == saved.read_text()
    assert "The seed was pipe" in done.stdout
    for line in shown.splitlines()[-12:]:
        assert line.rstrip() in done.stdout


def test_a_match_is_left_and_resumed(state: Path) -> None:
    whole, typed, _ = play_a_match(seed="leave", target=5)
    first = run("play", "--seed", "leave", "--target", "5", lines=[*typed[:9], "quit"])
    assert first.exit_code == 0
    assert "gangoffour play --resume" in first.output
    kept = parse_record(state.read_text())
    assert not kept.match.over
    second = run("play", "--resume", lines=typed[9:])
    assert second.exit_code == 0
    again = parse_record(state.read_text())
    assert again.match.over and again.match.seed == "leave"
    assert print_record(again.match) == print_record(whole)
    third = run("play", "--resume")
    assert third.exit_code == 1 and "is over" in third.output


def test_nothing_to_resume() -> None:
    result = run("play", "--resume")
    assert result.exit_code == 1
    assert result.stderr == "gangoffour: There is no match to continue.\n"


def test_the_end_of_the_input_leaves_cleanly(state: Path) -> None:
    result = run("play", "--seed", "x")
    assert result.exit_code == 0 and state.exists()


def test_cards_have_letter_and_shape_and_the_hand_is_numbered() -> None:
    shown = run("play", *TEA_5, lines=[]).output
    assert "│G2 │Y2 │R2 │R2 │R3 │" in shown
    assert "│ ♠ │ ● │ ◆ │ ◆ │ ◆ │" in shown
    assert "#1  #2  #3" in shown and "#16" in shown
    assert "M1★ G3♠ G4♠ G6♠ G10♠" in shown


def test_refusals_show_sentence_and_rule_and_why_shows_the_rule() -> None:
    shown = run("play", *TEA_5, lines=["6 6", "why", "r10", "g2 y3"]).output
    assert re.search(r"✗ Y6 R6 .+ \(R3\.1\)", shown)
    assert "Size, then kind" in shown
    assert "(R4.4)" in shown and "(R2)" in shown


def test_help_lists_legal_plays_by_kind() -> None:
    shown = run("play", *TEA_5, lines=["?"]).output
    assert "full house" in shown and "GANG OF FOUR  G2♠ Y2● R2◆ R2◆" in shown
    assert "pass" in shown and "g4 y4" in shown


def test_a_choice_of_plays() -> None:
    lines = ["full 8 y6", "2"]
    shown = run("play", *TEA_5, lines=lines).output
    assert "Which one?" in shown and "You play a full house: Y6● R6◆ G8♠ Y8● R8◆" in shown
    shown = run("play", *TEA_5, lines=["full 8 y6", "7"]).output
    assert "There is no number 7 in the list." in shown
    shown = run("play", *TEA_5, lines=["full 8 y6", "", "full 8 y6", "p"]).output
    assert "You pass." in shown


def test_a_gang_is_an_event() -> None:
    shown = run("play", *TEA_5, lines=["gang"]).output
    assert "You play a  GANG OF FOUR!  G2♠ Y2● R2◆ R2◆" in shown


def test_sorting() -> None:
    shown = run("play", *TEA_5, lines=["sort", "sort", "sort", "sort by shoe"]).output
    assert "by colour" in shown and "by kind" in shown
    assert "A hand is sorted by rank, colour, kind, not by 'by'" in shown


def test_hints_and_scores() -> None:
    shown = run("play", *TEA_5, lines=["h", "score", "t"]).output
    assert "I would " in shown and "Total" in shown


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["g3 !"], "You lead G3♠  “Last card!”"),
        (["g3", "last card!"], "You say “Last card!”"),
        (["g3", "p"], "(R5.2)"),
    ],
)
def test_a_call_by_hand_is_said_with_the_play_or_right_after(
    state: Path, lines: list[str], said: str
) -> None:
    """R5.1: in a script, the next line counts as said before the next player acts."""
    state.parent.mkdir(parents=True)
    state.write_text(print_record(parse_position(NEARLY_OUT, "seed")))
    shown = run("play", "--resume", lines=lines).output
    assert said in shown
    assert ("you are barred" in shown) == (said == "(R5.2)")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "nobody"], "There is no bot 'nobody'"),
        (["--bots", "1,2"], "A table of 4 needs 3 bots"),
        (["--bots", "missing.py:Bot"], "missing.py"),
        (["--seats", "3", "--edition", "riva"], "seats cannot be 3"),
        (
            ["--save", "/no/such/place/x.gof", "--seed", "1"],
            "/no/such/place is not a folder",
        ),
        (["--save", "/", "--seed", "1"], "/ cannot be written: it is a folder."),
        (
            ["--resume", "--seed", "zzz"],
            "--seed cannot go with --resume: the match you left continues",
        ),
        (["--resume", "--seats", "4", "--character", "hasty"], "--seats, --character cannot go"),
    ],
)
def test_what_cannot_be_done_ends_in_one_sentence(arguments: Any, said: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1 and result.stderr.startswith("gangoffour: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seats", "5"],
        ["--seats", "x"],
        ["--edition", "klingon"],
        ["--target", "0"],
        ["--call", "sometimes"],
        ["--fly"],
    ],
)
def test_wrong_usage(arguments: Any) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert "Usage" in result.stderr and "Traceback" not in result.stderr


def test_a_record_that_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", denied)  # whoever tests may be root, who writes everywhere
    saved = tmp_path / "a.gof"
    result = run("play", "--seed", "1", "--save", str(saved))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"gangoffour: {saved} cannot be written: you do not have permission.\n"
    monkeypatch.undo()
    assert run("play", "--seed", "1", "--save", str(saved)).exit_code == 0
    assert list(tmp_path.iterdir()) == [saved]


def test_names_are_kept_to_a_line() -> None:
    result = run("play", "--seed", "1", "--name", "Anna\n\x1b[2J" + "x" * 90)
    assert result.exit_code == 0 and "\x1b[2J" not in result.output
    assert "Anna[2Jxxxxxxxxx" in result.output


def test_the_exchange_is_told_with_names_cards_and_why() -> None:
    end, _, shown = play_a_match(seed="exchange", target=60, bots=("3",))
    assert len(end.results) > 1
    flat = " ".join(shown.split())
    for past in end.past[1:]:
        assert past.exchange is not None
        card, back = past.exchange.card, past.exchange.back
        assert re.search(rf"new card, {card}\S \(\w+ \w+\), goes to [\w ]+, the winner", flat)
        assert re.search(rf"gives? [\w ]+ the {back}\S \([\w ]+\)\.", flat)


def test_a_record_kept_by_the_game_has_every_name(state: Path) -> None:
    run("play", "--seed", "1", "--name", 'An"na', lines=["q"])
    record = parse_record(state.read_text())
    assert isinstance(record, Record) and record.tags["Player0"] == 'An"na'


def test_a_bot_that_chooses_for_long_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, sign, tell = tmp_path / "slow.py", tmp_path / "sign", Game._tell_slow
    path.write_text(SLOW.format(sign=str(sign)))

    def told(one: Game, slow: Slow) -> None:
        tell(one, slow)
        sign.touch()  # now it chooses

    monkeypatch.setattr(Game, "_tell_slow", told)
    monkeypatch.setattr(game, "PATIENCE_S", 0.05)
    end, _, shown = play_a_match(seed="slow", seats=3, target=5, bots=(f"{path}:Slow",))
    words = "".join(shown.split())
    assert end.over and re.search(r"slow\.py:Slowhasbeenthinkingfor[\d.]+s\.", words), shown


def test_what_a_bot_does_wrong_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text("class Odd:\n    def choose(self, view, rng):\n        return 7\n")
    end, _, shown = play_a_match(seed="odd", seats=3, target=5, bots=(f"{path}:Odd",))
    told = " ".join(shown.split())
    assert end.over and "answered 7, which is not one of its actions; view.actions[0]" in told
    assert "Greedy plays instead." in told
