"""Whole matches, played by Hypothesis: what holds at every step, and that they end."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from gangoffour import (
    Action,
    Call,
    Cards,
    Give,
    Match,
    Pass,
    Play,
    Refusal,
    RuleSet,
    catalogue,
    rule_set,
)
from gangoffour.rules.errors import REASONS
from gangoffour.rules.plays import all_plays
from tests.rules import oracle
from tests.support.length import slice_of

DECK = Counter(oracle.DECK)

rule_sets = st.builds(
    lambda edition, **changes: rule_set(edition, **changes),
    st.sampled_from(["official", "french", "german", "finnish", "riva"]),
    last_card=st.sampled_from(["call", "call", "automatic"]),
    passed_may_return=st.sampled_from([True, True, False]),
    chinese_deal=st.booleans(),
    target=st.integers(1, 60),
)


def tables(rules: RuleSet) -> st.SearchStrategy[Match]:
    return st.builds(
        lambda seed, seats: Match.new(seed=seed, seats=seats, rules=rules),
        st.integers(0, 10**6),
        st.sampled_from(rules.seats),
    )


def refusal_of(match: Match, seat: int, action: Action) -> Refusal | None:
    """Why an action is refused; None if it is accepted."""
    try:
        match.act(seat, action)
    except Refusal as refusal:
        return refusal
    return None


def check_refused(match: Match, seat: int, action: Action) -> None:
    """Refused with code, sentence and rule; the match is what it was."""
    before = match.view(seat), match.round, match.totals
    refusal = refusal_of(match, seat, action)
    assert refusal is not None, (seat, action)
    assert refusal.code in REASONS and refusal.message
    assert refusal.rule.startswith("R")
    assert (match.view(seat), match.round, match.totals) == before


class WholeMatch(RuleBasedStateMachine):
    """A match with careless players; Hypothesis chooses who does what."""

    @initialize(data=st.data(), rules=rule_sets)
    def sit_down(self, data: st.DataObject, rules: RuleSet) -> None:
        self.match = data.draw(tables(rules))
        self.rng = random.Random(self.match.seed)
        self.played: list[str] = []

    def act(self, seat: int, action: Action) -> None:
        before = self.match
        self.match = before.act(seat, action)
        assert self.match.version == before.version + 1
        if self.match.round.number > before.round.number:
            self.played = []
        elif isinstance(action, Play):
            self.played += action.combination.codes
        self.check_turn(before, seat, action)

    def check_turn(self, before: Match, seat: int, action: Action) -> None:
        """R4.1, R4.4, R4.5: the turn goes to the next player who may act, or to the taker."""
        now, then = self.match.round, before.round
        if self.match.over or now.number != then.number or isinstance(action, Call | Give):
            return
        if now.table is None:
            leader = now.turn
            taker = seat if isinstance(action, Play) else then.table_by
            assert leader == taker or taker in now.barred
            return
        out = set(now.barred) | (set() if now.rules.passed_may_return else set(now.passed))
        order = [(seat + step * now.direction) % before.seats for step in range(1, before.seats)]
        assert now.turn == next(other for other in order if other not in out)

    @precondition(lambda self: self.match.phase == "play")
    @rule(number=st.integers(0, 10**6), call=st.booleans())
    def play(self, number: int, call: bool) -> None:
        turn = self.match.turn
        assert turn is not None
        plays = self.match.view(turn).plays
        if plays:
            chosen = plays[number % len(plays)]
            one_left = len(self.match.view(turn).hand) - chosen.size == 1
            self.act(turn, Play(chosen, call and one_left))

    @precondition(lambda self: self.match.phase == "play" and self.match.round.table is not None)
    @rule()
    def pass_(self) -> None:
        turn = self.match.turn
        assert turn is not None
        if self.match.view(turn).may_pass:
            self.act(turn, Pass())

    @precondition(lambda self: self.match.phase == "play" and self.match.round.silent is not None)
    @rule()
    def call(self) -> None:
        assert self.match.round.silent is not None
        self.act(self.match.round.silent, Call())

    @precondition(lambda self: self.match.phase == "exchange")
    @rule(number=st.integers(0, 16))
    def give(self, number: int) -> None:
        turn = self.match.turn
        assert turn is not None
        self.act(turn, Give(self.match.view(turn).hand.codes[number]))

    @precondition(lambda self: self.match.over)
    @rule()
    def play_another(self) -> None:
        match = self.match
        self.match = Match.new(seed=f"{match.seed}+", seats=match.seats, rules=match.rules)
        self.played = []

    @invariant()
    def all_cards_are_somewhere(self) -> None:
        """R1.1: 64 cards, in hands, dead or played."""
        now = self.match.round
        held = [code for hand in now.hands for code in Cards(hand)]
        assert Counter(held + Cards(now.dead).codes + self.played) == DECK
        assert self.match.view(0).counts == tuple(hand.bit_count() for hand in now.hands)

    @invariant()
    def called_and_barred_hold_one_card(self) -> None:
        """R5.1, R5.2: both hold one card, and nobody is both; the barred never have the turn."""
        match, now = self.match, self.match.round
        if match.phase == "play":
            assert all(now.counts[seat] == 1 for seat in (*now.called, *now.barred))
            assert not set(now.called) & set(now.barred)
            assert match.turn not in now.barred and match.turn != now.table_by

    @invariant()
    def every_listed_action_applies(self) -> None:
        """R4.4: what a view lists is accepted, and somebody can always act."""
        match = self.match
        for seat in range(match.seats):
            actions = match.view(seat).actions
            for action in actions if len(actions) < 12 else self.rng.sample(actions, 12):
                assert refusal_of(match, seat, action) is None
            assert actions or seat != match.turn
            assert match.turn is not None or not actions

    @invariant()
    def nothing_else_applies(self) -> None:
        """R4.4: every combination that is not listed, and whatever is not allowed, is refused."""
        match = self.match
        for seat in range(match.seats):
            view = match.view(seat)
            held = [one for one in all_plays(match.round.hands[seat]) if one not in view.plays]
            others = self.rng.sample(catalogue(), 4) + self.rng.sample(held, min(6, len(held)))
            for one in others:
                if one not in view.plays:
                    check_refused(match, seat, Play(one))
            for one in view.plays[:3]:
                if len(view.hand) - one.size != 1:
                    check_refused(match, seat, Play(one, call=True))
            if not view.may_pass:
                check_refused(match, seat, Pass())
            if not view.may_call:
                check_refused(match, seat, Call())
            if match.phase != "exchange" or not view.my_turn:
                check_refused(match, seat, Give(self.rng.choice(oracle.DECK)))


TestWholeMatch = WholeMatch.TestCase
TestWholeMatch.settings = settings(max_examples=slice_of(100, 4), stateful_step_count=110)


@settings(max_examples=slice_of(300, 10))
@given(st.data())
def test_every_match_ends(data: st.DataObject) -> None:
    """R4.6, R6.2: whatever is played, rounds end and so do matches; the totals add up."""
    match = data.draw(rule_sets.flatmap(tables))
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    forget, lazy = data.draw(st.floats(0, 1)), data.draw(st.floats(0, 0.9))
    in_round = 0
    while not match.over:
        before = match
        assert match.turn is not None
        view = match.view(match.turn)
        action: Action
        if view.may_pass and (not view.plays or rng.random() < lazy):
            action = Pass()
        else:
            action = rng.choice([one for one in view.actions if one not in (Pass(), Call())])
        if isinstance(action, Play) and rng.random() < forget:
            action = Play(action.combination)
        match = match.act(match.turn, action)
        in_round = in_round + 1 if match.round.number == before.round.number else 0
        assert in_round <= 64 * match.seats
    assert max(match.totals) >= match.rules.target
    assert match.totals == tuple(map(sum, zip(*(one.points for one in match.results), strict=True)))
    assert all(max(one.totals) < match.rules.target for one in match.results[:-1])
    assert set(match.winners) == {
        seat for seat, total in enumerate(match.totals) if total == min(match.totals)
    }
    for number, result in enumerate(match.results, start=1):
        assert result.number == number and result.points[result.winner] == 0
        assert result.left[result.winner] == 0 and result.left.count(0) == 1
        assert result.winner not in result.barred and result.loser != result.winner
