"""The strategy guide says what was measured, and measuring again gives the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gangoffour.lab.strategy.__main__ import main, write
from gangoffour.lab.strategy.counting import steps
from gangoffour.lab.strategy.figures import figures
from gangoffour.lab.strategy.habits import (
    gives_lowest,
    hoards_gangs,
    hurries_gangs,
    leads_long,
    leads_low,
    never_breaks,
    never_passes,
)
from gangoffour.lab.strategy.pictures import pictures
from gangoffour.lab.strategy.quote import BLANK, guide, unmeasured
from gangoffour.lab.strategy.rounds import DEALS, play
from gangoffour.lab.strategy.work import collect, pieces, read
from gangoffour.rules.actions import Give, Pass, Play
from gangoffour.rules.position import parse_position
from tests.support.languages import LOCALES
from tests.support.length import slice_of

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "strategy.md"
FOLDER = ROOT / "docs" / "strategy"
MESSAGES = ROOT / "web" / "messages" / "strategy"
FIGURES: dict[str, Any] = json.loads((FOLDER / "figures.json").read_text())


def template(locale: str) -> str:
    return (FOLDER / f"{locale}.md").read_text(encoding="utf-8")


def sections(text: str) -> list[str]:
    return re.split(r"(?m)^(?=#{1,2} )", text)[1:]


def test_the_guide_is_its_text_with_the_figures() -> None:
    assert GUIDE.read_text(encoding="utf-8") == guide(template("en"), FIGURES)
    assert len(BLANK.findall(template("en"))) > 80


@pytest.mark.parametrize("locale", LOCALES)
def test_every_number_of_the_guide_is_measured(locale: str) -> None:
    assert not unmeasured(template(locale))


@pytest.mark.parametrize("said", ["it is 12.3 ± 0.1 points", "about 80% of them", "in 80\u202f%"])
def test_an_unmeasured_number_is_found(said: str) -> None:
    assert unmeasured(said)


def test_an_italian_article_fits_its_figure() -> None:
    """Before 8, 11 and 80 to 89 it would be l’, nell’, dell’: word it otherwise then."""
    wrong = re.compile(r"\b(il|nel|del|dal|al) (8\d?|11)\b[.%]")
    assert wrong.search("nel 80% dei casi") and wrong.search("il 8.2 ± 0.1%")
    assert not wrong.search(guide(template("it"), FIGURES))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_says_the_same_of_the_same_figures(locale: str) -> None:
    """Section by section: the same figures, plots and commands, one bold line at the beginning."""
    assert len(sections(template(locale))) == len(sections(template("en"))) == 13
    for here, there in zip(sections(template(locale)), sections(template("en")), strict=True):
        title = here.splitlines()[0]
        assert sorted(BLANK.findall(here)) == sorted(BLANK.findall(there)), title
        for same in (r"\((.+)\.svg\)", r"(?<!`)`([^`\n]+)`(?!`)", r"\bR\d\.\d"):
            assert re.findall(same, here) == re.findall(same, there), title
        chunks, others = here.strip().split("\n\n"), there.strip().split("\n\n")
        assert len(chunks) == len(others), title
        assert [one.startswith("**") for one in chunks] == [one.startswith("**") for one in others]
        for chunk in chunks:
            assert chunk.count("**") == (2 if chunk.startswith("**") else 0), chunk
        if locale != "en":
            assert not set(chunks) & {one for one in others if not one.startswith("```")}


def test_the_plots_are_those_of_the_figures() -> None:
    drawn = pictures(FIGURES)
    text = GUIDE.read_text()
    for name, picture in drawn.items():
        assert (FOLDER / f"{name}.svg").read_text() == picture
        assert f"(strategy/{name}.svg)" in text
    assert len(list(FOLDER.glob("*.svg"))) == len(drawn)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A small run on other deals, in two parts: the second goes on where the first stopped, and in
    this process alone."""
    path = tmp_path_factory.mktemp("strategy") / "rows.jsonl"
    deals = {
        **dict.fromkeys(DEALS, slice_of(2, 1)),
        "rounds": slice_of(30, 12),
        "three": 8,
        "free": 3,
        "leads_low": 3,
    }
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OPENBLAS_NUM_THREADS", "1")  # small products gain nothing by threads
        yield _measured(deals, path)


def _measured(deals: dict[str, int], path: Path) -> dict[str, Any]:
    for done in collect(deals, 77, path, 2):
        if done == 8:
            break
    with path.open("a") as file:
        file.write('{"what": "rounds", "de')  # a run that was cut off in the middle of a line
    first, *_ = collect(deals, 77, path, 1)
    assert first == 8
    rows = read(path)
    assert len(rows) == sum(deals.values()) == len({(row["what"], row["deal"]) for row in rows})
    found: dict[str, Any] = json.loads(json.dumps(figures(rows)))
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        "cards_left.eight_or_more.hands",
        "cards_left.points_a_losing_hand",
        "places.first_out.second_round",
        "places.second_round.leader",
        "gangs.hands_dealt_one",
        "gangs.payoff_with",
        "leads.12_to_16.five",
        "follows.passes.8_or_more",
        "exchange.winner",
        "exchange.gives_a_lone_card",
        "down_to.1",
        "cards.dragon",
        "habits.leads_low",
        "three.places.first_out.second_round",
        "three.exchange.loser",
        "three.leads.kept.five",
    ],
)
def test_a_small_run_agrees_within_the_intervals(few: dict[str, Any], path: str) -> None:
    here, there = few, FIGURES
    for part in path.split("."):
        here, there = here[part], there[part]
    # 95 % intervals: three quarters more than both together is missed once in thousands
    assert abs(here["mean"] - there["mean"]) <= 1.75 * (here["margin"] + there["margin"])


@pytest.mark.long
def test_figures_plots_and_guide_are_written(few: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "strategy"
    folder.mkdir()
    (folder / "en.md").write_text("![It](cards.svg) {rounds i}")
    write(folder, few)
    assert json.loads((folder / "figures.json").read_text()) == few
    assert (folder / "cards.svg").read_text().startswith("<svg")
    assert (tmp_path / "strategy.md").read_text() == f"![It](strategy/cards.svg) {few['rounds']}"


@pytest.mark.long
def test_the_same_seed_gives_the_same_row() -> None:
    assert play("rounds", 3, 5) == play("rounds", 3, 5) != play("rounds", 4, 5)


def test_a_stopped_run_has_a_part_of_everything() -> None:
    first = pieces(DEALS)[: sum(DEALS.values()) // 10]
    assert {what for what, _ in first} == DEALS.keys()


def test_moves_lead_from_the_hands_to_what_was_left() -> None:
    for one in play("rounds", 1, 5)["rounds"]:
        *_, last = steps(one)
        assert last.seat == one["winner"]
        assert last.laid is not None
        assert last.held == last.laid.size
        assert [w.bit_count() for s, w in enumerate(last.hands) if s != last.seat] == [
            n for seat, n in enumerate(one["left"]) if seat != last.seat
        ]
        assert next(steps(one)).lead


SCENE = (
    "official round 2 - dealer 1 hands G1,G4,Y4,R9/Y3,R3,G7,G7,Y7,R7,Y9/R5,R6,R8/Y1,M1,RD "
    "turn 0 totals 0,9,3,1"
)


def test_habits_change_what_they_say_and_nothing_else() -> None:
    match = parse_position(SCENE)
    lead = match.view(0)
    assert leads_low(lead, Play.of("G4 Y4")) == Play.of("G1")
    assert leads_long(lead, Play.of("R9")) == Play.of("G4 Y4")
    assert never_passes(lead, Play.of("R9")) == Play.of("R9")
    assert gives_lowest(lead, Give("R9")) == Give("G1")
    follow = match.play(0, "G1").view(follow_seat := match.play(0, "G1").turn)
    assert follow_seat == 3
    assert leads_low(follow, Pass()) == Pass()
    assert never_passes(follow, Pass()) == Play.of("Y1")
    later = match.play(0, "G1").pass_(3).pass_(2).view(1)
    assert never_breaks(later, Play.of("Y3")) == Pass()
    assert never_breaks(later, Play.of("Y9")) == Play.of("Y9")
    gang = Play.of("G7 G7 Y7 R7")
    assert hurries_gangs(later, Play.of("Y9")) == gang
    assert hoards_gangs(later, gang) == Pass()
    assert hoards_gangs(later, Play.of("Y9")) == Play.of("Y9")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_of_the_plots_are_in_every_language(locale: str) -> None:
    english: dict[str, str] = json.loads((MESSAGES / "en.json").read_text(encoding="utf-8"))
    here: dict[str, str] = json.loads((MESSAGES / f"{locale}.json").read_text(encoding="utf-8"))
    assert list(here) == list(english)
    assert all(here.values())
    drawn = "".join(pictures(FIGURES).values())
    said = set(re.findall(r">([^<>]+)</text>|aria-label=\"([^\"]+)\"", drawn))
    words = {one or other for one, other in said}
    numbers = re.compile(r"[+−]?\d+(\.\d+)?%?")
    assert {one for one in words if not numbers.fullmatch(one)} <= set(english.values())
    assert set(english.values()) - words == {english["title"], english["lead"]}


def test_nothing_is_played_or_written_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["strategy"])
    with pytest.raises(SystemExit) as told:
        main()
    assert told.value.code == 2 and "--rows" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
