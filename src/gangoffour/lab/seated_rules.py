"""The rules of a table in the lab, checked before anything is played by them."""

from __future__ import annotations

from gangoffour.lab.errors import LabError
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.errors import whole


def seated_rules(rules: RuleSet | str, seats: int) -> RuleSet:
    """The rule set, which an edition's name may stand for; refused if it is not for so many (R9).

    >>> seated_rules("german", 3).edition
    'german'
    """
    chosen = rules if isinstance(rules, RuleSet) else rule_set(rules)
    number = whole(seats)
    if type(number) is not int or number not in chosen.seats:
        raise LabError("wrong_seats", lineup="The rule set", seats=seats)
    return chosen
