"""Cards as they look in a terminal: letter, shape and colour on each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from gangoffour.rules.combinations import Combination
from gangoffour.terminal.console import Glyphs, Screen
from gangoffour.terminal.languages import Words

_SUITS: Final = {"G": "green", "Y": "yellow", "R": "red"}
_SPECIAL: Final = {
    "M1": "multicoloured_1",
    "GP": "green_phoenix",
    "YP": "yellow_phoenix",
    "RD": "red_dragon",
}


def kind_name(one: Combination, words: Words) -> str:
    """What a combination is called: ``pair``, ``full house``, ``GANG OF FIVE``."""
    if one.is_gang:
        return words(f"gang_{one.size}")
    name = words(f"kind_{one.kind.name.lower()}")
    return name if words.language == "de" else name.lower()  # nouns are capitals in German only


def spoken(code: str, words: Words) -> str:
    """A card in words: ``red 7``, ``green phoenix``, ``multicoloured 1``."""
    if code in _SPECIAL:
        return words(f"card_{_SPECIAL[code]}")
    return words(f"card_{_SUITS[code[0]]}", rank=code[1:])


def chip(code: str, glyphs: Glyphs) -> Text:
    """One card within a line of text."""
    return _inked(f"{code}{glyphs.shapes[code[0]]}", code)


def _inked(text: str, code: str) -> Text:
    """Text in a card's colour; the multicoloured 1 has all three, a letter each."""
    if code[0] != "M":
        return Text(text, f"card.{code[0]}")
    inked = Text()
    for letter, colour in zip(text, "GYR", strict=True):
        inked.append(letter, f"card.{colour}")
    return inked


def chips(codes: Iterable[str], glyphs: Glyphs) -> Text:
    """Some cards within a line of text."""
    return Text(" ").join(chip(code, glyphs) for code in codes)


def flow(items: Iterable[Text], width: int, gap: str = "   ") -> Text:
    """Items in lines of at most ``width``; an item, such as a play, is never torn apart."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1].append(gap).append_text(item)
        else:
            lines.append(item.copy())
    return Text("\n").join(lines)


def card_rows(codes: Sequence[str], screen: Screen, *, numbered: bool = False) -> list[Text]:
    """Cards side by side as little boxes, in as many rows as the screen needs."""
    each = max(1, (screen.width - 4) // 4)
    rows = -(-len(codes) // each)
    each = -(-len(codes) // rows) if rows else each  # rows of about the same length
    lines: list[Text] = []
    for start in range(0, len(codes), each):
        lines += _card_row(codes[start : start + each], screen.glyphs, start + 1, numbered)
    return lines


def _card_row(codes: Sequence[str], glyphs: Glyphs, first: int, numbered: bool) -> list[Text]:
    tl, tm, tr, bl, bm, br, across, down = tuple(glyphs.corners)
    bar = (down, "frame")
    letters, shapes = Text.assemble(bar), Text.assemble(bar)
    for code in codes:
        letters.append_text(_inked(f"{code:<3}", code)).append(*bar)
        shapes.append_text(_inked(f" {glyphs.shapes[code[0]]} ", code)).append(*bar)
    inner = across * 3
    lines = [
        Text(tl + tm.join(inner for _ in codes) + tr, "frame"),
        letters,
        shapes,
        Text(bl + bm.join(inner for _ in codes) + br, "frame"),
    ]
    if numbered:
        numbers = "".join(f"{f'#{number}':^4}" for number in range(first, first + len(codes)))
        lines.append(Text(" " + numbers.rstrip(), "quiet"))
    return lines
