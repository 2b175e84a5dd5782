"""One sitting: seat everybody, play, and keep the match whatever happens."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from gangoffour.rules.editions import rule_set
from gangoffour.rules.match import Match
from gangoffour.terminal.console import Screen, open_screen
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.files import (
    check_place,
    kept_path,
    read_record,
    seated_again,
    write_record,
)
from gangoffour.terminal.game import Game, Pace, Quit
from gangoffour.terminal.keyboard import Keyboard
from gangoffour.terminal.languages import Words
from gangoffour.terminal.seating import Seating, seat_bots

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells expect it."""
ENDINGS = (signal.SIGTERM, signal.SIGHUP)


class Options(NamedTuple):
    """What ``gangoffour play`` was asked for."""

    seats: int = 4
    bots: tuple[str, ...] = ()
    edition: str = "official"
    target: int = 100
    automatic_call: bool = True
    seed: str | None = None
    name: str = "You"
    save: Path | None = None
    pace: float = 0.0
    language: str | None = None


def begin(options: Options, words: Words | None = None) -> tuple[Match, Seating]:
    """A new match and who plays it."""
    last_card = "automatic" if options.automatic_call else "call"
    rules = rule_set(options.edition, target=options.target, last_card=last_card)
    seed = secrets.token_hex(16) if options.seed is None else options.seed
    match = Match.new(seats=options.seats, seed=seed, rules=rules)
    return match, seat_bots(options.bots, options.seats, options.name, words)


def resumed(words: Words) -> tuple[Match, Seating]:
    """The match that was left, and the same people."""
    path = kept_path()
    if not path.exists():
        raise Failure("no_match")
    record = read_record(path)
    if record.match.over:
        raise Failure("last_over")
    return record.match, seated_again(record, words)


def play_match(options: Options, *, resume: bool = False) -> int:
    """Play until the match ends or the person leaves; the exit code."""
    if options.save is not None:
        check_place(options.save)
    screen = open_screen(language=options.language)
    match, seating = resumed(screen.words) if resume else begin(options, screen.words)
    game = Game(match, seating, screen, Keyboard(screen), Pace(options.pace, 2 * options.pace))
    with _endings_raised_once():
        try:
            return _played(game)
        finally:  # also where the terminal is gone, and each word to it an error
            _keep(game.match, seating, options.save, screen)


def _played(game: Game) -> int:
    """Play; the exit code. After that no signal comes between the match and its keeping."""
    code = 0
    try:
        try:
            game.run()
        except (Quit, EOFError):
            pass
        except Ended:
            raise
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            _let_endings_pass()
    except Ended as ended:
        code = 128 + ended.signal
    return code


class Ended(KeyboardInterrupt):
    """The process was told to end, or its terminal was closed. No bot that is choosing keeps this
    from whoever plays: it is taken as Ctrl-C is."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


def _let_endings_pass() -> None:
    """The process is about to end by itself."""
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def _endings_raised_once() -> Iterator[None]:
    """Meanwhile, the first signal to end is raised where the game is, so that the match can be
    kept; a terminal that is closed sends several."""

    def end(number: int, _: object) -> None:
        _let_endings_pass()
        raise Ended(number)

    before = {number: signal.signal(number, end) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _keep(match: Match, seating: Seating, save: Path | None, screen: Screen) -> None:
    """Keep the match for ``--resume`` and ``replay``, and where ``--save`` says."""
    words = screen.words
    line = words("seed_was", seed=match.seed) if match.over else words("kept")
    try:
        write_record(kept_path(), match, seating)
    except Failure as failure:
        line = words("not_kept", why=failure.told(words))
    if save is not None:
        write_record(save, match, seating)
        line += f" {words('written', path=save)}"
    with suppress(OSError):  # the terminal may be gone; the match is kept all the same
        screen.console.print(Padding(Text(line.strip(), "quiet"), (1, 1, 0, 1)))
