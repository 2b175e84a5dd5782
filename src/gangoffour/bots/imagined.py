"""Level 6: imagine the hidden hands, look ahead, and judge by the network's sight of all hands.

The bare network proposes; where it is sure, its choice stands. Otherwise hidden hands are dealt as
they may lie (``worlds``), the best proposals are made in each, the others answer as the network
would in their place, and the critic, which sees all hands, says what the position is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import cast

import numpy as np

from gangoffour.bots.learned import matters
from gangoffour.bots.network import (
    CRITIC_BITS,
    PLACES,
    POINTS,
    WINS,
    Floats,
    Network,
    Position,
    action_number,
    critic_bits,
    position_of,
    unpack,
)
from gangoffour.bots.unseen import unseen
from gangoffour.bots.worlds import Words, imagine, round_of
from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.cards import Cards
from gangoffour.rules.round import Round
from gangoffour.rules.scoring import leaders, round_points
from gangoffour.rules.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think."""

    candidates: int = 5
    """How many of the network's proposals are looked into."""
    margin: float = 2.5
    """How many points worse than the best a proposal may be to be looked into."""
    worlds: int = 32
    plies: int = 0
    """How many answers of the others to look ahead."""
    seconds: float = 0.04
    """No new batch of worlds is begun after this time."""
    trust: float = 0.5
    """How much the look ahead counts against the network's own judgement."""


class Imagined:
    """The network and a look ahead."""

    def __init__(self, network: Network, effort: Effort) -> None:
        self.network = network
        self.effort = effort

    def choose(self, view: View, rng: Random) -> Action:
        """The best action by the network's judgement and the look ahead together."""
        if view.may_call:
            return Call()
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        values = self.values(view, actions, rng)
        return actions[int(np.argmax(values))]

    def values(self, view: View, actions: Sequence[Action], rng: Random) -> Floats:
        """What each action is worth, in points (or match wins near the end of a match).

        Those not looked into stand where the network's judgement puts them, below the rest.
        """
        now = position_of(view, aim_at_match=matters(view))
        judged = self.network.judge(now, [action_number(one) for one in actions]).advantages
        effort = self.effort
        scale = 1.0 if now.totals is None else 1 / (POINTS * WINS)
        order = np.argsort(-judged)
        close = judged >= judged[order[0]] - effort.margin * scale
        chosen = [int(one) for one in order[: effort.candidates] if close[one]]
        if len(chosen) < 2 or view.phase == "exchange":
            return judged
        seen = self._look(view, now, [actions[one] for one in chosen], rng)
        if seen is None:
            return judged
        values = judged - np.float32(1000.0)
        own = judged[chosen] - judged[chosen].mean()
        values[chosen] = own * (1 - effort.trust) + (seen - seen.mean()) * effort.trust
        return values

    def _look(
        self, view: View, now: Position, actions: Sequence[Action], rng: Random
    ) -> Floats | None:
        """The mean value of each action over imagined worlds, for the seat that looks."""
        begun = perf_counter()
        effort = self.effort
        hidden = unseen(view)
        worlds = imagine(view, hidden, effort.worlds, rng, self.network.belief(now))
        sums = np.zeros(len(actions), np.float32)
        done = 0
        batch = effort.worlds if effort.plies == 0 else 4
        for at in range(0, effort.worlds, batch):
            if done and perf_counter() - begun > effort.seconds:
                break
            some = worlds[at : at + batch]
            sums += self._batch(view, now, actions, some)
            done += len(some)
        return sums / np.float32(done) if done else None

    def _batch(self, view: View, now: Position, actions: Sequence[Action], worlds: Words) -> Floats:
        """The summed value of each action over some worlds."""
        found = np.zeros(len(actions), np.float32)
        if self.effort.plies == 0:
            for number, action in enumerate(actions):
                after = _acted(round_of(view, worlds[0]), action)
                found[number] = self._alike(view, now, after, worlds)
            return found
        rounds = [_acted(round_of(view, world), action) for action in actions for world in worlds]
        for _ in range(self.effort.plies):
            asked = [at for at, one in enumerate(rounds) if not one.over and one.turn != view.seat]
            if not asked:
                break
            answers = self._answered(view, now, [rounds[at] for at in asked])
            for at, answer in zip(asked, answers, strict=True):
                rounds[at] = answer
        values = self._worth(view, now, rounds, [view.seat or 0] * len(rounds))
        return cast(Floats, values.reshape(len(actions), len(worlds)).sum(axis=1))

    def _answered(self, view: View, now: Position, rounds: Sequence[Round]) -> list[Round]:
        """Let the player to move of each round answer as the network would, seeing its own hand."""
        views = [_seen_by_mover(view, one) for one in rounds]
        asked = [at for at, one in enumerate(views) if len(one.actions) > 1]
        chosen = [one.actions[0] for one in views]
        if asked:
            aims = now.totals is not None
            judged = self.network.judge_many(
                [position_of(views[at], aim_at_match=aims) for at in asked],
                [[action_number(one) for one in views[at].actions] for at in asked],
            )
            for at, judgement in zip(asked, judged, strict=True):
                chosen[at] = views[at].actions[int(np.argmax(judgement.advantages))]
        return [_acted(one, action) for one, action in zip(rounds, chosen, strict=True)]

    def _alike(self, view: View, now: Position, after: Round, worlds: Words) -> float:
        """The summed value over worlds of positions that differ in the hidden hands only."""
        assert view.seat is not None
        if after.over:
            return len(worlds) * self._ended(view, now, after, view.seat)
        order = _turns(after)
        public = _public(view, now, after, order)
        row = unpack(critic_bits(public, (0,) * view.seats), CRITIC_BITS)
        rows = np.tile(row, (len(worlds), 1))
        for turn, place in enumerate(PLACES[view.seats]):
            words = worlds[:, order[turn]].copy()
            if order[turn] == view.seat:
                words[:] = after.hands[view.seat]
            octets = words.astype("<u8").view(np.uint8).reshape(-1, 8)
            bits = np.unpackbits(octets, axis=1, bitorder="little")
            rows[:, 64 * place : 64 * place + 64] = bits
        values = self.network.see_all(rows)
        mine = PLACES[view.seats][order.index(view.seat)]
        return float(values[:, mine].sum()) * _unit(now)

    def _worth(
        self, view: View, now: Position, rounds: Sequence[Round], seats: Sequence[int]
    ) -> Floats:
        """What each round is worth to a seat."""
        found = np.zeros(len(rounds), np.float32)
        rows, places, at = [], [], []
        for number, (after, seat) in enumerate(zip(rounds, seats, strict=True)):
            if after.over:
                found[number] = self._ended(view, now, after, seat)
                continue
            order = _turns(after)
            public = _public(view, now, after, order)
            hands = [after.hands[one] for one in order]
            rows.append(unpack(critic_bits(public, hands), CRITIC_BITS))
            places.append(PLACES[view.seats][order.index(seat)])
            at.append(number)
        if rows:
            values = self.network.see_all(np.stack(rows))
            found[at] = values[np.arange(len(at)), places] * np.float32(_unit(now))
        return found

    def _ended(self, view: View, now: Position, after: Round, seat: int) -> float:
        """What a round that is over was worth to a seat."""
        points = round_points(after.counts, after.barred, view.rules)
        if now.totals is None:
            return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
        totals = [old + new for old, new in zip(view.totals, points, strict=True)]
        before = self.network.match_chances(_parts(view, view.totals))[seat]
        if max(totals) >= view.rules.target:
            best = leaders(totals)
            return (seat in best) / len(best) - float(before)
        return float(self.network.match_chances(_parts(view, totals))[seat] - before)


def _unit(now: Position) -> float:
    """What one unit of the network's values is worth."""
    return POINTS if now.totals is None else 1 / WINS


def _parts(view: View, totals: Sequence[int]) -> list[int]:
    """Totals as parts of 100 of the target."""
    return [total * 100 // view.rules.target for total in totals]


def _seen_by_mover(view: View, state: Round) -> View:
    """What the player to move of an imagined round sees of it."""
    plays, may_pass = state.legal()
    return view._replace(
        seat=state.turn,
        turn=state.turn,
        hand=Cards(state.hands[state.turn]),
        counts=state.counts,
        table=state.table,
        table_by=state.table_by,
        passed=state.passed,
        called=state.called,
        barred=state.barred,
        plays=plays,
        may_pass=may_pass,
        may_call=False,
        opening=state.opening,
        history=state.history,
    )


def _acted(state: Round, action: Action) -> Round:
    match action:
        case Play(laid, call):
            return state.play(state.turn, laid, call=call)
        case Pass():
            return state.pass_(state.turn)
        case Call() | Give():
            raise ValueError(f"{action} is not looked into")


def _turns(state: Round) -> list[int]:
    """The seats in turn order from the player to move."""
    seats = len(state.hands)
    return [(state.turn + state.direction * turn) % seats for turn in range(seats)]


def _public(view: View, now: Position, after: Round, order: Sequence[int]) -> Position:
    """What everybody sees of a round, from the player to move."""
    turns = {seat: turn for turn, seat in enumerate(order)}
    totals = None
    if now.totals is not None:
        parts = _parts(view, view.totals)
        totals = tuple(parts[seat] for seat in order)
    return Position(
        hand=0,
        counts=tuple(after.hands[seat].bit_count() for seat in order),
        played=(0,) * len(order),
        table=0 if after.table is None else after.table.word,
        table_by=0 if after.table_by is None else turns[after.table_by],
        passed=tuple(turns[seat] for seat in after.passed),
        opening=after.opening,
        duty=now.duty,
        totals=totals,
    )
