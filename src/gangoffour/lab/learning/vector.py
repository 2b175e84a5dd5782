"""Many tables at once on the compiled simulator, for learning by the million moves.

Each table waits for the player to move; ``step`` takes one action number for each. A table whose
episode ends is dealt anew at once. Last cards are always called with the play (R5.1).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from gangoffour.lab.errors import LabError, required_number
from gangoffour.lab.learning.actions import ACTIONS, CALL, GIVE, PASS
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.lab.simulator.cards import U, face_word, ordered
from gangoffour.lab.simulator.compiled import compiled, popcount
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.match import carry_on, finish, give, new_match
from gangoffour.lab.simulator.state import (
    GIVING,
    OVER,
    allowed,
    following,
    lay,
    let_stand,
    list_plays,
    may_pass,
    on_duty,
    options,
    states,
)
from gangoffour.rules.editions import RuleSet

MOST_TABLES: Final = 10_000_000


def illegal_at(action: int, table: int, listed: str = "legal() lists those") -> LabError:
    """The refusal of an action, which says where those are that are legal."""
    return LabError("illegal_action", action=action, table=table, listed=listed)


def action_numbers(actions: Any, tables: int) -> Any:
    """One action number for each table, as an array; anything else is refused."""
    try:
        numbers = np.ascontiguousarray(actions)
    except (TypeError, ValueError):  # no array at all can be made of it
        given = type(actions).__name__
        raise LabError("bad_actions", number=tables, given=given) from None
    if numbers.shape != (tables,) or numbers.dtype.kind not in "iu":
        given = f"{numbers.dtype} of shape {numbers.shape}"
        raise LabError("bad_actions", number=tables, given=given)
    return numbers.astype(np.int64)


class Legal(NamedTuple):
    """The legal action numbers of all tables, one table after the other."""

    actions: Any
    """All of them; those of table i are ``actions[starts[i]:starts[i + 1]]``."""
    starts: Any


class VectorEnv:
    """So many tables side by side.

    >>> tables = VectorEnv(2, seed=1)
    >>> legal = tables.legal()
    >>> rewards, done = tables.step(legal.actions[legal.starts[:-1]])
    >>> rewards.shape, tables.observe().shape
    ((2, 4), (2, 490))
    """

    def __init__(
        self,
        number: int,
        *,
        seats: int = 4,
        rules: RuleSet | str = "official",
        matches: bool = False,
        seed: int = 0,
    ) -> None:
        chosen = seated_rules(rules, seats)
        number = required_number("number", number, 1, MOST_TABLES)
        self.states = states(number, chosen, seats, seed)
        self.number, self.seats, self.matches = number, seats, matches
        self._room = np.zeros(4096, np.int64)
        self._known = lookup()
        begin_all(self.states)

    @property
    def turns(self) -> Any:
        """The seat that is to act at each table."""
        return self.states["turn"].copy()

    def observe(self) -> Any:
        """The observation of the player to move at each table (``lab.observation``)."""
        rows = np.zeros((self.number, WIDTH), np.int8)
        observe_all(self._known, self.states, rows)
        return rows

    def legal(self) -> Legal:
        """What the player to move may do at each table."""
        return self._legal_of(self.states)

    def _legal_of(self, states: Any) -> Legal:
        starts = np.zeros(len(states) + 1, np.int64)
        found = np.zeros(max(4096, 64 * len(states)), np.int64)
        while True:
            if legal_all(self._known, states, self._room, found, starts):
                return Legal(found[: starts[-1]], starts)
            found = np.zeros(2 * len(found), np.int64)

    def masks(self) -> Any:
        """``legal`` as one row of zeros and ones for each table."""
        return self.masks_of(self.states)

    def masks_of(self, states: Any) -> Any:
        """The same for some tables' states."""
        legal = self._legal_of(states)
        rows = np.zeros((len(states), ACTIONS), np.int8)
        owner = np.repeat(np.arange(len(states)), np.diff(legal.starts))
        rows[owner, legal.actions] = 1
        return rows

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Make one action at each table. An illegal one is refused, and nothing has happened.

        The rewards by table and seat are not zero where a round has ended: the mean of the
        others' points minus one's own. ``done`` says where an episode has.
        """
        rewards = np.zeros((self.number, self.seats), np.float32)
        done = np.zeros(self.number, np.bool_)
        numbers = action_numbers(actions, self.number)
        wrong = first_illegal(self._known, self.states, numbers)
        if wrong >= 0:
            raise illegal_at(int(numbers[wrong]), wrong)
        step_all(self._known, self.states, numbers, self.matches, rewards, done)
        begin_some(self.states, done)
        return rewards, done


@compiled
def begin_all(states: Any) -> Any:
    """Deal at every table."""
    for number in range(len(states)):
        new_match(states[number])


@compiled
def begin_some(states: Any, done: Any) -> Any:
    """Deal anew where an episode has ended."""
    for number in range(len(states)):
        if done[number]:
            new_match(states[number])


@compiled
def legal_all(lookup: Any, states: Any, room: Any, found: Any, starts: Any) -> Any:
    """Write every table's legal actions; False if there was not enough room."""
    at = 0
    for number in range(len(states)):
        starts[number] = at
        state = states[number]
        if at + 4096 > len(found) and at + len(room) > len(found):
            return False
        if state.phase == GIVING:
            bits = ordered(state.hands[state.turn])
            for place in range(34):
                if bits >> U(place) & U(1):
                    found[at] = GIVE + place
                    at += 1
            continue
        for nth in range(list_plays(lookup, state, room)):
            found[at] = room[nth]
            at += 1
        if may_pass(state):
            found[at] = PASS
            at += 1
    starts[len(states)] = at
    return True


@compiled
def first_illegal(lookup: Any, states: Any, actions: Any) -> Any:
    """The first table whose action is not a legal one; −1 if all are."""
    for number in range(len(states)):
        if not is_legal(lookup, states[number], actions[number]):
            return number
    return -1


@compiled
def is_legal(lookup: Any, state: Any, action: Any) -> Any:
    """Whether the player to move may do this, without listing what else there is."""
    hand = state.hands[state.turn]
    if action < 0 or action >= ACTIONS or action == CALL:
        return False
    if action >= GIVE or state.phase == GIVING:
        held = action >= GIVE and ordered(hand) >> U(action - GIVE) & U(1) == U(1)
        return held and state.phase == GIVING
    if action == PASS:
        if state.table >= 0 and not on_duty(state):
            return True
        options(lookup, state)
        return may_pass(state)
    word = lookup.word[action]
    if word & ~hand != U(0) or not allowed(state, hand, word):
        return False
    if state.table >= 0:
        alike = lookup.size[action] == lookup.size[state.table]
        if action < lookup.after[state.table] or not (alike or action >= lookup.bounds[4]):
            return False
    if lookup.size[action] > 1 or not on_duty(state):
        return True
    only = options(lookup, state)
    return state.counts[1] == 1 and word == face_word(only)


@compiled
def step_all(lookup: Any, states: Any, actions: Any, matches: Any, rewards: Any, done: Any) -> Any:
    """Make one action at every table. Where an episode ends, its last position stays."""
    for number in range(len(states)):
        state = states[number]
        action = actions[number]
        if action >= GIVE:
            give(state, action - GIVE)
        elif action == PASS:
            let_stand(state)
        else:
            lay(state, action, lookup.word[action], True)
        if state.winner < 0:
            continue
        if matches:
            carry_on(lookup, state)
        else:
            finish(lookup, state)
        total = 0
        for seat in range(state.seats):
            total += state.points[seat]
        for seat in range(state.seats):
            own = state.points[seat]
            rewards[number, seat] = (total - own) / (state.seats - 1) - own
        if not matches or state.phase == OVER:
            done[number] = True


@compiled
def write_word(row: Any, start: Any, word: Any) -> Any:
    """The 64 bits of a word as numbers."""
    for bit in range(64):
        row[start + bit] = np.int8(word >> U(bit) & U(1))


@compiled
def observe_all(lookup: Any, states: Any, rows: Any) -> Any:
    """Write the observation of the player to move at every table."""
    for number in range(len(states)):
        state = states[number]
        row = rows[number]
        row[:] = 0
        write_word(row, 0, state.hands[state.turn])
        if state.table >= 0:
            write_word(row, 64, lookup.word[state.table])
        seat = state.turn
        for turn in range(state.seats):
            write_word(row, 128 + 64 * turn, state.played[seat])
            row[384 + turn] = popcount(state.hands[seat])
            row[388 + turn] = state.called >> seat & 1
            row[392 + turn] = state.barred >> seat & 1
            row[396 + turn] = state.passed >> seat & 1
            row[400 + turn] = state.table_by == seat
            row[404 + turn] = min(127, state.totals[seat] * 100 // state.target)
            if state.taken >= 0:
                row[408 + turn] = state.giver == seat
                row[412 + turn] = state.taker == seat
            seat = following(state, seat, 0)
        if state.taken >= 0:
            row[416 + state.taken] = 1
        if state.back >= 0:
            row[450 + state.back] = 1
        row[484] = state.phase == GIVING
        row[486] = on_duty(state) and state.phase != GIVING
        row[487] = state.opening
        row[488] = state.seats == 3
        row[489] = state.direction == -1
