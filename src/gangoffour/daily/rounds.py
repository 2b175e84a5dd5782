"""A round of given deals without a server: somebody in seat 0, and three bots in whole numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Final

from gangoffour.bots import Bot, load_bot
from gangoffour.daily.table import BOT
from gangoffour.rules.actions import Action, Pass, Play
from gangoffour.rules.editions import rule_set
from gangoffour.rules.match import Match
from gangoffour.rules.view import View

RULES: Final = rule_set("official", target=1, last_card="automatic")
"""A match is one round: a total reaches 1 in any."""

Choose = Callable[[View], Action]
Replies = dict[object, Action]


@cache
def opponent() -> Bot:
    return load_bot(BOT)


def play_round(seed: str, choose: Choose, replies: Replies | None = None) -> Match:
    """The round of a seed to its end; ``choose`` plays seat 0. Who lets several play the same seed
    may keep the bots' ``replies`` from one to the next: they follow from the round's course."""
    replies = {} if replies is None else replies
    match = Match.new(seed=seed, rules=RULES)
    while (seat := match.turn) is not None:
        view = match.view(seat)
        match = match.act(seat, choose(view) if seat == 0 else _reply(view, replies))
    return match


def _reply(view: View, replies: Replies) -> Action:
    asked = (view.seat, view.history)
    if asked not in replies:
        replies[asked] = opponent().choose(view, random.Random(0))
    return replies[asked]


def by_chance(seed: str) -> Choose:
    """Somebody who plays anything that is legal: chance takes a round where nobody expects it."""
    chance = random.Random(seed)
    return lambda view: chance.choice(view.actions)


def history(match: Match) -> str:
    """All that was played in a round, as a text."""
    moves = match.past[0].history
    return " ".join(f"{one.seat}:{','.join(one.play.codes) if one.play else '-'}" for one in moves)


def other_replies(match: Match) -> list[int]:
    """Which moves of the bots in a round are not what they would choose here, by their numbers
    from 1. None if they play with the same weights and nobody changed anything."""
    bot, unused = opponent(), random.Random(0)
    found, now = [], Match.new(seed=match.seed, rules=RULES)
    moves = [one for one in match.past[0].history if one.play is not None or not one.call]
    for number, move in enumerate(moves, start=1):
        seat = now.turn
        assert seat is not None
        made: Action = Pass() if move.play is None else Play(move.play)
        if seat != 0 and _bare(bot.choose(now.view(seat), unused)) != made:
            found.append(number)
        now = now.act(seat, made)
    return found


def _bare(action: Action) -> Action:
    """An action without a call: in these rounds everybody's last card is called by itself."""
    return Play(action.combination) if isinstance(action, Play) else action
