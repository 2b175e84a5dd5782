"""What a player typed, read once into a value: a command, or cards by code, rank or number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from gangoffour.rules.cards import FACE_OF, RANK_OF
from gangoffour.rules.combinations import Combination, Kind, combination
from gangoffour.rules.errors import Refusal
from gangoffour.rules.plays import all_plays
from gangoffour.rules.view import View
from gangoffour.terminal.failure import Failure

COMMANDS: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("p", "pass", "pas", "passe", "passen", "passo", "paso", "passaa", "knock", "-"), "pass"
    ),
    **dict.fromkeys(("?", "help", "plays"), "help"),
    **dict.fromkeys(("h", "hint"), "hint"),
    **dict.fromkeys(("sort", "s"), "sort"),
    **dict.fromkeys(("rules", "rule", "why"), "rules"),
    **dict.fromkeys(("score", "scores", "sheet"), "score"),
    **dict.fromkeys(("table", "t"), "table"),
    **dict.fromkeys(("quit", "q", "exit", "bye"), "quit"),
}
"""The word for each command, by all that may be typed for it."""

CALLS: Final = ("!", "last", "call", "last!", "lastcard", "last-card")
KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(("single", "one"), Kind.SINGLE),
    **dict.fromkeys(("pair", "two"), Kind.PAIR),
    **dict.fromkeys(("triple", "three", "trips"), Kind.TRIPLE),
    **dict.fromkeys(("straight", "run"), Kind.STRAIGHT),
    **dict.fromkeys(("flush",), Kind.FLUSH),
    **dict.fromkeys(("full", "fullhouse", "house"), Kind.FULL_HOUSE),
    **dict.fromkeys(("sf", "straightflush"), Kind.STRAIGHT_FLUSH),
    **dict.fromkeys(("gang", "bomb"), Kind.GANG),
}
"""The kind for each shortcut."""

_RANKS: Final = {str(rank): rank for rank in range(1, 11)} | {"d": 12, "dragon": 12, "phoenix": 11}
_GLUED: Final = re.compile(r"(?:[gyrm](?:10|[1-9pd]))+", re.IGNORECASE)
_CODE: Final = re.compile(r"[gyrm](?:10|[1-9pd])", re.IGNORECASE)


class Entry(NamedTuple):
    """``verb`` is a command, ``play``, ``kind``, ``call`` or, for an empty line, nothing."""

    verb: str
    words: tuple[str, ...] = ()
    call: bool = False


def read_entry(text: str) -> Entry:
    """The entry a line makes.

    >>> read_entry("g4y4 !")
    Entry(verb='play', words=('G4', 'Y4'), call=True)
    >>> read_entry("pair 4").verb, read_entry(" P ").verb, read_entry("last").verb
    ('kind', 'pass', 'call')
    """
    words = text.replace(",", " ").replace("!", " ! ").lower().split()
    if words[:2] in (["straight", "flush"], ["full", "house"]):
        words[:2] = ["".join(words[:2])]
    call = any(word in CALLS for word in words)
    words = [word for word in words if word not in CALLS and word != "card"]
    if not words:
        return Entry("call" if call else "")
    if words[0] in COMMANDS:
        return Entry(COMMANDS[words[0]], tuple(words[1:]))
    if words[0] in KINDS:
        return Entry("kind", tuple(words), call)
    cards: list[str] = []
    for word in words:
        if _GLUED.fullmatch(word):
            cards += (code.upper() for code in _CODE.findall(word))
        else:
            cards.append(word if word in _RANKS or word.startswith("#") else word.upper())
    return Entry("play", tuple(cards), call)


def entry_plays(entry: Entry, view: View, shown: Sequence[str]) -> list[Combination]:
    """The plays an entry may mean. One that is not legal comes alone, to be refused with reason."""
    if entry.verb == "kind":
        return _of_kind(entry, view)
    words = [_numbered(word, shown) for word in entry.words]
    for word in words:
        if word not in _RANKS and word[0] not in "GYRM":
            raise Failure("not_understood", input=repr(word.lower()[:20]))
    if not any(word in _RANKS for word in words):
        return [combination(words)]
    for plays in (view.plays, all_plays(view.hand.word)):
        found = [one for one in plays if _fits(one.codes, words)]
        if found:
            return found if plays is view.plays else found[-1:]
    raise Refusal("cards_not_held", cards=" ".join(words))


def entry_card(entry: Entry, view: View, shown: Sequence[str]) -> str:
    """The one card an entry names, to be given away (R7.1)."""
    words = [_numbered(word, shown) for word in entry.words]
    if len(words) == 1 and words[0] in _RANKS:
        held = sorted({code for code in view.hand.codes if _rank(code) == _RANKS[words[0]]})
        if len(held) != 1:
            which = "/".join(held)
            raise Refusal("unknown_card", input=f"{words[0]} ({which})" if held else words[0])
        return held[0]
    if entry.verb != "play" or len(words) != 1:
        raise Refusal("unknown_card", input=" ".join(entry.words) or entry.verb)
    return words[0]


def _numbered(word: str, shown: Sequence[str]) -> str:
    """``#3`` is the third card of the hand as shown."""
    if not word.startswith("#"):
        return word
    number = word[1:]
    if number.isdecimal() and len(number) < 3 and 1 <= int(number) <= len(shown):
        return shown[int(number) - 1]
    raise Refusal("cards_not_held", cards=word)


def _rank(code: str) -> int:
    return RANK_OF[FACE_OF[code]]


def _fits(codes: Sequence[str], words: Sequence[str]) -> bool:
    """Whether these cards are the ones named, ranks standing for a card of any colour."""
    if len(codes) != len(words):
        return False
    left = Counter(codes)
    left.subtract(word for word in words if word not in _RANKS)
    if any(count < 0 for count in left.values()):
        return False
    wanted = Counter(_RANKS[word] for word in words if word in _RANKS)
    return Counter(_rank(code) for code in left.elements()) == wanted


def _of_kind(entry: Entry, view: View) -> list[Combination]:
    kind, narrowing = KINDS[entry.words[0]], entry.words[1:]
    for plays in (view.plays, all_plays(view.hand.word)):
        found = [one for one in plays if one.kind is kind and _narrowed(one, narrowing)]
        if found:
            return found if plays is view.plays else found[-1:]
    raise Refusal("cards_not_held", cards=" ".join(entry.words))


def _narrowed(play: Combination, narrowing: Sequence[str]) -> bool:
    """``pair 4``, ``straight 9`` (its highest), ``full 7`` (its triple), ``flush r``, ``gang y5``.

    A rank is that of the most frequent cards, the highest of them; a code is among the cards.
    """
    codes = play.codes
    ranks = Counter(_rank(code) for code in codes)
    key = max(ranks, key=lambda rank: (ranks[rank], rank))
    for word in narrowing:
        if word in _RANKS:
            if _RANKS[word] != key:
                return False
        elif word in ("g", "y", "r", "green", "yellow", "red"):
            if not all(code[0] in (word[0].upper(), "M") for code in codes):
                return False
        elif word.upper() not in codes:
            return False
    return True
