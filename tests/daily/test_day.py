"""Days, seeds, the field and streaks: what is pure about deals that everybody plays."""

from __future__ import annotations

from random import Random

import pytest

from gangoffour.daily.day import ROUNDS, closes_at, day_at, days_before, is_day, opens_at
from gangoffour.daily.ranking import Score, means, percentile, ranks
from gangoffour.daily.rounds import RULES
from gangoffour.daily.seeds import faults, label_of, seed_of, seeds_of
from gangoffour.daily.streak import streak
from gangoffour.rules.deal import commitment
from gangoffour.rules.editions import rule_set
from gangoffour.rules.fairness import verify_deals
from gangoffour.rules.match import Match
from gangoffour.rules.record import Record

DAY = "2026-11-16"


def test_a_day_is_from_midnight_to_midnight_utc() -> None:
    assert day_at(opens_at(DAY)) == DAY == day_at(closes_at(DAY) - 1)
    assert day_at(closes_at(DAY)) == "2026-11-17"
    assert closes_at("2028-02-28") == opens_at("2028-02-29")
    assert days_before("2026-03-01", 1) == "2026-02-28"


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20261116", "2026-W47-1", "2026-11-6"])
def test_what_is_no_day(text: str) -> None:
    assert is_day(DAY) and not is_day(text)


def test_every_round_has_a_seed_of_its_own_and_a_published_secret_is_checked() -> None:
    secret = "5e" * 32
    seeds = seeds_of(secret, DAY)
    others = seeds_of(secret, "2026-11-17") + seeds_of("5f" * 32, DAY)
    assert len({*seeds, *others}) == 3 * ROUNDS
    played = dict(enumerate(seeds, start=1))
    assert faults(secret, commitment(secret), DAY, played) == []
    assert len(faults("5f" * 32, commitment(secret), DAY, {2: seeds[1]})) == 2
    assert len(faults(secret, commitment(secret), DAY, {1: seeds[1]})) == 1


def test_ranked_is_by_cost_and_then_by_points() -> None:
    ann, bob = Score("a", (0, 4), (1.0, 2.0)), Score("b", (9, 9), (0.5, 0.5))
    cat, dan = Score("c", (0, 5), (2.0, 1.0)), Score("d", (4, 0), (3.0, 0.0))
    field = [ann, bob, cat, dan]
    assert ranks(field) == {"b": 1, "a": 2, "d": 2, "c": 4}
    assert means(field) == [3.25, 4.5]
    assert [percentile(one, field) for one in field] == [67, 100, 0, 67]
    assert percentile(ann, [ann]) is None and means([]) == [] and ranks([]) == {}


def days(pattern: str) -> set[str]:
    """Days up to today: ``x`` played, ``.`` missed; the last is today."""
    return {
        days_before(DAY, len(pattern) - 1 - place)
        for place, mark in enumerate(pattern)
        if mark == "x"
    }


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("", (0, True, False)),
        ("x", (1, True, True)),
        ("xx.", (2, True, False)),  # today is not over yet
        ("xx.x", (3, False, True)),  # one miss is free
        ("xx..x", (1, True, True)),  # two are not
        ("x.xx.x", (1, True, True)),  # the second within a week ends it
        ("x.xxxxxx.x", (8, False, True)),  # after a week the next one is free
        ("x.xxxxxxx", (8, True, True)),
        ("xxx...", (0, True, False)),
    ],
)
def test_a_streak_has_one_free_miss_a_week(pattern: str, found: tuple[int, bool, bool]) -> None:
    assert streak(days(pattern), DAY) == found


def test_a_match_s_deals_are_dealt_again_to_whoever_takes_them_up() -> None:
    match, chance = Match.new(seed="5e" * 32, rules=rule_set("official", target=40)), Random(3)
    while (seat := match.turn) is not None:
        match = match.act(seat, chance.choice(match.view(seat).actions))
    for mine in range(4):
        label = label_of(match, mine)
        seeds = [seed_of(match.seed, label, number) for number in range(1, ROUNDS + 1)]
        for seed, past in zip(seeds, match.past, strict=False):
            again = Match.new(seed=seed, rules=RULES)
            turned = past.deal.hands[mine:] + past.deal.hands[:mine]
            assert again.deal.hands == turned and verify_deals(Record(again, {}))[0].fair
        assert len({Match.new(seed=seed, rules=RULES).deal.hands for seed in seeds}) == ROUNDS
        assert not faults(match.seed, commitment(match.seed), label, dict(enumerate(seeds, 1)))
