"""The lobby's page: who is on it stays, only changes are told, and a phone is sent little."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gangoffour.server.lobby.lobby import BYTES_PER_S, PUSH_S
from gangoffour.server.lobby.page import PEOPLE, RUNNING, WAITING, Page
from gangoffour.server.wire.messages import LobbyState, OnlinePerson, OpenTable, encode
from gangoffour.table.options import Options

OPTIONS = Options(name="A table with a name")


def table(number: int, rng: random.Random) -> OpenTable:
    phase = rng.choice(("waiting", "playing", "playing"))
    free = rng.randrange(1, 4) if phase == "waiting" else 0
    names = [f"Somebody {rng.randrange(4000)}" if seat >= free else "" for seat in range(4)]
    bots = [None, None, None, rng.choice((None, "dumpling"))]
    at = OpenTable(f"{number:016x}", "ABCDEF", OPTIONS, phase, names, bots, free, rng.randrange(3))
    if phase == "waiting":
        return at
    totals = [rng.randrange(100) for _ in range(4)]
    return structs.replace(at, round=rng.randrange(1, 12), totals=totals)


def person(number: int, rng: random.Random) -> OnlinePerson:
    at = f"{rng.randrange(1000):016x}" if rng.random() < 0.7 else None
    return OnlinePerson(f"{number:016x}", f"Somebody {number}", "account", 1500, at)


@given(st.integers(0, 10**6))
def test_changes_tell_the_next_page_and_those_on_it_stay(seed: int) -> None:
    rng = random.Random(seed)
    page = Page()
    for _ in range(6):
        tables = [table(number, rng) for number in rng.sample(range(120), rng.randrange(100))]
        people = [person(number, rng) for number in rng.sample(range(400), rng.randrange(300))]
        now = LobbyState(tables, people, len(people), rng.randrange(3), len(tables))
        after = page.next(now)
        assert sum(one.phase == "waiting" for one in after.tables.values()) <= WAITING
        assert sum(one.phase != "waiting" for one in after.tables.values()) <= RUNNING
        assert len(after.online) == min(PEOPLE, len(people))
        known = {one.id for one in people}
        assert page.online.keys() & known <= after.online.keys()
        change = page.change_to(after)
        assert (change is None) == (page == after)
        if change is not None:
            assert page.with_change(change) == after
        page = after


def test_a_thousand_tables_cost_a_quiet_phone_two_kilobytes_a_second() -> None:
    """Each table changes every half minute, a person comes or goes every ten minutes."""
    rng = random.Random(17)
    tables = [table(number, rng) for number in range(1000)]
    people = [person(number, rng) for number in range(4000)]

    def state() -> LobbyState:
        order = sorted(tables, key=lambda one: one.phase != "waiting")
        return LobbyState(order[:200], people[:200], len(people), 3, len(tables))

    page = Page().next(state())
    first = len(encode(page.state()))
    sent, seconds, slowest = 0, 0.0, 0.0
    while seconds < 300:
        wait = PUSH_S
        for _ in range(int(1000 / 30 * PUSH_S)):
            place = rng.randrange(1000)
            tables[place] = structs.replace(
                table(place, rng), phase=tables[place].phase, free=tables[place].free
            )  # its round and everybody's points are others as well, though a round takes longer
            if rng.random() < 0.1:
                tables[place] = table(place, rng)
        for _ in range(int(4000 / 600 * PUSH_S)):
            place = rng.randrange(4000)
            people[place] = person(place, rng)
        after = page.next(state())
        change = page.change_to(after)
        page = after
        size = 0 if change is None else len(encode(change))
        wait = max(PUSH_S, size / BYTES_PER_S)
        sent, seconds, slowest = sent + size, seconds + wait, max(slowest, wait)
    assert first < 60_000
    assert sent / seconds < 2_000, (sent / seconds, slowest)
    assert slowest < 5, "nobody waits long for what changes on the page"


def test_a_page_is_a_value() -> None:
    assert replace(Page(), seeking=1).change_to(Page()) is not None
    assert Page().change_to(Page()) is None
