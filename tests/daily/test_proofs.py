"""Slices of the proofs: identical replies, and a year of days."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangoffour.daily.__main__ import main
from gangoffour.daily.check import check, weights_in_use
from gangoffour.daily.identical import compare, played
from gangoffour.daily.rounds import RULES, by_chance, play_round
from gangoffour.daily.seeds import seeds_of
from gangoffour.daily.year import Day, Year, day_of
from gangoffour.rules.deal import commitment
from gangoffour.rules.match import Match
from tests.support.length import slice_of


def test_who_plays_alike_meets_the_same_replies_in_any_order() -> None:
    rounds = slice_of(10_000, 6)
    there, back = list(range(rounds)), list(reversed(range(rounds)))
    assert played(there) == played(back)


@pytest.mark.long
def test_and_in_two_processes() -> None:
    found = compare(slice_of(10_000, 2))
    assert found.different == [] and found.moves > found.rounds


@pytest.mark.long
def test_who_plays_as_the_judge_does_pays_nothing_and_the_others_do() -> None:
    days = [day_of(number, 3, slip=0.0) for number in range(slice_of(365, 2))]
    assert all(day.costs[5] == [0.0] and min(*day.costs[3], *day.costs[4]) > 0 for day in days)
    assert Year(days).told()["days"] == len(days)
    assert Day(0, {3: [9.0], 4: [5.0], 5: [0.0]}, {}).apart()
    assert not Day(0, {3: [4.0], 4: [5.0], 5: [0.0]}, {}).apart()


def test_a_published_day_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, label = "ab" * 32, "2026-11-16"
    day = {"secret": secret, "commitment": commitment(secret), "label": label}
    file = tmp_path / "day.json"
    for seeds, code in ((seeds_of(secret, label), 0), (seeds_of(secret, "2026-11-17"), 1)):
        file.write_text(json.dumps({**day, "seeds": seeds}), encoding="utf-8")
        assert main(["check", str(file)]) == code
    assert main(["what"]) == 2
    assert "Round 5" in capsys.readouterr().out


@pytest.mark.long
def test_a_day_is_checked_with_its_records_and_other_weights_are_no_fault() -> None:
    secret, label = "5e" * 32, "2026-11-16"
    seeds = seeds_of(secret, label)
    day = {"secret": secret, "commitment": commitment(secret), "label": label, "seeds": seeds}
    day |= {"weights": weights_in_use()}
    played = [play_round(seed, by_chance(seed)) for seed in seeds[:2]]
    wrong, notes = check(day, played)
    assert not wrong and len(notes) == 3
    # Somebody plays a bot's seats: other weights would do so, too.
    chance = by_chance("other")
    forged = Match.new(seed=seeds[2], rules=RULES)
    while (seat := forged.turn) is not None:
        forged = forged.act(seat, chance(forged.view(seat)))
    wrong, _ = check(day, [forged])
    assert len(wrong) == 1 and "Round 3: move" in wrong[0]
    wrong, notes = check(day | {"weights": "ab" * 32}, [forged])
    assert not wrong and "other weights (abababababab…)" in notes[-1]
    stranger = play_round("somewhere else", by_chance("x"))
    assert "no round of this day" in check(day, [stranger]).wrong[0]
