"""Every kind of terminal: colours or none, narrow, old encodings, pipes."""

from pathlib import Path

import pytest

from tests.terminal.running import TEA_5, run_forked, run_process

LINES = ["?", "h", "score", "6 6", "rules R6.1", "p", "p", "q"]


def play(tmp_path: Path, *arguments: str, **env: str) -> str:
    code, shown, errors = run_forked(
        "play", *TEA_5, *arguments, lines=LINES, XDG_STATE_HOME=str(tmp_path), **env
    )
    assert (code, errors) == (0, "")
    return shown


@pytest.mark.parametrize("columns", [60, 132])
def test_a_pipe_gets_no_escape_sequences_and_no_line_wider_than_the_terminal(
    tmp_path: Path, columns: int
) -> None:
    shown = play(tmp_path, COLUMNS=str(columns))
    assert max(len(line) for line in shown.splitlines()) <= columns
    assert "#16" in shown and "\x1b" not in shown


def test_forced_colour_is_colour(tmp_path: Path) -> None:
    shown = play(tmp_path, FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[" in shown


def test_no_color_wins_and_the_cards_are_still_there(tmp_path: Path) -> None:
    shown = play(tmp_path, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color")
    assert "38;" not in shown and "48;" not in shown
    assert "G2 " in shown and "♠" in shown


def test_a_dumb_terminal_gets_plain_letters(tmp_path: Path) -> None:
    shown = play(tmp_path, TERM="dumb", FORCE_COLOR="1")
    assert "\x1b" not in shown
    assert "|G2 |Y2 |R2 |R2 |" in shown and "G10^" in shown


@pytest.mark.long
def test_an_old_encoding_never_fails(tmp_path: Path) -> None:
    """In a process of its own: Python looks at its encoding when it starts."""
    env = {"XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    done = run_process("play", *TEA_5, lines=LINES, **env)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii() and "|G2 |Y2 |R2 |R2 |" in done.stdout
