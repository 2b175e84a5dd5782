"""Going out for sure: what only looks sure is told apart."""

from __future__ import annotations

import pytest

from gangoffour import Play, parse_position
from gangoffour.bots.search.sure_win import RunOut


@pytest.mark.parametrize(
    ("others", "sure"),
    [
        ("G8,Y9,R10/Y1,Y2,R9/R2,Y4,R4", True),
        ("G8,Y9,G10,R10/Y1,Y2,R9/R2,Y4,R4", False),  # four cards may be a gang
    ],
)
def test_the_highest_card_is_unbeatable_where_nobody_can_hold_a_gang(
    others: str, sure: bool
) -> None:
    match = parse_position(
        f"official round 2 - dealer 1 hands G3,RD/{others} turn 0 totals 0,0,0,0"
    )
    found = RunOut(match.view(0)).play()
    assert found == (Play.of("RD").combination if sure else None)
