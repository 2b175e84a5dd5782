"""Bots from outside: Python files and programs; whatever they do, the game goes on."""

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gangoffour import Action, Call, Match, Pass, Play, View, parse_position
from gangoffour.bots import BotError, Careful, load_bot
from gangoffour.bots.bot import Bot
from gangoffour.bots.errors import BotError as Error
from gangoffour.bots.outside.program import Program, end_programs
from gangoffour.bots.players.greedy import Greedy
from gangoffour.rules.actions import play_of
from tests.support.process_alive import alive

PATIENT_S = 60.0
"""For programs that are not late, though the machine stands still for a while."""
ONE_CARD = (
    "official round 1 + dealer 0 hands G3,R9/G4/G5,Y7,Y9/G7,G7,Y7,Y8,R8,G9 turn 2 table 1:G2 "
    "silent 1 totals 0,0,0,0"
)
FIRST = """
class First:
    def choose(self, view, rng):
        return view.actions[0]

ready = First()

def first(view, rng):
    return view.actions[0]

number = 7

class Short:
    def choose(self, view):
        return view.actions[0]

def long(view, rng, more):
    return view.actions[0]

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
    assert play(Careful(load_bot(f"{path}:first"), "a function")).results
    wrong = {"Short": "not_a_bot", "long": "not_a_bot", "number": "not_a_bot"}
    wrong |= {"Nobody": "no_class", "Broken": "broken_file"}
    for name, code in wrong.items():
        with pytest.raises(BotError) as refused:
            load_bot(f"{path}:{name}")
        assert refused.value.code == code
    with pytest.raises(BotError) as refused:
        load_bot(str(path))
    assert refused.value.code == "no_class"
    path.write_text("raise SystemExit(2)")
    with pytest.raises(BotError, match="cannot be loaded: SystemExit: 2"):
        load_bot(f"{path}:First")
    path.write_text("raise GeneratorExit()")  # of another length: Python keeps what it compiled
    with pytest.raises(BotError, match=r"cannot be loaded: GeneratorExit\."):
        load_bot(f"{path}:First")
    path.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_bot(f"{path}:First")
    path.write_text("import nothing_of_this_name")
    with pytest.raises(BotError, match="cannot be loaded: ModuleNotFoundError") as refused:
        load_bot(f"{path}:First")


def test_a_file_may_have_others_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("def first(view):\n    return view.actions[0]\n")
    (tmp_path / "one").mkdir()
    text = """
from __future__ import annotations
from dataclasses import dataclass
from typing import ClassVar
{imported}

@dataclass
class Tuned:
    name: ClassVar[str] = {name!r}

    def choose(self, view, rng):
        return {chosen}
"""
    path, other = tmp_path / "tuned.py", tmp_path / "one" / "tuned.py"
    imported = "from beside_the_bot import first"
    path.write_text(text.format(imported=imported, name="here", chosen="first(view)"))
    other.write_text(text.format(imported="", name="there", chosen="view.actions[0]"))
    here, there = load_bot(f"{path}:Tuned"), load_bot(f"{other}:Tuned")
    assert [type(one).__dict__["name"] for one in (here, there)] == ["here", "there"]
    careful = Careful(here, "tuned")
    assert play(careful).results and careful.faults == {}


def test_a_program(tmp_path: Path) -> None:
    bot = load_bot("cmd:" + program(tmp_path, HONEST), PATIENT_S)
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
        ("answer = {'move': 7}", "illegal"),
        ("answer = {'play': ['G3'], 'pass': False}", "illegal"),
        ("answer = {'pass': True, 'comment': 'x'}", "unknown_field"),
        ("answer = {'play': ['M1'], 'call': 0}", "bad_call"),
        ("answer = {'play': ['M1'], 'call': None}", "bad_call"),
        ("answer = 'x' * 100_000", "illegal"),
        ("print('{', flush=True); answer = 1", "illegal"),
        ("print('[' * 50_000, flush=True); answer = 1", "illegal"),
        ("import os; os.close(1); time.sleep(9)", "crashed"),
        ("import os; os.kill(os.getpid(), 9)", "crashed"),
    ],
)
def test_misbehaviour_is_reported_and_replaced(tmp_path: Path, body: str, code: str) -> None:
    bot = Program(program(tmp_path, body), seconds=1.0 if code == "late" else PATIENT_S)
    reports: list[Error] = []
    careful = Careful(bot, "odd", reports.append)
    match, rng = Match.new(seed=4), random.Random(4)
    assert match.turn is not None
    action = careful.choose(match.view(match.turn), rng)
    assert match.act(match.turn, action).version == 1
    assert [report.code for report in reports] == [code] and careful.faults == {code: 1}
    culprit = {
        "unknown_field": ": an answer has no field 'comment'",
        "bad_call": ": 'call' must be ",
    }
    if code == "illegal" or code in culprit:
        assert culprit.get(code, "") in reports[0].message
        assert '"play": [' in reports[0].message, "the sentence names an action that is allowed"
    bot.close()


@pytest.mark.parametrize("rest", ["thinking about the next", json.dumps({"pass": True}) + "\n"])
def test_an_answer_in_time_is_taken_whatever_comes_after_it(tmp_path: Path, rest: str) -> None:
    """What comes after it was written before the next question, and is counted then."""
    more = (
        f"sys.stdout.write(json.dumps(answer) + chr(10) + {rest!r}); sys.stdout.flush(); continue"
    )
    body = HONEST.replace("\n", "") + "; " + more
    reports: list[Error] = []
    bot = Program(program(tmp_path, body), PATIENT_S)
    careful = Careful(bot, "more", reports.append)
    match, rng = Match.new(seed=4), random.Random(4)
    assert match.turn is not None
    view = match.view(match.turn)
    answer = view.plays[0]
    assert careful.choose(view, rng) == Play(answer) and not reports
    careful.choose(view, rng)
    assert [report.code for report in reports] == ["unasked"]
    assert careful.choose(view, rng) == Play(answer) and len(reports) == 1, "it was started anew"
    careful.close()


def test_a_program_may_leave_blank_lines(tmp_path: Path) -> None:
    careful = Careful(
        load_bot("cmd:" + program(tmp_path, HONEST + "; print(flush=True)"), PATIENT_S), "airy"
    )
    assert play(careful, 2).results and careful.faults == {}
    careful.close()


@pytest.mark.long
def test_blank_lines_without_end_are_late() -> None:
    match = Match.new(seed=4)
    for pause in (0.0, 0.2):  # nothing written yet when asked, or already much
        bot = Program("yes ''", seconds=0.5)
        time.sleep(pause)
        with pytest.raises(BotError) as refused:
            bot.choose(match.view(0), random.Random(4))
        assert refused.value.code in ("late", "unasked")


def test_a_program_that_talks_and_never_listens_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "deaf.py"
    path.write_text("import time\nwhile True:\n    print('7', flush=True)\n    time.sleep(0.01)\n")
    bot = Program(f"{sys.executable} {path}", PATIENT_S)
    match, rng = Match.new(seed=4), random.Random(4)
    assert match.turn is not None
    codes = set()
    for _ in range(3):
        time.sleep(0.1)
        with pytest.raises(BotError) as refused:
            bot.choose(match.view(match.turn), rng)
        codes.add(refused.value.code)
    assert codes <= {"unasked", "illegal"}
    bot.close()


def test_a_program_that_reads_nothing_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "asleep.py"
    path.write_text("import time\ntime.sleep(60)\n")
    bot = Program(f"{sys.executable} {path}", seconds=0.5)
    match = Match.new(seed=4)
    monkeypatch.setattr("gangoffour.bots.outside.program.json.dumps", lambda _: "x" * 1_000_000)
    with pytest.raises(BotError) as refused:  # more than a pipe holds
        bot.choose(match.view(0), random.Random(4))
    assert refused.value.code == "late"


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    """A shell's child that ignores every signal it can, and the end of its input."""
    path, note = tmp_path / "child.py", tmp_path / "pid"
    path.write_text(
        "import os, signal, time\n"
        "for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n"
        "    signal.signal(one, signal.SIG_IGN)\n"
        f"open({str(note)!r}, 'w').write(f'{{os.getpid()}}\\n')\n"
        "time.sleep(60)\n"
    )
    bot = Program(f"sh -c '{sys.executable} {path}; true'")
    wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
    child = int(note.read_text())
    bot.close()
    wait_until(lambda: not alive(child))


def wait_until(so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENT_S
    while not so():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_bot_that_raises_or_lies() -> None:
    class Raises:
        def choose(self, view: View, rng: random.Random) -> Action:
            raise KeyError("oh\nno")

    class Lies:
        def choose(self, view: View, rng: random.Random) -> Action:
            return "nothing"  # type: ignore[return-value]

    class Leaves:
        def choose(self, view: View, rng: random.Random) -> Action:
            sys.exit("enough")

    class Shouts:
        """Calls its last card whenever it plays."""

        def choose(self, view: View, rng: random.Random) -> Action:
            chosen = Greedy().choose(view, rng)
            return play_of(chosen.combination, True) if isinstance(chosen, Play) else chosen

    bots: list[tuple[Bot, str]] = [
        (Raises(), "crashed"),
        (Shouts(), "illegal"),
        (Lies(), "illegal"),
        (Leaves(), "crashed"),
    ]
    for bot, code in bots:
        told: list[BotError] = []
        careful = Careful(bot, "odd", told.append)
        assert play(careful).results and set(careful.faults) == {code}
        if bot is bots[2][0]:
            assert "'nothing'" in str(told[0]) and "view.actions[0], for example" in str(told[0])


def test_what_a_bot_in_python_may_not_do_is_told_in_python() -> None:
    class Passes:
        def choose(self, view: View, rng: random.Random) -> Action:
            return Pass()

    match, told = Match.new(seed=4), list[BotError]()
    assert match.turn is not None
    Careful(Passes(), "passes", told.append).choose(match.view(match.turn), random.Random(4))
    assert "answered Pass(), which" in str(told[0]) and "; Play(combination=<" in str(told[0])


class Unspeakable(BaseException):
    def __str__(self) -> str:
        raise KeyError("no words")


class Unshown:
    def __repr__(self) -> str:
        raise KeyError("no words")


class Odd:
    """Anybody's policy: whatever comes out is the answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, rng: random.Random) -> Action:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (np.array([1, 2, 3]), "illegal", "answered array([1, 2, 3]), which"),
        (np.array([]), "illegal", "answered array([], dtype=float64), which"),
        (np.int64(0), "illegal", "view.actions[0], for example"),
        (Unshown(), "illegal", "answered something of the kind Unshown, which"),
        (Play("G3"), "illegal", "answered Play(combination='G3', call=False), which"),  # type: ignore[arg-type]
        (Play(np.array([1, 2])), "illegal", "answered Play(combination=array([1, 2])"),  # type: ignore[arg-type]
        (Unspeakable(), "crashed", "failed: Unspeakable."),
        (GeneratorExit(), "crashed", "failed: GeneratorExit."),
        (ValueError("no", "such\ncard"), "crashed", "failed: ValueError: ('no', 'such\\ncard')."),
    ],
)
def test_an_answer_of_any_kind_is_told_and_replaced(answer: Any, code: str, words: str) -> None:
    told: list[BotError] = []
    careful = Careful(Odd(answer), "odd", told.append)
    assert play(careful).results and set(careful.faults) == {code}
    assert words in str(told[0])


def test_a_call_that_numpy_has_decided_is_one() -> None:
    view = View.of("G3 G4", counts=[2, 5, 5])
    careful = Careful(Odd(Play(view.plays[0], np.bool_(True))), "odd")  # type: ignore[arg-type]
    action = careful.choose(view, random.Random(1))
    assert isinstance(action, Play) and action.call is True and not careful.faults


def test_ctrl_c_is_no_fault_of_a_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(Careful(Odd(KeyboardInterrupt()), "odd"))


def test_silence_about_the_last_card_is_allowed_where_nobody_else_has_to_wait_for_a_move() -> None:
    """R5.2: only a house that knows what to do with it lets a bot say nothing."""
    match = parse_position(ONE_CARD)
    silent = match.round.silent
    assert silent is not None and silent != match.turn
    for house in (True, False):
        careful = Careful(Odd(Pass()), "odd", may_be_silent=house)
        action = careful.choose(match.view(silent), random.Random(1))
        assert (action, careful.faults) == ((Pass(), {}) if house else (Call(), {"illegal": 1}))
        assert match.turn is not None
        assert careful.choose(match.view(match.turn), random.Random(1)) == Pass()


def test_whoever_is_told_to_end_while_a_program_starts_leaves_none_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes when the process is there and nobody has written down yet that it is."""
    started: list[int] = []

    class Told(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **how: Any) -> None:
            super().__init__(*words, **how)
            started.append(self.pid)
            signal.raise_signal(signal.SIGTERM)

    def leave(*_: object) -> None:
        end_programs()
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Told)
    before = signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(KeyboardInterrupt):
            Program(f"{sys.executable} -c 'import time; time.sleep(600)'")
        assert started and not any(alive(pid) for pid in started)
        assert signal.getsignal(signal.SIGTERM) is leave
    finally:
        signal.signal(signal.SIGTERM, before)


def test_bots_are_there_where_a_system_has_fewer_signals() -> None:
    code = "import signal; del signal.SIGHUP, signal.SIGKILL; from gangoffour.bots import load_bot"
    subprocess.run([sys.executable, "-c", f"{code}; load_bot('level:1')"], check=True)
