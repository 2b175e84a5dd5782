"""What habits do: how somebody sees the table, and how much better than it is an action looks."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Final

from gangoffour.bots.players.characters import Character
from gangoffour.bots.position.position import Position
from gangoffour.bots.position.strength import strongest
from gangoffour.rules.actions import Action, Pass, Play
from gangoffour.rules.cards import face_of, faces, word_of
from gangoffour.rules.combinations import Combination
from gangoffour.rules.view import View

FAR: Final = 9
"""As many cards as that the dreamer believes the others to hold at least."""
LOST: Final = 0.3
"""So large a part of the cards played is gone from a bad memory; the great ones stay."""
TREASURE: Final = frozenset(face_of(code) for code in ("G10", "Y10", "R10", "GP", "YP", "RD"))
"""What a hoarder keeps."""


def pull(who: Character, view: View, now: Position, action: Action) -> float:
    """How much better than it is an action looks to somebody, in points."""
    if isinstance(action, Pass):
        return who.waiting - who.haste
    if not isinstance(action, Play):
        return 0.0
    play = action.combination
    if play.size == len(view.hand):
        return 0.0
    found = who.haste * (play.size - 1) / 4
    found -= who.hoarding * _treasure(play)
    if play.size == 5 and not play.is_gang:
        found -= who.plainness
    if view.table is None and play.size >= 3 and not play.is_gang:
        found -= who.gang_fear * _gang_may_be(now)
    return found


def says_it(who: Character, view: View, play: Combination, rng: Random) -> bool:
    """Whether somebody calls the last card with a play (R5.1)."""
    if len(view.hand) - play.size != 1:
        return False
    forgets = who.forgets_call
    return view.rules.last_card == "automatic" or not forgets or rng.random() >= forgets


def seen_by(now: Position, who: Character, rng: Random) -> Position:
    """The position as somebody remembers it and looks at it."""
    counts, played = list(now.counts), list(now.played)
    for place in range(1, len(counts)):
        if counts[place] > 4 and who.forgetting and rng.random() < who.forgetting:
            counts[place] = min(16, max(5, counts[place] + rng.choice((-2, -1, 1, 2))))
        if who.tunnel and rng.random() < who.tunnel:
            counts[place] = max(counts[place], FAR)
    if who.forgetting:
        for place, word in enumerate(played):
            lost = LOST * min(1.0, who.forgetting)
            kept = [face for face in faces(word) if face in TREASURE or rng.random() >= lost]
            played[place] = word_of(kept)
    return replace(now, counts=tuple(counts), played=tuple(played))


def _treasure(play: Combination) -> float:
    """How much a hoarder minds parting with these cards."""
    if play.is_gang:
        return 1.5
    return 0.5 * sum(face in TREASURE for face in faces(play.word))


def _gang_may_be(now: Position) -> float:
    """Whether somebody may hold a gang, as far as this player remembers."""
    return 1.0 if max(now.counts[1:]) >= 4 and strongest(now.unseen)[4] >= 0 else 0.0


def mistaken(rng: Random) -> float:
    """Added to logarithms of odds, the largest sum is drawn by these odds."""
    return -math.log(rng.expovariate(1.0) or 1e-12)
