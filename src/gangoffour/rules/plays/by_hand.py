"""What a question put by hand says of the others: their cards, who has called, who is barred."""

from __future__ import annotations

from collections.abc import Iterable

from gangoffour.rules.cards import Cards
from gangoffour.rules.deal import HAND_SIZE
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal, whole


def require_sizes(rules: RuleSet, hand: Cards, others: tuple[int, ...]) -> None:
    if len(others) in (2, 3) and 1 + len(others) not in rules.seats:
        problem = f"The rules {rules.edition} are not for {1 + len(others)} players."
        raise Refusal("bad_position", rule="R9", problem=problem)
    if 1 + len(others) not in rules.seats:
        problem = f"There are no tables of {1 + len(others)} players: counts are the others' only."
        raise Refusal("bad_position", problem=problem)
    for count in (len(hand), *others):
        if type(count) is not int or not 1 <= count <= HAND_SIZE:
            problem = f"{count!r} is not a whole number of cards from 1 to {HAND_SIZE}."
            raise Refusal("bad_position", problem=problem)


def _require_one_card(called: tuple[int, ...], others: tuple[int, ...]) -> None:
    for one in called:
        if type(one) is not int or not 1 <= one <= len(others):
            problem = f"There is no seat {one!r} among the others: they are 1 to {len(others)}."
            raise Refusal("bad_position", problem=problem)
        if others[one - 1] != 1:
            raise Refusal("bad_position", problem="Only a player with one card can have called.")


def said_and_barred(
    rules: RuleSet, called: Iterable[int], others: tuple[int, ...], laid: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who has called, and who is barred: silent with one card (R5.2), but for the last of the
    others who has ``laid`` what is on the table and may still call it."""
    said = numbers("called", called)
    _require_one_card(said, others)
    last = [seat for seat, count in enumerate(others, 1) if count == 1]
    if rules.last_card == "automatic":
        return tuple(last), ()
    just = len(others) if laid else 0
    return tuple(sorted(set(said))), tuple(
        seat for seat in last if seat not in said and seat != just
    )


def numbers(name: str, given: Iterable[int]) -> tuple[int, ...]:
    try:
        return tuple(map(whole, given))
    except TypeError:
        problem = f"{name} is a list of numbers, as [5, 1, 7], not {given!r}."
        raise Refusal("bad_position", problem=problem) from None
