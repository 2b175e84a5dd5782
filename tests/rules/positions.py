"""Positions laid out by hand for the tests, and refusals checked in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gangoffour import Cards, Deal, Match, Refusal, Round, RuleSet, combination, rule_set
from gangoffour.rules.errors import REASONS


def position(
    *hands: str,
    rules: RuleSet | str = "official",
    number: int = 1,
    turn: int = 0,
    table: str = "",
    by: int | None = None,
    passed: Sequence[int] = (),
    called: Sequence[int] = (),
    barred: Sequence[int] = (),
    silent: int | None = None,
    opening: bool = False,
    dead: str = "",
    totals: Sequence[int] | None = None,
) -> Match:
    """A match in the middle of a round, as if it had been played to here."""
    rule = rule_set(rules) if isinstance(rules, str) else rules
    words = tuple(Cards.parse(hand).word for hand in hands)
    now = Round(
        rule,
        number,
        1 if number % 2 else -1,
        words,
        Cards.parse(dead).word,
        turn,
        opening,
        combination(table) if table else None,
        by,
        tuple(passed),
        tuple(called),
        tuple(barred),
        silent,
    )
    before = tuple(totals) if totals is not None else (0,) * len(hands)
    return Match(rule, "positions", 0, Deal(words, now.dead), now, before)


def refused(code: str, act: Callable[[], object], rule: str | None = None) -> Refusal:
    """``act`` is refused with this code, its rule and a sentence; the refusal, to look closer."""
    with pytest.raises(Refusal) as caught:
        act()
    refusal = caught.value
    assert refusal.code == code, refusal
    assert refusal.rule == (rule or REASONS[code].rule)
    assert refusal.message
    assert str(refusal) == f"{refusal.message} ({refusal.rule})"
    told = refusal.as_dict()
    assert (told["code"], told["message"], told["rule"]) == (code, refusal.message, refusal.rule)
    return refusal


def hands(match: Match) -> list[str]:
    """Everybody's cards, as text."""
    return [str(Cards(hand)) for hand in match.round.hands]


def plays(match: Match, seat: int | None = None) -> list[str]:
    """The legal plays of the seat to move, as text."""
    return [str(laid) for laid in match.view(match.turn if seat is None else seat).plays]
