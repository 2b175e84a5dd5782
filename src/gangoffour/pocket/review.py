"""A finished match reviewed here: a round each time somebody asks how far it is."""

from __future__ import annotations

import msgspec

from gangoffour.bots.advice.decision import Verdict
from gangoffour.bots.advice.decision_cost import Judges, judge
from gangoffour.bots.advice.review import assembled, rounds_of
from gangoffour.rules.match import Match
from gangoffour.server.wire.reviews import MatchReview, ReviewProgress


class Review:
    """The review of one match, as far as it is."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rounds = rounds_of(match)
        self._verdicts: list[list[Verdict]] = []
        self._made: MatchReview | None = None

    def further(self, judges: Judges) -> MatchReview | ReviewProgress:
        """Judge another round; the whole once all are."""
        if self._made is not None:
            return self._made
        done = len(self._verdicts)
        if done < len(self._rounds):
            self._verdicts.append(judge(judges, self._rounds[done]))
            return ReviewProgress(done + 1, len(self._rounds))
        found = assembled(self._match, self._rounds, self._verdicts).as_dict()
        self._made = msgspec.convert(found, MatchReview)
        return self._made
