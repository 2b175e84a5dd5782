"""What one seat knows when it is to act, and the numbers of what it may do.

Seats are *places* for the network: 0 is the player to move, 1 the next in the round's direction, 2
the one across (nobody with three players) and 3 the previous one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gangoffour.bots.position.strength import COMBINATIONS, class_of, levels, stronger
from gangoffour.rules.actions import Action, Give, Pass, Play
from gangoffour.rules.cards import FULL_DECK, ORDER_OF, face_of, remove, union
from gangoffour.rules.combinations import Combination, by_word, catalogue
from gangoffour.rules.view import View

POINTS: Final = 20.0
"""One unit of the network's round values, in points."""
WINS: Final = 5.0
"""So many units of the network's match values are one match won."""
PASS: Final = COMBINATIONS
"""The action number of a pass; a combination's is its place in the catalogue."""
GIVE: Final = COMBINATIONS + 1
"""Giving the card whose place in R1.3's order is ``i`` (R7.1) has the number ``GIVE + i``."""
PLACES: Final[dict[int, tuple[int, ...]]] = {3: (0, 1, 3), 4: (0, 1, 2, 3)}
NOTHING: Final = 255
"""A level that says: has not declined anything of this class."""


class Event(NamedTuple):
    """One play of the round. Places as ``PLACES`` has them, seen from the player to move."""

    play: int
    """The combination's place in the catalogue."""
    place: int
    led: bool
    counts: tuple[int, ...]
    """The cards held after it, by place; -1 where nobody sits."""
    passed: int
    """Who passed on it, a bit for each place."""


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat knows when it is to act. Sequences run in turn order, the seat itself first."""

    hand: int
    counts: tuple[int, ...]
    played: tuple[int, ...]
    """All cards that each seat has laid in this round."""
    table: int = 0
    table_by: int = 0
    """How many turns after this seat the owner of the table's combination sits."""
    passed: tuple[int, ...] = ()
    """Who (turns after this seat) has passed since the last combination."""
    declined: tuple[tuple[int, ...], ...] = ()
    """For each seat and class 0–3, the lowest level it has passed on; ``NOTHING`` if none."""
    giving: bool = False
    opening: bool = False
    duty: bool = True
    taken: int = 0
    """The word of the card the last winner received (R7.1), 0 if there was no exchange."""
    given: int = 0
    winner: int = 0
    loser: int = 0
    events: tuple[Event, ...] = ()
    """The round's plays so far, the last one last."""
    totals: tuple[int, ...] | None = None
    """The match totals as parts of 100, or None to aim at this round's payoff alone."""

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def unseen(self) -> int:
        """The cards that are neither in hand nor played (the dead hand's among them)."""
        seen = self.hand
        for word in self.played:
            seen = union(seen, word)
        return remove(FULL_DECK, seen)


def position_of(view: View, *, aim_at_match: bool = False) -> Position:
    """The position a view shows. With ``aim_at_match`` the totals count, not the round alone."""
    if view.seat is None:
        raise ValueError("a spectator has no position")
    me, seats, step = view.seat, view.seats, view.direction
    order = [(me + step * turn) % seats for turn in range(seats)]
    turns = {seat: turn for turn, seat in enumerate(order)}
    played = [0] * seats
    declined = [[NOTHING] * 4 for _ in range(seats)]
    table: Combination | None = None
    for move in view.history:
        if move.play is not None:
            table = move.play
            played[move.seat] = union(played[move.seat], table.word)
        elif move.is_pass and table is not None and not table.is_gang:
            weakest = declined[move.seat]
            kind = class_of(table.kind)
            weakest[kind] = min(weakest[kind], levels()[table.index])
    exchange = view.exchange
    totals = tuple(view.totals[seat] * 100 // view.rules.target for seat in order)
    return Position(
        hand=view.hand.word,
        counts=tuple(view.counts[seat] for seat in order),
        played=tuple(played[seat] for seat in order),
        table=0 if view.table is None else view.table.word,
        table_by=0 if view.table_by is None else turns[view.table_by],
        passed=tuple(turns[seat] for seat in view.passed),
        declined=tuple(tuple(declined[seat]) for seat in order),
        giving=view.phase == "exchange",
        opening=view.opening,
        duty=view.rules.duty_to_block,
        taken=0 if exchange is None else 1 << face_of(exchange.card),
        given=0 if exchange is None or exchange.back is None else 1 << face_of(exchange.back),
        winner=0 if exchange is None else turns[exchange.taker],
        loser=0 if exchange is None else turns[exchange.giver],
        events=_events(view, turns),
        totals=totals if aim_at_match else None,
    )


def _events(view: View, turns: dict[int, int]) -> tuple[Event, ...]:
    """The round's plays, each with who passed on it and the cards that all held then."""
    places, counts = PLACES[view.seats], list(view.counts)
    place = {seat: places[turn] for seat, turn in turns.items()}
    found: list[Event] = []
    passed = 0
    for at in range(len(view.history) - 1, -1, -1):
        move = view.history[at]
        if move.is_pass:
            passed |= 1 << place[move.seat]
        elif move.play is not None:
            held = [-1] * 4
            for seat, count in enumerate(counts):
                held[place[seat]] = count
            found.append(Event(move.play.index, place[move.seat], move.lead, tuple(held), passed))
            counts[move.seat] += move.play.size
            passed = 0
    return tuple(found[::-1])


def action_number(action: Action) -> int:
    """The number of an action; a call alone has none."""
    match action:
        case Play(laid):
            return laid.index
        case Pass():
            return PASS
        case Give(card):
            return GIVE + ORDER_OF[face_of(card)]
    raise ValueError(f"{action} is not for the network")


def left_by(now: Position, top: Sequence[int], action: int) -> int:
    """What an action leaves: how many cards (5 bits), then three flags.

    Nobody can beat it with as many cards; nobody can beat it at all; the rest is one combination.
    """
    count = now.hand.bit_count()
    if action >= GIVE:
        return count - 1
    if action == PASS:
        return count
    play = catalogue()[action]
    word, kind = play.word, class_of(play.kind)
    rest = remove(now.hand, word)
    fullest, after = max(now.counts[1:]), stronger()[action]
    alike = fullest < (4 if kind == 4 else word.bit_count()) or top[kind] < after
    every = alike and (kind == 4 or fullest < 4 or top[4] < 0)
    return rest.bit_count() | alike << 5 | every << 6 | (rest in by_word()) << 7
