"""Plays deals for the guide and writes down what happened, a row of plain numbers for each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from gangoffour.bots import Bot, load_bot
from gangoffour.lab.arena.seating import seatings
from gangoffour.lab.strategy.habits import (
    FOR_THE_ROUND,
    IN_ROUNDS,
    PLAYER,
    for_the_round,
    habitual,
)
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.match import Match

Row = dict[str, Any]

FORCED, CHOSEN = -1, -2
"""A pass in a row's moves: with nothing to lay, or although there was something."""

RULES: Final = rule_set("official", last_card="automatic")
"""The bots always call their last card; so it is called for them."""
FREE: Final = rule_set("official", last_card="automatic", duty_to_block=False)

DEALS: Final[dict[str, int]] = {
    "rounds": 3000,
    "three": 1800,
    "free": 1500,
    "matches": 150,
    **dict.fromkeys(IN_ROUNDS, 250),
    FOR_THE_ROUND: 60,
}
"""What is played, and with how many deals. ``three`` is with three players,
``free`` without the duty to block (R5.4)."""


def play(what: str, deal: int, seed: int) -> Row:
    """One deal of one kind."""
    name = f"strategy/{seed}/{deal}"
    match what:
        case "rounds":
            return {"rounds": _observed(name, RULES, 2)}
        case "three":
            return {"rounds": _observed(f"{name}/three", RULES, 2, seats=3)}
        case "free":
            return {"rounds": _observed(name, FREE, 1)}
        case "matches":
            return {"totals": _match(f"{name}/match", (load_bot(PLAYER),) * 4)}
    return {"tables": _compared(what, name)}


def _next(match: Match, bots: Sequence[Bot], rng: random.Random) -> Match:
    seat = match.turn
    assert seat is not None
    return match.act(seat, bots[seat].choose(match.view(seat), rng))


def _observed(name: str, rules: RuleSet, rounds: int, seats: int = 4) -> list[Row]:
    """The first rounds of a match in which everybody plays as well as they can."""
    match, rng = Match.new(seed=name, rules=rules, seats=seats), random.Random(name)
    player = for_the_round()
    rows: list[Row] = []
    while len(match.results) < rounds and not match.over:
        if match.phase == "exchange":
            match = _next(match, (player,) * seats, rng)
        given = match.exchange
        row: Row = {
            "hands": [format(word, "x") for word in match.round.hands],
            "first": match.round.turn,
            "direction": match.round.direction,
            "exchange": None if given is None else list(given),
            "moves": [],
        }
        number = len(match.results)
        while len(match.results) == number:
            plays, seat = match.round.legal()[0], match.round.turn
            before = match
            match = _next(match, (player,) * seats, rng)
            if match.round.history or match.results:
                laid = _laid(before, match)
                row["moves"].append([seat, (CHOSEN if plays else FORCED) if laid < 0 else laid])
        result = match.results[-1]
        row |= {"winner": result.winner, "left": list(result.left), "points": list(result.points)}
        rows.append(row)
    return rows


def _laid(before: Match, after: Match) -> int:
    """The catalogue's number of what was laid between, or a negative number for a pass."""
    if len(after.past) > len(before.past):
        move = after.past[-1].history[-1]
    else:
        move = after.round.history[-1]
    return FORCED if move.play is None else move.play.index


def _match(name: str, bots: Sequence[Bot]) -> list[list[int]]:
    """The totals after each round of a whole match."""
    match, rng = Match.new(seed=name, rules=RULES), random.Random(name)
    while not match.over:
        match = _next(match, bots, rng)
    return [list(result.totals) for result in match.results]


def _compared(habit: str, name: str) -> list[float]:
    """What two seats with the habit make against two without, in all six seatings.

    Each seating gives the habit's mean payoff a round, or its share of the match won.
    """
    other = load_bot(PLAYER) if habit == FOR_THE_ROUND else for_the_round()
    pair: tuple[Bot, Bot] = (habitual(habit), other)
    found = []
    for seating in seatings("2v2", 2, 4):
        bots = [pair[one] for one in seating]
        mine = [seat for seat, one in enumerate(seating) if one == 0]
        if habit == FOR_THE_ROUND:
            last = _match(f"{name}/match", bots)[-1]
            winners = [seat for seat in range(4) if last[seat] == min(last)]
            found.append(sum(seat in mine for seat in winners) / len(winners))
            continue
        points = _round(name, bots, after_exchange=habit == "gives_lowest")
        found.append(sum((sum(points) - points[s]) / 3 - points[s] for s in mine) / 2)
    return found


def _round(name: str, bots: Sequence[Bot], *, after_exchange: bool) -> tuple[int, ...]:
    """The points of a first round, or of a second one after a quick first round by greedy."""
    match, rng = Match.new(seed=name, rules=RULES), random.Random(name)
    if after_exchange:
        greedy = load_bot("greedy")
        while not match.results:
            match = _next(match, (greedy,) * 4, rng)
    number = len(match.results)
    while len(match.results) == number and not match.over:
        match = _next(match, bots, rng)
    return match.results[-1].points
