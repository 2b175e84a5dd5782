"""Rule sets and the named editions (R9): every difference between the books is a named field.

As text a rule set is one word, such as ``french[last_card=automatic,target=50]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from gangoffour.rules.errors import Refusal, whole


@dataclass(frozen=True, slots=True)
class RuleSet:
    """How this table plays. The defaults are the ``official`` edition, whatever ``edition`` says:
    ``rule_set`` gives those of another. What cannot be is refused.

    >>> rule_set("german").gang_must_block
    True
    >>> rule_set("official", target=50, last_card="automatic").target
    50
    """

    edition: str = "official"
    duty_to_block: bool = True
    """R5.4: whoever sits before a player with one card must try to stop them."""
    gang_must_block: bool = False
    """R9 german: a highest single too low to beat must be replaced by a gang, if one is held."""
    opening_limit: int | None = 5
    """R9: how many cards the first combination of a match may have where it must contain M1
    (R4.3); None for any number."""
    barred_extra: int = 0
    """R9 finnish: points added to a barred player's round."""
    loser_tie: str = "total"
    """R6.3: ``total`` (the higher match total) or R9 riva's ``highest_card``."""
    last_card: str = "call"
    """R5.1 ``call`` by hand, or R5.6 ``automatic``."""
    passed_may_return: bool = True
    """R4.4: a pass stands only until somebody plays."""
    target: int = 100
    """R6.2: the match ends after the round in which a total reaches this."""
    seats: tuple[int, ...] = (3, 4)
    """How many players may sit down (R4.2, R9)."""
    chinese_deal: bool = False
    """R8.1: the deck is cut and a card counts out who receives first."""
    count_in_direction: bool = False
    """R9 german: the count of R8.1 goes in the round's direction, not always counter-clockwise."""

    def __post_init__(self) -> None:
        if EDITIONS:  # else this is the first of them
            _require_edition(self.edition)
        for field in FIELDS:
            given = getattr(self, field)
            value = _plain(field, given)
            if not _allows(field, value):
                raise Refusal("bad_rule_value", field=field, input=given, expected=_expected(field))
            if value is not given:
                object.__setattr__(self, field, value)

    @property
    def differences(self) -> dict[str, object]:
        """The fields in which this rule set differs from its edition."""
        plain = EDITIONS[self.edition]
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(plain, field.name)
        }


EDITIONS: Final[dict[str, RuleSet]] = {}
"""The named editions (R9), filled in below."""

FIELDS: Final[tuple[str, ...]] = tuple(f.name for f in fields(RuleSet) if f.name != "edition")
"""The fields that a table may set by name."""

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "loser_tie": ("total", "highest_card"),
    "last_card": ("call", "automatic"),
}
_WHOLE_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "opening_limit": (1, 7),
    "barred_extra": (0, 20),
    "target": (1, 10_000),
}


def rule_set(edition: str = "official", /, **changes: object) -> RuleSet:
    """The rule set of an edition, with some fields changed; anything odd is refused."""
    _require_edition(edition)
    return with_changes(EDITIONS[edition], changes)


def with_changes(rules: RuleSet, changes: Mapping[str, object]) -> RuleSet:
    """``rules`` with some fields changed by name, each checked."""
    for field in changes:
        if field not in FIELDS:
            raise Refusal("unknown_rule_field", input=field, fields=", ".join(FIELDS))
    given: dict[str, Any] = {**changes}
    return replace(rules, **given) if given else rules


def _require_edition(edition: object) -> None:
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise Refusal("unknown_edition", input=edition, editions=", ".join(EDITIONS))


def _plain(field: str, value: object) -> object:
    """A value as a rule set has it: a number is Python's own, seats are a tuple of them."""
    if field == "seats":
        numbers = value if isinstance(value, list | tuple) else [value]
        plain = [whole(one) for one in numbers]
        return tuple(sorted(set(plain))) if _are_ints(plain) else value
    return whole(value)


def _allows(field: str, value: object) -> bool:
    """Whether a field may have this value, which is plain."""
    if field in _CHOICES:
        return isinstance(value, str) and value in _CHOICES[field]
    if field in _WHOLE_NUMBERS:
        low, high = _WHOLE_NUMBERS[field]
        if value is None:
            return field == "opening_limit"
        return type(value) is int and low <= value <= high
    if field == "seats":
        return isinstance(value, tuple) and _are_ints(value) and {3, 4} >= set(value) > set()
    return isinstance(value, bool)


def _are_ints(values: Iterable[object]) -> bool:
    return all(type(one) is int for one in values)


def _expected(field: str, *, written: bool = False) -> str:
    """What a field may be, in words; ``written`` is as ``print_rules`` prints it."""
    if field in _CHOICES:
        return "one of " + ", ".join(_CHOICES[field])
    if field in _WHOLE_NUMBERS:
        low, high = _WHOLE_NUMBERS[field]
        or_none = f", or {'any' if written else 'none'}" if field == "opening_limit" else ""
        return f"a whole number from {low} to {high}{or_none}"
    if field == "seats":
        return f"3, 4 or {'3+4' if written else 'both'}"
    return "yes or no" if written else "true or false"


def print_rules(rules: RuleSet) -> str:
    """A rule set in one word: ``official`` or ``french[last_card=automatic,target=50]``."""
    changes = [f"{name}={_print_value(value)}" for name, value in rules.differences.items()]
    return rules.edition + (f"[{','.join(changes)}]" if changes else "")


def _print_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "any"
    if isinstance(value, tuple):
        return "+".join(str(one) for one in value)
    return str(value)


def parse_rules(text: str) -> RuleSet:
    """The rule set that ``print_rules`` prints; anything else is refused."""
    edition, bracket, inside = text.partition("[")
    rules = rule_set(edition)
    if not bracket:
        return rules
    if not inside.endswith("]"):
        raise Refusal("bad_position", problem=f"{text!r} lacks its closing bracket.")
    changes: dict[str, object] = {}
    for item in inside[:-1].split(","):
        name, _, said = item.partition("=")
        changes[name] = read_value(name, said)
    changed = with_changes(rules, changes)
    if print_rules(changed) != text:
        raise Refusal("bad_position", problem=f"Write the rules as {print_rules(changed)!r}.")
    return changed


def read_value(field: str, text: str) -> object:
    """The value that a text says for a field; what it cannot be is told as it would be written."""
    value = value_of(field, text)
    if field in FIELDS and not _allows(field, _plain(field, value)):
        expected = _expected(field, written=True)
        raise Refusal("bad_rule_value", field=field, input=text, expected=expected)
    return value


def value_of(field: str, text: str) -> object:
    """The value that a text says for a field, as ``print_rules`` prints it; else the text itself.

    >>> value_of("duty_to_block", "no"), value_of("opening_limit", "any"), value_of("seats", "3+4")
    (False, None, (3, 4))
    >>> value_of("duty_to_block", "any")
    'any'
    """
    if field in _WHOLE_NUMBERS:
        if text.isascii() and text.isdecimal() and len(text) < 7:
            return int(text)
        return None if (field, text) == ("opening_limit", "any") else text
    if field == "seats":
        parts = text.split("+")
        return tuple(map(int, parts)) if {"3", "4"}.issuperset(parts) else text
    if field in FIELDS and field not in _CHOICES:
        return {"yes": True, "no": False}.get(text, text)
    return text


_FRENCH = RuleSet("french", opening_limit=None)
EDITIONS.update(
    official=RuleSet(),
    french=_FRENCH,
    german=replace(_FRENCH, edition="german", gang_must_block=True, count_in_direction=True),
    finnish=replace(_FRENCH, edition="finnish", barred_extra=1),
    riva=RuleSet(
        "riva", duty_to_block=False, opening_limit=None, loser_tie="highest_card", seats=(4,)
    ),
)
