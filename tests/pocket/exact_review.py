"""The review of a match by the network in whole numbers, as numpy reckons them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from gangoffour import Match
from gangoffour.bots.advice.decision_cost import Judged, judge
from gangoffour.bots.advice.review import assembled, rounds_of
from gangoffour.bots.network.exact import ExactNetwork
from gangoffour.bots.players.learned import shipped
from gangoffour.bots.position.position import POINTS, WINS, Position
from gangoffour.pocket.network import FINE
from gangoffour.server.wire.messages import encode
from gangoffour.server.wire.reviews import MatchReview


def exact_review(match: Match) -> Any:
    """As a page is told it."""
    network = shipped()
    assert network is not None
    exact = ExactNetwork(network)

    def judged(positions: Sequence[Position], actions: Sequence[Sequence[int]]) -> list[Judged]:
        found = []
        for now, some in zip(positions, actions, strict=True):
            scores, value = exact.judge_and_value(now, list(some))
            unit = (POINTS if now.totals is None else 1 / WINS) / FINE
            found.append(Judged([one * unit / FINE for one in scores.tolist()], value * unit))
        return found

    rounds = rounds_of(match)
    made = assembled(match, rounds, [judge(judged, one) for one in rounds]).as_dict()
    return json.loads(encode(msgspec.convert(made, MatchReview)))
