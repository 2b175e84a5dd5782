"""People with a hand in the deal: promised with the wish for a quick match, told at its table."""

from __future__ import annotations

from gangoffour.rules.deal import commitment
from gangoffour.rules.fairness import read_sources, verify_deals, verify_sources
from gangoffour.rules.reader import parse_record
from gangoffour.server.matches.settlement import record_of
from gangoffour.table import commands as c
from gangoffour.table.state import Table
from tests.support.client import Client


def part(person: Client) -> str:
    """What somebody contributes."""
    return commitment(person.me["name"])


async def promised_quick_match(*people: Client) -> None:
    """A quick match of all of them; the last one, a program, promises nothing."""
    for one in people:
        wish: dict[str, object] = {"type": "quick", "seats": len(people), "wait_s": 120}
        if one is not people[-1]:
            wish["promise"] = commitment(part(one))
        assert (await one.ask(wish))["type"] == "done"
    for one in people:
        await one.until(lambda one=one: bool(one.matched))  # type: ignore[misc]
    table = people[0].matched[0]
    for one in people[:-1]:
        state = await one.watch(table)
        assert state["public"]["phase"] == "dealing" and state["public"]["deal"]["commitment"]
        assert state["public"]["match"] is None and state["own"] is None
        await one.do(table, c.Contribute(part(one)))
    await people[0].until(lambda: people[0].state(table)["phase"] == "playing")


def everybodys_hand_is_in(table: Table, *people: Client) -> None:
    """The record proves that the deal comes from what each of these promised, and of no other."""
    record = parse_record(record_of(table))
    assert verify_sources(record) is True and all(one.fair for one in verify_deals(record))
    told = read_sources(record.tags)
    assert told is not None and told.replaced == ()
    given = {table.seats[seat].person: one for seat, one in enumerate(told.contributions) if one}
    assert given == {one.me["id"]: part(one) for one in people}
