"""``Cards`` (R1): a set of cards in one 64-bit word.

One ``Card``, the faces, their order and what a word is stand in ``faces``; its names are found
here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self, TypeAlias, overload

from gangoffour.rules.answers import PICTURE, Question
from gangoffour.rules.errors import Refusal
from gangoffour.rules.faces import (
    CODES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    COPY_SHIFT,
    DECK,
    DECK_SIZE,
    FACE_COUNT,
    FACE_OF,
    FIRST_PLANE,
    FULL_DECK,
    GP_FACE,
    M1_FACE,
    M1_WORD,
    ORDER_OF,
    ORDERED_FACES,
    RANK_OF,
    RD_FACE,
    YP_FACE,
    Card,
    add,
    codes_of,
    face_of,
    faces,
    highest,
    remove,
    union,
    word_of,
)

if TYPE_CHECKING:
    from gangoffour.rules.combinations import Combination

__all__ = [
    "CODES",
    "COLOURS",
    "COLOUR_NAMES",
    "COLOUR_OF",
    "COMBINATIONS",
    "COPY_SHIFT",
    "DECK",
    "DECK_SIZE",
    "FACE_COUNT",
    "FACE_OF",
    "FIRST_PLANE",
    "FULL_DECK",
    "GP_FACE",
    "M1_FACE",
    "M1_WORD",
    "ORDERED_FACES",
    "ORDER_OF",
    "RANK_OF",
    "RD_FACE",
    "YP_FACE",
    "Card",
    "Cards",
    "add",
    "codes_of",
    "face_of",
    "faces",
    "highest",
    "remove",
    "union",
    "word_of",
]


@lru_cache(maxsize=1 << 14)
def _word(codes: tuple[str, ...]) -> int:
    """The word of some codes: a play comes as codes, and the same few come again and again."""
    return word_of(map(face_of, codes))


def _word_of_codes(text: str | Iterable[str]) -> int:
    """The word of a text or of codes; what is no card is named as it was given."""
    if isinstance(text, str):
        codes = tuple(text.upper().replace(",", " ").split())
    else:
        try:
            codes = tuple(text)
        except TypeError:
            raise TypeError(f"Cards are given as 'G3 Y3' or as codes, not as {text!r}.") from None
    try:
        return _word(codes)
    except (Refusal, TypeError):  # the word may be too long, or a code none at all
        given = text.replace(",", " ").split() if isinstance(text, str) else codes
        for code, one in zip(codes, given, strict=True):
            if not isinstance(code, str) or code not in FACE_OF:
                raise Refusal("unknown_card", input=one) from None
        raise


Some: TypeAlias = "Cards | Combination | str | Iterable[str]"
"""What goes wherever cards go beside an operator."""

COMBINATIONS: Question[tuple[Combination, ...]] = Question()
"""All that could be led of some cards."""


def _word_beside(other: Some) -> int | None:
    """The word of what stands beside an operator and reads as cards; None of anything else."""
    word: int | None = getattr(other, "word", None)
    if word is None and isinstance(other, Iterable):
        return Cards.parse(other).word
    return word


_CARD_OF: Final = {code: Card(code) for code in CODES}
_blank, _put = object.__new__, object.__setattr__


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

    A number is taken as a word of bits, for which ``of_word`` is the better name.
    """

    __slots__ = ("word",)
    word: int

    def __init__(self, word: int | str | Iterable[str] = 0) -> None:
        if not isinstance(word, int):
            word = _word_of_codes(word)
        if not 0 <= word <= FULL_DECK or (word >> COPY_SHIFT) & ~word:
            raise ValueError(f"not a canonical word of cards: {word:#x}")
        object.__setattr__(self, "word", word)

    @classmethod
    def of_word(cls, word: int) -> Self:
        """Cards from their 64-bit word (``faces`` says which bit is which card)."""
        if not 0 <= word <= FULL_DECK or (word >> COPY_SHIFT) & ~word:
            raise ValueError(f"not a canonical word of cards: {word:#x}")
        made = _blank(cls)
        _put(made, "word", word)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards are a value and do not change")

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Self:
        """Cards from a text, with spaces or commas between and in any case, or from codes."""
        return cls.of_word(_word_of_codes(text))

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
        return map(_CARD_OF.__getitem__, codes_of(self.word))

    @overload
    def __getitem__(self, place: int) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> Cards: ...
    def __getitem__(self, place: int | slice) -> Card | Cards:
        """The card at a place, lowest first, or the cards at some.

        >>> hand = Cards("R7 G3 M1 G3")
        >>> hand[0], hand[-1], hand[:2]
        (Card('M1'), Card('R7'), Cards('M1 G3'))
        """
        found = codes_of(self.word)[place]
        return _CARD_OF[found] if isinstance(found, str) else Cards.parse(found)

    def count(self, code: str) -> int:
        """How many copies of one card are among them."""
        face = face_of(code)
        return (self.word >> face & 1) + (face < 30 and self.word >> (face + COPY_SHIFT) & 1)

    def __contains__(self, code: object) -> bool:
        return bool(self.word >> face_of(code) & 1)

    def __le__(self, other: Some) -> bool:
        word = _word_beside(other)
        return NotImplemented if word is None else self.word & word == self.word

    def __lt__(self, other: Some) -> bool:
        word = _word_beside(other)
        return NotImplemented if word is None else self.word & word == self.word != word

    def __ge__(self, other: Some) -> bool:
        word = _word_beside(other)
        return NotImplemented if word is None else self.word & word == word

    def __gt__(self, other: Some) -> bool:
        word = _word_beside(other)
        return NotImplemented if word is None else self.word & word == word != self.word

    def __and__(self, other: Some) -> Cards:
        """What is in both, copy by copy."""
        word = _word_beside(other)
        return NotImplemented if word is None else Cards.of_word(self.word & word)

    def __or__(self, other: Some) -> Cards:
        """What is in either: of each card as many copies as the one that has more of it."""
        word = _word_beside(other)
        return NotImplemented if word is None else Cards.of_word(self.word | word)

    def combinations(self) -> tuple[Combination, ...]:
        """All that could be led of them (R2), as ``combinations_in`` lists it.

        >>> [str(one) for one in Cards("G3 Y3 R9").combinations()]
        ['G3', 'Y3', 'R9', 'G3 Y3']
        """
        return COMBINATIONS(self)

    def isdisjoint(self, other: Some) -> bool:
        """Whether no card is in both."""
        word = _word_beside(other)
        if word is None:
            raise TypeError(f"{other!r} are no cards")
        return not self.word & word

    def __add__(self, other: Some) -> Cards:
        """Both together; refused where the deck has fewer copies (R1.1)."""
        word = _word_beside(other)
        return NotImplemented if word is None else Cards.of_word(union(self.word, word))

    def __sub__(self, other: Some) -> Cards:
        word = _word_beside(other)
        if word is None:
            return NotImplemented
        if self.word & word != word:
            raise ValueError(f"{self} does not hold {other}")
        return Cards.of_word(remove(self.word, word))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.word == other.word

    def __hash__(self) -> int:
        return hash(self.word)

    def __reduce__(self) -> tuple[object, ...]:
        return (Cards.of_word, (self.word,))

    def __str__(self) -> str:
        return " ".join(self.codes)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def _repr_svg_(self) -> str:
        """As a notebook shows them; nobody else loads the pictures."""
        return PICTURE(self)
