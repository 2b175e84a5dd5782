"""The compiled network against numpy: the same scores, decision by decision.

``python -m tests.pocket.judged 20000`` compares so many and says how long a decision takes; with a
second word other ones, for who wants them in slices.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import NamedTuple

import numpy as np

from gangoffour import EDITIONS, Match
from gangoffour.bots.network import Reflex, action_number, fingerprint, position_of
from gangoffour.bots.network.exact import ExactNetwork
from gangoffour.bots.network.reflex import UNIT
from gangoffour.bots.players.learned import shipped
from gangoffour.bots.position.exact_question import known_combinations, question
from gangoffour.bots.position.match_aim import plays_for_match
from gangoffour.bots.position.position import Position
from gangoffour.pocket.network import Judge
from gangoffour.rules.actions import Call
from gangoffour.rules.editions import rule_set

ROOT = Path(__file__).parents[2]
JUDGE = [str(ROOT / "tools" / "web"), "node", "scripts/judge.mjs"]


class Decision(NamedTuple):
    """A position with several actions."""

    now: Position
    actions: list[int]


def decisions(number: int, seed: str) -> Iterator[Decision]:
    """Decisions of matches in every edition, played by chance."""
    chance, found = Random(seed), 0
    while True:
        edition = chance.choice(list(EDITIONS))
        seats = chance.choice(EDITIONS[edition].seats)
        match = Match.new(seats=seats, seed=f"{seed} {found}", rules=rule_set(edition))
        while not match.over:
            seat = match.turn
            if seat is None:
                break
            view = match.view(seat)
            actions = [one for one in view.actions if not isinstance(one, Call)]
            if len(actions) > 1:
                if found == number:
                    return
                found += 1
                now = position_of(view, aim_at_match=plays_for_match(view))
                yield Decision(now, [action_number(one) for one in actions])
            match = match.act(seat, chance.choice(actions or list(view.actions)))


class Compared(NamedTuple):
    """How many decisions, how many differed, and milliseconds for each of the large network's."""

    number: int
    wrong: list[str]
    times: list[float]


def compared(number: int, seed: str) -> Compared:
    """Ask numpy and the compiled network the same."""
    network = shipped()
    assert network is not None
    exact, reflex = ExactNetwork(network), Reflex.load(fingerprint(network.weights))
    assert reflex is not None
    asked = list(decisions(number, seed))
    lines = [known_combinations().hex()]
    for now, actions in asked:
        said = question(now, actions).hex()
        lines += [f"network {said}", f"reflex {said}"]
    answer = subprocess.run(
        JUDGE, input="\n".join(lines), capture_output=True, text=True, check=True, cwd=ROOT
    )
    *scores, times = answer.stdout.splitlines()
    wrong = []
    for at, (now, actions) in enumerate(asked):
        *found, value = [int(one) for one in scores[2 * at].split()]
        judged, worth = exact.judge_and_value(now, actions)
        if found != judged.tolist() or value != worth:
            wrong.append(f"network: {now} {actions}")
        looks = np.array([float(one) for one in scores[2 * at + 1].split()]) / UNIT
        if looks.astype(np.float32).tolist() != reflex.judge(now, actions).tolist():
            wrong.append(f"reflex: {now} {actions}")
    return Compared(len(asked), wrong, [float(one) for one in times.split()][::2])


@contextmanager
def judging() -> Iterator[Judge]:
    """The compiled network, asked one question after the other as a browser's worker asks it."""
    with subprocess.Popen(JUDGE, stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT) as program:
        assert program.stdin is not None and program.stdout is not None
        said, heard = program.stdin, program.stdout
        said.write(f"{known_combinations().hex()}\n")

        def judge(small: bool, asked: str) -> str:
            said.write(f"{'reflex' if small else 'network'} {asked}\n")
            said.flush()
            return heard.readline()

        yield judge
        said.close()
        heard.read()


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    told = compared(int(given.get(1, 20_000)), given.get(2, "20,000"))
    middle, late = np.percentile(told.times, [50, 95])
    print(  # noqa: T201
        f"{told.number} decisions, {len(told.wrong)} differ; {middle:.1f} ms, p95 {late:.1f} ms"
    )
    sys.exit(1 if told.wrong else 0)
