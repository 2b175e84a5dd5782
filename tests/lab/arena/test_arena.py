"""The arena: duplicate deals, honest intervals, resuming, refusals in one sentence."""

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
import types
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from gangoffour import Action, Match, Play, View, parse_record
from gangoffour.bots import BotError, Careful
from gangoffour.bots.players.greedy import Greedy
from gangoffour.lab.arena.arena import run
from gangoffour.lab.arena.deal import Players
from gangoffour.lab.arena.intervals import Figure, ratio
from gangoffour.lab.arena.plot import plot
from gangoffour.lab.arena.report import percentile
from gangoffour.lab.arena.resume import Kept, KeptPlace
from gangoffour.lab.arena.seating import seatings
from gangoffour.lab.arena.subcommand import arena
from gangoffour.lab.arena.work import Work
from gangoffour.lab.errors import LabError
from tests.lab.silent_bots import SILENT
from tests.support.process_alive import alive


def without_times(report: Any) -> dict[str, Any]:
    found: dict[str, Any] = report.as_dict()
    for one in found["standings"]:
        del one["milliseconds"], one["p95_milliseconds"]
    return found


def test_every_bot_sits_everywhere() -> None:
    assert seatings("1v3", 4, 4)[1] == (3, 0, 1, 2)
    assert seatings("1v3", 2, 3) == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    for seats, lineup, bots in [(4, "2v2", 2), (4, "round_robin", 3), (3, "round_robin", 2)]:
        some = seatings(lineup, bots, seats)
        assert len(set(some)) == len(some)
        for seat in range(seats):
            assert len({sum(s[seat] == bot for s in some) for bot in range(bots)}) == 1


def test_ratio_is_clustered_by_deal() -> None:
    figure = ratio([2.0, 4.0, 6.0], [2.0, 2.0, 2.0])
    assert figure.mean == 2.0
    assert figure.margin == pytest.approx(1.96 * 1.0 / 3**0.5)
    assert ratio([], []).mean == 0.0
    assert percentile({"0": 19, "60": 1}, 0.96) == pytest.approx(1.06, abs=0.01)


@pytest.mark.long
def test_same_seed_same_figures_on_any_number_of_cores() -> None:
    once = run(["dumpling", "greedy"], deals=6, seed=3, lineup="2v2", jobs=1)
    again = run(["dumpling", "greedy"], deals=6, seed=3, lineup="2v2", jobs=2)
    assert without_times(once) == without_times(again)
    assert once.rounds == 36 and once.deals == 6
    payoffs = [one.payoff.mean for one in once.standings]
    assert sum(payoffs) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.long
def test_greedy_beats_chance_and_the_report_says_so(tmp_path: Path) -> None:
    report = run(["greedy", "random"], deals=30, seed=1, seats=3, jobs=1)
    best = report.standings[0]
    assert best.payoff.clear and best.payoff.mean > 1
    assert best.first_out.mean > 1 / 3 and best.rank.mean < 2
    for name in ("a.png", "a.SVG"):
        plot(report, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(LabError, match="cannot be a plot"):
        plot(report, tmp_path / "a.txt")
    with pytest.raises(LabError, match="No such file or directory"):
        plot(report, tmp_path / "nowhere" / "a.png")


def test_nothing_is_below_zero_by_rounding() -> None:
    figure = Figure(-0.0000001, 0.0)
    assert str(figure) == "+0.000 ± 0.000" and figure.shown(".1f", 100) == "0.0 ± 0.0"
    assert json.dumps(figure.as_dict()) == '{"mean": 0.0, "margin": 0.0}'
    assert str(Figure(-0.0006, 0.0)) == "-0.001 ± 0.000"


def test_rules_that_have_no_such_table_are_named() -> None:
    with pytest.raises(LabError) as refused:
        run(["greedy", "random"], deals=1, jobs=1, seats=4, changes={"seats": 3})
    assert str(refused.value) == "The rule set official[seats=3] cannot be played with 4 seats."
    with pytest.raises(LabError, match="The edition riva cannot be played with 3 seats"):
        run(["greedy", "random"], deals=1, jobs=1, seats=3, edition="riva", changes={"target": 9})


def test_two_bots_of_one_name_have_a_bar_each(tmp_path: Path) -> None:
    plot(run(["greedy", "greedy"], deals=2, seats=3, jobs=1), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text().count("<!-- greedy -->") == 2


def test_one_deal_has_no_interval_and_the_report_is_still_json() -> None:
    report = run(["greedy", "random"], deals=1, seats=3, jobs=1)
    payoff = report.standings[0].payoff
    assert not payoff.clear and str(payoff).endswith(" ± ?")
    text = json.dumps(report.as_dict(), allow_nan=False)
    assert json.loads(text)["standings"][0]["payoff"]["margin"] is None


def test_round_robin_of_matches_has_ratings(tmp_path: Path) -> None:
    names = ["greedy", "random", "dumpling"]
    report = run(names, deals=1, lineup="round_robin", matches=True, changes={"target": 20}, jobs=1)
    assert len(report.pairs) == 3 and report.rounds >= 18
    ordinals = {one.bot: one.rating.ordinal for one in report.standings if one.rating}
    assert ordinals["random"] < min(ordinals["greedy"], ordinals["dumpling"])
    wins = [one.match_wins.mean for one in report.standings if one.match_wins]
    assert len(wins) == 3 and all(0 <= part <= 1 for part in wins)
    plot(report, tmp_path / "pairs.png")


def test_resumes_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    names = ["greedy", "random"]
    whole = run(names, deals=5, seed=2, jobs=1)
    run(names, deals=3, seed=2, jobs=1, resume=path)
    path.write_text(path.read_text() + '{"deal": 3, "bo')
    played: list[tuple[int, int]] = []
    resumed = run(
        names, deals=5, seed=2, jobs=1, resume=path, progress=lambda *told: played.append(told)
    )
    assert without_times(resumed) == without_times(whole)
    assert played == [(3, 5), (4, 5), (5, 5)]
    with pytest.raises(LabError, match="another run"):
        run(names, deals=5, seed=9, jobs=1, resume=path)
    path.write_text(path.read_text().rstrip())  # stopped before the end of a line
    again = run(names, deals=6, seed=2, jobs=1, resume=path)
    lines = path.read_text().splitlines()
    assert again.deals == 6 and [json.loads(line)["deal"] for line in lines[1:]] == [*range(6)]
    odd = ["7", '"x"', "[" * 50_000, '{"deal": 7}', '{"deal": "x", "bots": [], "tables": []}']
    path.write_text("\n".join([*lines, *odd, lines[1]]) + "\n")
    assert without_times(run(names, deals=5, seed=2, jobs=1, resume=path)) == without_times(whole)
    assert path.read_text().splitlines() == lines
    for content in (b"hello\n", b"\xff\xfe", b"\n\n", b"[]\n"):
        path.write_bytes(content)
        with pytest.raises(LabError, match="does not hold a run"):
            run(names, deals=5, seed=2, jobs=1, resume=path)
    with pytest.raises(LabError, match="does not hold a run"):
        run(names, deals=5, seed=2, jobs=1, resume=Path("/dev/zero"))
    for place in (tmp_path, tmp_path / "nowhere" / "run.jsonl"):
        with pytest.raises(LabError, match="cannot be used"):
            run(names, deals=5, seed=2, jobs=1, resume=place)


DAMAGE: list[tuple[list[Any], Any]] = [
    (["deal"], -4),
    (["deal"], 10**9),
    (["deal"], 0),
    (["deal"], True),
    (["bots", 0], None),
    (["bots", 0, "points"], "x"),
    (["bots", 0, "points"], -1),
    (["bots", 0, "points"], 10**400),
    (["bots", 0, "asked"], None),
    (["bots", 0, "asked"], 1),
    (["bots", 0, "barred"], 1.5),
    (["bots", 0, "times"], {"x": 4}),
    (["bots", 0, "times"], {"²": 4}),
    (["bots", 0, "times"], []),
    (["bots", 0, "times"], {"10": 10**9}),
    (["bots", 0, "seconds"], math.nan),
    (["bots", 0, "seconds"], math.inf),
    (["bots", 0, "seconds"], 1e6),
    (["bots", 0, "payoff"], 99999),
    (["bots", 0, "payoff"], math.nan),
    (["bots", 0, "rounds"], 0),
    (["bots", 0, "seat_rounds"], 0),
    (["bots", 0, "first_out"], 50),
    (["bots", 0, "ranks"], 0.0),
    (["bots", 0, "wins"], 7),
    (["bots", 0, "decisions"], 0),
    (["bots", 0, "faults"], {"late": "x"}),
    (["bots", 0, "faults"], None),
    (["tables"], [[]]),
    (["tables", 0, 0, 0], 99999),
    (["tables", 0, 1], [0.0]),
    (["tables", 0, 1, 1], "x"),
]


@pytest.mark.parametrize("matches", [False, True])
def test_a_kept_deal_that_cannot_have_been_played_is_played_again(
    tmp_path: Path, matches: bool
) -> None:
    path = tmp_path / "run.jsonl"
    changes = (("target", 10),)
    work = Work(("greedy", "random"), seatings("1v3", 2, 4), 2, 4, matches, changes=changes)
    play = partial(run, work.bots, deals=2, seed=2, jobs=1, matches=matches, resume=path)
    whole = without_times(play(changes=dict(changes)))
    before = path.read_text().splitlines()

    place = KeptPlace(work, "1v3", path)

    def kept(row: dict[str, Any]) -> list[int]:
        path.write_text("\n".join([*before[:2], json.dumps(row)]) + "\n")
        with closing(Kept(place)) as found:
            return [one["deal"] for one in found.rows]

    for steps, value in DAMAGE:
        row = json.loads(before[2])
        last: Any = row
        for step in steps[:-1]:
            last = last[step]
        last[steps[-1]] = value
        assert kept(row) == [0], (steps, value)
    assert without_times(play(changes=dict(changes))) == whole
    for name in ("asked", "barred"):  # as older versions have left it
        row = json.loads(before[2])
        del row["bots"][0][name]
        assert kept(row) == [0, 1]


@pytest.mark.parametrize(
    ("names", "options", "code"),
    [
        (["greedy"], {}, "wrong_bots"),
        (["greedy", "greedy"], {"lineup": "5v5"}, "bad_lineup"),
        (["greedy", "greedy"], {"lineup": "2v2", "seats": 3}, "wrong_seats"),
        (["greedy", "greedy"], {"edition": "riva", "seats": 3}, "wrong_seats"),
        (["greedy", "greedy"], {"seats": 0}, "wrong_seats"),
        (["greedy", "greedy"], {"deals": 0}, "bad_number"),
        (["greedy", "greedy"], {"deals": 10**12}, "bad_number"),
        (["greedy", "greedy"], {"jobs": 0}, "bad_number"),
        (["greedy", "mcts²"], {}, "unknown_bot"),
        (["greedy", "nobody"], {}, "unknown_bot"),
        (["greedy", "greedy"], {"ray": "auto"}, "no_ray"),
    ],
)
def test_refusals(
    names: list[str], options: dict[str, Any], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises((LabError, BotError)) as refused:
        run(names, **{"deals": 1, "jobs": 1, **options})
    why: Any = refused.value
    assert why.code == code
    assert why.message.endswith(".")


def test_plays_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    class Remote:
        def __init__(self, function: Any) -> None:
            self.function = function

        def remote(self, *args: Any) -> Any:
            return self.function(*args)

    ray = types.ModuleType("ray")
    asked: list[str] = []
    ray.__dict__.update(
        init=lambda address, ignore_reinit_error: asked.append(address),
        remote=Remote,
        wait=lambda tasks: (tasks[:1], tasks[1:]),
        get=lambda tasks: tasks,
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    names = ["greedy", "random"]
    there = run(names, deals=10, seed=2, ray="auto")
    assert asked == ["auto"]
    assert without_times(there) == without_times(run(names, deals=10, seed=2, jobs=1))


def command(*words: str) -> Any:
    app = typer.Typer()
    app.command()(arena)
    return CliRunner().invoke(app, list(words))


def test_command(tmp_path: Path) -> None:
    told = command("greedy", "random", "--deals", "2", "--jobs", "1", "--json", "-")
    assert told.exit_code == 0 and json.loads(told.stdout)["rounds"] == 8
    file, picture = tmp_path / "a.json", tmp_path / "a.png"
    options = ["--lineup", "round_robin", "--deals", "1", "--jobs", "1", "--matches"]
    told = command("greedy", "random", *options, "--json", str(file), "--plot", str(picture))
    assert told.exit_code == 0 and "greedy v random" in told.output
    assert json.loads(file.read_text())["lineup"] == "round_robin" and picture.exists()
    told = command("greedy", "nobody")
    assert told.exit_code == 2 and "There is no bot 'nobody'" in told.output
    assert ", mcts200" in told.output


@pytest.mark.parametrize(
    ("option", "place", "words"),
    [
        ("--plot", "a.txt", "cannot be a plot"),
        ("--plot", "nowhere/a.png", "there is no folder"),
        ("--json", "nowhere/a.json", "there is no folder"),
        ("--json", "", "it is a folder"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, option: str, place: str, words: str
) -> None:
    told = command("greedy", "greedy", "--deals", "1000000", option, str(tmp_path / place))
    assert told.exit_code == 2 and words in told.output


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_faults_are_counted_and_told_in_a_sentence_once(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "odd.py"
    path.write_text(
        "class Odd:\n    def choose(self, view, rng):\n"
        "        if len(view.hand) % 2: raise KeyError('odd')\n        return None\n"
    )
    told: list[str] = []
    name = f"{path}:Odd"
    report = run([name, "greedy"], deals=3, jobs=jobs, complain=told.append)
    assert len(told) == 2 and all(words.startswith("Deal ") for words in told)
    crash = next(words for words in told if "failed: KeyError: 'odd'.\n" in words)
    assert f'File "{path}", line 3, in choose' in crash, "its author sees where"
    assert "supervised.py" not in crash, "and nothing of the arena's own"
    assert any(
        "answered None, which is not one of its actions; view.actions[0]" in one for one in told
    )
    assert set(report.standings[0].faults) == {"crashed", "illegal"}
    assert report.standings[0].payoff.mean == 0, "greedy's moves were made instead"
    shown = command(name, "greedy", "--deals", "1", "--jobs", "1").output
    assert "greedy's moves were made instead" in shown and "KeyError" in shown


ANSWERS = """
import numpy as np
class Scores:
    def choose(self, view, rng): return np.array([1, 2, 3])
class Unspeakable(BaseException):
    def __str__(self): raise KeyError("no words")
class Raises:
    def choose(self, view, rng): raise Unspeakable
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [("Scores", "answered array([1, 2, 3]), which"), ("Raises", "failed: Unspeakable.")],
)
def test_an_answer_of_any_kind_is_told_with_its_deal(tmp_path: Path, name: str, words: str) -> None:
    path = tmp_path / "odd.py"
    path.write_text(ANSWERS)
    told = command(f"{path}:{name}", "greedy", "--deals", "1", "--jobs", "1")
    assert told.exit_code == 1 and "for every single one" in told.output
    assert "Deal 0: " in told.output and words in told.output


@pytest.mark.parametrize("rest", ["thinking", json.dumps({"pass": True}) + "\n"])
def test_a_program_that_writes_on_after_its_answer_is_not_late(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "more.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        '    view = json.loads(line)["view"]\n'
        '    answer = {"play": view["plays"][0]} if view["plays"] else {"pass": True}\n'
        f"    sys.stdout.write(json.dumps(answer) + chr(10) + {rest!r})\n"
        "    sys.stdout.flush()\n"
    )
    told: list[str] = []
    name = f"cmd:{sys.executable} {path}"
    report = run([name, "greedy"], deals=1, jobs=1, complain=told.append)
    faults = next(one for one in report.standings if one.bot == name).faults
    assert set(faults) == {"unasked"} and len(told) == 1


def barred(folder: Path) -> list[tuple[str, bool]]:
    """Who laid the second last card without a call in a folder's records, and whether that barred
    them."""
    found = []
    for file in sorted(folder.iterdir()):
        record = parse_record(file.read_text(encoding="utf-8"))
        for step in record.match.moves():
            after = step.before.act(step.seat, step.action)
            if isinstance(step.action, Play) and after.round.silent == step.seat:
                silence = step.seat in record.match.results[0].barred
                found.append((record.tags[f"Player{step.seat}"], silence))
    return found


@pytest.mark.parametrize("lineup", ["2v2", "1v3"])
def test_whoever_says_nothing_about_the_last_card_is_barred_and_it_is_no_fault(
    tmp_path: Path, lineup: str
) -> None:
    """R5.2; and before the next player acts a bot from outside may still say it (R5.1)."""
    path = tmp_path / "silent.py"
    path.write_text(SILENT)
    for name, silence in (("Bare", True), ("Later", False)):
        bot, folder = f"{path}:{name}", tmp_path / f"{name}{lineup}"
        report = run([bot, "greedy"], deals=3, jobs=1, lineup=lineup, records=folder)
        assert not any(one.faults for one in report.standings)
        found = barred(folder)
        assert found and set(found) == {(bot, silence)}


def test_a_level_that_forgets_its_call_is_barred_as_at_a_table(tmp_path: Path) -> None:
    bot = "human:forgetful,forgets_call=1"
    report = run([bot, "greedy"], deals=2, jobs=1, records=tmp_path / "all")
    assert not any(one.faults for one in report.standings)
    found = barred(tmp_path / "all")
    assert found and set(found) == {(bot, True)}


CRASHES = "class Crashes:\n    def choose(self, view, rng): raise ValueError('always')\n"
HANGS = "import sys, time\nfor line in sys.stdin: time.sleep(60)\n"


def test_a_bot_that_never_chooses_or_fails_at_all_can_be_told_from_the_exit_code(
    tmp_path: Path,
) -> None:
    path = tmp_path / "crashes.py"
    path.write_text(CRASHES)
    name = f"{path}:Crashes"
    told = command(name, "greedy", "--deals", "1", "--jobs", "1")
    assert told.exit_code == 1 and "for every single one" in told.output
    strict = command(name, "greedy", "--deals", "1000", "--jobs", "1", "--strict")
    assert strict.exit_code == 1 and "Stopped at the first fault. Deal 0" in strict.output
    assert "line 2, in choose" in strict.output


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_program_that_hangs_is_told_at_once_and_its_time_can_be_set(
    tmp_path: Path, jobs: int
) -> None:
    path = tmp_path / "hangs.py"
    path.write_text(HANGS)
    told: list[str] = []

    def stop(words: str) -> None:
        told.append(words)
        raise KeyboardInterrupt  # long before its deal is finished

    program = f"cmd:{sys.executable} {path}"
    with pytest.raises(KeyboardInterrupt):
        run([program, "greedy"], deals=2, jobs=jobs, seconds=0.05, complain=stop)
    assert len(told) == 1 and told[0].endswith("took more than 0.05 s for a move.")
    for wrong in ("0", "-1", "nan", "1e9"):
        assert command("greedy", "greedy", f"--time={wrong}").exit_code == 2


def test_a_bot_is_called_by_its_name_and_not_by_a_picture() -> None:
    words = ("cmd:cat", "greedy", "--deals", "1", "--jobs", "1", "--time", "60")
    assert "cmd:cat: illegal" in command(*words).output


def test_a_plot_without_matplotlib_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangoffour.lab.arena.plot.find_spec", lambda name: None)
    told = command("greedy", "greedy", "--deals", "1000000", "--plot", str(tmp_path / "a.png"))
    assert told.exit_code == 2 and "A plot needs matplotlib" in told.output


def test_a_round_robin_without_ratings_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gangoffour.lab.arena.ratings.find_spec", lambda name: None)
    told = command("greedy", "greedy", "--deals", "1000000", "--lineup", "round_robin")
    assert told.exit_code == 2 and "needs openskill" in told.output


@pytest.mark.long
def test_a_process_that_dies_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "dies.py"
    path.write_text("import os\nclass Dies:\n    def choose(self, view, rng): os._exit(1)\n")
    with pytest.raises(LabError) as refused:
        run([f"{path}:Dies", "greedy"], deals=2, jobs=2)
    assert refused.value.code == "process_died"
    assert refused.value.message == (
        "One of the processes has ended with exit code 1 in the middle of its work, maybe by a bot."
    )


LINGERS = """
import threading, time
from gangoffour.bots.players.greedy import Greedy

class Lingers(Greedy):
    def __init__(self):
        threading.Thread(target=time.sleep, args=(600,)).start()
"""


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_a_thread_that_a_bot_has_left_running_keeps_nobody(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "lingers.py"
    path.write_text(LINGERS)
    words = [sys.executable, "-m", "gangoffour", "arena", f"{path}:Lingers", "greedy"]
    words += ["--deals", "2", "--jobs", jobs, "--json", "-"]
    ran = subprocess.run(words, capture_output=True, timeout=120, check=False)
    assert ran.returncode == 0 and json.loads(ran.stdout)["deals"] == 2
    rows = [*words[:3], "data", str(tmp_path / "rows.jsonl"), "--of", words[4], "--number", "1"]
    assert subprocess.run([*rows, "--jobs", jobs], timeout=120, check=False).returncode == 0
    refused = subprocess.run([*words, "--lineup", "2v3"], capture_output=True, timeout=60)
    assert refused.returncode == 2 and b"is not a line-up" in refused.stderr


STUBBORN = """
import json, os, signal, sys, time
for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(one, signal.SIG_IGN)
open(os.path.join({folder!r}, f"{{os.getpid()}}.pid"), "w").close()
for line in sys.stdin:
    print(json.dumps({{"pass": True}}), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("jobs", "number"),
    [("1", signal.SIGTERM), pytest.param("2", signal.SIGINT, marks=pytest.mark.long)],
)
def test_a_stopped_run_says_so_and_leaves_nothing_behind(
    tmp_path: Path, jobs: str, number: signal.Signals
) -> None:
    program, kept = tmp_path / "stubborn.py", tmp_path / "run.jsonl"
    program.write_text(STUBBORN.format(folder=str(tmp_path)))
    words = [
        sys.executable,
        "-m",
        "gangoffour.lab.arena.subcommand",
        f"cmd:{sys.executable} {program}",
    ]
    words += ["greedy", "--deals", "100000", "--jobs", jobs, "--resume", str(kept)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True) as running:
        until = time.monotonic() + 60
        while not kept.exists() or kept.read_text().count("\n") < 3:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.05)
        os.killpg(running.pid, number)  # as a terminal does it: everybody is told
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    lines = err.decode().splitlines()
    assert lines.pop().startswith("Stopped; finished deals are in ")
    assert all(line.startswith("Deal ") for line in lines), "no traceback of anybody's"
    started = [int(path.stem) for path in tmp_path.glob("*.pid")]
    assert started and not any(alive(pid) for pid in started)
    assert run([words[3], "greedy"], deals=2, jobs=1, resume=kept).deals == 2


def test_a_bot_is_asked_once_at_each_place_of_a_deal() -> None:
    class Counting(Careful):
        asked = 0

        def choose(self, view: View, rng: random.Random) -> Action:
            self.asked += 1
            return super().choose(view, rng)

    work = Work(("greedy", "greedy"), seatings("2v2", 2, 4), 3, 4, False)
    players = Players(work)
    counting = [Counting(Greedy(), name) for name in work.bots]
    players.bots[:] = counting
    row = players.play(5)
    assert len(row["tables"]) == 6 and all(one == row["tables"][0] for one in row["tables"])
    match, rng, moves = Match.new(seed="3/5"), random.Random(1), 0
    while not match.results:
        assert match.turn is not None
        match = match.act(match.turn, Greedy().choose(match.view(match.turn), rng))
        moves += 1
    assert [bot.asked for bot in counting] == [moves, moves]
