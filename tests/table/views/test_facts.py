"""Facts of two kinds with the same fields stay two kinds."""

from __future__ import annotations

from gangoffour.rules.events import CardGiven, CardTaken
from gangoffour.table.views.facts import _fact


def test_a_card_taken_and_a_card_given_are_not_mixed_up() -> None:
    kinds = [_fact(one)["type"] for one in (CardGiven(1, 2, "R9"), CardTaken(1, 2, "R9"))]
    assert kinds == ["card_given", "card_taken"]
