"""The trained player: what it sees of a position, and what its network makes of it.

Numpy only. A position is written as bits exactly as in training (``training/features.cuh``; a test
compares the two on the same states). The first layer is split: the part that depends on the state
is computed once, the part that depends on a play once for each legal play.

Seats are *places* here: 0 is the player to move, 1 the next in the round's direction, 2 the one
across (nobody with three players) and 3 the previous one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gangoffour.rules.actions import Action, Give, Pass, Play
from gangoffour.rules.cards import (
    FULL_DECK,
    ORDER_OF,
    RANK_OF,
    RD_FACE,
    face_of,
    highest,
    remove,
    union,
)
from gangoffour.rules.combinations import Combination, Kind, by_word, catalogue
from gangoffour.rules.view import View

Floats = NDArray[np.float32]
Words = NDArray[np.uint64]

FORMAT: Final = 1
"""The version of the weights' layout; weights of another version are refused."""

COMBINATIONS: Final = 12_352
PASS: Final = COMBINATIONS
"""The action number of a pass; a combination's is its place in the catalogue."""
GIVE: Final = COMBINATIONS + 1
"""Giving the card whose place in R1.3's order is ``i`` (R7.1) has the number ``GIVE + i``."""
PLACES: Final[dict[int, tuple[int, ...]]] = {3: (0, 1, 3), 4: (0, 1, 2, 3)}

CLASS_SIZES: Final = (34, 64, 76, 12_061, 117)
"""Singles, pairs, triples, five cards, gangs: the classes of the catalogue, in its order."""
CLASS_BEGIN: Final = (0, 34, 98, 174, 12_235, COMBINATIONS)
LEVELS: Final = (12, 11, 10, 22, 10)
"""How many coarse strengths ("levels") each class has."""
NOTHING: Final = 255
"""A level that says: has not declined anything of this class."""

POLICY_BITS: Final = 866
CRITIC_BITS: Final = 492
STATIC_BITS: Final = 176
PLAY_BITS: Final = STATIC_BITS + 20
DIRECT_BITS: Final = 192
"""Own hand, unseen cards and table also reach the plays' layer directly."""

LEAK: Final = 0.05
"""The slope of the layers' activation below zero: no unit is ever cut off from learning."""

POINTS: Final = 20.0
"""One unit of the network's round values, in points."""
WINS: Final = 5.0
"""So many units of the network's match values are one match won."""


class Shape(NamedTuple):
    """How wide the layers are."""

    trunk: int = 640
    joint: int = 768
    hidden: int = 512
    critic: int = 448
    totals: int = 64

    @property
    def arrays(self) -> dict[str, tuple[int, ...]]:
        """Every array of the weights with its shape."""
        trunk, joint, hidden, critic, totals = self
        return {
            "trunk.w": (POLICY_BITS, trunk),
            "trunk.b": (trunk,),
            "state.w": (trunk, joint),
            "state.b": (joint,),
            "direct.w": (DIRECT_BITS, joint),
            "play.w": (PLAY_BITS, joint),
            "first.w": (joint, hidden),
            "first.b": (hidden,),
            "second.w": (hidden, hidden),
            "second.b": (hidden,),
            "advantage.w": (hidden,),
            "advantage.b": (1,),
            "value.w": (joint, 4),
            "value.b": (4,),
            "belief.w": (joint, 102),
            "belief.b": (102,),
            "critic0.w": (CRITIC_BITS, critic),
            "critic0.b": (critic,),
            "critic1.w": (critic, critic),
            "critic1.b": (critic,),
            "critic2.w": (critic, critic),
            "critic2.b": (critic,),
            "critic3.w": (critic, 4),
            "critic3.b": (4,),
            "totals0.w": (5, totals),
            "totals0.b": (totals,),
            "totals1.w": (totals, totals),
            "totals1.b": (totals,),
            "totals2.w": (totals, 1),
        }


def class_of(kind: int) -> int:
    """The class of a kind: 0 singles, 1 pairs, 2 triples, 3 five cards, 4 gangs."""
    return kind - 1 if kind <= Kind.TRIPLE else 3 if kind < Kind.GANG else 4


def level_of(one: Combination) -> int:
    """The coarse strength of a combination within its class; never falls as strength rises."""
    top = RANK_OF[highest(one.word)]
    match one.kind:
        case Kind.STRAIGHT:
            return top - 5
        case Kind.FLUSH:
            return max(top, 6)
        case Kind.FULL_HOUSE:
            return 10 + _triple_rank(one.word)
        case Kind.STRAIGHT_FLUSH:
            return 21
        case _:
            return top - 1


def _triple_rank(word: int) -> int:
    for rank in range(10):
        mask = 0b111 << 3 * rank
        held = word & (mask | mask << 34 | (1 << 30 if rank == 0 else 0))
        if held.bit_count() == 3:
            return rank + 1
    raise ValueError(f"no triple in {word:#x}")


class Tables(NamedTuple):
    """The catalogue as arrays: what the GPU environment and the features look up."""

    word: Words
    kind: NDArray[np.uint8]
    level: NDArray[np.uint8]
    after: NDArray[np.int16]
    """The first combination of the same class that is strictly stronger."""


@cache
def tables() -> Tables:
    """The catalogue's arrays, made once."""
    every = catalogue()
    after = np.zeros(len(every), np.int16)
    for begin, end in pairwise(CLASS_BEGIN):
        stronger = end
        for index in range(end - 1, begin - 1, -1):
            if index + 1 < end and every[index + 1].strength > every[index].strength:
                stronger = index + 1
            after[index] = stronger
    return Tables(
        np.array([one.word for one in every], np.uint64),
        np.array([int(one.kind) for one in every], np.uint8),
        np.array([level_of(one) for one in every], np.uint8),
        after,
    )


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat knows when it is to act. Sequences run in turn order, the seat itself first."""

    hand: int
    counts: tuple[int, ...]
    played: tuple[int, ...]
    """The words of all that each seat has laid in this round."""
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
            weakest[kind] = min(weakest[kind], int(tables().level[table.index]))
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
        totals=totals if aim_at_match else None,
    )


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


class _Bits:
    """Appends bit fields to one long number, the first at the bottom."""

    __slots__ = ("at", "value")

    def __init__(self) -> None:
        self.value, self.at = 0, 0

    def put(self, field: int, width: int) -> None:
        self.value |= (field & ((1 << width) - 1)) << self.at
        self.at += width


def unpack(value: int, width: int) -> Floats:
    """The lowest ``width`` bits of a number as zeros and ones."""
    data = np.frombuffer(value.to_bytes((width + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, count=width, bitorder="little").astype(np.float32)


def _by_place(values: Sequence[int]) -> list[int | None]:
    """Values in turn order, at their places; None where nobody sits."""
    placed: list[int | None] = [None] * 4
    for place, value in zip(PLACES[len(values)], values, strict=True):
        placed[place] = value
    return placed


def _put_shared(bits: _Bits, now: Position) -> None:
    places = PLACES[now.seats]
    kind = int(by_word()[now.table].kind) if now.table else 0
    bits.put(1 << kind - 1 if kind else 0, 8)
    bits.put(1 << places[now.table_by] - 1 if kind else 0, 3)
    bits.put(sum(1 << places[turn] - 1 for turn in now.passed if turn), 3)
    aims = now.totals is not None
    for flag in (now.giving, not now.table, now.opening, now.duty, now.seats == 3, aims):
        bits.put(flag, 1)
    for count in _by_place(now.counts):
        bits.put(0 if count is None else 1 << count, 18)
    for total in _by_place(now.totals or (0,) * now.seats):
        bits.put((1 << min((total or 0) // 5, 20)) - 1, 20)


def policy_bits(now: Position, top: Sequence[int]) -> int:
    """What the policy sees; ``top`` is ``strongest(now.unseen)``."""
    bits = _Bits()
    for word in (now.hand, now.unseen, now.table):
        bits.put(word, 64)
    for played in _by_place(now.played)[1:]:
        bits.put(played or 0, 64)
    _put_shared(bits, now)
    turn_at = {place: turn for turn, place in enumerate(PLACES[now.seats])}
    for place in (1, 2, 3):
        declined = now.declined[turn_at[place]] if now.declined and place in turn_at else None
        for kind in range(4):
            level = NOTHING if declined is None else declined[kind]
            bits.put(0 if level == NOTHING else -1 << level, LEVELS[kind])
    places = PLACES[now.seats]
    for card in (now.taken, now.given):
        bits.put(1 << ORDER_OF[card.bit_length() - 1] if card else 0, 34)
    for turn in (now.winner, now.loser):
        bits.put(1 << places[turn] if now.taken else 0, 4)
    known = tables()
    for kind in range(5):
        bits.put(1 << int(known.level[top[kind]]) if top[kind] >= 0 else 0, LEVELS[kind])
    bits.put(1 << int(known.word[top[4]]).bit_count() - 4 if top[4] >= 0 else 0, 4)
    return bits.value


def critic_bits(now: Position, hands: Sequence[int]) -> int:
    """What the critic sees: all hands, in turn order from the player to move."""
    bits = _Bits()
    for word in _by_place(hands):
        bits.put(word or 0, 64)
    bits.put(now.table, 64)
    _put_shared(bits, now)
    return bits.value


def critic_rows(now: Position, hands: Words) -> Floats:
    """``critic_bits`` as rows for one position and many ways to hold the hidden cards.

    ``hands`` has a row for each way, the hands in turn order from the player to move.
    """
    rows = np.tile(unpack(critic_bits(now, (0,) * now.seats), CRITIC_BITS), (len(hands), 1))
    data = np.ascontiguousarray(hands, np.dtype("<u8")).view(np.uint8)
    bits = np.unpackbits(data.reshape(len(hands), -1), axis=1, bitorder="little")
    for turn, place in enumerate(PLACES[now.seats]):
        rows[:, 64 * place : 64 * place + 64] = bits[:, 64 * turn : 64 * turn + 64]
    return rows


def strongest(cards: int) -> tuple[int, ...]:
    """The catalogue's place of the strongest combination of each class in some cards, or -1."""
    words = tables().word
    held = np.flatnonzero((words & np.uint64(cards ^ FULL_DECK)) == 0)
    found = []
    for begin, end in pairwise(CLASS_BEGIN):
        at = int(np.searchsorted(held, end)) - 1
        found.append(int(held[at]) if at >= 0 and held[at] >= begin else -1)
    return tuple(found)


def left_by(now: Position, top: Sequence[int], action: int) -> int:
    """What an action leaves: how many cards (5 bits), then three flags.

    Nobody can beat it with as many cards; nobody can beat it at all; the rest is one combination.
    """
    count = now.hand.bit_count()
    if action >= GIVE:
        return count - 1
    if action == PASS:
        return count
    known = tables()
    word, kind = int(known.word[action]), class_of(int(known.kind[action]))
    rest = remove(now.hand, word)
    fullest, after = max(now.counts[1:]), int(known.after[action])
    alike = fullest < (4 if kind == 4 else word.bit_count()) or top[kind] < after
    every = alike and (kind == 4 or fullest < 4 or top[4] < 0)
    return rest.bit_count() | alike << 5 | every << 6 | (rest in by_word()) << 7


def play_bits(action: int, left: int) -> int:
    """What the policy sees of an action."""
    bits = _Bits()
    if action < COMBINATIONS:
        known = tables()
        word, kind, level = (int(column[action]) for column in known[:3])
        bits.put(word, 64)
        bits.put(1 << kind - 1, 8)
        bits.put(1 << word.bit_count() - 4 if kind == Kind.GANG else 0, 4)
        for one in range(5):
            bits.put(1 << level if one == class_of(kind) else 0, LEVELS[one])
    bits.at = 141
    bits.put(action == PASS, 1)
    bits.put(1 << action - GIVE if action >= GIVE else 0, 34)
    bits.put(1 << (left & 31), 17)
    bits.put(left >> 5, 3)
    return bits.value


@lru_cache(maxsize=GIVE + 34)
def _unchanging(action: int) -> NDArray[np.uint8]:
    """The bits of an action that do not depend on the hand."""
    data = (play_bits(action, 0) & ((1 << STATIC_BITS) - 1)).to_bytes(STATIC_BITS // 8, "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")


def play_rows(actions: Sequence[int], lefts: Sequence[int]) -> Floats:
    """``play_bits`` of many actions as rows of zeros and ones."""
    rows = np.zeros((len(actions), PLAY_BITS), np.float32)
    rows[:, :STATIC_BITS] = [_unchanging(action) for action in actions]
    left = np.array(lefts)
    rows[np.arange(len(actions)), STATIC_BITS + (left & 31)] = 1
    rows[:, PLAY_BITS - 3 :] = left[:, None] >> np.array((5, 6, 7)) & 1
    return rows


class Judgement(NamedTuple):
    """What the network makes of one position."""

    advantages: Floats
    """For each action, how much better than the player's usual play it is."""
    values: Floats
    """What the rest of the round is worth to each place."""


class WeightsMismatch(ValueError):
    """The weights do not fit this version of the network."""


class Network:
    """The trained network. Values are in points of round payoff (the mean of the others' points
    minus one's own), or in match wins where the position has totals."""

    __slots__ = ("weights",)

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, source: str | Path | BinaryIO | None = None) -> Network:
        """Read weights, the shipped ones if no file is named; refuse what does not fit."""
        if source is None:
            shipped = resources.files("gangoffour.bots") / "weights" / "network.npz"
            with shipped.open("rb") as file:
                return cls.load(cast(BinaryIO, file))
        name = str(source) if isinstance(source, str | Path) else "the weights"
        try:
            with np.load(source, allow_pickle=False) as data:
                arrays = {key: data[key] for key in data.files}
        except (OSError, ValueError) as error:
            raise WeightsMismatch(f"{name} cannot be read as network weights: {error}.") from error
        version = int(arrays.pop("format", np.array(0)))
        if version != FORMAT:
            raise WeightsMismatch(f"{name} has format {version}, this version reads {FORMAT}.")
        for key, shape in Shape().arrays.items():
            if key not in arrays or arrays[key].shape != shape:
                found = "nothing" if key not in arrays else str(arrays[key].shape)
                raise WeightsMismatch(f"{name} holds {found} for {key}, {shape} is needed.")
        return cls({key: arrays[key].astype(np.float32) for key in Shape().arrays})

    def _state(self, bits: Floats) -> Floats:
        w = self.weights
        trunk = _bend(bits @ w["trunk.w"] + w["trunk.b"])
        direct = bits[:, :DIRECT_BITS] @ w["direct.w"]
        return cast(Floats, trunk @ w["state.w"] + w["state.b"] + direct)

    def judge_many(
        self, positions: Sequence[Position], actions: Sequence[Sequence[int]]
    ) -> list[Judgement]:
        """Judge many positions at once, each with its own actions."""
        w = self.weights
        tops = [strongest(now.unseen) for now in positions]
        rows = zip(positions, tops, strict=True)
        state = self._state(
            np.stack([unpack(policy_bits(now, top), POLICY_BITS) for now, top in rows])
        )
        lefts = [
            left_by(now, top, action)
            for now, top, legal in zip(positions, tops, actions, strict=True)
            for action in legal
        ]
        plays = play_rows([action for legal in actions for action in legal], lefts)
        owner = np.repeat(np.arange(len(positions)), [len(legal) for legal in actions])
        joint = _bend(state[owner] + plays @ w["play.w"])
        first = _bend(joint @ w["first.w"] + w["first.b"])
        second = first + _bend(first @ w["second.w"] + w["second.b"])
        advantages = second @ w["advantage.w"] + w["advantage.b"]
        values = _bend(state) @ w["value.w"] + w["value.b"]
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

    def belief(self, now: Position) -> Floats:
        """For each face (R1's order of faces) the chance that an unseen copy lies at each place.

        Shape (3, 34): next, across (with three players: the dead hand), previous.
        """
        w = self.weights
        bits = unpack(policy_bits(now, strongest(now.unseen)), POLICY_BITS)
        logits = _bend(self._state(bits[None])) @ w["belief.w"] + w["belief.b"]
        odds = np.exp(logits.reshape(3, RD_FACE + 1) - logits.max())
        return cast(Floats, odds / odds.sum(axis=0))

    def see_all(self, bits: Floats) -> Floats:
        """The critic: what a round is worth to each place when all hands are known.

        ``bits`` has a row for each state: ``critic_rows`` makes them. Values are in the network's
        units: times ``POINTS`` they are points, divided by ``WINS`` match wins.
        """
        w = self.weights
        hidden = _bend(bits @ w["critic0.w"] + w["critic0.b"])
        hidden = hidden + _bend(hidden @ w["critic1.w"] + w["critic1.b"])
        hidden = hidden + _bend(hidden @ w["critic2.w"] + w["critic2.b"])
        return cast(Floats, hidden @ w["critic3.w"] + w["critic3.b"])

    def match_chances(self, totals: Sequence[int]) -> Floats:
        """Everybody's chance to win the match from these totals (parts of 100), in seat order."""
        w, seats = self.weights, len(totals)
        rows = np.zeros((seats, 5), np.float32)
        for seat in range(seats):
            for turn, place in enumerate(PLACES[seats]):
                rows[seat, place] = totals[(seat + turn) % seats] / 100
            rows[seat, 4] = seats == 3
        hidden = _relu(rows @ w["totals0.w"] + w["totals0.b"])
        hidden = _relu(hidden @ w["totals1.w"] + w["totals1.b"])
        odds = np.exp((hidden @ w["totals2.w"])[:, 0])
        return cast(Floats, odds / odds.sum())


def _relu(values: Floats) -> Floats:
    return cast(Floats, np.maximum(values, np.float32(0)))


def _bend(values: Floats) -> Floats:
    return cast(Floats, np.maximum(values, np.float32(LEAK) * values))


def choose(network: Network, view: View, *, aim_at_match: bool = False) -> Action:
    """The network's own choice among a view's actions, exchange included."""
    actions = [one for one in view.actions if isinstance(one, Play | Pass | Give)]
    if len(actions) == 1:
        return actions[0]
    now = position_of(view, aim_at_match=aim_at_match)
    advantages = network.judge(now, [action_number(one) for one in actions]).advantages
    return actions[int(np.argmax(advantages))]
