"""The arena: duplicate deals, honest intervals, resuming, refusals in one sentence."""

import json
import random
import sys
import types
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from gangoffour import Action, Match, View
from gangoffour.bots import BotError, Careful
from gangoffour.bots.greedy import Greedy
from gangoffour.lab.arena import run
from gangoffour.lab.command import arena
from gangoffour.lab.duplicate import Players, Work
from gangoffour.lab.errors import LabError
from gangoffour.lab.plot import plot
from gangoffour.lab.report import percentile, ratio
from gangoffour.lab.seating import seatings


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


def test_same_seed_same_figures_on_any_number_of_cores() -> None:
    once = run(["dumpling", "greedy"], deals=6, seed=3, lineup="2v2", jobs=1)
    again = run(["dumpling", "greedy"], deals=6, seed=3, lineup="2v2", jobs=2)
    assert without_times(once) == without_times(again)
    assert once.rounds == 36 and once.deals == 6
    payoffs = [one.payoff.mean for one in once.standings]
    assert sum(payoffs) == pytest.approx(0.0, abs=1e-6)


def test_greedy_beats_chance_and_the_report_says_so(tmp_path: Path) -> None:
    report = run(["greedy", "random"], deals=30, seed=1, seats=3, jobs=1)
    best = report.standings[0]
    assert best.payoff.clear and best.payoff.mean > 1
    assert best.first_out.mean > 1 / 3 and best.rank.mean < 2
    for name in ("a.png", "a.svg"):
        plot(report, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(LabError, match="cannot be a plot"):
        plot(report, tmp_path / "a.txt")


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
    path.write_text("hello\n")
    with pytest.raises(LabError, match="does not hold a run"):
        run(names, deals=5, seed=2, jobs=1, resume=path)


@pytest.mark.parametrize(
    ("names", "options", "code"),
    [
        (["greedy"], {}, "wrong_bots"),
        (["greedy", "greedy"], {"lineup": "5v5"}, "bad_lineup"),
        (["greedy", "greedy"], {"lineup": "2v2", "seats": 3}, "wrong_seats"),
        (["greedy", "greedy"], {"edition": "riva", "seats": 3}, "wrong_seats"),
        (["greedy", "greedy"], {"deals": 0}, "bad_number"),
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
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


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
