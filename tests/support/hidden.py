"""Matches that one viewer cannot tell apart: everything it cannot see is dealt anew."""

from __future__ import annotations

import random

from gangoffour.rules.cards import CODES, M1_WORD, Cards
from gangoffour.rules.match import Match

M1 = next(code for code in CODES if Cards.parse([code]).word & M1_WORD)


def permuted(
    match: Match,
    viewer: int | None,
    rng: random.Random,
    keeps: dict[int, list[str]] | None = None,
) -> Match:
    """The match with the cards that ``viewer`` (None: a spectator) cannot see shuffled.

    ``keeps`` names cards that must stay in a hand, because they will be laid from it; before the
    first play M1 stays where it is, for its holder is known by having the first turn (R4.3).
    """
    now = match.round
    kept = {seat: list(codes) for seat, codes in (keeps or {}).items()}
    if now.opening and now.turn != viewer and now.hands[now.turn] & M1_WORD:
        mine = kept.setdefault(now.turn, [])
        if M1 not in mine:
            mine.append(M1)
    others = [seat for seat in range(match.seats) if seat != viewer]
    pool = Cards(now.dead).codes
    for seat in others:
        rest = Cards(now.hands[seat]).codes
        for code in kept.get(seat, ()):
            rest.remove(code)
        pool += rest
    rng.shuffle(pool)
    hands = list(now.hands)
    for seat in others:
        mine = kept.get(seat, [])
        missing = now.hands[seat].bit_count() - len(mine)
        hands[seat] = Cards.parse([*mine, *pool[:missing]]).word
        pool = pool[missing:]
    dead = Cards.parse(pool).word
    dealt = match.deal
    return match._replace(round=now._replace(hands=tuple(hands), dead=dead), deal=dealt)
