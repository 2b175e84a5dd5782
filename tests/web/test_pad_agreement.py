"""The score pad's TypeScript says what the rules library says, round after round."""

from __future__ import annotations

import json
import random
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from gangoffour.rules.deal import deal
from gangoffour.rules.editions import rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.rules.sheet import Line, Sheet
from tests.web.golden_sheets import GOLDEN, ROUNDS, TABLES, golden_text, matches, told

ROOT = Path(__file__).parents[2]


class Pad:
    """The pad's modules, compiled once and asked through one node."""

    def __init__(self, folder: Path) -> None:
        script = ROOT / "tests" / "web" / "agreement.mjs"
        self._node = subprocess.Popen(
            [ROOT / "tools" / "web", "node", script, ROOT / "web", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, questions: list[dict[str, Any]]) -> list[Any]:
        """All answers, in order. What is asked is written meanwhile: no pipe holds it all."""
        assert self._node.stdin is not None and self._node.stdout is not None
        lines = [f"{json.dumps(one)}\n" for one in questions]
        asking = threading.Thread(target=self._write, args=(self._node.stdin, lines), daemon=True)
        asking.start()
        answers = [json.loads(self._node.stdout.readline()) for _ in questions]
        asking.join()
        return answers

    @staticmethod
    def _write(to: IO[str], lines: list[str]) -> None:
        to.writelines(lines)
        to.flush()

    def close(self) -> None:
        """No more questions: nothing is left to say, and all went well."""
        left, _ = self._node.communicate(timeout=60)
        assert (left, self._node.returncode) == ("", 0)


@pytest.fixture(scope="module")
def pad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pad]:
    pad = Pad(tmp_path_factory.mktemp("pad"))
    yield pad
    pad.close()


@pytest.mark.long
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_pad_scores_as_the_library(pad: Pad, edition: str, seats: int) -> None:
    """R4.1, R6, R7: points, totals, loser, direction, exchange and the end of the match."""
    rules = rule_set(edition)
    played = list(matches(random.Random(f"{edition} {seats}"), rules, seats))
    answers = pad.ask([told(edition, seats, lines) for lines, _ in played])
    ties = 0
    for (lines, match), answer in zip(played, answers, strict=True):
        sheet = Sheet.of(seats, rules, lines)
        assert (sheet.results, sheet.totals, sheet.winners) == (
            match.results,
            match.totals,
            match.winners,
        )
        for result, said in zip(match.results, answer["results"], strict=True):
            expected = {**result._asdict(), "round": result.number}
            del expected["number"]
            assert {key: said[key] for key in expected} == json.loads(json.dumps(expected))
            ties += len(said["tied"]) > 1
        assert (answer["totals"], answer["winners"]) == (list(match.totals), list(match.winners))
        if not match.over:
            assert match.exchange is not None
            last = answer["results"][-1]
            assert (last["loser"], last["winner"]) == (match.exchange.giver, match.exchange.taker)
            assert answer["direction"] == match.round.direction == sheet.direction
    assert sum(len(lines) for lines, _ in played) >= ROUNDS
    assert ties > ROUNDS / 10


def odd_line(rng: random.Random, seats: int) -> Line:
    """A line as a tired person taps it."""
    left = [rng.choice((0, 0, 1, 1, 2, 5, 5, 16, 17, 65, -1)) for _ in range(seats)]
    if rng.random() < 0.1:
        left.append(3)
    some = [seat for seat in range(seats + (rng.random() < 0.1)) if rng.random() < 0.2]
    return Line(tuple(left), tuple(some), tuple(rng.sample(range(seats), rng.randint(0, 2))))


@pytest.mark.long
@pytest.mark.parametrize(("edition", "seats"), [*TABLES, ("riva", 3), ("martian", 4)])
def test_the_pad_refuses_as_the_library(pad: Pad, edition: str, seats: int) -> None:
    """R4.2, R4.6, R5.2, R6.2, R9: the same sheets are refused, for the same reason."""
    rng = random.Random(f"odd {edition} {seats}")
    good = Line((0, *(16,) * (seats - 1)), (), (1,))
    sheets = [[good] * rng.choice((0, 0, 1, 2)) + [odd_line(rng, seats)] for _ in range(600)]
    answers = pad.ask([told(edition, seats, lines) for lines in sheets])
    codes = set()
    for lines, answer in zip(sheets, answers, strict=True):
        try:
            Sheet.of(seats, rule_set(edition), lines)
        except Refusal as refusal:
            assert (answer["code"], answer["rule"]) == (refusal.code, refusal.rule)
            assert answer["params"].items() <= refusal.params.items()
            codes.add(refusal.code)
        else:
            assert "results" in answer
    if (edition, seats) in TABLES:
        expected = {"bad_line", "bad_card_count", "no_round_winner", "two_round_winners"}
        expected |= {"barred_one_card", "rounds_after_end", "unknown_seat"}
        assert codes == expected | ({"tie_unsettled"} if edition == "riva" else set())
    else:
        assert len(codes) == 1


@pytest.mark.long
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_pad_deals_as_the_library(pad: Pad, edition: str, seats: int) -> None:
    """R8.1: whoever the library counts out is counted out."""
    rules = rule_set(edition, chinese_deal=True)
    asked, expected = [], []
    for seed in range(300):
        dealer, number = seed % seats, 1 + seed // seats % 4
        direction = 1 if number % 2 else -1
        ceremony = deal(str(seed), number, seats, dealer, direction, rules).ceremony
        assert ceremony is not None
        asked.append({"deal": [seats, dealer, number, int(ceremony.shown[-1][1:]), edition]})
        expected.append((ceremony.cutter, ceremony.first))
    answers = pad.ask(asked)
    assert [(one["cutter"], one["counted"][-1]) for one in answers] == expected
    assert all(one["receive"][0] == one["counted"][-1] for one in answers)


def test_the_golden_sheets_of_the_client_are_the_librarys() -> None:
    """The client's unit tests score the same sheets, without asking the library."""
    assert GOLDEN.read_text(encoding="utf-8") == golden_text()
