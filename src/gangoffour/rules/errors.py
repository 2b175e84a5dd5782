"""Every refusal of the rules: a stable code, a sentence that quotes the input, the rule's number.

A refusal is raised before anything changes, so whoever receives one still holds the value they had.
Clients translate by ``code`` and fill in ``params``; the English sentence is the fallback.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, ClassVar, NamedTuple

LONGEST = 800
"""No message has more letters than this."""


class Reason(NamedTuple):
    """One way to be refused: which rule says so, and the sentence."""

    rule: str
    sentence: str


REASONS: dict[str, Reason] = {
    # cards and combinations
    "unknown_card": Reason("R1.2", "{input!r} is not a card: write G3, Y10, R7, M1, GP, YP or RD."),
    "too_many_copies": Reason("R1.1", "There are not that many {card} in the deck."),
    "not_a_combination": Reason("R2", "{cards} is not a combination."),
    # a round
    "not_your_turn": Reason("R4.4", "It is not seat {seat}'s turn; seat {turn} is to move."),
    "unknown_seat": Reason(
        "R4.1", "There is no seat {seat!r} at a table of {seats}: seats are whole numbers from 0."
    ),
    "cards_not_held": Reason("R4.4", "You do not hold {cards}."),
    "wrong_size": Reason("R3.1", "{cards} is a play of {size}; the one to beat is of {needed}."),
    "too_low": Reason("R3.1", "{cards} does not beat {table}."),
    "same_combination": Reason("R3.5", "{cards} is the same combination; a twin does not beat it."),
    "gang_too_low": Reason(
        "R3.4", "{cards} does not beat {table}: only a bigger or higher gang does."
    ),
    "opening_needs_m1": Reason("R4.3", "The first combination must contain M1; {cards} does not."),
    "opening_too_large": Reason(
        "R9", "{size} cards are too many: the first combination has at most {limit}."
    ),
    "leader_must_play": Reason("R4.4", "You lead this trick: you may not pass."),
    # last card
    "nothing_to_call": Reason("R5.1", "There is no last card for seat {seat} to call now."),
    "must_block_highest": Reason(
        "R5.4", "The next player has one card: play your highest single, {card}, or a gang."
    ),
    "must_block_gang": Reason(
        "R5.4", "The next player has one card: you hold a gang and must play it."
    ),
    "must_block_no_pass": Reason(
        "R5.4", "The next player has one card: your {card} beats the table, so you may not pass."
    ),
    "must_lead_several": Reason(
        "R5.4",
        "The next player has one card: lead two or more cards, as you hold such a combination.",
    ),
    "must_lead_highest": Reason(
        "R5.4", "The next player has one card: lead your highest single, {card}."
    ),
    # the match
    "unknown_action": Reason(
        "R4.4",
        "{input!r} is not an action: play cards, pass, call the last card or give a card.",
    ),
    "not_in_exchange": Reason("R7.1", "No card is to be given now."),
    "must_give_first": Reason("R7.1", "Seat {turn} gives a card back before anybody plays."),
    "match_over": Reason("R6.2", "The match is over."),
    "bad_card_count": Reason("R6.1", "{input!r} is not a number of cards left from 0 to 16."),
    # a score sheet
    "bad_line": Reason("R4.2", "{seats} players need {seats} numbers of cards, not {input}."),
    "no_round_winner": Reason(
        "R4.6", "Nobody has 0 cards left: a round ends when a player plays their last card."
    ),
    "two_round_winners": Reason(
        "R4.6", "Only one player can have 0 cards left: the round ends at once."
    ),
    "barred_one_card": Reason("R5.2", "A barred player is left with one card, not {input}."),
    "tie_unsettled": Reason(
        "R9", "Several players have the most cards: say who of them holds the highest card."
    ),
    "rounds_after_end": Reason("R6.2", "The match ended after round {round}: no round follows."),
    # dealing
    "bad_seed": Reason(
        "R4.2",
        "{input!r} cannot be a seed: give a whole number or one line of printable text.",
    ),
    "bad_deal": Reason("R4.2", "{problem}"),
    "bad_cut": Reason("R8.1", "{problem}"),
    # rule sets
    "unknown_edition": Reason("R9", "{input!r} is not an edition; there are {editions}."),
    "unknown_rule_field": Reason(
        "R9", "{input!r} is not a field of a rule set; there are {fields}."
    ),
    "bad_rule_value": Reason("R9", "{field} cannot be {input!r}: {expected}."),
    # texts
    "bad_position": Reason("notation", "{problem}"),
    "bad_record": Reason("notation", "Line {line}: {problem}"),
}


class Refusal(ValueError):
    """What was asked is not possible; nothing has changed.

    >>> raise Refusal("leader_must_play")
    Traceback (most recent call last):
    gangoffour.rules.errors.Refusal: You lead this trick: you may not pass. (R4.4)
    """

    reasons: ClassVar[Mapping[str, Reason]] = REASONS

    def __init__(self, code: str, *, rule: str | None = None, **params: object) -> None:
        reason = self.reasons[code]
        self.code = code
        self.rule = rule or reason.rule
        self.params = params
        self.message = _shortened(reason.sentence.format(**params))
        super().__init__(f"{self.message} ({self.rule})" if self.rule else self.message)

    def __reduce__(self) -> tuple[object, ...]:
        return (_refusal, (type(self), self.code, self.rule, self.params))

    def as_dict(self) -> dict[str, object]:
        """The refusal as the engine and the server send it."""
        return {
            "code": self.code,
            "message": self.message,
            "rule": self.rule or None,
            "params": {name: _plain(value) for name, value in self.params.items()},
        }


def whole(value: Any) -> Any:
    """A whole number of any kind, numpy's too, as Python's own; whatever is none stays as it is,
    for a refusal to quote. True and False are no numbers here, and neither is 4.0.

    >>> whole(4), whole(4.0), whole("4"), whole(True)
    (4, 4.0, '4', True)
    """
    if type(value) is int or isinstance(value, bool):
        return value
    try:
        return int(index(value))
    except TypeError:
        return value


def _refusal(of: type[Refusal], code: str, rule: str, params: dict[str, object]) -> Refusal:
    """A refusal again, after it crossed from one process to another."""
    return of(code, rule=rule, **params)


def _shortened(message: str) -> str:
    """Whatever a stranger sent is quoted, but not at any length."""
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"


def _plain(value: object) -> object:
    """A value JSON can carry; whatever a stranger sent is shortened to a quotable length."""
    if isinstance(value, bool | int | float) or value is None:
        return value
    return str(value)[:80]
