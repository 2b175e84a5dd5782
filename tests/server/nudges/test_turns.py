"""Every turn has a name of its own: two of one name would be told once."""

from __future__ import annotations

from gangoffour.server.nudges.turns import turn_name
from gangoffour.server.people.sessions import Identity
from gangoffour.table import events as e
from tests.server.house import Played


def test_no_two_turns_have_one_name_through_rounds_and_exchanges() -> None:
    people = [Identity(name.lower(), name, "account") for name in ("Ann", "Ben", "Cyd")]
    played = Played("a1", people, clock="days", seats=3, target=60)
    played.lively = True
    played.start()
    told, gave = [turn_name(played.table)], False
    while played.table.running:
        caused = played.play_on(1)
        gave |= any(isinstance(one, e.Acted) and "give" in str(one) for one in caused)
        name = turn_name(played.table)
        if name is not None and any(isinstance(one, e.Acted) for one in caused):
            told.append(name)
    named = [one for one in told if one is not None]
    assert gave and len(named) > 60
    twice = {one for one in named if named.count(one) > 1}
    assert not twice, twice
