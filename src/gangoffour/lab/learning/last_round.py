"""The last position of a round: a match goes on at once to the next deal, an episode does not."""

from __future__ import annotations

from gangoffour.rules.events import Played
from gangoffour.rules.match import Match


def as_it_ended(before: Match, after: Match, seat: int) -> Match:
    """A match as its round has left it: the cards of the next one are not part of an episode."""
    last = next(event for event in after.events if isinstance(event, Played))
    return before._replace(
        round=before.round.play(seat, last.play, call=last.call),
        results=after.results,
        totals=after.totals,
        winners=(after.results[-1].winner,),
        events=after.events,
        version=after.version,
    )
