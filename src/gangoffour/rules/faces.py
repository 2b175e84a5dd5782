"""The 34 faces of cards (R1), one ``Card`` by its code, and words: some cards in 64 bits.

Two copies of a card are indistinguishable (R1.2), so there are 34 *faces*. A word has a plane of
first copies (bits 0–33, one bit a face) and a plane of second copies (bits 34–63, the thirty faces
that exist twice)::

    face   0..29  numbers: 3 * (rank - 1) + colour, colours green 0, yellow 1, red 2
    face  30..33  M1, GP, YP, RD
    bit    face        the first copy
    bit    face + 34   the second copy

A word is *canonical* when no second copy is set without its first. Between canonical words
"holds" is one AND: ``hand & cards == cards``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Self

from gangoffour.rules.answers import PICTURE
from gangoffour.rules.errors import Refusal

COLOURS: Final = "GYRM"
COLOUR_NAMES: Final = ("green", "yellow", "red", "multicoloured")
FACE_COUNT: Final = 34
DECK_SIZE: Final = 64
COPY_SHIFT: Final = 34
FIRST_PLANE: Final = (1 << FACE_COUNT) - 1
_TWICE: Final = (1 << 30) - 1
"""The first copies of the faces that exist twice."""
M1_FACE, GP_FACE, YP_FACE, RD_FACE = 30, 31, 32, 33
M1_WORD: Final = 1 << M1_FACE

CODES: Final[tuple[str, ...]] = tuple(
    f"{colour}{rank}" for rank in range(1, 11) for colour in "GYR"
) + ("M1", "GP", "YP", "RD")
"""The code of each face (R1.2)."""

FACE_OF: Final[dict[str, int]] = {code: face for face, code in enumerate(CODES)}

RANK_OF: Final[tuple[int, ...]] = tuple(face // 3 + 1 for face in range(30)) + (1, 11, 11, 12)
"""The rank of each face: 1–10, then 11 for a phoenix and 12 for the dragon."""

COLOUR_OF: Final[tuple[int, ...]] = tuple(face % 3 for face in range(30)) + (3, 0, 1, 2)
"""The colour of each face: green 0, yellow 1, red 2, multicoloured 3."""

ORDERED_FACES: Final[tuple[int, ...]] = tuple(
    sorted(range(FACE_COUNT), key=lambda face: (RANK_OF[face], COLOUR_OF[face]))
)
"""All faces from the lowest to the highest (R1.3): rank first, then colour."""

ORDER_OF: Final[tuple[int, ...]] = tuple(ORDERED_FACES.index(face) for face in range(FACE_COUNT))
"""The place of each face in R1.3's order, 0 (G1) to 33 (RD)."""

FULL_DECK: Final = (1 << DECK_SIZE) - 1
DECK: Final[tuple[int, ...]] = tuple(
    face for face in ORDERED_FACES for _ in range(2 if face < 30 else 1)
)
"""The faces of all 64 cards in R1.3's order."""


def face_of(code: object) -> int:
    """The face of a code; anything else is refused (R1.2)."""
    face = FACE_OF.get(code) if isinstance(code, str) else None
    if face is None:
        raise Refusal("unknown_card", input=code)
    return face


class Card(str):
    """One card by its code (R1.2) in any case, with its rank and colour; ordered by R1.3.

    It is a text, equal to its code, so it goes wherever a code goes.

    >>> card = Card("G3")
    >>> card.rank, card.colour, card.copies, card == "G3"
    (3, 'green', 2, True)
    >>> [str(one) for one in sorted([Card("RD"), Card("M1"), Card("G2"), Card("R1")])]
    ['R1', 'M1', 'G2', 'RD']
    """

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        if isinstance(code, str) and (face := FACE_OF.get(code.upper())) is not None:
            return super().__new__(cls, CODES[face])
        raise Refusal("unknown_card", input=code)

    @property
    def rank(self) -> int:
        """1 to 10, then 11 for a phoenix and 12 for the dragon."""
        return RANK_OF[FACE_OF[self]]

    @property
    def colour(self) -> str:
        """``green``, ``yellow``, ``red`` or ``multicoloured``."""
        return COLOUR_NAMES[COLOUR_OF[FACE_OF[self]]]

    @property
    def copies(self) -> int:
        """How many of it the deck has (R1.1)."""
        return 2 if FACE_OF[self] < 30 else 1

    def __lt__(self, other: str) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        return ORDER_OF[FACE_OF[self]] < ORDER_OF[face_of(other)]

    def __le__(self, other: str) -> bool:
        return self == other or self < other

    def __gt__(self, other: str) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        return ORDER_OF[FACE_OF[self]] > ORDER_OF[face_of(other)]

    def __ge__(self, other: str) -> bool:
        return self == other or self > other

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def _repr_svg_(self) -> str:
        return PICTURE(self)


def add(word: int, face: int) -> int:
    """``word`` with one more copy of ``face``."""
    first = 1 << face
    if not word & first:
        return word | first
    second = first << COPY_SHIFT
    if face >= 30 or word & second:
        raise Refusal("too_many_copies", card=CODES[face])
    return word | second


def remove(word: int, cards: int) -> int:
    """``word`` without ``cards``, which it must hold; the rest is canonical again."""
    left = word & ~cards
    lone = (left >> COPY_SHIFT) & ~left
    return (left | lone) & ~(lone << COPY_SHIFT)


def union(word: int, cards: int) -> int:
    """All cards of both words."""
    both = word & cards & _TWICE
    together = word | cards | both << COPY_SHIFT
    if together.bit_count() != word.bit_count() + cards.bit_count():
        for face in faces(cards):  # too many copies: the card is named
            word = add(word, face)
    return together


def word_of(faces_held: Iterable[int]) -> int:
    """The word of some faces, refusing more copies than the deck has (R1.1)."""
    word = 0
    for face in faces_held:
        first = 1 << face
        word = add(word, face) if word & first else word | first  # most are first copies
    return word


def faces(word: int) -> list[int]:
    """The faces in a word, lowest first (R1.3), a pair of twins twice."""
    found = []
    for face in ORDERED_FACES:
        if word >> face & 1:
            found.append(face)
            if word >> (face + COPY_SHIFT) & 1 and face < 30:
                found.append(face)
    return found


def highest(word: int) -> int:
    """The highest face of a word that is not empty (R1.3)."""
    numbers = word & 0x3FFFFFFF
    top = word & FIRST_PLANE & ~0x7FFFFFFF
    if top:
        return top.bit_length() - 1
    if numbers >> 3 or not word & M1_WORD:
        return numbers.bit_length() - 1
    return M1_FACE


_IN_ORDER: Final = tuple(
    (1 << face + copy, CODES[face])
    for face in ORDERED_FACES
    for copy in ((0, COPY_SHIFT) if face < 30 else (0,))
)
"""The bit and the code of each card, lowest first (R1.3)."""

PARTS: Final = tuple(
    sum(bit for bit, code in _IN_ORDER if (RANK_OF[FACE_OF[code]] - 1) // 2 == two)
    for two in range(6)
)
"""The cards of two ranks each, from the lowest to the highest. A part of a word can be one of so
few that what is known of it is kept, and a whole word is put together from its parts."""


@cache
def _codes_of_part(part: int) -> tuple[str, ...]:
    return tuple([code for bit, code in _IN_ORDER if part & bit])


@lru_cache(maxsize=1 << 14)
def codes_of(word: int) -> tuple[str, ...]:
    """The codes of a word, lowest first: asked for again and again of the same few."""
    codes: tuple[str, ...] = ()
    for part in PARTS:
        codes += _codes_of_part(word & part)
    return codes
