"""What happens at a table by itself, as far as it can be told from the table alone."""

from __future__ import annotations

import pytest

from gangoffour.rules.actions import Action, Play
from gangoffour.server.tables.automatic import CALL_S, left_to_call
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.table.scene import playing


def without_a_word(actions: tuple[Action, ...]) -> Action:
    first = actions[0]
    return Play(first.combination, False) if isinstance(first, Play) else first


@pytest.mark.parametrize(("person", "waits"), [(True, CALL_S), (False, 0.0)])
def test_a_bot_leaves_a_person_time_to_call_and_no_bot(person: bool, waits: float) -> None:
    """Until the next one acts the call can still be made (R5.1): a bot must not be too quick."""

    def silent(table: Table) -> bool:
        seat = None if table.match is None else table.match.round.silent
        return seat is not None and (table.seats[seat].person is not None) == person

    scene = playing("bob", options=Options(last_card="call", clock="none"))
    assert left_to_call(scene.table) == 0
    scene.play_until(silent, without_a_word)
    assert left_to_call(scene.table) == waits
