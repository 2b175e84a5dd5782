"""Who sits where: the person at seat 0, bots at the others, each with a name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from gangoffour.bots import BotError, Careful, bots, load_bot
from gangoffour.bots.outside.made_of import is_outside
from gangoffour.bots.outside.slow_bots import Watch
from gangoffour.rules.actions import Action
from gangoffour.rules.match import Match
from gangoffour.terminal.failure import BotFailure, Failure
from gangoffour.terminal.languages import Words, words_in

YOU: Final = 0
DEFAULT_BOTS: Final = ("dumpling", "sparrow", "lantern")
MAX_NAME: Final = 16


class Seating(NamedTuple):
    """Names by seat, and what plays at each seat but the person's."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    """What ``--bots`` said, by opponent: enough to seat the same bots again."""
    players: tuple[Careful, ...]
    troubles: list[BotError]
    """What the bots did wrong and nobody was told of yet."""

    def you(self, seat: int) -> bool:
        """Whether this is the reader, who gave no name."""
        return self.names[seat] == "You"

    def name(self, seat: int, words: Words) -> str:
        """A player's name; the person is "You" unless they gave one."""
        return words("you") if self.you(seat) else self.names[seat]

    def shown(self, words: Words) -> tuple[str, ...]:
        """Everybody's name, by seat."""
        return tuple(self.name(seat, words) for seat in range(len(self.names)))

    def about(self, key: str, seat: int, words: Words, **blanks: object) -> str:
        """``Tiger plays`` but ``You play``."""
        return words.about(key, self.you(seat), name=self.names[seat], **blanks)

    def choose(self, match: Match, seat: int, watch: Watch) -> Action:
        """A bot's action. Its chance depends on the match alone, so a seed replays a match."""
        rng = random.Random(f"{match.seed}/{match.version}/{seat}")
        return watch.choose(self.players[seat - 1], match.view(seat), rng, match.round.number)


def seat_bots(wanted: Sequence[str], seats: int, name: str, words: Words | None = None) -> Seating:
    """Seat a person and enough bots: one named bot fills all seats, none gives a mixed table."""
    texts = [one.strip() for one in wanted if one.strip()] or list(DEFAULT_BOTS[: seats - 1])
    if len(texts) == 1:
        texts *= seats - 1
    if len(texts) != seats - 1:
        raise Failure("bots_needed", seats=seats, needed=seats - 1, found=len(texts))
    troubles: list[BotError] = []
    texts = [f"level:{text}" if text.isdecimal() else text for text in texts]
    try:
        players = tuple(Careful(load_bot(text), text, troubles.append) for text in texts)
    except BotError as problem:
        raise BotFailure(problem) from None
    names = [clean_name(name)]
    for text in texts:
        names.append(_free_name(_title(text, words or words_in("en")), names))
    return Seating(tuple(names), tuple(texts), players, troubles)


def clean_name(name: str) -> str:
    """A name fit for a line of the table."""
    kept = "".join(letter for letter in name if letter.isprintable()).strip()[:MAX_NAME]
    return kept or "You"


def _title(text: str, words: Words) -> str:
    for info in bots():
        if text in (info.name, f"level:{info.level}"):
            key = f"bot_{info.name}"
            return words(key) if key in words.texts else info.title
    name = clean_name(text.rsplit("/", 1)[-1].removeprefix("cmd:"))
    return name if is_outside(text) else name.capitalize()


def _free_name(title: str, taken: Sequence[str]) -> str:
    name, number = title, 2
    while name in taken:
        name, number = f"{title} {number}", number + 1
    return name
