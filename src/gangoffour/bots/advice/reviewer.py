"""The trained network reviews a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gangoffour.bots.advice.decision_cost import Judged, Judges, judge
from gangoffour.bots.advice.review import Review, assembled, chosen_seats, rounds_of
from gangoffour.bots.errors import BotError
from gangoffour.bots.network import Network, Position
from gangoffour.bots.players.learned import shipped
from gangoffour.rules.match import Match


def by_network(network: Network) -> Judges:
    """The network's judgement, many positions at once."""

    def judges(positions: Sequence[Position], actions: Sequence[Sequence[int]]) -> list[Judged]:
        found = network.judge_many(positions, actions)
        return [Judged(one.advantages.tolist(), float(one.values[0])) for one in found]

    return judges


def review(
    match: Match,
    seats: Iterable[int] | None = None,
    progress: Callable[[int, int], None] = lambda done, rounds: None,
) -> Review:
    """Judge the decisions of some seats, of all if none are named.

    ``progress`` is told after each round how many of all are done. The same match always gets the
    same review.
    """
    network = shipped()
    if network is None:
        raise BotError("no_network")
    judges, chosen = by_network(network), chosen_seats(match, seats)
    rounds = rounds_of(match, chosen)
    verdicts = []
    for done, looks in enumerate(rounds):
        progress(done, len(rounds))
        verdicts.append(judge(judges, looks))
    progress(len(rounds), len(rounds))
    return assembled(match, rounds, verdicts, chosen)
