"""Recorded matches: replay and verify, and every way a file can be bad."""

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from gangoffour import Match, commitment, print_record, rule_set
from gangoffour.rules.reader import parse_record
from gangoffour.terminal.replay import frames
from tests.support.length import first_of
from tests.support.random_play import at_random, first_of_all
from tests.terminal.running import run
from tests.terminal.test_languages import ENGLISH, OTHERS, TYPED


@cache
def random_match(seed: str, seats: int = 4, **rules: object) -> Match:
    match, rng = Match.new(seed=seed, seats=seats, rules=rule_set(**rules)), random.Random(seed)
    while not match.over:
        match = at_random(match, rng)
    return match


Gof = Callable[[str | bytes], str]


@pytest.fixture
def gof(tmp_path: Path) -> Gof:
    """Writes a record into a file; returns its name."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "match.gof"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


def test_replay_prints_the_whole_match(gof: Gof) -> None:
    match = random_match("print", target=20)
    tags = {f"Player{seat}": name for seat, name in enumerate(["Anna", "Bao", "Chiara", "Dmitri"])}
    result = run("replay", gof(print_record(match, tags)), "--print", COLUMNS="200")
    assert result.exit_code == 0
    moves = [move for past in match.past for move in past.history if move.play]
    assert result.output.count(" leads ") + result.output.count(" plays ") >= len(moves)
    assert f"Round {len(match.past)} is played" in result.output
    assert "The match is over. " in result.output and "Chiara" in result.output


def test_replay_of_a_match_without_names(gof: Gof) -> None:
    result = run("replay", gof(print_record(Match.new(seed="x", seats=3))))
    assert "Seat 2" in result.output and "(dummy hand)" in result.output


@pytest.mark.parametrize("seats", [3, 4])
def test_the_frames_of_a_replay_end_where_the_match_ended(seats: int) -> None:
    match = random_match("frames", seats, target=30, last_card="automatic")
    shown = frames(parse_record(print_record(match)))
    assert len(shown) == match.version + 1
    assert shown[-1].results == match.results and shown[0].version == 0


def test_replay_of_deals_laid_out_by_hand(gof: Gof) -> None:
    match = random_match("by hand", target=30)
    text = print_record(match).replace('[Seed "by hand"]', '[Seed "another"]')
    assert frames(parse_record(text))[-1].results == match.results
    assert run("replay", gof(text)).exit_code == 0


def test_review_judges_the_people_of_a_match(gof: Gof) -> None:
    match = random_match("review", target=20)
    tags = {"Player0": "Anna", "Player1": "Tiger", "Player2": "Bao", "Bot1": "tiger", "Bot3": "2"}
    name = gof(print_record(match, tags))
    result = run("review", name, COLUMNS="200")
    assert result.exit_code == 0
    assert "never by hidden cards" in result.output and "Better: " in result.output
    assert "Anna · Mistakes: " in result.output and "Bao · Mistakes: " in result.output
    assert "Tiger · " not in result.output and "Seat 3 · " not in result.output
    assert "♠ green · ● yellow · ◆ red" in result.output and "Same as level 5: " in result.output
    turned = result.output.partition("Where the match turned\n")[2]
    assert turned.startswith(" From a player’s move to their next one: what the others did")
    bot = run("review", name, "--seat", "1", COLUMNS="200").output
    assert "Tiger · Mistakes: " in bot and "Anna · " not in bot
    assert "Erreurs\u202f: " in run("review", name, "-l", "fr", COLUMNS="200").output


def test_review_of_what_cannot_be_reviewed(gof: Gof) -> None:
    begun = run("review", gof(print_record(Match.new(seed="x"))))
    assert begun.exit_code == 1 and "nothing to review" in begun.stderr
    three = run("review", gof(print_record(random_match("three", 3, target=20))), "--seat", "3")
    assert three.exit_code == 1 and "seat 3" in three.stderr


def test_verify_says_fair(gof: Gof) -> None:
    match = random_match("fair", target=20)
    result = run("verify", gof(print_record(match, {"Commitment": commitment("fair")})))
    assert result.exit_code == 0
    assert re.search(r"Promised beforehand +kept", result.output)
    assert f"{commitment('fair')}\n" in result.output
    assert f"Fair: all cards of {len(match.past)} round" in result.output
    result = run("verify", gof(print_record(match)))
    assert result.exit_code == 0 and "says nothing about it" in result.output


def test_verify_finds_another_seed(gof: Gof) -> None:
    match = random_match("fair", target=20)
    text = print_record(match).replace('[Seed "fair"]', '[Seed "foul"]')
    result = run("verify", gof(text))
    assert result.exit_code == 1
    assert "NOT FROM THE SEED" in result.output and "do not come from the seed" in result.stderr


def test_verify_finds_a_broken_commitment(gof: Gof) -> None:
    match = random_match("fair", target=20)
    result = run("verify", gof(print_record(match, {"Commitment": commitment("else")})))
    assert result.exit_code == 1
    assert "not the one that was promised" in result.stderr


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Line 1"),
        ("hello", "Line 1"),
        ("[Format", "Line 1"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"\x00" * 100, "Line 1"),
        ('[Format "gof 1"]\n[Rules "x"]\n[Seats "4"]\n[Dealer "0"]\n', "'x' is not an edition"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(
    gof: Gof, command: str, text: str, said: str
) -> None:
    result = run(command, gof(text))
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_illegal_move_is_refused_with_its_line_and_rule(gof: Gof) -> None:
    match = Match.new(seed="line")
    match = first_of_all(match)
    text = print_record(match) + "trick 0:RD\n"
    result = run("replay", gof(text))
    assert result.exit_code == 1
    assert f"Line {text.count(chr(10))}:" in result.stderr and "(R4" in result.stderr


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_or_no_file(command: str, tmp_path: Path) -> None:
    result = run(command, str(tmp_path / "nothing.gof"))
    assert result.exit_code == 1 and "cannot be read: there is no such file" in result.stderr
    result = run(command, str(tmp_path))
    assert result.exit_code == 1 and "cannot be read: it is a folder" in result.stderr


def test_nothing_to_replay(tmp_path: Path) -> None:
    result = run("replay", XDG_STATE_HOME=str(tmp_path))
    assert result.exit_code == 1 and "name a .gof file" in result.stderr


def test_verify_needs_a_file() -> None:
    result = run("verify")
    assert result.exit_code == 2 and "FILE" in result.stderr.upper()


@pytest.mark.parametrize("language", first_of(OTHERS))
def test_files_and_refusals_in_the_language(gof: Gof, tmp_path: Path, language: str) -> None:
    """What verify, review and replay say of good files and bad ones: no English left."""
    match = random_match("fair", target=5)
    good = print_record(match, {"Commitment": commitment("fair"), "Player0": "You"})
    folder, missing = str(tmp_path), str(tmp_path / "nothing.gof")
    said = [
        run("verify", gof(good), "-l", language),
        run("review", gof(good), "--seat", "0", "-l", language),
    ]
    assert all(one.exit_code == 0 for one in said)
    illegal = print_record(first_of_all(Match.new(seed="line"))) + "trick 0:RD\n"
    bad = (good.replace('"fair"', '"foul"'), illegal, "hello", b"\xff\xfe\x00")
    said += [run("verify", gof(text), "-l", language) for text in bad]
    said += [run("replay", folder, "-l", language), run("verify", missing, "-l", language)]
    said.append(run("review", gof(print_record(Match.new(seed="x"))), "-l", language))
    for arguments in (
        ["--bots", "nobody"],
        ["--bots", "9"],
        ["--bots", "1,2"],
        ["--bots", "missing.py:Bot"],
        ["--seats", "3", "--edition", "riva"],
        ["--save", "/no/such/place/x.gof"],
        ["--resume"],
    ):
        said.append(run("play", *arguments, "-l", language, XDG_STATE_HOME=folder))
        assert said[-1].exit_code == 1
    for one in said:
        text = re.sub(r"gangoffour \w+|notation.md", "", one.output)
        assert not ENGLISH.findall(TYPED.sub("", text)), text
        assert "{" not in text
