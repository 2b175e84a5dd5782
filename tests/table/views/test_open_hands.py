"""Hands lie open where only bots sit, and nowhere else (R4.7)."""

from __future__ import annotations

from msgspec.structs import replace

from gangoffour.rules.cards import Cards
from gangoffour.table import commands as c
from gangoffour.table.state import Seat, Table
from gangoffour.table.views.public_view import changes, public
from tests.table.scene import START, Scene


def begun() -> Scene:
    scene = Scene()
    for seat in (1, 2, 3):
        scene.do("ann", c.SetBot(seat, "dumpling"))
    scene.do("ann", c.Start())
    return scene


def without_people(table: Table) -> Table:
    return replace(table, seats=(Seat(bot="dumpling"), *table.seats[1:]))


def test_a_match_with_a_person_in_it_shows_no_hand_even_while_they_are_away() -> None:
    scene = begun()
    assert shown(scene.table) == []
    scene.do("ann", c.Leave())
    assert shown(scene.table) == []


def test_a_match_of_bots_alone_shows_all_hands_and_tells_when_they_change() -> None:
    table = without_people(begun().table)
    assert table.match is not None and table.match.turn is not None
    dealt = [Cards(hand).codes for hand in table.match.round.hands]
    assert shown(table) == dealt
    seat = table.match.turn
    view = table.match.view(seat)
    after = replace(table, match=table.match.act(seat, view.actions[0]))
    told = changes(table, after, START)["match"]
    assert isinstance(told, dict) and told["hands"] == shown(after) != dealt
    again = changes(after, after, START)
    assert "match" not in again


def shown(table: Table) -> list[list[str]]:
    match = public(table, START).match
    assert match is not None
    return match.hands
