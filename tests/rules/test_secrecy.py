"""Permuting what a seat cannot see changes nothing that is shown to it (R4.7)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from gangoffour import (
    Action,
    Call,
    Cards,
    Deal,
    Match,
    Pass,
    Play,
    Refusal,
    Round,
    catalogue,
    rule_set,
)
from gangoffour.rules.events import event_dict
from tests.support.length import slice_of

TABLES = [
    ("official", 3),
    ("official", 4),
    ("french", 3),
    ("german", 4),
    ("finnish", 3),
    ("riva", 4),
]


def permuted(match: Match, seat: int | None, rng: random.Random) -> Match:
    """Another match that this seat cannot tell apart: unseen cards, past deals and seed differ."""
    now = match.round
    unseen = [other for other in range(match.seats) if other != seat]
    pool: list[str] = [code for other in unseen for code in Cards(now.hands[other]).codes]
    pool += Cards(now.dead).codes
    rng.shuffle(pool)
    hands = list(now.hands)
    for other in unseen:
        count = now.hands[other].bit_count()
        hands[other] = Cards.parse(pool[:count]).word
        del pool[:count]
    hidden = now._replace(hands=tuple(hands), dead=Cards.parse(pool).word)
    dealt = Deal(tuple(hands), hidden.dead, match.deal.ceremony)
    return match._replace(
        seed="another",
        deal=dealt,
        round=hidden,
        past=tuple(past._replace(deal=dealt) for past in match.past),
    )


def shown(match: Match, seat: int | None) -> bytes:
    return json.dumps(match.view(seat).as_dict()).encode()


def answer(match: Match, seat: int, action: Action) -> str:
    """All that comes back to a seat that tries something: what happened, or the refusal."""
    try:
        after = match.act(seat, action)
    except Refusal as refusal:
        return json.dumps(refusal.as_dict())
    return json.dumps([event_dict(event) for event in after.events]) + shown(after, seat).decode()


def positions(edition: str, seats: int) -> Iterator[tuple[Match, random.Random]]:
    """Positions of careless matches, the calls sometimes forgotten."""
    for seed in range(slice_of(9, 1)):
        rng = random.Random(f"{edition} {seats} {seed}")
        rules = rule_set(edition, target=40, chinese_deal=seed == 0)
        match = Match.new(seed=seed, seats=seats, rules=rules)
        while not match.over:
            if rng.random() < slice_of(20, 8) / 100:
                yield match, rng
            assert match.turn is not None
            action = rng.choice(match.view(match.turn).actions)
            if isinstance(action, Play) and rng.random() < 0.3:
                action = Play(action.combination)
            match = match.act(match.turn, action)
        yield match, rng


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_views_hide_what_is_hidden(edition: str, seats: int) -> None:
    """R4.7: to every seat and to spectators, a permuted match looks the same, to the byte."""
    compared = different = 0
    for match, rng in positions(edition, seats):
        for seat in (*range(seats), None):
            other = permuted(match, seat, rng)
            assert other.view(seat) == match.view(seat)
            assert shown(other, seat) == shown(match, seat)
            compared += 1
            different += other.round.hands != match.round.hands
    assert compared > slice_of(150, 20) and different > 0.8 * compared


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_answers_hide_what_is_hidden(edition: str, seats: int) -> None:
    """R4.7: what a seat is told about its own attempts, legal or not, tells nothing hidden."""
    compared = 0
    for match, rng in positions(edition, seats):
        if match.phase != "play":
            continue
        for seat in range(seats):
            other = permuted(match, seat, rng)
            attempts: list[Action] = [Pass(), Call(), Play(rng.choice(catalogue()))]
            attempts += rng.sample(match.view(seat).actions, min(3, len(match.view(seat).actions)))
            for action in attempts:
                ends = isinstance(action, Play) and (
                    action.combination.size == match.round.counts[seat]
                )
                if not ends:  # the end of a round deals the next one from the seed
                    assert answer(other, seat, action) == answer(match, seat, action)
                    compared += 1
    assert compared > slice_of(200, 30)


def test_views_hold_no_hidden_value() -> None:
    """R4.7: neither the seed nor a match, a round or a deal can be reached from a view."""
    match = Match.new(seed="a seed to be kept", seats=3)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert "a seed to be kept" not in repr(view) + shown(match, seat).decode()
        assert not any(isinstance(value, Match | Deal | Round) for value in view)
