"""The ladder's medals, and what to try next."""

from __future__ import annotations

import pytest

from gangoffour.daily.ladder import ladder, next_step, rung

LEVELS = range(1, 7)


@pytest.mark.parametrize(
    ("played", "medal"),
    [
        ("", None),
        ("...", None),
        (".x..", "bronze"),
        ("x..x", "bronze"),
        ("x.x", "silver"),
        ("xx", "silver"),
        ("..xxx..", "gold"),
    ],
)
def test_a_medal_is_for_the_best_three_in_a_row(played: str, medal: str | None) -> None:
    found = rung(1, [one == "x" for one in played])
    assert (found.medal, found.matches, found.wins) == (medal, len(played), played.count("x"))


@pytest.mark.parametrize(
    ("played", "step"),
    [
        ({}, (1, "bronze")),
        ({1: "x"}, (2, "bronze")),
        ({3: ".x", 4: "..."}, (4, "bronze")),  # nobody has to begin at the bottom
        ({6: "x", 1: "xx"}, (2, "silver")),
        (dict.fromkeys(LEVELS, "xx"), (1, "gold")),
        (dict.fromkeys(LEVELS, "xxx"), None),
    ],
)
def test_the_next_step(played: dict[int, str], step: tuple[int, str] | None) -> None:
    won = {level: [one == "x" for one in text] for level, text in played.items()}
    assert next_step(ladder(LEVELS, won)) == step
