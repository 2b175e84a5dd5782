"""Golden playthroughs: short matches with every seat's view at every state, as readable text.

There is one file for each edition and number of players. ``python -m tests.golden`` (or
``make golden``) writes them anew; the tests compare. A difference is a change of behaviour: read
it, and commit the new file only if it is meant.

All hands are written out when a round begins, later those of the seat to move, with its plays.
Every view, also a spectator's, is pinned as a whole by the beginning of its JSON's SHA-256.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from gangoffour import EDITIONS, Action, Call, Give, Match, Pass, Play, RuleSet, View, rule_set
from gangoffour.rules.events import event_dict

HERE = Path(__file__).parent
SHOWN = 8
"""So many plays of a long list are written out."""


SEEDS = {
    "official-3": 95,
    "official-4": 538,
    "french-3": 626,
    "french-4": 1050,
    "german-3": 1233,
    "german-4": 1575,
    "finnish-3": 1831,
    "finnish-4": 2176,
    "riva-4": 2882,
    "automatic-4": 2723,
}
"""Chosen so that each match is short, has two rounds and, where calls are made, a barred player."""

Table = tuple[str, RuleSet, int, int]


def tables() -> list[Table]:
    """Name, rule set, seats and seed of every playthrough."""
    found: list[Table] = []
    for name, seed in SEEDS.items():
        edition, _, seats = name.partition("-")
        if edition in EDITIONS:
            rules = rule_set(edition, target=12, chinese_deal=seats == "3")
        else:
            rules = rule_set(target=12, last_card="automatic", passed_may_return=False)
        found.append((name, rules, int(seats), seed))
    return found


def choose(match: Match, rng: random.Random) -> tuple[int, Action]:
    """A careless player: likes many cards, passes now and then, sometimes forgets to call."""
    assert match.turn is not None
    silent = match.round.silent
    if match.phase == "play" and silent is not None and rng.random() < 0.5:
        return silent, Call()
    view = match.view(match.turn)
    if match.phase == "exchange":
        return match.turn, Give(rng.choice(view.hand.codes))
    if not view.plays or (view.may_pass and rng.random() < 0.15):
        return match.turn, Pass()
    chosen = max((rng.choice(view.plays) for _ in range(2)), key=lambda laid: laid.size)
    one_left = len(view.hand) - chosen.size == 1
    return match.turn, Play(chosen, one_left and rng.random() < 0.5)


def playthrough(name: str, rules: RuleSet, seats: int, seed: int) -> str:
    """The whole text of one playthrough."""
    rng = random.Random(seed)
    match = Match.new(seed=seed, seats=seats, rules=rules)
    differences = ", ".join(f"{field}={value}" for field, value in rules.differences.items())
    lines = [f"# {name}: {rules.edition} with {differences}; seed {seed}"]
    lines += events(match)
    while True:
        lines += ["", f"state {match.version}", *state(match)]
        if match.over:
            return "\n".join(lines) + "\n"
        seat, action = choose(match, rng)
        match = match.act(seat, action)
        lines += events(match)


def events(match: Match) -> Iterator[str]:
    for event in match.events:
        told = event_dict(event)
        what = told.pop("type")
        yield f"> {what} " + json.dumps(told)


def state(match: Match) -> Iterator[str]:
    """What everybody sees, what only the seat to move sees, and every view pinned."""
    view = match.view()
    fields = ("phase", "turn", "counts", "table", "table_by", "passed", "called", "barred")
    told = view.as_dict()
    yield "  public " + ", ".join(f"{field} {json.dumps(told[field])}" for field in fields)
    whole = not view.history
    for seat in range(match.seats):
        if whole or seat == match.turn or match.round.silent == seat:
            yield f"  seat {seat} " + " | ".join(own(match.view(seat)))
    pins = [f"{seat} {pin(match.view(seat))}" for seat in range(match.seats)]
    yield "  views " + ", ".join([*pins, f"spectator {pin(view)}"])


def own(view: View) -> Iterator[str]:
    """What only one seat sees."""
    yield str(view.hand)
    if view.plays:
        shown = "; ".join(str(laid) for laid in view.plays[:SHOWN])
        more = len(view.plays) - SHOWN
        yield f"may play {shown}" + (f"; and {more} more" if more > 0 else "")
    told = {"may pass": view.may_pass, "may call": view.may_call, "must block": view.must_block}
    yield from (word for word, holds in told.items() if holds)


def pin(view: View) -> str:
    return sha256(json.dumps(view.as_dict()).encode()).hexdigest()[:10]


def path(name: str) -> Path:
    return HERE / f"{name}.txt"
