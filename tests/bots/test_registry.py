"""Named bots: every level plays whole matches in every edition; bad names are one sentence."""

import random
from itertools import product
from typing import Any

import pytest

from gangoffour import EDITIONS, Match, rule_set
from gangoffour.bots import BotError, bots, load_bot
from gangoffour.lab.one_seat import OneSeat
from gangoffour.lab.rounds import played
from tests.support.length import slice_of

NAMES = [info.name for info in bots()] + ["greedy"]

SOON = ("official", "riva")
"""Of these all levels but the last play in ``make test``, of the others in ``make long``."""


def play(name: str, seats: int, edition: str, seed: int, **changes: object) -> Match:
    """A match, or with the thinkers the first round and a little of the second."""
    bot = load_bot(name)
    rng = random.Random(seed)
    match = Match.new(
        seed=seed, seats=seats, rules=rule_set(edition, target=slice_of(40, 5), **changes)
    )
    thinker = name in ("tiger", "typhoon")
    while not match.over and not (thinker and len(match.past) == 1 and match.round.history):
        assert match.turn is not None
        view = match.view(match.turn)
        match = match.act(match.turn, bot.choose(view, rng))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_that_is_not_to_act_is_refused_in_words(name: str) -> None:
    match = Match.new(seed=7)
    assert match.turn is not None
    for seat in ((match.turn + 1) % 4, None):
        with pytest.raises(BotError) as refused:
            load_bot(name).choose(match.view(seat), random.Random(1))
        assert refused.value.code == "not_to_act"


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        pytest.param(*one, marks=() if one[0] != "typhoon" and one[1] in SOON else pytest.mark.long)
        for one in product(NAMES, EDITIONS)
    ],
)
def test_plays_whole_matches(name: str, edition: str) -> None:
    for seats in EDITIONS[edition].seats:
        first = play(name, seats, edition, 5)
        assert first.past
        if edition == "official":
            assert first.past == play(name, seats, edition, 5).past


def test_plays_custom_rules() -> None:
    for name in NAMES[:3]:
        assert play(name, 4, "german", 3, passed_may_return=False, last_card="automatic").over


def test_infos() -> None:
    assert [info.level for info in bots()] == [1, 2, 3, 4, 5, 6]
    assert len({info.code for info in bots()}) == 6
    assert bots()[0].as_dict()["name"] == "dumpling"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "unknown_bot"),
        ("level:7", "unknown_level"),
        ("level:", "unknown_level"),
        ("nowhere.py:Bot", "no_file"),
        ("cmd:", "no_program"),
        ("cmd:'", "no_program"),
        ("cmd:/no/such/program", "no_program"),
    ],
)
def test_refusals_are_one_sentence(text: str, code: str) -> None:
    with pytest.raises(BotError) as refused:
        load_bot(text)
    assert refused.value.code == code
    assert refused.value.message.endswith(".") and "\n" not in refused.value.message
    assert code != "unknown_bot" or "human:hasty, level:1" in refused.value.message


def test_chance_is_a_bot_everywhere() -> None:
    assert load_bot("random") is not load_bot("random")
    with pytest.raises(BotError, match="there are greedy, random, dumpling"):
        OneSeat(opponents="zz")
    assert played("random", "0/0", 4, "official")["bot"] == "random"


@pytest.mark.parametrize("text", [None, 3, ["greedy"]])
def test_what_is_no_text_names_no_bot(text: Any) -> None:
    with pytest.raises(BotError, match="There is no bot ") as refused:
        load_bot(text)
    assert refused.value.code == "unknown_bot" and repr(text) in refused.value.message
