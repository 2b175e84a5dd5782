"""A day on a device without a server, played as somebody has played it elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gangoffour.daily.day import ROUNDS
from gangoffour.pocket.daily import Days, Published
from gangoffour.pocket.network import Judge
from gangoffour.rules.match import Match
from gangoffour.rules.reader import parse_record
from tests.pocket.judged import judging
from tests.pocket.page import Page

Act = Callable[[Page, str], object]


def device(day: dict[str, Any] | None = None) -> Page:
    """A device that has seen a server's day once it was over; or none."""
    known = {} if day is None else {day["id"]: Published(day["secret"], day["weights"])}
    page = Page(Random(1), lambda: "never dealt from", days=Days(known))
    page.enter("Ann")
    return page


def play_round(page: Page, table: str, act: Act) -> None:
    """Play to the end of a round."""
    while page.tables[table]["public"]["phase"] != "over":
        if page.tables[table]["public"]["match"]["turn"] == 0:
            act(page, table)
        else:
            page.wait()


def play_day(page: Page, day: str, judge: Judge, acts: Sequence[Act]) -> list[Match]:
    """Play a day's five rounds, with the tab killed after the first; what was played."""
    page.take(page.pocket.loaded("tiger", judge, page.now))
    table = page.ask("POST", f"/api/daily/{day}/play")["table"]
    page.say("watch", table=table)
    for number, act in enumerate(acts, 1):
        play_round(page, table, act)
        if number == 1:
            page.killed()
            page.take(page.pocket.loaded("tiger", judge, page.now))
            page.say("watch", table=table)
        if number < ROUNDS:
            assert page.ask("POST", f"/api/daily/{day}/play")["table"] == table
            assert page.do(table, "rematch")["type"] == "done"
    numbers = range(1, ROUNDS + 1)
    records = [page.text(f"/api/matches/{table}-{number}/record") for number in numbers]
    return [parse_record(one).match for one in records]


def as_in(match: Match) -> Act:
    """Who plays as seat 0 did in a round."""
    moves = iter([one for one in match.past[0].history if one.seat == 0])

    def act(page: Page, table: str) -> None:
        version, move = page.tables[table]["public"]["match"]["version"], next(moves)
        if move.play is None:
            answer = page.do(table, "pass", version=version)
        else:
            answer = page.do(table, "play", cards=list(move.play.codes), version=version)
        assert answer["type"] == "done", answer

    return act


def played_alike(day: dict[str, Any], there: Sequence[Match]) -> list[Match]:
    """A published day on a device without a server, by somebody who plays as in these rounds."""
    page = device(day)
    page.now = day["closes_at"]
    with judging() as judge:
        return play_day(page, day["id"], judge, [as_in(one) for one in there])
