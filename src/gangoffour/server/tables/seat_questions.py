"""What a seat may ask without acting: may I play this, how is my hand best laid out, what is good?

All of it is decided on the seat's own view, never on hands: what a seat may not see cannot leak.
"""

from __future__ import annotations

from gangoffour.bots.planning.arranged_hand import arranged
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import Combination, classify
from gangoffour.rules.errors import Refusal
from gangoffour.rules.view import View
from gangoffour.table.commands import Person
from gangoffour.table.decide.handle import why_not
from gangoffour.table.refusals import TableRefusal
from gangoffour.table.state import Table


def checked(
    table: Table, person: Person, cards: list[str]
) -> tuple[Combination | None, Refusal | None]:
    """Which combination some cards are, and why this person could not play them now."""
    return classify(Cards.parse(cards)), why_not(table, person, cards)


def arranged_hand(table: Table, person_id: str) -> tuple[Combination, ...]:
    """A seat's own hand laid out in likely combinations."""
    return arranged(_view(table, person_id).hand.word)


def _view(table: Table, person_id: str) -> View:
    """What a person who plays sees; refused to those without a seat in the match, and to those who
    have sat down since it ended."""
    seat = table.seat_of(person_id)
    if seat is None or table.match is None or not table.has_part(seat):
        raise TableRefusal("not_seated")
    return table.match.view(seat)
