"""Pictures: well-formed, with the right cards in them, and nothing that a name could smuggle in."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

from gangoffour import Card, Cards, Match, Refusal, View, svg
from gangoffour.rules.cards import CODES, DECK

SVG = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg" and root.get("viewBox")
    return root


def words(picture: str) -> list[str]:
    return [one.text or "" for one in read(picture).iter(f"{SVG}text")]


def title(picture: str) -> str:
    return read(picture).findtext(f"{SVG}title") or ""


def test_every_card_has_a_face_of_its_own() -> None:
    pictures = {svg.card(code) for code in CODES} | {svg.back()}
    assert len(pictures) == 35
    for picture in pictures:
        read(picture)
    with pytest.raises(Refusal, match="G12"):
        svg.card("G12")
    assert svg.card("rd") == svg.card("RD"), "in any case"


@pytest.mark.parametrize("size", ["big", -1, 0, None, float("nan")])
def test_a_size_that_is_none_is_refused(size: Any) -> None:
    for draw in (svg.back, lambda size: svg.card("G3", size), lambda size: svg.hand("", size=size)):
        with pytest.raises(ValueError, match=f"a number above 0, not {size!r}"):
            draw(size=size)


def test_a_hand_lies_in_order_and_as_wide_as_it_is() -> None:
    cards = Cards("R7 G3 M1 G3")
    assert title(svg.hand(cards)) == "M1 G3 G3 R7"
    narrow, wide = (float(read(svg.hand(cards, size=size)).get("width", 0)) for size in (50, 100))
    assert wide == 2 * narrow == 100 + 3 * 38
    assert svg.hand(cards) != svg.hand(cards, by_colour=True)
    read(svg.hand(""))
    full = svg.hand([CODES[face] for face in DECK[:16]])
    assert full.count("stroke") >= 16


def test_a_table_shows_what_the_seat_sees_and_no_more() -> None:
    view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7], table="Y2 R2", called=[2])
    picture = svg.table(view, names=["Ann", "<b>Bob</b>", "Cid"])
    said = words(picture)
    assert {"Ann", "<b>Bob</b>", "Cid", "Seat 4", "5", "1", "7", "last card!"} <= set(said)
    assert "<b>" not in picture
    match = Match.new(seed=5)
    assert match.turn is not None
    one = svg.table(match)
    assert one == svg.table(match.view(match.turn))
    assert f"Seat {match.turn + 1} leads" in words(one)
    assert len(svg.table(match.view())) < len(one), "a spectator sees no hand"
    assert "Seat 3" in words(svg.table(Match.new(seed=5, seats=3)))


@pytest.mark.parametrize("odd", ["\x00", "\x1b", "\x0b", "\ufffe", "\ud800", "\x7f"])
def test_what_no_picture_can_hold_is_replaced(odd: str) -> None:
    view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7])
    picture = svg.table(view, names=["Ann", f"B{odd}ob", "Cid"])
    assert "B\ufffdob" in words(picture)
    assert picture.encode()


def test_a_sheet_has_a_line_for_each_round() -> None:
    match = Match.new(seed=3)
    while not match.over:
        assert match.turn is not None
        match = match.act(match.turn, match.view(match.turn).actions[0])
    said = words(svg.sheet(match, names=["Ann & Co"]))
    assert said[:2] == ["Ann & Co", "Seat 2"]
    assert said[-4:] == [str(total) for total in match.totals]
    assert sum(word.endswith(("↺", "↻")) for word in said) == len(match.results)


def test_notebooks_show_what_stands_alone_in_a_cell() -> None:
    """Jupyter asks a value for ``_repr_svg_``, and nothing has to be told to it."""
    cards, match = Cards("G3 Y3"), Match.new(seed=1)
    view = match.view(match.turn)
    assert Card("G3")._repr_svg_() == svg.card("G3")
    assert cards._repr_svg_() == svg.hand(cards) == svg.hand(cards)._repr_svg_()
    assert match._repr_svg_() == view._repr_svg_() == svg.table(view)
    loads = "import gangoffour, sys; print('gangoffour.svg' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True)
    assert told.stdout == "False\n", "the pictures are loaded when somebody looks"
