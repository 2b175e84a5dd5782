"""Many tables on a GPU, or by the same source on the processor: the lab's vector environment.

Each table waits for the player to move; ``step`` takes one action number for each. A table whose
episode ends is dealt anew within the step. Last cards are always called with the play (R5.1), so
nobody is ever barred. On a GPU nothing waits, except where a docstring says so.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_uint64, c_void_p
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gangoffour.lab.errors import LabError, required_number
from gangoffour.lab.gpu.build import HERE, library
from gangoffour.lab.gpu.layout import TABLE, Catalogue, catalogue_arrays, places, rules_of
from gangoffour.lab.gpu.memory import Memory, memory_of
from gangoffour.lab.learning.actions import ACTIONS, GIVE
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.rules.editions import RuleSet

MOST_TABLES: Final = 10_000_000
MOST_MOVES: Final = 1_000_000_000
ROOM: Final = 2048
"""Legal plays of one hand that there is room for: sixteen cards never make so many."""


class Legal(NamedTuple):
    """The legal action numbers of all tables, one table after the other."""

    actions: Any
    """All of them; those of table i are ``actions[starts[i]:starts[i + 1]]``."""
    starts: Any


def defines() -> dict[str, object]:
    """What the source takes from the rules and from the lab."""
    return {**places(), "GIVE": GIVE, "LIST": ROOM, "ACTIONS": ACTIONS, "OBSERVATION": WIDTH}


class Code:
    """The compiled source with the catalogue, in one memory."""

    def __init__(self, memory: Memory) -> None:
        made = library([HERE / "tables.cu"], defines(), architecture=memory.architecture)
        self._library, self._memory = ctypes.CDLL(str(made)), memory
        assert self._library.table_size() == TABLE.itemsize, "struct Table and its dtype differ"
        self._kept = [memory.hold(array) for array in catalogue_arrays()]
        self._catalogue = Catalogue(*(memory.address(array) for array in self._kept))

    def call(self, name: str, tables: Any, number: int, *others: Any) -> None:
        """Have a job done that needs no catalogue."""
        self._run(name, self._at(tables), c_int(number), *map(self._at, others))

    def look_up(self, name: str, tables: Any, number: int, *others: Any) -> None:
        """Have a job done that needs the catalogue."""
        given = (self._at(tables), c_int(number), *map(self._at, others))
        self._run(name, byref(self._catalogue), *given)

    def _run(self, name: str, *given: Any) -> None:
        with self._memory.active():
            getattr(self._library, name)(c_void_p(self._memory.stream()), *given)
            problem = self._library.last_error()
        if problem:
            raise LabError("gpu_failed", number=problem)

    def _at(self, value: Any) -> Any:
        """An array by its address; numbers and records are what they are."""
        plain = value is None or isinstance(value, ctypes._SimpleCData) or hasattr(value, "_obj")
        return value if plain else c_void_p(self._memory.address(value))


class VectorEnv:
    """So many tables side by side, with the interface of ``gangoffour.lab.vector.VectorEnv``.

    What it answers are torch tensors on a GPU, numpy arrays with ``device="cpu"``; each call's
    answer is its own. ``checked=False`` saves a wait in every step: an action that is not legal is
    then not refused, its table stands still, and ``refused`` counts.

    >>> tables = VectorEnv(2, seed=1, device="cpu")
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
        device: str = "cuda",
        checked: bool = True,
    ) -> None:
        chosen = seated_rules(rules, seats)
        number = required_number("number", number, 1, MOST_TABLES)
        self.number, self.seats, self.matches, self.checked = number, seats, matches, checked
        self._rules = rules_of(chosen, seats, matches=matches)
        self._memory = memory_of(device)
        self._code = Code(self._memory)
        self._tables = self._memory.zeros((number * TABLE.itemsize // 8,), np.int64)
        self._refused = self._memory.zeros((1,), np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> Any:
        """Deal at every table; the observations. A seed fixes this and all later deals."""
        self._chance = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        deals = c_uint64(int(self._chance))
        self._code.call("deal_tables", self._tables, self.number, byref(self._rules), deals)
        return self.observe()

    @property
    def turns(self) -> Any:
        """The seat that is to act at each table."""
        found = self._memory.room((self.number,), np.int64)
        self._code.call("turns", self._tables, self.number, found)
        return found

    @property
    def refused(self) -> int:
        """How many actions were not legal where ``checked`` is off. Waits."""
        return int(self._memory.fetch(self._refused)[0])

    def observe(self, rows: Any = None) -> Any:
        """The observation of the player to move at each table (``lab.observation``).

        Written into ``rows`` if they are given, from an earlier call.
        """
        rows = self._rows(rows, WIDTH)
        self._code.call("observe", self._tables, self.number, rows)
        return rows

    def masks(self, rows: Any = None) -> Any:
        """What the player to move may do, as one row of zeros and ones for each table.

        Written into ``rows`` if they are given, from an earlier call.
        """
        rows = self._rows(rows, ACTIONS)
        self._code.look_up("mask", self._tables, self.number, rows)
        return rows

    def _rows(self, given: Any, width: int) -> Any:
        """The rows to write into: new ones, or those given, if they are such as new ones are."""
        shape = (self.number, width)
        if given is None:
            return self._memory.room(shape, np.int8)
        wanted = f"int8 of shape {shape}, contiguous and writable"
        if (described := self._memory.described(given)) != wanted:
            raise LabError("bad_rows", wanted=wanted, given=described or type(given).__name__)
        return given

    def legal(self) -> Legal:
        """The same as a list. Waits, for the list's length."""
        counts = self._memory.room((self.number,), np.int64)
        self._code.look_up("count_legal", self._tables, self.number, counts)
        starts = self._memory.starts(counts)
        actions = self._memory.room((int(starts[-1]),), np.int64)
        self._code.look_up("list_legal", self._tables, self.number, starts, actions)
        return Legal(actions, starts)

    def step(self, actions: Any, last: Any = None) -> tuple[Any, Any]:
        """Make one action at each table. An illegal one is refused, and nothing has happened.

        The rewards by table and seat are not zero where a round has ended: the mean of the
        others' points minus one's own. ``done`` says where an episode has; its last observation,
        by whoever acted, is written into the rows of ``last``, if they are given. Waits, if
        ``checked``.
        """
        try:
            numbers = self._memory.numbers(actions)
        except (TypeError, ValueError):  # no array at all can be made of it
            given = type(actions).__name__
            raise LabError("bad_actions", number=self.number, given=given) from None
        if tuple(numbers.shape) != (self.number,) or "int64" not in str(numbers.dtype):
            given = f"{numbers.dtype} of shape {tuple(numbers.shape)}"
            raise LabError("bad_actions", number=self.number, given=given)
        if last is not None:
            self._rows(last, WIDTH)
        if self.checked:
            self._refuse(numbers)
        rewards = self._memory.room((self.number, self.seats), np.float32)
        done = self._memory.room((self.number,), np.bool_)
        written = (rewards, done, last, self._refused)
        self._code.look_up("act", self._tables, self.number, numbers, *written)
        return rewards, done

    def _refuse(self, numbers: Any) -> None:
        wrong = self._memory.hold(np.array([self.number], np.int32))
        self._code.look_up("check", self._tables, self.number, numbers, wrong)
        first = int(self._memory.fetch(wrong).view(np.int32)[0])
        if first < self.number:
            listed = "legal() lists those"
            action = int(numbers[first])
            raise LabError("illegal_action", action=action, table=first, listed=listed)

    def random(self) -> Any:
        """One legal action for each table, all equally likely."""
        actions = self._memory.room((self.number,), np.int64)
        self._code.look_up("random_actions", self._tables, self.number, self._key(), actions)
        return actions

    def greedy(self) -> Any:
        """What the bot ``greedy`` would do at each table."""
        actions = self._memory.room((self.number,), np.int64)
        self._code.look_up("greedy_actions", self._tables, self.number, actions)
        return actions

    def play_randomly(self, moves: int) -> None:
        """So many random moves at every table; tables are dealt anew as in ``step``."""
        moves = required_number("moves", moves, 0, MOST_MOVES)
        self._code.look_up("random_play", self._tables, self.number, self._key(), c_int(moves))

    def _key(self) -> c_uint64:
        """Chance for players: another number each time, apart from the deals."""
        self._chance = np.uint64((int(self._chance) * 6364136223846793005 + 1) % (1 << 64))
        return c_uint64(int(self._chance))

    def wait(self) -> None:
        """Wait until all that was asked for is done."""
        self._memory.wait()

    def states(self) -> NDArray[Any]:
        """All that is known of the tables now, as records of ``layout.TABLE``. Waits."""
        return self._memory.fetch(self._tables).copy().view(TABLE)
