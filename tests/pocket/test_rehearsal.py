"""What Python does between its memory and the table: counted, for a count is the same anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Final

import pytest

from tests.pocket.page import Page

ACTIONS: Final = 24
MOST_CALLS: Final = 2_010
"""Of Python's functions, to come back to a match with so many actions: about 1,957 when written,
unrehearsed 2,093."""

COUNT: Final = """
import json, sys
from gangoffour.pocket import worker_entry as entry

events, owner, table, rehearsed = json.load(sys.stdin)

def start():
    calls = 0
    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"
    sys.setprofile(count)
    entry.begin(events, owner)
    entry.ask("GET", "/api/me", "", 0)
    entry.connect(0)
    shown = entry.hear(json.dumps({"type": "watch", "id": "w", "table": table}), 0)
    sys.setprofile(None)
    assert "hand" in shown
    return calls

if rehearsed:
    entry.rehearse()
print(start(), start())
"""

PRACTISED: Final = """
import json
from gangoffour.pocket import rehearsal, worker_entry as entry

begun = []
new = rehearsal.Match.new
class Counted:
    @staticmethod
    def new(**said):
        begun.append(said)
        return new(**said)
rehearsal.Match = Counted
entry.begin("[]", '{"id": "ann", "name": "Ann"}')
for _ in range(300):
    entry.practise()
print(len(begun), json.loads(entry.ask("GET", "/api/me/matches", "", 0))["body"])
"""


def played() -> tuple[Page, str]:
    """A page with a match of which some actions are made."""
    page, chance = Page(Random(1), lambda: "0" * 64), Random(1)
    page.enter("Ann")
    page.say("quick", seats=4, level=1)
    table = page.kept[0].table_id
    page.say("watch", table=table)
    while page.tables[table]["public"]["match"]["version"] < ACTIONS:
        if not page.act(table, chance):
            page.wait()
    return page, table


def starts(rehearsed: bool) -> list[int]:
    """How many functions are called by a first and by a second start of a new Python."""
    page, table = played()
    assert page.owner is not None
    kept = [{**one._asdict(), "body": one.body.decode()} for one in page.kept]
    owner = {"id": page.owner.id, "name": page.owner.name}
    said = json.dumps([json.dumps(kept), json.dumps(owner), table, rehearsed])
    done = subprocess.run(
        [sys.executable, "-c", COUNT], input=said, capture_output=True, text=True, check=True
    )
    return [int(one) for one in done.stdout.split()]


@pytest.mark.long
def test_a_start_after_a_rehearsal_is_short_and_one_without_is_not() -> None:
    """Some of it is made once for these cards, and so not by the second start."""
    first, second = starts(rehearsed=True)
    assert second <= first <= MOST_CALLS
    unrehearsed, _ = starts(rehearsed=False)
    assert unrehearsed > MOST_CALLS, unrehearsed


def test_practice_goes_on_from_match_to_match_and_touches_no_table() -> None:
    """It plays as long as it is asked, and what the page then begins with is its own."""
    done = subprocess.run(
        [sys.executable, "-c", PRACTISED], capture_output=True, text=True, check=True
    )
    rounds, tables = done.stdout.split()
    assert int(rounds) > 1
    assert tables == '{"matches":[]}'
