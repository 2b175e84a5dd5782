"""Who plays from outside, and what a bot is made of, in short, so that a run that goes on notices
when one has changed."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from gangoffour import __version__

WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""What the levels have learned; other weights make another bot of the same version."""
_LETTERS: Final = 12


def is_outside(text: str) -> bool:
    """Whether a text names a bot that nobody here wrote: one of a file, or a program.

    >>> [is_outside(text) for text in ("level:1", "human:hasty", "mybot.py:MyBot", "cmd:./prog")]
    [False, False, True, True]
    """
    kind = text.partition(":")[0]
    return kind == "cmd" or (kind not in ("level", "human") and ".py" in text)


def made_of(bots: Iterable[str]) -> dict[str, dict[str, str]]:
    """For each bot, what it is made of by the name of the part.

    Of one from outside these are the files that it names: not what they import or open.
    """
    return {bot: _parts(bot) for bot in dict.fromkeys(bots)}


def changed(before: object, now: object) -> tuple[str, object, object] | None:
    """A bot's part that is not what it was, then and now. What is known of one side only is no
    change: older versions kept nothing, and a program's file may not have been there."""
    for bot, parts in _known(now).items():
        there = _known(_known(before).get(bot))
        for part, value in _known(parts).items():
            if (was := there.get(part, value)) != value:
                return f"{bot} has changed: {part}", was, value
    return None


class Watched:
    """Bots whose files are looked at again and again while they play: who loads a bot for every
    round would play on with another one. Not programs: one may write into a file it is given."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._bots = [bot for bot in bots if is_outside(bot) and not bot.startswith("cmd:")]
        self._files = [Path(name) for bot in self._bots for name in files_of(bot)]
        self._stamps = self._stamped()
        self.made_of = made_of(bots)
        """What they are made of since the beginning."""

    def changed(self) -> tuple[str, object, object] | None:
        """The first part that is not what it was in the beginning."""
        stamps = self._stamped()
        if stamps == self._stamps:
            return None
        found = changed(self.made_of, made_of(self._bots))
        if found is None:  # only touched
            self._stamps = stamps
        return found

    def _stamped(self) -> list[tuple[int, int, int] | None]:
        return [_stamp(path) for path in self._files]


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What is another as soon as a file is; nothing of what is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _known(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _parts(bot: str) -> dict[str, str]:
    if is_outside(bot):
        return {f"the hash of {name}": _hash([Path(name)]) for name in files_of(bot)}
    return {
        "the version of gangoffour": __version__,
        "the hash of the weights": _hash(sorted(WEIGHTS.glob("*"))),
    }


def files_of(bot: str) -> list[str]:
    """The files that a bot's name holds; a program itself may be one, and what it is to run."""
    kind, _, command = bot.partition(":")
    if kind != "cmd":
        path, _, _ = bot.rpartition(":")
        return [path or bot]
    with suppress(ValueError):  # no command; it is refused when it is to be started
        return [word for word in dict.fromkeys(shlex.split(command)) if Path(word).is_file()]
    return []


def _hash(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        with suppress(OSError), path.open("rb") as file:  # what nobody may read, nobody may change
            found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()[:_LETTERS]
