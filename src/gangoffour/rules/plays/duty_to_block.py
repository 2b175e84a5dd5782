"""The duty to block (R5.4): what must be played before somebody who has called the last card."""

from __future__ import annotations

from gangoffour.rules.cards import CODES, M1_FACE, highest
from gangoffour.rules.combinations import Combination
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.errors import Refusal
from gangoffour.rules.plays.held import Plays


def holds(rules: RuleSet, table: Combination | None) -> bool:
    """Whether there is the duty once the next player has called: not over pairs, triples, fives or
    gangs."""
    return rules.duty_to_block and (table is None or table.size == 1)


def over_single(word: int, plays: Plays, rules: RuleSet) -> tuple[Plays, bool]:
    """The highest single or a gang; a pass only if the highest is too low."""
    top = 1 << highest(word)
    kept = tuple(one for one in plays if one.is_gang or one.word == top)
    if any(one.word == top for one in kept):
        return kept, False
    return kept, not (kept and rules.gang_must_block)


def when_leading(plays: Plays) -> Plays:
    """More than one card, or else the highest."""
    several = tuple(one for one in plays if one.size > 1)
    return several or plays[-1:]


def refuse_over_single(word: int, plays: Plays) -> Refusal:
    """Why another play is not legal over a single; ``plays`` are those that are."""
    if any(one.size == 1 for one in plays):
        return Refusal("must_block_highest", card=CODES[highest(word)])
    return Refusal("must_block_gang")


def refuse_lead(word: int, plays: Plays, needs_m1: bool) -> Refusal:
    """Why another lead is not legal; ``plays`` are those that are."""
    if any(one.size > 1 for one in plays):
        return Refusal("must_lead_several")
    return Refusal("must_lead_highest", card=CODES[M1_FACE if needs_m1 else highest(word)])


def refuse_pass(word: int, plays: Plays) -> Refusal:
    """Why one may not pass over a single; ``plays`` are the legal ones."""
    if any(one.size == 1 for one in plays):
        return Refusal("must_block_no_pass", card=CODES[highest(word)])
    return Refusal("must_block_gang")
