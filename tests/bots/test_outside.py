"""Bots from outside: Python files and programs; whatever they do, the game goes on."""

import random
import sys
from pathlib import Path

import pytest

from gangoffour import Action, Match, View
from gangoffour.bots import BotError, Careful, load_bot
from gangoffour.bots.errors import BotError as Error
from gangoffour.bots.program import Program

FIRST = """
class First:
    def choose(self, view, rng):
        return view.actions[0]

ready = First()
number = 7

class Broken:
    def __init__(self):
        raise RuntimeError("no")
"""

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    view = json.loads(line)["view"]
    {body}
    print(json.dumps(answer), flush=True)
"""
HONEST = """answer = ({"give": view["hand"][0]} if view["phase"] == "exchange" else
        {"play": view["plays"][0]} if view["plays"] else {"pass": True})"""


def program(folder: Path, body: str) -> str:
    path = folder / "program.py"
    path.write_text(PROGRAM.replace("{body}", body))
    return f"{sys.executable} {path}"


def play(bot: Careful, rounds: int = 1) -> Match:
    match, rng = Match.new(seed=4), random.Random(4)
    while not match.over and len(match.results) < rounds:
        assert match.turn is not None
        match = match.act(match.turn, bot.choose(match.view(match.turn), rng))
    return match


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mybot.py"
    path.write_text(FIRST)
    assert play(Careful(load_bot(f"{path}:First"), "first"), 2).results
    assert play(Careful(load_bot(f"{path}:ready"), "ready")).results
    for name, code in [("number", "not_a_bot"), ("Nobody", "no_class"), ("Broken", "broken_file")]:
        with pytest.raises(BotError) as refused:
            load_bot(f"{path}:{name}")
        assert refused.value.code == code
    with pytest.raises(BotError) as refused:
        load_bot(str(path))
    assert refused.value.code == "no_class"
    path.write_text("import nothing_of_this_name")
    with pytest.raises(BotError, match="cannot be loaded: ModuleNotFoundError") as refused:
        load_bot(f"{path}:First")


def test_a_program(tmp_path: Path) -> None:
    bot = load_bot("cmd:" + program(tmp_path, HONEST))
    assert isinstance(bot, Program)
    careful = Careful(bot, "honest")
    assert play(careful, 2).results and careful.faults == {}
    again = bot.__reduce__()
    assert again[1][0] == bot.command  # type: ignore[index]
    bot.close()
    bot.close()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("sys.exit(3)", "crashed"),
        ("time.sleep(9)", "late"),
        ("answer = {'play': ['G1', 'Y9']}", "illegal"),
        ("answer = {'play': ['M1', 'M1']}", "illegal"),
        ("answer = 7", "illegal"),
        ("answer = 'x' * 100_000", "illegal"),
        ("print('{', flush=True); answer = 1", "illegal"),
    ],
)
def test_misbehaviour_is_reported_and_replaced(tmp_path: Path, body: str, code: str) -> None:
    bot = Program(program(tmp_path, body), seconds=1.0 if code == "late" else 5.0)
    reports: list[Error] = []
    careful = Careful(bot, "odd", reports.append)
    match, rng = Match.new(seed=4), random.Random(4)
    assert match.turn is not None
    action = careful.choose(match.view(match.turn), rng)
    assert match.act(match.turn, action).version == 1
    assert [report.code for report in reports] == [code] and careful.faults == {code: 1}
    bot.close()


def test_a_bot_that_raises_or_lies() -> None:
    class Raises:
        def choose(self, view: View, rng: random.Random) -> Action:
            raise KeyError("oh\nno")

    class Lies:
        def choose(self, view: View, rng: random.Random) -> Action:
            return "nothing"  # type: ignore[return-value]

    for bot, code in [(Raises(), "crashed"), (Lies(), "illegal")]:
        careful = Careful(bot, "odd")
        assert play(careful).results and set(careful.faults) == {code}
