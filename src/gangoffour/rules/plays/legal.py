"""Which combinations of a hand may be played now, and why another may not (R3, R4.3, R4.4)."""

from __future__ import annotations

from typing import NamedTuple

from gangoffour.rules.cards import M1_WORD
from gangoffour.rules.combinations import Combination, Kind
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal
from gangoffour.rules.plays import duty_to_block
from gangoffour.rules.plays.held import Plays, all_plays, beating


class Situation(NamedTuple):
    """All that decides which plays are legal, besides the hand itself."""

    rules: RuleSet
    table: Combination | None = None
    needs_m1: bool = False
    """R4.3: the first combination must contain M1; R9's limit on its size binds only this one."""
    next_called: bool = False
    """The next player has called and holds one card (R5.4)."""

    @property
    def duty(self) -> bool:
        """Whether the duty to block holds (R5.4): not over pairs, triples, fives or gangs."""
        return self.next_called and duty_to_block.holds(self.rules, self.table)


def legal_plays(word: int, now: Situation) -> tuple[Plays, bool]:
    """The plays a hand may make, and whether its owner may pass (R4.3, R4.4, R5.4)."""
    if now.table is not None:
        plays = beating(word, now.table)
        return duty_to_block.over_single(word, plays, now.rules) if now.duty else (plays, True)
    plays = all_plays(word)
    if now.needs_m1:
        limit = now.rules.opening_limit
        plays = tuple(one for one in plays if one.word & M1_WORD)
        if limit is not None:
            plays = tuple(one for one in plays if one.size <= limit)
    if now.duty:
        plays = duty_to_block.when_leading(plays)
    return plays, False


def refuse_play(word: int, play: Combination, now: Situation) -> Refusal | None:
    """Why a play is not legal, naming the rule; None if it is."""
    if play.word & word != play.word:
        return Refusal("cards_not_held", cards=play)
    if now.table is not None and not play.beats(now.table):
        return _refuse_beating(play, now.table)
    if now.needs_m1:
        limit = now.rules.opening_limit
        if not play.word & M1_WORD:
            return Refusal("opening_needs_m1", cards=play)
        if limit is not None and play.size > limit:
            return Refusal("opening_too_large", size=play.size, limit=limit)
    if now.duty:
        plays, _ = legal_plays(word, now)
        if play not in plays and now.table is not None:
            return duty_to_block.refuse_over_single(word, plays)
        if play not in plays:
            return duty_to_block.refuse_lead(word, plays, now.needs_m1)
    return None


def _refuse_beating(play: Combination, table: Combination) -> Refusal:
    if play.word == table.word:
        return Refusal("same_combination", cards=play)
    if table.is_gang:
        return Refusal("gang_too_low", cards=play, table=table)
    if play.size != table.size:
        return Refusal("wrong_size", cards=play, size=play.size, needed=table.size)
    return Refusal("too_low", cards=play, table=table, rule=_rule_of_comparison(play, table))


def _rule_of_comparison(play: Combination, table: Combination) -> str:
    if play.kind is not table.kind:
        return "R3.1"
    return "R3.3" if play.kind is Kind.FULL_HOUSE else "R3.2"


def refuse_pass(word: int, now: Situation) -> Refusal | None:
    """Why a pass is not legal, naming the rule; None if it is (R4.4, R5.4)."""
    if now.table is None:
        return Refusal("leader_must_play")
    if not now.duty:
        return None
    plays, may_pass = legal_plays(word, now)
    return None if may_pass else duty_to_block.refuse_pass(word, plays)
