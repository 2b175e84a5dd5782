"""Ctrl-C, Ctrl-D and the keys of a replay, at a real (pseudo) terminal."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gangoffour import Match, parse_position, parse_record, print_record
from tests.support.hanging_bots import HANGS
from tests.support.random_play import first_of_all
from tests.terminal.running import NEARLY_OUT, TEA_5, Terminal


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "gangoffour" / "last.gof"


def test_ctrl_c_at_the_prompt(tmp_path: Path, kept: Path) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "0", state=tmp_path)
    screen.wait_for("Your play >")
    screen.type("6 6\r")
    screen.wait_for("(R3.1)")
    screen.settle()
    screen.type("\x03")
    screen.wait_for("--resume")
    assert screen.end() == 130
    assert "Traceback" not in screen.seen
    assert screen.settings_after == screen.settings
    assert not parse_record(kept.read_text()).match.over


def test_ctrl_c_while_the_bots_play(tmp_path: Path, kept: Path) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "5", state=tmp_path)
    screen.wait_for("Round 1 is played")
    screen.settle()
    screen.type("\x03")
    assert screen.end() == 130
    assert "Traceback" not in screen.seen and kept.exists()


def test_an_interrupt_by_signal(tmp_path: Path, kept: Path) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "0", state=tmp_path)
    screen.wait_for("Your play >")
    screen.settle()
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130
    assert kept.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_ending_keeps_the_match(tmp_path: Path, kept: Path, number: Any) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "0", state=tmp_path)
    screen.wait_for("Your play >")
    screen.settle()
    screen.process.send_signal(number)
    assert screen.end() == 128 + number
    assert "Traceback" not in screen.seen and kept.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_a_bot_that_hangs_sees_where_it_stands(
    tmp_path: Path, kept: Path, number: Any
) -> None:
    """It cannot keep the game from its end as if that were a mistake of its own."""
    path, sign = tmp_path / "bad.py", tmp_path / "sign"
    path.write_text(HANGS.format(sign=str(sign)))
    words = ["--bots", f"{path}:Hangs", "--seed", "tea 5", "--pace", "0"]
    screen = Terminal("play", *words, state=tmp_path)
    until = time.monotonic() + 60
    while not sign.exists() or time.time() - sign.stat().st_mtime < 0.6:
        assert time.monotonic() < until
        time.sleep(0.05)
    screen.process.send_signal(number)
    assert screen.end() == 128 + number
    told = re.sub(r"\x1b\[[\d;]*m|\s", "", screen.seen)
    assert "bad.py:Hangswasstillthinking;itwasatthispointinitscode:" in told
    assert "session.py" not in told, "its own lines only"
    assert f'File "{path}", line 9, in ponder' in screen.seen and kept.exists()


@pytest.mark.parametrize("typed", ["", "p\r"])
def test_a_terminal_that_is_closed_keeps_the_match(tmp_path: Path, kept: Path, typed: str) -> None:
    """At the prompt and while bots play: what ends the game is a signal, or what is not written."""
    screen = Terminal("play", *TEA_5, "--pace", "0.3", state=tmp_path)
    screen.wait_for("Your play >")
    screen.settle()
    screen.type(typed)
    if typed:
        screen.wait_for("You pass")
    os.close(screen.controller)
    screen.process.wait(60)
    os.close(screen.terminal)
    assert not parse_record(kept.read_text()).match.over


def test_a_terminal_that_is_gone_without_a_signal_keeps_the_match(
    tmp_path: Path, kept: Path
) -> None:
    """As where the terminal is not the session's own: all that is written is an error."""
    controller, terminal = pty.openpty()
    words = [sys.executable, "-m", "gangoffour", "play", *TEA_5, "--pace", "2"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    game = subprocess.Popen(
        words, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, env=env, text=True
    )
    os.close(terminal)
    seen = b""
    while b"Round 1 is played" not in seen:
        seen += os.read(controller, 65536)
    os.close(controller)
    _, errors = game.communicate(timeout=60)
    assert "Traceback" not in errors and game.returncode in (0, 1)
    assert not parse_record(kept.read_text()).match.over


def test_ctrl_d(tmp_path: Path, kept: Path) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "0", state=tmp_path)
    screen.wait_for("Your play >")
    screen.type("\x04")
    assert screen.end() == 0
    assert "Traceback" not in screen.seen and kept.exists()


def test_a_person_plays_in_colour(tmp_path: Path) -> None:
    screen = Terminal("play", *TEA_5, "--pace", "0", state=tmp_path)
    screen.wait_for("Your play >")
    assert "\x1b[1;" in screen.seen and "48;" in screen.seen
    screen.type("gang\r")
    screen.wait_for("You take the trick and lead.")
    screen.wait_for("Your play >")
    screen.type("quit\r")
    assert screen.end() == 0


def test_a_replay_turns_its_pages(tmp_path: Path) -> None:
    match = Match.new(seed="pages")
    for _ in range(6):
        match = first_of_all(match)
    path = tmp_path / "match.gof"
    path.write_text(print_record(match))
    screen = Terminal("replay", str(path), state=tmp_path)
    screen.wait_for("1 of 7")
    screen.type(" ")
    screen.wait_for("2 of 7")
    screen.type("\x1b[C")
    screen.wait_for("3 of 7")
    screen.type("\x1b[D")
    screen.wait_for("2 of 7")
    screen.type("G")
    screen.wait_for("7 of 7")
    screen.type("g")
    screen.wait_for("1 of 7")
    screen.type("q")
    assert screen.end() == 0
    assert screen.settings_after == screen.settings


def test_ctrl_c_in_a_replay_gives_the_terminal_back(tmp_path: Path) -> None:
    path = tmp_path / "match.gof"
    path.write_text(print_record(Match.new(seed="pages")))
    screen = Terminal("replay", str(path), state=tmp_path)
    screen.wait_for("1 of 1")
    screen.settle()
    screen.type("\x03")
    assert screen.end() == 130
    assert "Traceback" not in screen.seen
    assert screen.settings_after == screen.settings
    assert "\x1b[?1049l" in screen.seen and "\x1b[?25h" in screen.seen


@pytest.fixture
def nearly_out(tmp_path: Path, kept: Path) -> Terminal:
    """A match to resume in which the person leads with two cards, calls being made by hand."""
    kept.parent.mkdir()
    kept.write_text(print_record(parse_position(NEARLY_OUT, "seed")))
    return Terminal("play", "--resume", "--pace", "0", state=tmp_path)


def test_the_last_card_is_called_in_time(nearly_out: Terminal) -> None:
    """R5.1"""
    nearly_out.wait_for("Your play >")
    nearly_out.type("g3\r")
    nearly_out.wait_for("The next player looks at their cards")
    nearly_out.type("last card!\r")
    nearly_out.wait_for("You say “Last card!”")
    nearly_out.settle()
    nearly_out.type("\x03")
    assert nearly_out.end() == 130


def test_the_last_card_is_forgotten(nearly_out: Terminal) -> None:
    """R5.2"""
    nearly_out.wait_for("Your play >")
    nearly_out.type("g3\r")
    nearly_out.wait_for("You did not call your last card: you are barred.")
    nearly_out.settle()
    nearly_out.type("\x03")
    assert nearly_out.end() in (0, 130)


@pytest.mark.parametrize("loading", ["gangoffour.cli", "gangoffour.terminal.session"])
def test_ctrl_c_before_the_command_is_loaded_says_nothing(loading: str) -> None:
    program = f"""
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == {loading!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv[1:] = ["play"]
from gangoffour.__main__ import main
main()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")
