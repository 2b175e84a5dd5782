"""The compiled simulator: it agrees with the rules, draws uniformly, and repeats by its seed."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gangoffour
from gangoffour.lab.errors import LabError
from gangoffour.lab.learning.vector import is_legal
from gangoffour.lab.simulator import lookup as tables_module
from gangoffour.lab.simulator.agreement import Disagreement, agree, play_match
from gangoffour.lab.simulator.cards import index_of
from gangoffour.lab.simulator.compiled import below
from gangoffour.lab.simulator.kept_code import EVERY_TIME, FIRST_TIME
from gangoffour.lab.simulator.lookup import derived, lookup, stored
from gangoffour.lab.simulator.plays import measure, pick
from gangoffour.lab.simulator.random_play import random_play, random_rounds
from gangoffour.lab.simulator.state import list_plays, state_of_round, states
from gangoffour.rules.cards import DECK, Cards, word_of
from gangoffour.rules.combinations import catalogue
from gangoffour.rules.editions import rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.rules.plays import all_plays, beating
from gangoffour.rules.round import Round


def listed(word: int, table: int) -> list[int]:
    counts = np.zeros(9, np.int64)
    found = []
    for nth in range(measure(lookup(), np.uint64(word), table, counts)):
        play = pick(lookup(), np.uint64(word), table, counts, nth)
        if play:
            found.append(int(index_of(lookup(), np.uint64(play))))
    return sorted(found)


def test_plays_of_any_hand_over_any_table() -> None:
    rng = random.Random(3)
    for size in [*range(1, 18), 24, 32] * 3:
        hand = word_of(rng.sample(DECK, size))
        assert listed(hand, -1) == [one.index for one in all_plays(hand)]
        for _ in range(4):
            table = rng.choice(all_plays(word_of(rng.sample(DECK, 14))))
            assert listed(hand, table.index) == [one.index for one in beating(hand, table)]


def test_agrees_with_the_rules() -> None:
    rounds, actions = agree(100, seed=1)  # `make chaos` plays 100,000
    assert rounds >= 100 and actions > 5_000


def test_a_disagreement_names_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangoffour.lab.simulator.agreement.on_duty", lambda state: 2)
    with pytest.raises(Disagreement, match="seed 4, action"):
        play_match(4)


@pytest.mark.parametrize("edition", ["official", "riva"])
@pytest.mark.parametrize(
    "hand", ["G6 G6 Y6 Y6 R6 R6 G8", "G1 G1 Y1 Y1 R1 R1 M1 G8"], ids=["without M1", "with M1"]
)
def test_the_limit_of_the_opening_binds_who_must_play_m1(hand: str, edition: str) -> None:
    """R4.3, R9: in the simulator and in the vector environment as in the rules."""
    words = tuple(Cards.parse(cards).word for cards in (hand, "G2 Y2", "G3 Y3", "G4 Y4"))
    now = Round(rule_set(edition), 1, 1, words, 0, 0, opening=True)
    state, room = state_of_round(now), np.zeros(4096, np.int64)
    plays = [one.index for one in now.legal()[0]]
    assert room[: list_plays(lookup(), state, room)].tolist() == plays
    every = [one.index for one in all_plays(words[0])]
    assert [index for index in every if is_legal(lookup(), state, index)] == plays
    bound = "M1" in hand and edition == "official"
    assert max(catalogue()[index].size for index in plays) == (5 if bound else hand.count(" "))


@pytest.mark.long
def test_draws_uniformly() -> None:
    state = states(1, rule_set(), 4, seed=5)[0]
    hand = word_of(random.Random(9).sample(DECK, 16))
    state["hands"][0] = hand
    plays = all_plays(hand)
    drawn = {one.word: 0 for one in plays}
    number = 400 * len(plays)
    for _ in range(number):
        drawn[int(random_play(lookup(), state))] += 1
    squares = sum((count - 400) ** 2 / 400 for count in drawn.values())
    free = len(plays) - 1
    assert abs(squares - free) < 4 * (2 * free) ** 0.5


def test_numbers_below_a_bound() -> None:
    state = states(1, rule_set(), 4, seed=1)[0]
    seen = [int(below(state, 7)) for _ in range(7000)]
    assert set(seen) == set(range(7)) and max(seen.count(n) for n in range(7)) < 1150


@pytest.mark.parametrize("seats", [3, 4])
def test_repeats_by_its_seed(seats: int) -> None:
    rules = rule_set("finnish")
    once = random_rounds(300, 8, rules, seats, silence=128)
    assert once == random_rounds(300, 8, rules, seats, silence=128)
    assert once != random_rounds(300, 9, rules, seats, silence=128)


def test_what_the_rules_do_not_allow_is_not_played() -> None:
    """R9: Riva is for four; an edition may be named."""
    for rules, seats in ((rule_set("riva"), 3), ("official", 5), ("official", 2), ("french", "3")):
        with pytest.raises(LabError, match=f"cannot be played with {seats!r} seats"):
            random_rounds(1, 1, rules, seats)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="'martian' is not an edition"):
        random_rounds(1, 1, "martian")
    assert random_rounds(3, 1, "german", 3) == random_rounds(3, 1, rule_set("german"), 3)


def test_tables_come_from_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh, kept = stored(), stored()
    assert [path.suffix for path in tables_module.cache_folder().iterdir()] == [".npz"]
    for name, values in derived()._asdict().items():
        assert (values == getattr(fresh, name)).all() and (values == getattr(kept, name)).all()
    assert fresh.word.tolist() == [one.word for one in catalogue()]


@pytest.mark.long
def test_what_is_compiled_once_serves_every_environment(tmp_path: Path) -> None:
    """The same sources elsewhere find the machine code; that it is made is said once."""
    code = (
        "from gangoffour.lab.simulator.compiled import below\n"
        "from gangoffour.lab.simulator.state import states\n"
        "from gangoffour.rules.editions import rule_set\n"
        "print(below(states(1, rule_set(), 4, seed=1)[0], 7))"
    )
    (tmp_path / "elsewhere").symlink_to(Path(gangoffour.__file__).parents[1])
    said = []
    for source in (Path(gangoffour.__file__).parents[1], tmp_path / "elsewhere"):
        places = {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(tmp_path / "kept")}
        words = [sys.executable, "-c", code]
        ran = subprocess.run(words, env={**os.environ, **places}, capture_output=True, text=True)
        assert ran.stdout.strip() in "0123456", ran
        said.append(ran.stderr)
    assert said == [FIRST_TIME, ""]


COMPILES = (
    "import gangoffour.lab.simulator.kept_code as kept\n"
    "kept.ELSEWHERE = kept.ELSEWHERE[1:]\n"  # the sources lie in a folder that can be written to
    "from gangoffour.lab.simulator.compiled import seeded, next_random\n"
    "import numpy as np\n"
    "made = np.zeros(1, [('random', np.uint64, 2)])\n"
    "made['random'] = seeded(1, 1)\n"
    "print(next_random(made[0]))"
)


def compiling(home: str) -> subprocess.Popen[str]:
    """A process that compiles something at once, with what it keeps in this folder."""
    return subprocess.Popen(
        [sys.executable, "-c", COMPILES],
        env={**os.environ, "XDG_CACHE_HOME": home, "HOME": home},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.long
def test_without_a_place_to_keep_code_it_is_compiled_each_time() -> None:
    out, said = compiling(os.devnull).communicate(timeout=120)
    assert out.strip().isdecimal() and said == EVERY_TIME


@pytest.mark.long
def test_playing_never_imports_the_compiler() -> None:
    code = (
        "import sys, gangoffour, gangoffour.bots as b;"
        "[b.load_bot(i.name) for i in b.bots()];"
        "sys.exit(any(m in sys.modules for m in ('numba', 'matplotlib', 'pettingzoo')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "given", [{"rounds": -5}, {"rounds": 1.5}, {"silence": -1}, {"silence": 257}, {"rounds": "3"}]
)
def test_random_rounds_refuse_what_is_no_number_of_them(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(LabError, match=f"^{name} must be a whole number from 0 to "):
        random_rounds(**{"rounds": 1, "seed": 1, **given})
    assert random_rounds(2, 1) == random_rounds(2, 1, "official", silence=0)
