"""What the trained network makes of positions. Numpy only.

The first layer is split: the part that depends on the state is computed once, the part that
depends on a play once for each legal play.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gangoffour.bots.network.batch_features import Integers
from gangoffour.bots.network.events import event_rows
from gangoffour.bots.network.features import (
    DIRECT_BITS,
    Floats,
    left_by_each,
    play_rows,
    policy_rows,
)
from gangoffour.bots.network.match_chances import match_chances
from gangoffour.bots.network.outline import outline_rows
from gangoffour.bots.network.threads import one_thread
from gangoffour.bots.network.weights import read
from gangoffour.bots.position.position import (
    POINTS as POINTS,
)
from gangoffour.bots.position.position import (
    WINS as WINS,
)
from gangoffour.bots.position.position import Position, action_number, position_of
from gangoffour.bots.position.strength import strongest
from gangoffour.rules.actions import Action, Give, Pass, Play
from gangoffour.rules.cards import RD_FACE
from gangoffour.rules.view import View

LEAK: Final = 0.05
"""The slope of the layers' activation below zero: no unit is ever cut off from learning."""


class Judgement(NamedTuple):
    """What the network makes of one position."""

    advantages: Floats
    """For each action, how much better than the player's usual play it is."""
    values: Floats
    """What the rest of the round is worth to each place."""


class Network:
    """The trained network. Values are in points of round payoff (the mean of the others' points
    minus one's own), or in match wins where the position has totals."""

    __slots__ = ("weights",)

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, source: str | Path | None = None) -> Network:
        """Read weights, the shipped ones if no file is named; refuse what does not fit."""
        return cls(read(source))

    def _course(self, now: Position) -> Floats:
        """What the round's plays tell, each looked at by itself and all summed."""
        w = self.weights
        seen = bend(times(event_rows(now.events), w["event0.w"]))
        return cast(Floats, bend(seen @ w["event1.w"]).sum(axis=0))

    def _state(
        self, positions: Sequence[Position], tops: Sequence[tuple[int, ...]], own: Floats
    ) -> Floats:
        """The part of the plays' layer that depends on the position and how it came about; ``own``
        has the outlines of the hands."""
        w = self.weights
        bits = np.concatenate([policy_rows(positions, tops), own], axis=1)
        told: Floats = np.stack([self._course(now) for now in positions])
        trunk = bend(times(bits, w["trunk.w"]) + w["trunk.b"] + told @ w["course.w"])
        trunk = trunk + bend(trunk @ w["deep.w"] + w["deep.b"])
        direct = times(bits[:, :DIRECT_BITS], w["direct.w"]) + told @ w["course.s"]
        return cast(Floats, trunk @ w["state.w"] + w["state.b"] + direct)

    def _joint(
        self, positions: Sequence[Position], actions: Sequence[Sequence[int]]
    ) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """The state of each position, the plays' layer of each action, and whose action it is."""
        tops = [strongest(now.unseen) for now in positions]
        outlines = [
            outline_rows(now.hand, legal, top, max(now.counts[1:]))
            for now, top, legal in zip(positions, tops, actions, strict=True)
        ]
        state = self._state(positions, tops, np.array([one[0] for one in outlines]))
        lefts = left_by_each(positions, tops, actions)
        plays = play_rows([action for legal in actions for action in legal], lefts)
        plays = np.concatenate([plays, np.concatenate([one[1:] for one in outlines])], axis=1)
        owner = np.repeat(np.arange(len(positions)), [len(legal) for legal in actions])
        return state, bend(state[owner] + times(plays, self.weights["play.w"])), owner

    def _advantages(self, joint: Floats) -> Floats:
        w = self.weights
        first = bend(joint @ w["first.w"] + w["first.b"])
        second = first + bend(first @ w["second.w"] + w["second.b"])
        return cast(Floats, second @ w["advantage.w"] + w["advantage.b"])

    @one_thread()
    def judge_many(
        self, positions: Sequence[Position], actions: Sequence[Sequence[int]]
    ) -> list[Judgement]:
        """Judge many positions at once, each with its own actions."""
        w = self.weights
        state, joint, _ = self._joint(positions, actions)
        advantages = self._advantages(joint)
        values = bend(state) @ w["value.w"] + w["value.b"]
        found, at = [], 0
        for row, (now, legal) in enumerate(zip(positions, actions, strict=True)):
            unit = np.float32(POINTS if now.totals is None else 1 / WINS)
            some = advantages[at : at + len(legal)]
            found.append(Judgement(cast(Floats, some * unit), cast(Floats, values[row] * unit)))
            at += len(legal)
        return found

    def judge(self, now: Position, actions: Sequence[int]) -> Judgement:
        """The advantage of each action and the value of the round to each place."""
        return self.judge_many([now], [actions])[0]

    @one_thread()
    def belief(self, now: Position) -> Floats:
        """For each face (R1's order of faces) the chance that an unseen copy lies at each place.

        Shape (3, 34): next, across (with three players: the dead hand), previous.
        """
        w = self.weights
        top = strongest(now.unseen)
        state = self._state([now], [top], outline_rows(now.hand, (), top, max(now.counts[1:])))
        logits = bend(state) @ w["belief.w"] + w["belief.b"]
        odds = np.exp(logits.reshape(3, RD_FACE + 1) - logits.max())
        return cast(Floats, odds / odds.sum(axis=0))

    def match_chances(self, totals: ArrayLike, who: ArrayLike) -> Floats:
        """Everybody's chance to win the match (:mod:`gangoffour.bots.network.match_chances`)."""
        return match_chances(self.weights, totals, who)


def times(bits: Floats, matrix: Floats) -> Floats:
    """Rows of zeros and ones times a matrix; most columns are zeros and are left out."""
    used = np.flatnonzero(bits.any(axis=0))
    return cast(Floats, bits[:, used] @ matrix[used])


def first_of_each(score: Floats, owner: Integers) -> Integers:
    """The place of the highest score of each owner; ``owner`` never falls."""
    order = np.lexsort((-score, owner))
    return order[np.flatnonzero(np.diff(owner, prepend=-1))]


def bend(values: Floats) -> Floats:
    return cast(Floats, np.maximum(values, np.float32(LEAK) * values))


def choose(network: Network, view: View, *, aim_at_match: bool = False) -> Action:
    """The network's own choice among a view's actions, exchange included."""
    actions = [one for one in view.actions if isinstance(one, Play | Pass | Give)]
    if len(actions) == 1:
        return actions[0]
    now = position_of(view, aim_at_match=aim_at_match)
    advantages = network.judge(now, [action_number(one) for one in actions]).advantages
    return actions[int(np.argmax(advantages))]
