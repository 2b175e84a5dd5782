"""The library and the oracle play the same matches and agree on every position.

The players are careless on purpose: they forget to call, call late or for nothing, act out of turn
and lay what they may not. Whatever they try is tried on both sides: both accept it or both refuse
it. At the end each test counts how often the rare situations came up, so that agreement about them
is proven and not merely hoped for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from gangoffour import (
    Cards,
    Combination,
    Deal,
    Match,
    Play,
    Refusal,
    RuleSet,
    catalogue,
    parse_action,
    rule_set,
)
from gangoffour.rules import events
from tests.rules import oracle

LONG = 20_000
"""Positions compared at each table by ``python -m tests.rules.test_agreement``."""
SHORT = 600
"""The same in the tests, where each rare situation must come up at one of the tables at least."""
STYLES = ("low", "hold", "hold", "hold", "any", "any", "several", "gang", "passer")
FORGETFULNESS = (0.0, 0.0, 0.3, 0.7, 1.0)

TABLES: dict[str, tuple[RuleSet, dict[str, Any]]] = {
    name: (rule_set(name), rules) for name, rules in oracle.RULES.items()
}
TABLES["automatic"] = (
    rule_set("official", last_card="automatic", passed_may_return=False, target=40),
    {**oracle.OFFICIAL, "last_card": "automatic", "passed_may_return": False, "target": 40},
)
TABLES["strict"] = (
    rule_set("german", passed_may_return=False, barred_extra=3, opening_limit=2, target=60),
    {
        **oracle.RULES["german"],
        "passed_may_return": False,
        "barred_extra": 3,
        "opening_limit": 2,
        "target": 60,
    },
)

Plays = frozenset[oracle.Play]


def codes(word: int) -> list[str]:
    return Cards(word).codes


@cache
def codes_of(laid: Combination) -> oracle.Play:
    return tuple(laid.codes)


@dataclass
class Pair:
    """One match, played on both sides."""

    match: Match
    careless: random.Random
    seen: Counter[str]
    forget: float
    table: str
    naive: oracle.OracleMatch = field(init=False)
    styles: list[str] = field(init=False)
    passers: set[int] = field(default_factory=set)
    """Who has passed in this trick, for the count of those who came back (R4.4)."""

    def __post_init__(self) -> None:
        """Sit down with some points already, so that many matches fit into one run."""
        rng, seats = self.careless, self.match.seats
        self.naive = oracle.OracleMatch(
            seats, TABLES[self.table][1], self.deals(), self.match.dealer
        )
        start = [
            rng.choice((0, 60, 80, 90, 95)) * self.match.rules.target // 100 for _ in range(seats)
        ]
        self.naive.totals = start
        self.match = self.match._replace(totals=tuple(start))
        self.styles = [rng.choice(STYLES) for _ in range(seats)]

    def deals(self) -> Iterator[oracle.Deal]:
        """The library's deals, one after the other; it always moves first."""
        while True:
            dealt = self.match.deal
            yield [codes(hand) for hand in dealt.hands], codes(dealt.dead)

    # --- comparing

    def compare(self) -> tuple[Plays, bool]:
        """Both sides show the same position; its legal plays and whether a pass is allowed."""
        match, now, naive = self.match, self.match.round, self.naive
        ours = {
            "phase": match.phase,
            "round": now.number,
            "turn": match.turn,
            "direction": now.direction,
            "hands": [codes(hand) for hand in now.hands],
            "dead": codes(now.dead),
            "table": None if now.table is None else codes_of(now.table),
            "table_by": now.table_by,
            "passed": set(now.passed),
            "called": set(now.called),
            "barred": set(now.barred),
            "exchange": None if match.exchange is None else match.exchange._asdict(),
            "totals": list(match.totals),
            "winners": list(match.winners),
            "dealer": match.dealer,
            "opening": now.opening,
        }
        theirs = {name: getattr(naive, name) for name in ours}
        assert ours == theirs, self.story()
        if match.phase == "play":
            assert now.silent == naive.silent, self.story()
        assert [list(result.points) for result in match.results] == naive.points_by_round
        if match.turn is None:
            return frozenset(), False
        view = match.view(match.turn)
        plays, may_pass = naive.legal_now()
        assert {codes_of(laid) for laid in view.plays} == plays, self.story()
        assert len(view.plays) == len(plays), self.story()
        assert view.may_pass == may_pass, self.story()
        return frozenset(plays), may_pass

    def story(self) -> str:
        """All that is needed to play a failure again."""
        moves = [f"{move.seat}:{move.play or ('call' if move.call else '-')}" for move in self.log]
        return f"seed {self.match.seed}, round {self.match.round.number}: {' '.join(moves)}"

    @property
    def log(self) -> tuple[Any, ...]:
        return self.match.round.history

    # --- acting

    def act(self, seat: int, action: dict[str, Any]) -> bool:
        """Try an action on both sides; both accept or both refuse it."""
        before = self.match
        try:
            self.match = before.act(seat, parse_action(action))
        except Refusal as refusal:
            self.seen[f"refused: {refusal.code}"] += 1
            with pytest.raises(oracle.Refused):
                self.naive.act(seat, action)
            assert self.match is before
            return False
        if self.match.round.number > before.round.number and self.careless.random() < 0.5:
            self.match = self.match.deal_next(stacked(self.careless, self.match.seats))
        try:
            self.naive.act(seat, action)
        except oracle.Refused as refused:
            raise AssertionError(f"{seat} {action}: {refused}; {self.story()}") from refused
        self.count(before, seat, action)
        return True

    def attempt(self, plays: Plays, may_pass: bool) -> tuple[int, dict[str, Any]]:
        """What somebody tries next: mostly something legal, sometimes anything at all."""
        rng, match = self.careless, self.match
        assert match.turn is not None
        watchful = match.round.opening or match.view(match.turn).must_block
        if rng.random() < (0.4 if watchful else 0.12):
            seat = match.turn if rng.random() < 0.6 else rng.randrange(match.seats)
            return seat, self.nonsense(seat)
        silent = match.round.silent
        if match.phase == "play" and silent is not None and rng.random() >= self.forget:
            return silent, {"call": True}
        if match.phase == "exchange":
            return match.turn, {"give": rng.choice(codes(match.round.hands[match.turn]))}
        style = self.styles[match.turn]
        saving = style == "hold" and all(self.breaks_a_gang(play) for play in plays)
        lazy = rng.random() < (0.5 if style == "passer" else 0.1)
        if may_pass and (saving or lazy or not plays):
            return match.turn, {"pass": True}
        return match.turn, self.choose(sorted(plays), style)

    def choose(self, plays: list[oracle.Play], style: str) -> dict[str, Any]:
        rng = self.careless
        gangs = [play for play in plays if len(play) >= 4 and len({c[1:] for c in play}) == 1]
        if style == "gang" and gangs:
            laid = rng.choice(gangs)
        elif style in ("low", "hold"):
            spare = plays if style == "low" else [p for p in plays if not self.breaks_a_gang(p)]
            few = min(len(play) for play in spare or plays)
            laid = min(
                (p for p in spare or plays if len(p) == few), key=lambda p: oracle.order(p[-1])
            )
        elif style == "several":
            many = max(len(play) for play in plays)
            laid = rng.choice([play for play in plays if len(play) == many])
        else:
            laid = rng.choice(plays)
        assert self.match.turn is not None
        left = len(self.naive.hands[self.match.turn]) - len(laid)
        if left == 1 and rng.random() >= max(self.forget, 0.5):
            return {"play": list(laid), "call": True}
        return {"play": list(laid)}

    def breaks_a_gang(self, play: oracle.Play) -> bool:
        assert self.match.turn is not None
        ranks = Counter(card[1:] for card in self.naive.hands[self.match.turn])
        return any(ranks[card[1:]] >= 4 for card in play)

    def nonsense(self, seat: int) -> dict[str, Any]:
        """Something that is usually not allowed."""
        rng = self.careless
        held = codes(self.match.round.hands[seat])
        plays = sorted(oracle.all_plays(held))
        longest = max(plays, key=lambda play: len(play))
        table = self.match.round.table
        return rng.choice(
            [
                {"pass": True},
                {"pass": True},
                {"call": True},
                {"give": rng.choice(held)},
                {"give": rng.choice(oracle.DECK)},
                {"play": [rng.choice(held)]},
                {"play": list(rng.choice(plays))},
                {"play": list(rng.choice(plays))},
                {"play": list(rng.choice(plays)), "call": True},
                {"play": list(longest)},
                {"play": rng.choice(catalogue()).codes},
                {"play": (table or rng.choice(catalogue())).codes},
            ]
        )

    # --- counting

    def count(self, before: Match, seat: int, action: dict[str, Any]) -> None:
        """Note which rare situations this action was."""
        seen, then = self.seen, before.round
        here = before.view(seat)
        if "give" in action:
            seen["given back the very card"] += here.exchange is not None and (
                action["give"] == here.exchange.card
            )
            return
        if action == {"call": True}:
            seen["called late"] += 1
            return
        if here.must_block:
            singles = any(laid.size == 1 for laid in here.plays)
            what = "leading" if here.table is None else "over a single"
            how = "highest" if singles else "several" if here.table is None else "too low"
            seen[f"duty {what}: {how}"] += 1
            seen["duty with a gang in hand"] += any(laid.is_gang for laid in here.plays)
            seen["duty past a barred player"] += bool(then.barred) and (
                (seat + then.direction) % before.seats in then.barred
            )
            seen["duty: a gang and no pass"] += how == "too low" and not here.may_pass
        self.count_play(before, seat, action)
        for event in self.match.events:
            match event:
                case events.Barred():
                    seen["barred"] += 1
                case events.TrickTaken(taker, leader):
                    seen["another leads for a barred player"] += taker != leader
                    self.passers.clear()
                case events.RoundEnded(result):
                    seen["rounds"] += 1
                    seen[f"rounds with {len(result.barred)} barred"] += 1
                    most = max(result.left)
                    tied = [s for s, left in enumerate(result.left) if left == most]
                    seen["tied for loser"] += len(tied) > 1
                    seen["tied for loser by total as well"] += (
                        len(tied) > 1 and len({result.totals[s] for s in tied}) == 1
                    )
                    self.passers.clear()
                case events.MatchEnded(winners, _):
                    seen["matches"] += 1
                    seen["matches shared"] += len(winners) > 1

    def count_play(self, before: Match, seat: int, action: dict[str, Any]) -> None:
        seen, then = self.seen, before.round
        if "pass" in action:
            self.passers.add(seat)
            return
        play = parse_action(action)
        assert isinstance(play, Play)
        laid, table = play.combination, then.table
        seen[laid.kind.code] += 1
        seen["came back after a pass"] += seat in self.passers
        seen["gang over another kind"] += laid.is_gang and table is not None and not table.is_gang
        seen["gang over a gang"] += laid.is_gang and table is not None and table.is_gang
        seen["gang of five or more"] += laid.is_gang and laid.size > 4
        seen["opening without M1"] += then.opening and "M1" not in laid.cards
        seen["opening with more than five"] += then.opening and laid.size > 5
        seen["opening without M1, past the limit"] += (
            then.opening
            and "M1" not in codes(then.hands[seat])
            and laid.size > (before.rules.opening_limit or 7)
        )
        seen["played alone"] += len(then.barred) == before.seats - 1
        seen["out with several"] += laid.size > 1 and then.counts[seat] == laid.size


def stacked(rng: random.Random, seats: int) -> Deal:
    """A deal with many gangs in it: the ranks are dealt in lumps."""
    hands: list[list[str]] = [[] for _ in range(4)]
    lumps = [[card for card in oracle.DECK if card[1:] == rank] for rank in oracle.RANKS]
    rng.shuffle(lumps)
    for lump in lumps:
        rng.shuffle(lump)
        size = rng.choice((1, 4, 4, 5) if len(lump) == 6 else (1, 6, 7))
        for cards in (lump[:size], *([card] for card in lump[size:])):
            room = [hand for hand in hands if len(hand) + len(cards) <= 16]
            if room:
                rng.choice(room).extend(cards)
            else:
                for card in cards:
                    min(hands, key=len).append(card)
    words = [Cards.parse(hand).word for hand in hands]
    return Deal(tuple(words[:seats]), words[3] if seats == 3 else 0)


@cache
def play_many(name: str, positions: int) -> Counter[str]:
    """Play matches until enough positions have been compared."""
    rules = TABLES[name][0]
    rng = random.Random(f"agreement {name}")
    seen: Counter[str] = Counter()
    number = 0
    while seen["positions"] < positions:
        number += 1
        seats = rules.seats[number % len(rules.seats)]
        first = stacked(rng, seats) if number % 3 == 0 else None
        match = Match.new(
            seats=seats,
            seed=f"{name} {number}",
            rules=rules,
            hands=None if first is None else [Cards(hand) for hand in first.hands],
        )
        seen["M1 in the dead hand"] += "M1" in codes(match.round.dead)
        pair = Pair(match, rng, seen, rng.choice(FORGETFULNESS), table=name)
        legal = pair.compare()
        seen["positions"] += 1
        while not pair.match.over:
            if pair.act(*pair.attempt(*legal)):
                seen["positions"] += 1
                legal = pair.compare()
    return seen


EVERYWHERE = {
    "rounds": 200,
    "matches": 50,
    "straight_flush": 5,
    "gang over another kind": 100,
    "gang over a gang": 100,
    "gang of five or more": 50,
    "given back the very card": 5,
    "out with several": 10,
    "tied for loser": 20,
    "refused: not_your_turn": 100,
    "refused: cards_not_held": 100,
    "refused: too_low": 50,
    "refused: wrong_size": 50,
    "refused: gang_too_low": 10,
    "refused: same_combination": 5,
    "refused: leader_must_play": 10,
    "refused: opening_needs_m1": 3,
    "refused: must_give_first": 5,
    "refused: not_in_exchange": 50,
    "refused: nothing_to_call": 50,
}
"""How often each rare situation must have come up, in every run."""

CALLED_BY_HAND = {
    "called late": 20,
    "barred": 100,
    "another leads for a barred player": 50,
    "rounds with 1 barred": 10,
    "rounds with 2 barred": 10,
    "rounds with 3 barred": 5,
    "played alone": 100,
}
DUTY = {
    "duty leading: highest": 50,
    "duty leading: several": 50,
    "duty over a single: highest": 50,
    "duty over a single: too low": 50,
    "duty with a gang in hand": 50,
    "refused: must_block_highest": 3,
    "refused: must_block_no_pass": 3,
    "refused: must_lead_highest": 3,
    "refused: must_lead_several": 3,
}
THREE = {"M1 in the dead hand": 3, "opening without M1": 3}
BY_TOTAL = {"tied for loser by total as well": 1}
ANY_SIZE = {"opening with more than five": 1}
RETURN = {"came back after a pass": 100}
PAST_BARRED = {"duty past a barred player": 10}
GANG_MUST = {"duty: a gang and no pass": 10}

BOOK = CALLED_BY_HAND | DUTY | PAST_BARRED | THREE | RETURN | BY_TOTAL

REACHED: dict[str, dict[str, int]] = {
    "official": BOOK,
    "french": BOOK | ANY_SIZE,
    "german": BOOK | GANG_MUST | {"refused: must_block_gang": 1},
    "finnish": BOOK,
    "riva": CALLED_BY_HAND | RETURN | ANY_SIZE,
    "automatic": DUTY | THREE | BY_TOTAL | {"matches shared": 1},
    "strict": CALLED_BY_HAND
    | DUTY
    | PAST_BARRED
    | THREE
    | BY_TOTAL
    | GANG_MUST
    | {"refused: opening_too_large": 3, "opening without M1, past the limit": 1},
}


RAREST = {
    "matches shared",
    "opening with more than five",
    "opening without M1, past the limit",
    "refused: must_block_gang",
    "refused: opening_too_large",
}
"""What comes up in the long run only."""


def missed(name: str, seen: Counter[str]) -> dict[str, int]:
    """What came up too rarely to prove anything."""
    wanted = EVERYWHERE | REACHED[name]
    return {what: seen[what] for what, least in wanted.items() if seen[what] < least}


@pytest.mark.parametrize("name", TABLES)
def test_agreement(name: str) -> None:
    """R1–R9: the oracle agrees on every position."""
    assert play_many(name, SHORT)["positions"] >= SHORT


def test_rare_situations_were_among_them() -> None:
    seen = Counter(what for name in TABLES for what in +play_many(name, SHORT))
    wanted = EVERYWHERE.keys() | {what for one in REACHED.values() for what in one}
    assert wanted - seen.keys() <= RAREST


def report() -> Iterator[str]:
    """How often each situation comes up at each table in the long run."""
    counts = {name: play_many(name, LONG) for name in TABLES}
    yield f"{'':36}" + "".join(f"{name:>10}" for name in counts)
    for what in sorted({what for seen in counts.values() for what in seen}):
        yield f"{what:36}" + "".join(f"{seen[what]:>10}" for seen in counts.values())
    rare = {name: missed(name, seen) for name, seen in counts.items()}
    assert not any(rare.values()), f"too rare to prove anything: {rare}"


if __name__ == "__main__":
    import sys

    sys.stdout.writelines(f"{line}\n" for line in report())
