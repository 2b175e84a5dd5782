"""The GPU's tables, by the same source on the processor, against the lab's vector environment."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gangoffour.bots import network
from gangoffour.lab.errors import LabError
from gangoffour.lab.gpu import VectorEnv, build, check, layout
from gangoffour.lab.gpu import tables as tables_of
from gangoffour.lab.gpu.__main__ import main
from gangoffour.lab.learning.actions import GIVE, PASS
from gangoffour.lab.learning.tables import Tables
from gangoffour.lab.learning.vector import VectorEnv as Simulated
from gangoffour.lab.learning.vector import observe_all, step_all
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.simulator.greedy import greedy_play
from gangoffour.lab.simulator.lookup import lookup
from gangoffour.lab.simulator.match import begin, new_match, next_round
from gangoffour.lab.simulator.state import DEAD, GIVING, OVER
from gangoffour.rules.cards import FULL_DECK, ORDERED_FACES, add, remove, union
from gangoffour.rules.editions import EDITIONS, RuleSet, rule_set
from tests.support.length import first_of, slice_of

NONE = 255


class Twins:
    """The same cards on the GPU's source and on the lab's simulator."""

    def __init__(self, number: int, seats: int, rules: RuleSet, *, matches: bool) -> None:
        self.new = VectorEnv(number, seats=seats, rules=rules, matches=matches, device="cpu")
        self.old = Simulated(number, seats=seats, rules=rules, matches=matches)
        self.known, self.moves = lookup(), 0
        for table in range(number):
            self.begin(table)

    def deal(self, table: int) -> None:
        """The cards that the new table shows, as they were before any was exchanged."""
        now, state, seats = self.new.states()[table], self.old.states[table], self.new.seats
        hands = [int(word) for word in now["hand"][:seats]]
        if now["taken"] != NONE:
            face = ORDERED_FACES[int(now["taken"])]
            hands[now["winner"]] = remove(hands[now["winner"]], 1 << face)
            hands[now["loser"]] = add(hands[now["loser"]], face)
        seen = 0
        for seat, word in enumerate(hands):
            state["hands"][seat], seen = word, union(seen, word)
        state["hands"][DEAD] = remove(FULL_DECK, seen)

    def begin(self, table: int) -> None:
        state = self.old.states[table]
        new_match(state)
        self.deal(table)
        state["dealer"] = (int(self.new.states()[table]["turn"]) - 1) % self.new.seats
        begin(state)

    def compare(self) -> None:
        assert (self.new.turns == self.old.turns).all()
        assert (self.new.observe() == self.old.observe()).all()
        new, old = self.new.legal(), self.old.legal()
        assert (new.starts == old.starts).all() and (new.actions == old.actions).all()

    def step(self) -> int:
        """The same random actions on both; how many episodes have ended."""
        number, seats, old = self.new.number, self.new.seats, self.old
        actions, last = self.new.random(), np.zeros((self.new.number, WIDTH), np.int8)
        acted = old.turns
        rewards, done = self.new.step(actions, last)
        paid, ended = np.zeros((number, seats), np.float32), np.zeros(number, np.bool_)
        step_all(self.known, old.states, actions, False, paid, ended)
        assert (rewards == paid).all()
        for table in np.flatnonzero(ended).tolist():
            state = old.states[table]
            over = not self.new.matches or state["phase"] == OVER
            assert done[table] == over
            if over:
                state["turn"], row = acted[table], np.zeros((1, WIDTH), np.int8)
                observe_all(self.known, old.states[table : table + 1], row)
                assert (last[table] == row[0]).all()
                self.begin(table)
            else:
                self.deal(table)
                next_round(state)
        assert not done[~ended].any()
        self.moves += number
        return int(done.sum())


def named(one: RuleSet | int) -> str:
    return one.edition if isinstance(one, RuleSet) else str(one)


CASES = [
    *((rule_set(name, target=20), seats) for name, one in EDITIONS.items() for seats in one.seats),
    (rule_set("official", passed_may_return=False, opening_limit=1, target=15), 3),
    (rule_set("german", passed_may_return=False, last_card="automatic", target=15), 4),
]


@pytest.mark.parametrize(("rules", "seats"), first_of(CASES, 5), ids=named)
def test_tables_are_the_vector_environment_s_move_by_move(rules: RuleSet, seats: int) -> None:
    twins, ends = Twins(slice_of(24, 8), seats, rules, matches=True), 0
    for turn in range(260):
        twins.compare()
        if turn % 20 == 0:
            assert (twins.new.masks() == twins.old.masks()).all()
        ends += twins.step()
    assert twins.moves > slice_of(5000, 1700) and ends >= slice_of(6, 1)
    assert (twins.new.states()["round"] > 1).any(), "cards were exchanged"


def test_single_rounds_are_dealt_anew_within_the_step() -> None:
    twins, ends = Twins(24, 4, rule_set("official"), matches=False), 0
    for _ in range(slice_of(150, 75)):
        twins.compare()
        ends += twins.step()
    assert ends > slice_of(20, 5) and (twins.new.states()["round"] == 1).all()


def test_greedy_is_the_bot_of_that_name() -> None:
    twins = Twins(48, 4, rule_set("official", target=60), matches=True)
    asked = 0
    for _ in range(slice_of(120, 60)):
        lowest = twins.new.legal()
        for table, action in enumerate(twins.new.greedy()):
            state = twins.old.states[table]
            if state["phase"] == GIVING:
                assert action == lowest.actions[lowest.starts[table]] >= GIVE
                continue
            wanted = int(greedy_play(twins.known, state))
            assert action == (PASS if wanted < 0 else wanted)
            asked += 1
        twins.step()
    assert asked > slice_of(5000, 2500)


def test_a_seed_is_all_the_deals_whoever_plays() -> None:
    one, other = (VectorEnv(32, seed=7, device="cpu") for _ in range(2))
    for _ in range(90):
        one.step(one.greedy())
    other.play_randomly(200)
    before = one.states()
    one.step(one.greedy())
    assert (before != one.states()).any(), "a copy, not the tables themselves"
    assert (one.states()["hand"] != other.states()["hand"]).any()
    assert (one.reset(7) == other.reset(7)).all()
    assert (one.random() == other.random()).all()
    assert (one.reset(8) != other.observe()).any()


def test_an_illegal_action_is_refused_and_nothing_has_happened() -> None:
    tables = VectorEnv(3, seed=2, device="cpu")
    before, actions = tables.observe(), tables.random()
    actions[1] = PASS
    with pytest.raises(LabError, match="12352 is not legal at table 1"):
        tables.step(actions)
    with pytest.raises(LabError, match="One whole number for each of the 3 tables"):
        tables.step(np.zeros(3))
    assert (tables.observe() == before).all() and tables.refused == 0
    tables.checked = False
    tables.step(np.array([-1, 1 << 40, tables.random()[2]]))
    moved = (tables.observe() != before).any(axis=1)
    assert moved.tolist() == [False, False, True] and tables.refused == 2


def read_only(rows: NDArray[Any]) -> NDArray[Any]:
    rows.flags.writeable = False
    return rows


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda wide: np.zeros((1, wide), np.int8), "int8 of shape (1,"),
        (lambda wide: np.zeros((3, wide), np.int64), "int64"),
        (lambda wide: np.zeros((3, 2 * wide), np.int8)[:, ::2], "in pieces and writable"),
        (lambda wide: np.zeros((wide, 3), np.int8).T, "in pieces"),
        (lambda wide: read_only(np.zeros((3, wide), np.int8)), "contiguous and read-only"),
        (lambda wide: [[0] * wide] * 3, "not list"),
    ],
)
def test_rows_that_cannot_be_written_into_are_refused(make: Any, given: str) -> None:
    """They are written by compiled code, which sees an address and nothing else."""
    tables = VectorEnv(3, seed=2, device="cpu")
    before, actions = tables.observe(), tables.random()
    writing: list[tuple[int, Callable[[Any], object]]] = [
        (WIDTH, tables.observe),
        (tables.masks().shape[1], tables.masks),
        (WIDTH, lambda rows: tables.step(actions, rows)),
    ]
    for wide, write in writing:
        with pytest.raises(LabError) as refused:
            write(make(wide))
        wanted = f"must be int8 of shape (3, {wide}), contiguous and writable, not"
        assert wanted in str(refused.value)
        assert given in str(refused.value)
    assert (tables.observe(before.copy()) == before).all(), "nothing has happened"
    assert tables.masks(np.zeros_like(tables.masks())).any()


@pytest.mark.parametrize("number", ["x", 1.5, None, 0, True])
@pytest.mark.parametrize("made", [VectorEnv, Simulated, Tables])
def test_a_number_of_tables_is_whole(made: Any, number: Any) -> None:
    device = {"device": "cpu"} if made is VectorEnv else {}
    with pytest.raises(LabError, match="must be a whole number from 1 to 10,000,000, not"):
        made(number, **device)
    tables = made(np.int64(2), **device)
    assert (tables.num_envs if made is Tables else tables.number) == 2


@pytest.mark.parametrize("moves", [-1, 1.5, "x", 10**10])
def test_a_number_of_random_moves_is_whole(moves: Any) -> None:
    tables = VectorEnv(2, device="cpu")
    with pytest.raises(LabError, match="moves must be a whole number from 0 to "):
        tables.play_randomly(moves)


@pytest.mark.parametrize("actions", [[[1], [1, 2], [3]], ["a", "b", "c"], [None] * 3, {}])
def test_what_is_no_array_of_actions_is_refused(actions: Any) -> None:
    for tables in (VectorEnv(3, device="cpu"), Simulated(3)):
        with pytest.raises(LabError, match="One whole number for each of the 3 tables"):
            tables.step(actions)


@pytest.fixture(scope="module")
def by_warps() -> Path:
    """The GPU's own lines of the source, run by 32 fibres on the processor."""
    ours = [Path(__file__).with_name(name) for name in ("warp.h", "warp.cu")]
    return build.library([build.HERE / "tables.cu", *ours], tables_of.defines())


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "seats"), CASES[1 :: slice_of(2, 10)], ids=lambda one: getattr(one, "edition", one)
)
def test_a_warp_does_what_one_lane_does(
    rules: RuleSet, seats: int, by_warps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lanes run in ever another order, so that a barrier that is missing shows."""
    here = VectorEnv(3, seats=seats, rules=rules, matches=True, device="cpu")
    monkeypatch.setattr(tables_of, "library", lambda *_, **__: by_warps)
    there = VectorEnv(3, seats=seats, rules=rules, matches=True, device="cpu")
    assert check.agree(here, there, steps=40, moves=60) == 300


def test_other_libraries_take_the_arrays_without_a_copy() -> None:
    rows = VectorEnv(2, device="cpu").observe()
    assert np.shares_memory(np.from_dlpack(rows), rows)


def test_what_is_missing_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(LabError, match=r"pip install 'gangoffour\[gpu\]'"):
        VectorEnv(1)
    with pytest.raises(LabError, match="'tpu' is not a device"):
        VectorEnv(1, device="tpu")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build, "USUAL_PLACE", str(tmp_path))
    for name in ("CXX", *build.CUDA_HOMES):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(LabError, match="install g\\+\\+ or clang"):
        VectorEnv(1, device="cpu")
    with pytest.raises(LabError, match="comes with the CUDA toolkit"):
        build.library([build.HERE / "tables.cu"], {}, architecture="sm_90")
    (tmp_path / "c++").write_text("#!/bin/sh\necho 'no such thing'; exit 1\n")
    (tmp_path / "c++").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(LabError, match=r"c\+\+ could not compile the simulator: no such thing"):
        VectorEnv(1, device="cpu")


def test_the_example_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    example = Path(__file__).parents[3] / "examples" / "train_on_gpu.py"
    with pytest.raises(SystemExit, match=r"pip install 'gangoffour\[gpu\]'"):
        runpy.run_path(str(example))


def test_the_check_and_the_benchmark_run(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "--device", "cpu", "--tables", "8", "--steps", "20"]) == 0
    assert main(["bench", "--device", "cpu", "--tables", "64", "--seconds", "0.01"]) == 0
    told = capfd.readouterr().out
    assert "agree" in told and "random moves" in told and "observations" in told


def test_a_block_says_which_sorts_of_combinations_it_has() -> None:
    """A block whose sorts a hand does not make is passed over, so none may be missing."""
    known = network.lookup()
    sorts = np.repeat(layout.block_sorts(), 32)
    for kind, bits in ((1, 1), (2, 1), (3, 1), (4, 2), (5, 28), (6, 32), (7, 28), (8, 64)):
        assert (sorts[known.kind == kind] & bits).all()
    green = np.uint64(0x9249249)
    flushes = (known.kind == 5) & (known.word & green != 0)
    assert flushes.any() and (sorts[flushes] & 4).all()
    assert (layout.block_sorts() & 28 == 4).any(), "some block has flushes of one colour only"
