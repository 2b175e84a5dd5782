"""Actions as numbers: the environments' action space, and the simulator's.

0–12,351 lay the combination of that catalogue index (R2.3), 12,352 passes (R4.4), 12,353 calls the
last card (R5.1), 12,354 + i gives the card at place i of R1.3's order (R7.1): 12,388 in all.
"""

from __future__ import annotations

from typing import Final

from gangoffour.rules.actions import Action, Call, Give, Pass, Play, play_of
from gangoffour.rules.cards import CODES, ORDER_OF, ORDERED_FACES, face_of
from gangoffour.rules.combinations import catalogue

COMBINATIONS: Final = 12_352
PASS: Final = COMBINATIONS
CALL: Final = COMBINATIONS + 1
GIVE: Final = COMBINATIONS + 2
ACTIONS: Final = GIVE + 34


def number_of(action: Action) -> int:
    """The number of an action; a call made with a play has none of its own."""
    match action:
        case Play(laid):
            return laid.index
        case Pass():
            return PASS
        case Call():
            return CALL
        case Give(card):
            return GIVE + ORDER_OF[face_of(card)]


def action_of_number(number: int, *, call: bool = False) -> Action:
    """The action of a number; ``call`` says the last card with a play.

    >>> action_of_number(12_352), action_of_number(12_387)
    (Pass(), Give(card='RD'))
    """
    if 0 <= number < COMBINATIONS:
        return play_of(catalogue()[number], call)
    if number == PASS:
        return Pass()
    if number == CALL:
        return Call()
    if GIVE <= number < ACTIONS:
        return Give(CODES[ORDERED_FACES[number - GIVE]])
    raise ValueError(f"{number} is not the number of an action: 0 to {ACTIONS - 1}")
