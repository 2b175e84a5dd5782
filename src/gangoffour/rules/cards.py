"""The 64 cards (R1): codes, order, the deck, and ``Cards``, a set of them in one 64-bit word.

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

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from gangoffour.rules.answers import PICTURE, Question
from gangoffour.rules.errors import Refusal

if TYPE_CHECKING:
    from gangoffour.rules.combinations import Combination

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
        word = add(word, face)
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


@lru_cache(maxsize=1 << 14)
def codes_of(word: int) -> tuple[str, ...]:
    """The codes of a word, lowest first: asked for again and again of the same few."""
    return tuple([code for bit, code in _IN_ORDER if word & bit])


@lru_cache(maxsize=1 << 14)
def _word(codes: tuple[str, ...]) -> int:
    """The word of some codes: a play comes as codes, and the same few come again and again."""
    return word_of(map(face_of, codes))


def _word_of_codes(text: str | Iterable[str]) -> int:
    codes = tuple(text.upper().replace(",", " ").split() if isinstance(text, str) else text)
    try:
        return _word(codes)
    except TypeError:  # a code that cannot be one: it is named
        return word_of(map(face_of, codes))


COMBINATIONS: Question[tuple[Combination, ...]] = Question()
"""All that could be led of some cards."""


class Card(str):
    """One card by its code (R1.2), with its rank and colour; cards compare by R1.3's order.

    It is a text, equal to its code, so it goes wherever a code goes.

    >>> card = Card("G3")
    >>> card.rank, card.colour, card.copies, card == "G3"
    (3, 'green', 2, True)
    >>> [str(one) for one in sorted([Card("RD"), Card("M1"), Card("G2"), Card("R1")])]
    ['R1', 'M1', 'G2', 'RD']
    """

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        return super().__new__(cls, CODES[face_of(code)])

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
        return ORDER_OF[FACE_OF[self]] < ORDER_OF[face_of(other)]

    def __le__(self, other: str) -> bool:
        return ORDER_OF[FACE_OF[self]] <= ORDER_OF[face_of(other)]

    def __gt__(self, other: str) -> bool:
        return ORDER_OF[FACE_OF[self]] > ORDER_OF[face_of(other)]

    def __ge__(self, other: str) -> bool:
        return ORDER_OF[FACE_OF[self]] >= ORDER_OF[face_of(other)]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def _repr_svg_(self) -> str:
        return PICTURE(self)


class Cards:
    """A set of cards as a value: hashable, ordered for show by R1.3, one 64-bit word inside.

    >>> hand = Cards.parse("R7 G3 M1 G3")
    >>> print(hand)
    M1 G3 G3 R7
    >>> Cards.parse("G3 G3") <= hand, len(hand), hand.word.bit_count()
    (True, 4, 4)
    >>> print(hand - Cards.parse("G3"), "|", hand + Cards.parse("RD"))
    M1 G3 R7 | M1 G3 G3 R7 RD
    >>> Cards("R7 G3") == Cards(["G3", "R7"]) == Cards.parse("G3, R7")
    True
    >>> print(hand & Cards("G3 R7 R9"), "|", hand | Cards("G3 R9"), "|", hand.count("G3"))
    G3 R7 | M1 G3 G3 R7 R9 | 2
    >>> [card.rank for card in hand]
    [1, 3, 3, 7]
    """

    __slots__ = ("word",)
    word: int

    def __init__(self, word: int | str | Iterable[str] = 0) -> None:
        if not isinstance(word, int):
            word = _word_of_codes(word)
        if not 0 <= word <= FULL_DECK or (word >> COPY_SHIFT) & ~word:
            raise ValueError(f"not a canonical word of cards: {word:#x}")
        object.__setattr__(self, "word", word)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards are a value and do not change")

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Self:
        """Cards from a text, with spaces or commas between and in any case, or from codes."""
        return cls(_word_of_codes(text))

    @classmethod
    def of(cls, value: Cards | str | Iterable[str]) -> Cards:
        """The same cards if they are ``Cards`` already, else parsed."""
        return value if isinstance(value, Cards) else cls.parse(value)

    @property
    def codes(self) -> list[str]:
        """The codes, lowest first (R1.3, R1.4)."""
        return list(codes_of(self.word))

    @property
    def by_colour(self) -> list[str]:
        """The codes colour first, as a player may ask to see them (R1.4)."""
        return [
            CODES[face]
            for face in sorted(faces(self.word), key=lambda f: (COLOUR_OF[f], RANK_OF[f]))
        ]

    @property
    def highest(self) -> str:
        """The code of the highest card (R1.3)."""
        if not self.word:
            raise ValueError("no cards, so none is the highest")
        return CODES[highest(self.word)]

    def __len__(self) -> int:
        return self.word.bit_count()

    def __iter__(self) -> Iterator[Card]:
        return map(Card, self.codes)

    def count(self, code: str) -> int:
        """How many copies of one card are among them."""
        face = face_of(code)
        return (self.word >> face & 1) + (face < 30 and self.word >> (face + COPY_SHIFT) & 1)

    def __contains__(self, code: object) -> bool:
        return bool(self.word >> face_of(code) & 1)

    def __le__(self, other: Cards) -> bool:
        return self.word & other.word == self.word

    def __lt__(self, other: Cards) -> bool:
        return self <= other and self.word != other.word

    def __ge__(self, other: Cards) -> bool:
        return other <= self

    def __gt__(self, other: Cards) -> bool:
        return other < self

    def __and__(self, other: Cards) -> Cards:
        """What is in both, copy by copy."""
        return Cards(self.word & other.word)

    def __or__(self, other: Cards) -> Cards:
        """What is in either: of each card as many copies as the one that has more of it."""
        return Cards(self.word | other.word)

    def combinations(self) -> tuple[Combination, ...]:
        """All that could be led of them (R2), as ``combinations_in`` lists it.

        >>> [str(one) for one in Cards("G3 Y3 R9").combinations()]
        ['G3', 'Y3', 'R9', 'G3 Y3']
        """
        return COMBINATIONS(self)

    def isdisjoint(self, other: Cards) -> bool:
        """Whether no card is in both."""
        return not self.word & other.word

    def __add__(self, other: Cards) -> Cards:
        """Both together; refused where the deck has fewer copies (R1.1)."""
        return Cards(union(self.word, other.word))

    def __sub__(self, other: Cards) -> Cards:
        if not other <= self:
            raise ValueError(f"{self} does not hold {other}")
        return Cards(remove(self.word, other.word))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.word == other.word

    def __hash__(self) -> int:
        return hash(self.word)

    def __reduce__(self) -> tuple[type[Cards], tuple[int]]:
        return (Cards, (self.word,))

    def __str__(self) -> str:
        return " ".join(self.codes)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def _repr_svg_(self) -> str:
        """As a notebook shows them; nobody else loads the pictures."""
        return PICTURE(self)
