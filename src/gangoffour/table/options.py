"""What the host chooses for a table, and the rule set and clock that follow from it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, structs

from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.table.chat import clean
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.time_limits import DAY_MS, NO_CLOCK_GRACE_MS, PACES, RATED_PATIENCE_MS, Pace

MAX_NAME: Final = 40
OWN_OPTIONS: Final = ("seats", "target", "last_card", "chinese_deal")
"""Fields of a rule set that are options by themselves, and so none of ``rules``."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """All host options with sensible defaults; ``rules`` holds custom fields by name (R9)."""

    seats: Literal[3, 4] = 4
    edition: str = "official"
    rules: dict[str, bool | int | str | None] = {}
    target: int = 100
    last_card: Literal["automatic", "call"] = "automatic"
    chinese_deal: bool = False
    clock: Literal["none", "relaxed", "normal", "blitz", "days"] = "normal"
    days: int = 3
    rated: bool = False
    minimum_karma: int = 0
    spectators: bool = True
    chat: Literal["all", "phrases", "none"] = "all"
    look_back: bool = False
    private: bool = False
    name: str = ""

    @property
    def pace(self) -> Pace | None:
        """The clock; None for a table without one."""
        if self.clock == "days":
            return Pace(self.days * DAY_MS, 0, 0, 0)
        if self.rated and self.clock == "none":
            return Pace(RATED_PATIENCE_MS, 0, NO_CLOCK_GRACE_MS, RATED_PATIENCE_MS)
        return PACES[self.clock]

    @property
    def grace_ms(self) -> int | None:
        """How long a lost connection is waited for; None if it does not matter (days per move)."""
        if self.clock == "days":
            return None
        pace = self.pace
        return NO_CLOCK_GRACE_MS if pace is None else pace.grace_ms


class Purpose(Struct, frozen=True):
    """What a table is for that the server opened: its deals are given, the same for everybody.

    Nobody else sits down or watches, nothing is changed, promised or given up there, and after so
    many matches it is done.
    """

    kind: Literal["daily", "challenge"]
    key: str
    """Which deals: a day, or a challenge."""
    matches: int
    """How many matches are played there, one after the other."""


def rules_of(options: Options) -> RuleSet:
    """The rule set these options name; a refusal if there is none (R9)."""
    changes: dict[str, object] = dict(options.rules)
    changes.update(
        target=options.target, last_card=options.last_card, chinese_deal=options.chinese_deal
    )
    return rule_set(options.edition, **changes)


def checked(options: Options) -> Options:
    """The options if a table can be played with them; refused otherwise."""
    for name in OWN_OPTIONS:
        if name in options.rules:
            problem = f"This is chosen with '{name}', beside 'rules'."
            raise TableRefusal("bad_options", problem=problem)
    rules = rules_of(options)
    if options.seats not in rules.seats:
        raise Refusal(
            "bad_rule_value", field="seats", input=options.seats, expected=f"{rules.seats[0]}"
        )
    if not 1 <= options.days <= 14:
        raise TableRefusal("bad_options", problem="Days per move are from 1 to 14.")
    if not 0 <= options.minimum_karma <= 100:
        raise TableRefusal("bad_options", problem="Karma is from 0 to 100.")
    if len(options.name) > MAX_NAME:
        raise TableRefusal(
            "bad_options", problem=f"A table's name has at most {MAX_NAME} characters."
        )
    if options.rated and (options.rules or options.target != 100 or options.look_back):
        raise TableRefusal("rated_fixed", edition=options.edition)
    return structs.replace(options, name=clean(options.name))


def private(options: Options) -> Options:
    """The same table, which the lobby does not show."""
    return structs.replace(options, private=True)
