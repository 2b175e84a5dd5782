"""The compiled simulator against the rules, step by step over random matches.

``python -m gangoffour.lab.agreement --rounds 100000`` plays random matches in random editions and
custom rule sets on both, the same actions, and compares after every one: the hands, whose turn it
is, the table, who passed, called and is barred, the score, and the complete list of legal plays.
"""

from __future__ import annotations

import argparse
import logging
import random
import time
from typing import Any

import numpy as np

from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.match import finish, give, next_round
from gangoffour.lab.simulator.state import (
    DEAD,
    OVER,
    STATE,
    lay,
    let_stand,
    list_plays,
    may_pass,
    on_duty,
    say_last_card,
    state_of_round,
)
from gangoffour.rules.actions import Action, Call, Give, Pass, Play, play_of
from gangoffour.rules.cards import ORDER_OF, Cards, face_of
from gangoffour.rules.editions import EDITIONS, RuleSet, with_changes
from gangoffour.rules.match import EXCHANGE, Match

log = logging.getLogger(__name__)


class Disagreement(AssertionError):
    """The simulator and the rules differ; the seed and the action number reproduce it."""


def random_rules(rng: random.Random) -> RuleSet:
    """An edition, half of the time with fields changed at random."""
    rules = EDITIONS[rng.choice(list(EDITIONS))]
    if rng.random() < 0.5:
        return rules
    choices: dict[str, tuple[object, ...]] = {
        "duty_to_block": (True, False),
        "gang_must_block": (True, False),
        "opening_limit": (None, 1, 2, 3, 4, 5, 6, 7),
        "barred_extra": (0, 1, 3),
        "loser_tie": ("total", "highest_card"),
        "last_card": ("call", "automatic"),
        "passed_may_return": (True, False),
        "target": (20, 60, 100),
    }
    some = rng.sample(sorted(choices), rng.randint(1, len(choices)))
    return with_changes(rules, {field: rng.choice(choices[field]) for field in some})


def _facts(state: Any) -> dict[str, object]:
    """What a record says, in the words of the rules."""
    fields = dict(zip(STATE.names or (), state.item(), strict=True))
    seats = fields["seats"]

    def some(bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(seats) if bits >> seat & 1) if bits else ()

    hands = fields["hands"].tolist()
    return {
        "hands": tuple(hands[:seats]),
        "dead": hands[DEAD],
        "opening": bool(fields["opening"]),
        "passed": some(fields["passed"]),
        "called": some(fields["called"]),
        "barred": some(fields["barred"]),
        **{name: fields[name] for name in ("turn", "direction", "table", "table_by", "silent")},
    }


def _expected(match: Match) -> dict[str, object]:
    now = match.round
    return {
        "hands": now.hands,
        "dead": now.dead,
        "turn": now.turn,
        "direction": now.direction,
        "opening": now.opening,
        "table": -1 if now.table is None else now.table.index,
        "table_by": -1 if now.table_by is None else now.table_by,
        "passed": now.passed,
        "called": now.called,
        "barred": now.barred,
        "silent": -1 if now.silent is None else now.silent,
    }


def _compare(match: Match, state: Any, room: Any, known: Any) -> list[Action]:
    """What may be done, in plain actions; raise unless both see the same position and plays."""
    found, wanted = _facts(state), _expected(match)
    for name, value in wanted.items():
        if found[name] != value:
            raise Disagreement(f"{name}: {found[name]} instead of {value}")
    if match.phase == EXCHANGE:
        return [Give(code) for code in Cards(match.round.hands[match.round.turn]).codes]
    plays, passing = match.round.legal()
    number = int(list_plays(known, state, room))
    if room[:number].tolist() != [one.index for one in plays]:
        raise Disagreement(f"legal plays: {number} instead of {len(plays)}")
    if bool(may_pass(state)) != passing:
        raise Disagreement(f"may pass: {not passing} instead of {passing}")
    if bool(on_duty(state)) != match.round.situation.duty:
        raise Disagreement("the duty to block")
    return [*(play_of(one, False) for one in plays), *([Pass()] if passing else [])]


def _act(match: Match, state: Any, actions: list[Action], rng: random.Random, known: Any) -> Match:
    """Make the same random action on both."""
    silent = match.round.silent
    if silent is not None and match.phase != EXCHANGE and rng.random() < 0.6:
        say_last_card(state)
        return match.act(silent, Call())
    seat = match.turn
    assert seat is not None
    action = rng.choice(actions)
    if isinstance(action, Play):
        laid = action.combination
        call = match.round.counts[seat] - laid.size == 1 and rng.random() < 0.6
        lay(state, laid.index, np.uint64(laid.word), call)
        action = Play(laid, call)
    elif isinstance(action, Pass):
        let_stand(state)
    elif isinstance(action, Give):
        give(state, ORDER_OF[face_of(action.card)])
    after = match.act(seat, action)
    if len(after.results) > len(match.results):
        _end_round(after, state, known)
    return after


def _end_round(match: Match, state: Any, known: Any) -> None:
    result = match.results[-1]
    finish(known, state)
    seats = match.seats
    if tuple(state["points"][:seats].tolist()) != result.points:
        raise Disagreement(f"points: {state['points']} instead of {result.points}")
    if tuple(state["totals"][:seats].tolist()) != match.totals:
        raise Disagreement(f"totals: {state['totals']} instead of {match.totals}")
    if (int(state["taker"]), int(state["giver"])) != (result.winner, result.loser):
        raise Disagreement("winner or loser of the round")
    if (state["phase"] == OVER) != match.over:
        raise Disagreement("the end of the match")
    if not match.over:
        for seat in range(seats):
            state["hands"][seat] = match.deal.hands[seat]
        state["hands"][DEAD] = match.deal.dead
        next_round(state)


def play_match(seed: int) -> tuple[int, int]:
    """Play one random match on both; how many rounds and actions agreed."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    match = Match.new(seed=seed, seats=rng.choice(rules.seats), rules=rules)
    state, known = state_of_round(match.round, seed), lookup()
    room = np.zeros(4096, np.int64)
    try:
        while not match.over:
            actions = _compare(match, state, room, known)
            match = _act(match, state, actions, rng, known)
    except Disagreement as problem:
        raise Disagreement(f"seed {seed}, action {match.version}: {problem}") from problem
    return len(match.results), match.version


def agree(rounds: int, seed: int = 0) -> tuple[int, int]:
    """Play random matches until so many rounds agreed; how many rounds and actions did."""
    played, actions = 0, 0
    while played < rounds:
        some, more = play_match(seed)
        if (played + some) // 1000 > played // 1000:
            log.info("%d rounds so far", played + some)
        played, actions, seed = played + some, actions + more, seed + 1
    return played, actions


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="The compiled simulator against the rules.")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    begun = time.perf_counter()
    try:
        rounds, actions = agree(wanted.rounds, wanted.seed)
    except Disagreement as problem:
        log.error("The simulator and the rules disagree: %s", problem)
        return 1
    seconds = time.perf_counter() - begun
    log.info("%d rounds, %d actions agree, in %.0f s.", rounds, actions, seconds)
    return 0
