"""Levels 4 and 5 without numpy: the compiled code is the source's, and judges as numpy does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tools.wasm import KEPT, MARK, source_digest

from gangoffour import Match
from gangoffour.bots.advice.reviewer import review
from gangoffour.bots.levels import LEVELS
from gangoffour.pocket.bots import Players
from gangoffour.pocket.network import crane, tiger
from gangoffour.rules.reader import parse_record
from tests.pocket.judged import compared, judging
from tests.pocket.page import Page, finished_match
from tests.support.length import slice_of


def test_what_is_kept_was_compiled_from_the_source() -> None:
    """``make wasm CHECK=--check`` compiles it anew and compares every byte."""
    assert MARK.read_text(encoding="utf-8") == source_digest(), "run make wasm"
    assert KEPT.read_bytes().startswith(b"\0asm")


@pytest.mark.long
def test_compiled_code_judges_as_numpy_does() -> None:
    told = compared(slice_of(20_000, 30), "a slice")
    assert told.number and not told.wrong, told.wrong[0]


@pytest.mark.long
def test_both_levels_choose_as_on_a_server_for_the_same_view_and_chance() -> None:
    """The players are one; what they are fed by is compiled here and numpy there."""
    match = Match.new(seats=4, seed="choices")
    with judging() as judge:
        both = {
            name: (bot(judge), LEVELS[name]())
            for name, bot in {"crane": crane, "tiger-exact": tiger}.items()
        }
        for number in range(slice_of(2000, 50)):
            if match.turn is None:
                break
            view = match.view(match.turn)
            for name, (here, there) in both.items():
                chosen = here.choose(view, Random(number))
                assert chosen == there.choose(view, Random(number)), (name, number)
            match = match.act(match.turn, chosen)
    assert number > slice_of(60, 40)


@pytest.mark.long
def test_a_match_is_reviewed_as_on_a_server() -> None:
    page, match = finished_match()
    path = f"/api/matches/{match}/review"
    assert page.ask("GET", path) == {"done": 0, "rounds": None} and page.wanted == ["tiger"]
    with judging() as judge:
        page.take(page.pocket.loaded("tiger", judge, page.now))
        while "marked" not in (made := page.ask("GET", path)):
            assert made["done"] <= made["rounds"]
    record = page.text(f"/api/matches/{match}/record")
    there: Any = review(parse_record(record).match).as_dict()
    assert page.ask("GET", path) == made and made["rounds"] == there["rounds"]
    for here, served in zip(made["seats"], there["seats"], strict=True):
        for figure in ("decisions", "same", "doubtful", "mistakes"):
            assert here[figure] == served[figure]
        assert here["cost"] == pytest.approx(served["cost"], abs=0.05)
        leads = zip(here["outlook"], served["outlook"], strict=True)
        assert all(one[2] == pytest.approx(other[2], abs=0.25) for one, other in leads)
    assert [one["best"] for one in made["marked"]] == [one["best"] for one in there["marked"]]


def test_a_bot_of_the_network_is_waited_for_until_it_is_loaded() -> None:
    page = Page(Random(3), lambda: "a seed")
    page.enter("Ann")
    page.say("quick", seats=3, wait_s=0, level=5)
    table = page.heard[-2]["table"]
    page.say("watch", table=table)
    assert page.wanted == ["tiger"]
    while page.tables[table]["public"]["match"]["turn"] == 0:
        page.act(table, Random(1))
    before = page.tables[table]["public"]["match"]["version"]
    if page.wake_at is not None:
        page.wait()
    assert page.wake_at is None and page.wanted == ["tiger"]
    assert page.tables[table]["public"]["match"]["version"] == before
    page.take(page.pocket.loaded("tiger", lambda small, asked: "1 " * 501, page.now))
    assert page.wanted == [] and page.wake_at is not None
    page.wait()
    assert page.tables[table]["public"]["match"]["version"] == before + 1, "it plays"
    assert page.pocket._tables.players.missing("typhoon") is None, "level 5 plays for level 6"
    assert Players().missing("typhoon") == "tiger"
    page.take(page.pocket.loaded("tiger", None, page.now))
    if page.wake_at is not None:
        page.wait()
