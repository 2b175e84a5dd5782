"""Rounds played on from given tables, many at once: what a play is worth by what comes of it."""

from __future__ import annotations

import torch
from torch import Tensor

from gangoffour.bots import network
from training import model
from training.build import ONE_ROUND, TABLE, Settings, blank
from training.gpu import Kernels, Tables, Window
from training.learn import Actor

ONLY_ROUNDS = Settings(0, 0, 0, 1, 0, 0.0, 0.0, 0)
"""First rounds of four players, the best play always."""
SIZE = TABLE.itemsize
PAIR = ("winner", "loser")
FEWER = 0.8
"""When so few of the tables are still playing, the others are put aside."""


def field(states: Tensor, name: str, kind: torch.dtype, number: int = 1) -> Tensor:
    """A field of tables in device memory, to read or to write."""
    assert TABLE.fields is not None
    at = TABLE.fields[name][1]
    width = number * torch.tensor([], dtype=kind).element_size()
    return states.view(-1, SIZE)[:, at : at + width].view(kind)


class PlayedOn:
    """One set of weights in every seat that the network holds; after some turns another one.

    Seats that are ``BY_OTHER_NET`` are played by ``other``.
    """

    def __init__(
        self,
        kernels: Kernels,
        weights: model.Weights,
        at_once: int,
        then: model.Weights | None = None,
        after: int = 0,
        other: model.Weights | None = None,
    ) -> None:
        self.at_once, self.after = at_once, after
        self.totals = {k: v.float() for k, v in weights.items() if k.startswith("totals")}
        self.tables = Tables(kernels, blank(at_once), ONLY_ROUNDS, 32 * at_once)
        self.window = Window(at_once, 0)
        self.actor = Actor(self.tables, weights)
        self.actor.prepare(weights)
        self.then = self.actor
        if then is not None:
            self.then = Actor(self.tables, then)
            self.then.prepare(then)
        self.other = None if other is None else Actor(self.tables, other)
        if self.other is not None and other is not None:
            self.other.prepare(other)

    @torch.no_grad()
    def payoffs(self, states: Tensor, actions: Tensor) -> Tensor:
        """What the seat to move makes of each action at each table, in points; -1 is no action.

        Where it plays for the match, its chance to win is reckoned in points as the network does.
        """
        found = [
            self._together(states[start : start + self.at_once], some)
            for start, some in zip(
                range(0, len(actions), self.at_once), actions.split(self.at_once), strict=True
            )
        ]
        return torch.cat(found)

    def _together(self, states: Tensor, actions: Tensor) -> Tensor:
        t, number = self.tables, len(actions)
        t.n = number
        view = t.state.view(-1, SIZE)[:number]
        view.copy_(states)
        field(view, "mode", torch.uint8).fill_(ONE_ROUND)
        field(view, "stale", torch.uint8).fill_(15)
        turn = field(view, "turn", torch.uint8)[:, 0].long().clone()
        t.chosen[:number].copy_(actions)
        t.step(self.window, 0)
        found = torch.zeros(number, device="cuda")
        whose = torch.arange(number, device="cuda")
        turns = 0
        while int(t.total):
            assert int(t.lost) == 0, "too many legal plays for the room"
            turns += 1
            actor = self.actor if self.then is self.actor or turns <= self.after else self.then
            some = slice(t.n)
            seen = self.window.policy[0][some], self.window.events[0][some]
            score = actor.judge(*seen)
            second = None
            if self.other is not None:
                second = self.other.judge(*seen)
            t.choose(self.window, 0, score, second)
            if turns % 4 == 0:
                whose = self._put_aside(whose, turn, found)
            t.step(self.window, 0)
        found[whose] = self._points(turn[whose])
        t.n = self.at_once
        return found

    def _put_aside(self, whose: Tensor, turn: Tensor, found: Tensor) -> Tensor:
        """Keep what came of the rounds that are over, and only the others' tables."""
        t = self.tables
        playing = t.count[: t.n] > 0
        on = torch.nonzero(playing)[:, 0]
        if len(on) > FEWER * t.n:
            return whose
        found[whose] = self._points(turn[whose])
        view = t.state.view(-1, SIZE)
        view[: len(on)] = view[on]
        t.chosen[: len(on)] = t.chosen[on]
        t.n = len(on)
        return whose[on]

    def _points(self, turn: Tensor) -> Tensor:
        """What the seats that moved first make of the rounds as they stand."""
        state = self.tables.state.view(-1, SIZE)[: len(turn)]
        seats = field(state, "seats", torch.uint8)[:, 0].float()
        points = field(state, "points", torch.int16, 4).float()
        sitting = torch.arange(4, device="cuda") < seats[:, None]
        points = points * sitting
        own = points.gather(1, turn[:, None])[:, 0]
        made = (points.sum(1) - own) / (seats - 1) - own
        aims = field(state, "aims", torch.uint8)[:, 0].long() >> turn & 1
        for_match = torch.nonzero(aims)[:, 0]
        if len(for_match):
            made[for_match] = self._chances(state[for_match], turn[for_match])
        return made

    def _chances(self, state: Tensor, turn: Tensor) -> Tensor:
        """By how much rounds change the chance to win the match, in points."""
        seats = field(state, "seats", torch.uint8)[:, 0].long()
        sitting = torch.arange(4, device="cuda") < seats[:, None]
        target = field(state, "target", torch.int16).float()
        before, after = (field(state, name, torch.int16, 4).float() for name in ("before", "after"))
        was, now = (
            torch.cat(
                [field(state, f"{when}_{who}", torch.uint8) for who in ("winner", "loser")], 1
            )
            for when in ("was", "round")
        )
        chances = torch.softmax(model.match_logits(self.totals, before, was, seats), 1)
        later = torch.softmax(model.match_logits(self.totals, after, now, seats), 1)
        standing = after.masked_fill(~sitting, 1e9)
        lowest = (standing == standing.min(1, keepdim=True).values).float()
        over = (after * sitting).amax(1, keepdim=True) >= target
        later = torch.where(over, lowest / lowest.sum(1, keepdim=True), later)
        gain = (later - chances).gather(1, turn[:, None])[:, 0]
        return gain * network.WINS * network.POINTS
