"""Level 6: imagine the hidden hands and play the round to its end in each, for the close calls.

The network proposes; where it is sure, its choice stands. Otherwise hidden hands are dealt as they
may lie (``hidden_hands``), by the ``Belief``; with time to think, those are drawn that explain what
the others have done (``hand_likelihood``); the proposals are made in each of them, and the
network's ``Reflex`` plays on in all seats (``playouts``). It is a ``race``: who is unlikely to be
the best plays on no longer, and what is left of the effort goes to those still in question. What
came of it is weighed against the network's own judgement (``playout_trust``).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.arrays.rounds import NOBODY
from gangoffour.bots.kernel import Players
from gangoffour.bots.network import (
    POINTS,
    WINS,
    Belief,
    Integers,
    Network,
    Position,
    Reflex,
    action_number,
    backdrop,
    position_of,
)
from gangoffour.bots.players.effort import Effort
from gangoffour.bots.players.forced_action import obvious
from gangoffour.bots.position.going_out import winning_play
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.bots.search.hand_likelihood import explained
from gangoffour.bots.search.hidden_hands import HiddenHands
from gangoffour.bots.search.playouts import Ended, Stage
from gangoffour.bots.search.race import Limits, PlayOn, race
from gangoffour.bots.search.unseen import unseen
from gangoffour.rules.actions import Action
from gangoffour.rules.scoring import loser_among
from gangoffour.rules.view import View

Doubles = NDArray[np.float64]


class Imagined:
    """The network and imagined rounds."""

    def __init__(
        self,
        network: Network,
        effort: Effort,
        reflex: Reflex | None = None,
        belief: Belief | None = None,
        players: Players | None = None,
    ) -> None:
        self.network = network
        self.effort = effort
        self.reflex = reflex
        """Who plays the imagined rounds; without one there are none."""
        self.belief = belief
        """Which hands are likely; without one, all are alike."""
        self.players = players
        """The networks that play imagined rounds on, where there is time for it."""

    def choose(self, view: View, rng: Random) -> Action:
        """The best action by the network's judgement and the playouts together."""
        only = obvious(view) or winning_play(view)
        if only is not None:
            return only
        actions = view.actions
        now = position_of(view, aim_at_match=plays_for_match(view))
        judged = self.network.judge(now, [action_number(one) for one in actions]).advantages
        advantages = judged.astype(np.float64) / _point(now)
        chosen, limits = self._to_look_into(view, advantages)
        if limits is None or self.reflex is None:
            return actions[chosen[0]]
        play = self._playing(view, now, [actions[one] for one in chosen], rng)
        return actions[chosen[race(advantages[chosen], limits, play)]]

    def _to_look_into(self, view: View, judged: Doubles) -> tuple[list[int], Limits | None]:
        """The proposals to look into, the best first, and how far: no limits where it is no close
        call, or where the effort allows too few worlds even for two."""
        effort = self.effort
        order = [int(one) for one in np.argsort(-judged, kind="stable")]
        close = judged[order[0]] - effort.margin
        chosen = [one for one in order[: effort.candidates] if judged[one] >= close]
        cost = effort.round(view.counts, plays_for_match(view))
        playouts = int(effort.work / cost)
        number = min(len(chosen), playouts // effort.fewest)
        if view.phase != "play" or number < 2:
            return chosen, None
        price = effort.price * cost / 1000
        return chosen[:number], Limits(playouts, effort.most, effort.gain, price)

    def _playing(self, view: View, now: Position, actions: Sequence[Action], rng: Random) -> PlayOn:
        """What comes of actions in imagined worlds, in points, for the seat that looks."""
        assert self.reflex is not None
        totals = None
        if now.totals is not None:
            totals = tuple(total * 100 // view.rules.target for total in view.totals)
        guess = None if self.belief is None else self.belief.guess(now)
        hidden = unseen(view)
        hands = HiddenHands(view, hidden, guess)
        stage = Stage(view, self.reflex, backdrop(view, totals), self.players)
        pool = self.effort.pool(sum(move.seat != view.seat for move in view.history))
        drawn = None
        if pool:
            drawn = explained(stage, hidden, hands.believed(pool, rng), self.effort.again, rng)
        numbers = [action_number(action) for action in actions]

        def play(places: Sequence[int], number: int) -> Doubles:
            made = [numbers[place] for place in places]
            dealt = (drawn or hands).deal(number, rng)
            after = stage.play_out(dealt.worlds, made)
            worth = self._worth(view, totals, after).reshape(len(made), len(dealt.worlds))
            return worth[:, dealt.which] / _point(now)

        return play

    def _worth(self, view: View, before: tuple[int, ...] | None, after: Ended) -> Doubles:
        """What rounds that are over were worth: points, or the gain in chances to win the match."""
        seat = view.seat or 0
        points = after.points
        if before is None:
            others = (points.sum(axis=1) - points[:, seat]) / (view.seats - 1)
            return cast(Doubles, others - points[:, seat])
        last = view.results[-1] if view.results else None
        who = [NOBODY, NOBODY] if last is None else [last.winner, last.loser]
        left = np.bitwise_count(after.hands)
        every, which = np.unique(np.stack([points, left], axis=1), axis=0, return_inverse=True)
        totals, ended = [list(view.totals)], [who]
        for more, cards in every.tolist():
            totals.append([total + one for total, one in zip(view.totals, more, strict=True)])
            winner = cards.index(0)
            ended.append([winner, loser_among(cards, totals[-1], winner)])
        chances = self._chances(view, np.array(totals), np.array(ended))
        return cast(Doubles, chances[1:][which] - chances[0])

    def _chances(self, view: View, totals: Integers, who: Integers) -> Doubles:
        """The seat's chances to win the match from these totals (R6.2) and last rounds."""
        seat, target = view.seat or 0, view.rules.target
        chances = self.network.match_chances(totals * 100 // target, who)[:, seat]
        lowest = totals == totals.min(axis=1, keepdims=True)
        shares = lowest[:, seat] / lowest.sum(axis=1)
        return np.where(totals.max(axis=1) >= target, shares, chances.astype(np.float64))


def _point(now: Position) -> float:
    """One point, in the units of the network's judgement."""
    return 1.0 if now.totals is None else 1 / (POINTS * WINS)
