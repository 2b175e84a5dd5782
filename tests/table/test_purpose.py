"""A table that the server opened for given deals: nothing about it can be changed."""

from __future__ import annotations

import pytest
from msgspec import structs

from gangoffour.rules.errors import Refusal
from gangoffour.table import commands as c
from gangoffour.table.decide.handle import handle
from gangoffour.table.options import Options, Purpose
from gangoffour.table.state import Table
from gangoffour.table.views.public_view import public

ANN, EVE = c.Person("ann", "Ann"), c.Person("eve", "Eve")
BOTS = ("tiger-exact",) * 3
OPEN = c.Open("t1", Options(target=1, clock="none"), Purpose("daily", "2026-11-16", 2), BOTS)


def asked(table: Table, ask: c.Ask, by: c.Person | None = ANN) -> Table:
    return handle(table, c.Command(ask, by, seed=f"seed {table.match_number}"), 1000)[0]


def played(table: Table) -> Table:
    """The match to its end, everybody with their first legal action."""
    while table.phase == "playing":
        match = table.match
        assert match is not None and match.turn is not None
        view = match.view(match.turn)
        if match.turn:
            play: dict[str, object] = (
                {"play": view.plays[0].codes} if view.plays else {"pass": True}
            )
            table = asked(table, c.BotActs(match.turn, play, match.version), None)
        elif view.plays:
            table = asked(table, c.Play(list(view.plays[0].codes), match.version))
        else:
            table = asked(table, c.Pass(match.version))
    return table


def refused(table: Table, ask: c.Ask, by: c.Person = ANN) -> str:
    with pytest.raises(Refusal) as no:
        asked(table, ask, by)
    return no.value.code


def test_it_is_one_persons_and_plays_so_many_matches_of_one_round() -> None:
    table = asked(Table(), OPEN)
    assert refused(table, OPEN) == "already_open"
    assert [seat.bot for seat in public(table, 0).seats] == [None, *("tiger",) * 3]
    for number in (1, 2):
        table = played(asked(table, c.Start() if number == 1 else c.Rematch()))
        assert table.match is not None and table.match_number == number
        assert len(table.match.results) == 1 and table.match.seed == f"seed {number - 1}"
        changes = (c.Unseat(1), c.SetBot(1, "dumpling"), c.SetOptions(Options()))
        for ask in (*changes, c.Promise("0" * 64)):
            assert refused(table, ask) == "deals_given"
        left = asked(table, c.Leave())
        assert left.seat_of("ann") == 0 and refused(left, c.Sit(), EVE) == "deals_given"
    assert refused(table, c.Rematch()) == refused(table, c.Start()) == "deals_played"


def test_it_may_begin_as_it_is_opened_and_waits_for_its_person() -> None:
    table = asked(Table(), structs.replace(OPEN, seed="the first"))
    assert table.match is not None and table.match.seed == "the first"
    assert table.stage == "alone" and table.bot_to_act is None
    there = asked(table, c.Connect())
    assert there.stage == "playing"
    assert asked(played(there), c.Rematch()).match_number == 2
