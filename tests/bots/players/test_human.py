"""Bots that err like people: each habit shows in what is played, and can be set."""

import random
from dataclasses import replace

import numpy as np
import pytest

from gangoffour import Match, Pass, Play, View
from gangoffour.bots import load_bot
from gangoffour.bots.errors import BotError
from gangoffour.bots.network import position_of
from gangoffour.bots.players.characters import (
    AT_THE_TABLE,
    BEGINNERS,
    CASUAL,
    CHARACTERS,
    SOBER,
    Character,
    character_of,
)
from gangoffour.bots.players.human import Company, Human, Looks
from gangoffour.bots.players.human_habits import TREASURE, seen_by
from gangoffour.bots.players.learned import reflex
from gangoffour.bots.players.planned import Planned
from gangoffour.bots.players.planning_levels import DUMPLING
from gangoffour.rules.cards import faces
from tests.support.length import slice_of


@pytest.fixture(scope="module")
def small() -> Looks:
    found = reflex()
    assert found is not None
    return found.judge


@pytest.fixture(scope="module")
def choices(small: Looks) -> list[View]:
    """Where somebody may play or pass, or has several leads."""
    found, bot, rng = [], Human(small, Character()), random.Random(2)
    for seed in range(slice_of(12, 8)):
        match = Match.new(seed=seed)
        while not match.results:
            assert match.turn is not None
            view = match.view(match.turn)
            if len(view.actions) > 1 and view.phase == "play":
                found.append(view)
            match = match.act(match.turn, bot.choose(view, rng))
    return found


def passes(small: Looks, who: Character, views: list[View]) -> float:
    """How often somebody passes."""
    bot = Human(small, who)
    some = [view for view in views if view.may_pass]
    return float(np.mean([isinstance(bot.choose(v, random.Random(1)), Pass) for v in some]))


def plays(small: Looks, who: Character, views: list[View]) -> list[Play]:
    found = [Human(small, who).choose(view, random.Random(1)) for view in views]
    return [one for one in found if isinstance(one, Play)]


def test_the_hasty_pass_less(small: Looks, choices: list[View]) -> None:
    calm = Character(temperature=0)
    assert passes(small, replace(calm, haste=2), choices) < 0.7 * passes(small, calm, choices)


def test_those_who_wait_pass_more(small: Looks, choices: list[View]) -> None:
    calm = Character(temperature=0)
    assert passes(small, replace(calm, waiting=2), choices) > 1.3 * passes(small, calm, choices)


def test_the_plain_overlook_five_cards_that_go_together(small: Looks, choices: list[View]) -> None:
    def fives(who: Character) -> int:
        made = [one.combination for one in plays(small, who, choices)]
        return sum(one.size == 5 and not one.is_gang for one in made)

    calm = Character(temperature=0)
    assert fives(replace(calm, plainness=5)) < 0.85 * fives(calm)


def test_hoarders_keep_their_treasure(small: Looks, choices: list[View]) -> None:
    def spent(who: Character) -> int:
        laid = plays(small, who, choices)
        return sum(face in TREASURE for one in laid for face in faces(one.combination.word))

    calm = Character(temperature=0)
    assert spent(replace(calm, hoarding=2)) < 0.8 * spent(calm)


def test_who_fears_gangs_leads_small(small: Looks, choices: list[View]) -> None:
    leads = [view for view in choices if view.table is None]

    def big(who: Character) -> int:
        return sum(one.combination.size >= 3 for one in plays(small, who, leads))

    calm = Character(temperature=0)
    assert big(replace(calm, gang_fear=3)) < big(calm)


def test_the_forgetful_and_the_dreamer_see_another_table(choices: list[View]) -> None:
    now = position_of(max(choices, key=lambda view: len(view.history)))
    rng = random.Random(1)
    assert seen_by(now, Character(), rng) == now
    forgot = seen_by(now, Character(forgetting=1), rng)
    before, after = (sum(word.bit_count() for word in one.played) for one in (now, forgot))
    assert after < before
    dreamt = seen_by(now, Character(tunnel=1), rng)
    assert min(dreamt.counts[1:]) >= 9 and dreamt.counts[0] == now.counts[0]


@pytest.mark.parametrize("name", CHARACTERS)
def test_characters_play_whole_rounds_and_repeat_themselves(name: str) -> None:
    bot, match = load_bot(f"human:{name}"), Match.new(seed=4)
    while not match.results:
        assert match.turn is not None
        view = match.view(match.turn)
        action = bot.choose(view, random.Random(match.version))
        assert action in view.actions
        assert action == bot.choose(view, random.Random(match.version))
        match = match.act(match.turn, action)


@pytest.mark.parametrize(("name", "characters"), [("dumpling", BEGINNERS), ("sparrow", CASUAL)])
def test_levels_that_plan_have_a_character_in_each_seat(
    name: str, characters: tuple[Character, ...], choices: list[View]
) -> None:
    bot = load_bot(name)
    assert isinstance(bot, Company)
    people = [one for one in bot.people if isinstance(one, Planned)]
    assert [one.character for one in people] == list(characters)
    assert len(set(characters)) == 4
    for view in choices[:20]:
        own = Planned(people[0].style, characters[view.seat or 0])
        assert bot.choose(view, random.Random(1)) == own.choose(view, random.Random(1))


def test_beginners_save_their_cards(choices: list[View]) -> None:
    """They pass where the same plan without the habit plays, in every seat."""
    some = [view for view in choices if view.may_pass]

    def waits(who: Character) -> int:
        bot = Planned(DUMPLING, who)
        return sum(isinstance(bot.choose(view, random.Random(1)), Pass) for view in some)

    sober = waits(SOBER)
    assert all(waits(replace(one, temperature=0.0)) > sober for one in BEGINNERS)


def test_level_four_has_a_character_in_each_seat(choices: list[View]) -> None:
    crane = load_bot("crane")
    assert isinstance(crane, Company)
    people = [one for one in crane.people if isinstance(one, Human)]
    assert [one.character for one in people] == list(AT_THE_TABLE)
    for view in choices[:20]:
        own = Human(people[0].looks, AT_THE_TABLE[view.seat or 0])
        assert crane.choose(view, random.Random(1)) == own.choose(view, random.Random(1))


def test_a_last_card_is_forgotten_where_it_is_said_by_hand(small: Looks) -> None:
    view = View.of("G3 R9", counts=[5, 4, 7], table="Y2")
    quiet = Human(small, Character(forgetting=1, forgets_call=1))
    said = quiet.choose(view, random.Random(1))
    assert isinstance(said, Pass) or (isinstance(said, Play) and not said.call)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "unknown_character"),
        ("", "unknown_character"),
        ("hasty,kindness=1", "bad_habit"),
        ("hasty,haste", "bad_habit"),
        ("hasty,haste=9", "bad_habit"),
        ("hasty,haste=nan", "bad_habit"),
    ],
)
def test_what_is_no_character_is_refused(text: str, code: str) -> None:
    with pytest.raises(BotError) as refused:
        character_of(text)
    assert refused.value.code == code
