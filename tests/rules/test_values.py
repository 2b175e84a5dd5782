"""Matches are values: nothing changes them, and a seed and the actions give the same again."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from gangoffour import Action, Cards, Match, Refusal, combination, rule_set
from tests.support.length import slice_of

TABLES = [(edition, seats) for edition in ("official", "german") for seats in (3, 4)]


def played(seed: int, seats: int, edition: str = "official") -> tuple[list[Match], list[Action]]:
    """All states of a short match and the actions between them."""
    rng = random.Random(seed)
    rules = rule_set(edition, target=25, chinese_deal=bool(seed % 2))
    states, actions = [Match.new(seed=seed, seats=seats, rules=rules)], []
    while not states[-1].over:
        turn = states[-1].turn
        assert turn is not None
        actions.append(rng.choice(states[-1].view(turn).actions))
        states.append(states[-1].act(turn, actions[-1]))
    return states, actions


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_transitions_leave_the_old_value(edition: str, seats: int) -> None:
    """R4: every state of a match is, at the end, what it was when it was reached."""
    states, actions = played(5, seats, edition)
    looked_at = {number: repr(states[number]) for number in range(0, len(states), slice_of(1, 9))}
    match = states[0]
    for number, (state, action) in enumerate(zip(states, actions, strict=False)):
        text = looked_at.get(number)
        assert match == state and (text is None or repr(match) == text)
        assert match.turn is not None
        match = match.act(match.turn, action)
        assert text is None or repr(state) == text
    assert match == states[-1]
    assert len({hash(state) for state in states}) == len(states)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_seed_reproduces_a_match(edition: str, seats: int) -> None:
    """R4.2: the same seed and actions, the same match; another seed, another."""
    states, actions = played(8, seats, edition)
    again, same = played(8, seats, edition)
    assert (again, same) == (states, actions)
    other, _ = played(9, seats, edition)
    assert other[0].deal != states[0].deal
    assert Match.new(seed="8", seats=seats).deal == Match.new(seed=8, seats=seats).deal


def test_versions_count_the_actions() -> None:
    """R4: each action is one step; what it caused stands in its events."""
    states, actions = played(3, 4)
    assert [state.version for state in states] == list(range(len(actions) + 1))
    assert all(state.events for state in states)


def test_a_refusal_changes_nothing() -> None:
    """R4.4: whoever is refused still holds the same value."""
    for state in played(6, 3)[0][:: slice_of(1, 4)]:
        text = repr(state)
        for seat in range(3):
            with pytest.raises(Refusal):
                state.call(seat)
            if not state.view(seat).may_pass:
                with pytest.raises(Refusal):
                    state.pass_(seat)
        assert repr(state) == text


def test_copies_are_equal() -> None:
    """R1: matches, views and cards can be copied and sent to another process."""
    states, _ = played(4, 3)
    values: list[object] = [Cards.parse("G3 M1"), combination("G3 Y3"), rule_set("riva")]
    for state in states[:: len(states) // 5]:
        values += [state, state.view(0), state.view()]
    for value in values:
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(combination("G3"))) is combination("G3")


@pytest.mark.parametrize("name", ["word", "strength", "kind", "index", "cards", "size"])
def test_combinations_do_not_change(name: str) -> None:
    """R2.3: the catalogue is shared by all, so nobody can change it."""
    one = combination("G3")
    before = getattr(one, name)
    with pytest.raises(AttributeError):
        setattr(one, name, before)
    assert getattr(one, name) == before


def test_cards_do_not_change() -> None:
    """R1: cards are a value."""
    cards = Cards.parse("G3")
    with pytest.raises(AttributeError):
        cards.word = 0
    with pytest.raises(AttributeError):
        Match.new(seed=1).version = 3  # type: ignore[misc]
    assert cards == Cards.parse("G3")
