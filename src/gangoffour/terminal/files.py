"""Record files: the ones people name, and the one that keeps an unfinished match."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from gangoffour.rules.deal import commitment
from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from gangoffour.rules.record import Record, print_record
from gangoffour.terminal.failure import Failure, FileFailure
from gangoffour.terminal.languages import Words
from gangoffour.terminal.seating import Seating, seat_bots


def kept_path() -> Path:
    """Where the last match is kept, finished or not (XDG's place for state)."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "gangoffour" / "last.gof"


def read_record(path: Path) -> Record:
    """The record in a file; refused with the line that is wrong."""
    try:
        return parse_record(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Failure("file_not_text", path=path) from None
    except OSError as problem:
        raise FileFailure("file_unreadable", path=path, problem=problem) from None


def write_record(path: Path, match: Match, seating: Seating) -> None:
    """Write a match with its players, whole or not at all."""
    text = print_record(match, record_tags(match, seating))
    beside = _beside(path)
    try:
        if path == kept_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise FileFailure("file_unwritable", path=path, problem=problem) from None


def check_place(path: Path) -> None:
    """Refuse at once, and not after a whole match, what could not be written in the end."""
    if not path.parent.is_dir():
        raise Failure("save_folder", path=path.parent)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        _beside(path).touch()
        _beside(path).unlink()
    except OSError as problem:
        raise FileFailure("file_unwritable", path=path, problem=problem) from None


def _beside(path: Path) -> Path:
    """Where a record lies until it is whole."""
    return path.with_name(f"{path.name}.{os.getpid()}.new")


def record_tags(match: Match, seating: Seating) -> dict[str, str]:
    """Names, bots and the seed's commitment, as headers of the record."""
    return {
        "Commitment": commitment(match.seed),
        **{f"Player{seat}": name for seat, name in enumerate(seating.names)},
        **{f"Bot{seat}": text for seat, text in enumerate(seating.texts, 1)},
    }


def record_names(record: Record, words: Words) -> tuple[str, ...]:
    """The players' names, or their seats where the record names nobody."""
    return tuple(
        record.tags.get(f"Player{seat}") or words("seat_number", number=seat)
        for seat in range(record.match.seats)
    )


def seated_again(record: Record, words: Words) -> Seating:
    """The same person and bots as in a record."""
    seats = record.match.seats
    texts = [record.tags.get(f"Bot{seat}", "") for seat in range(1, seats)]
    known = [text for text in texts if text]
    seating = seat_bots(known if len(known) == len(texts) else (), seats, "You")
    names = record_names(record, words)
    return seating._replace(names=names if "Player0" in record.tags else seating.names)
