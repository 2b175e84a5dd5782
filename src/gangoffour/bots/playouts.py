"""Playing imagined rounds on with the network in every seat, many of them side by side.

The rules are those of ``rules.round``; only the network is asked for all rounds at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gangoffour.bots.network import (
    NOTHING,
    Network,
    Position,
    action_number,
    class_of,
    tables,
)
from gangoffour.rules.actions import Action, Pass, Play, play_of
from gangoffour.rules.cards import face_of, union
from gangoffour.rules.round import Round
from gangoffour.rules.view import View


class Line:
    """One imagined round, with what everybody has seen of it so far."""

    __slots__ = ("declined", "now", "played")

    def __init__(
        self, now: Round, played: Sequence[int], declined: Sequence[tuple[int, ...]]
    ) -> None:
        self.now = now
        self.played = list(played)
        self.declined = list(declined)

    def act(self, action: Action) -> None:
        """Play or pass for the player to move."""
        now = self.now
        seat = now.turn
        if isinstance(action, Play):
            self.now = now.play(seat, action.combination, call=action.call)
            self.played[seat] = union(self.played[seat], action.combination.word)
            return
        table = now.table
        if table is not None and not table.is_gang:
            kind, level = class_of(table.kind), int(tables().level[table.index])
            known = self.declined[seat]
            if level < known[kind]:
                self.declined[seat] = (*known[:kind], level, *known[kind + 1 :])
        self.now = now.pass_(seat)

    def options(self) -> list[Action]:
        """What the player to move may do; a play that leaves one card says so (R5.1)."""
        plays, may_pass = self.now.legal()
        left = self.now.hands[self.now.turn].bit_count() - 1
        chosen: list[Action] = [play_of(one, one.size == left) for one in plays]
        if may_pass:
            chosen.append(Pass())
        return chosen


class Playouts:
    """Lines from one view."""

    def __init__(self, network: Network, view: View, totals: tuple[int, ...] | None) -> None:
        self.network = network
        self.view = view
        self.totals = totals
        """By seat, as parts of 100, where the match counts; else None."""
        self._played = [0] * view.seats
        declined = [[NOTHING] * 4 for _ in range(view.seats)]
        table = None
        for move in view.history:
            if move.play is not None:
                table = move.play
                self._played[move.seat] = union(self._played[move.seat], table.word)
            elif move.is_pass and table is not None and not table.is_gang:
                kind, level = class_of(table.kind), int(tables().level[table.index])
                declined[move.seat][kind] = min(declined[move.seat][kind], level)
        self._declined = [tuple(some) for some in declined]
        exchange = view.exchange
        self._taken = 0 if exchange is None else 1 << face_of(exchange.card)
        given = None if exchange is None else exchange.back
        self._given = 0 if given is None else 1 << face_of(given)

    def line(self, now: Round) -> Line:
        """A line that begins where the view is."""
        return Line(now, self._played, self._declined)

    def position(self, line: Line) -> Position:
        """What the player to move of a line knows."""
        now = line.now
        seats, me, step = len(now.hands), now.turn, now.direction
        order = [(me + step * turn) % seats for turn in range(seats)]
        exchange = self.view.exchange
        return Position(
            hand=now.hands[me],
            counts=tuple([now.hands[seat].bit_count() for seat in order]),
            played=tuple([line.played[seat] for seat in order]),
            table=0 if now.table is None else now.table.word,
            table_by=0 if now.table_by is None else (now.table_by - me) * step % seats,
            passed=tuple([(seat - me) * step % seats for seat in now.passed]),
            declined=tuple([line.declined[seat] for seat in order]),
            opening=now.opening,
            duty=now.rules.duty_to_block,
            taken=self._taken,
            given=self._given,
            winner=0 if exchange is None else (exchange.taker - me) * step % seats,
            loser=0 if exchange is None else (exchange.giver - me) * step % seats,
            totals=None if self.totals is None else tuple([self.totals[seat] for seat in order]),
        )

    def play(self, lines: Iterable[Line], decisions: int | None = None) -> int:
        """Play lines on to their end, or for so many decisions each; how many were made."""
        asked = list(lines)
        made = 0
        while asked and decisions != 0:
            waiting, options = [], []
            for line in asked:
                while line.now.winner is None:
                    some = line.options()
                    if len(some) > 1:
                        waiting.append(line)
                        options.append(some)
                        break
                    line.act(some[0])
            if not waiting:
                break
            chosen = self.network.best_of_many(
                [self.position(line) for line in waiting],
                [[action_number(one) for one in some] for some in options],
            )
            for line, some, one in zip(waiting, options, chosen, strict=True):
                line.act(some[one])
            made += len(waiting)
            asked = waiting
            if decisions is not None:
                decisions -= 1
        return made
