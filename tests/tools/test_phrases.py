"""The sheet of phrases: every text is on it, and a corrected one comes back whole."""

from __future__ import annotations

import csv
import json
import shutil
import sys
from pathlib import Path

import pytest
from tools.phrases import ORDER, file_of, folders, main, phrases, read_sheet, rows, write_sheet
from tools.sights import sights

from tests.support.languages import LOCALES
from tests.support.length import some_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The German and English texts alone, to be changed."""
    for folder in folders(ROOT):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        for language in ("en", "de"):
            shutil.copy(file_of(ROOT, folder, language), tmp_path / folder)
    return tmp_path


def content(root: Path) -> dict[str, str]:
    return {one: file_of(root, one, "de").read_text(encoding="utf-8") for one in folders(root)}


def corrected(sheet: Path, **texts: str) -> None:
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        table = list(csv.DictReader(file))
    for row in table:
        for end, text in texts.items():
            if row["key"].replace(".", "_").replace("-", "_").endswith(f" {end}"):
                row["text"] = text
    with sheet.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]))
        writer.writeheader()
        writer.writerows(table)


@pytest.mark.parametrize("locale", some_of(LOCALES, ("de", "fi")))
def test_every_text_is_on_the_sheet(locale: str) -> None:
    written = list(rows(ROOT, locale))
    keys = [key for key, *_ in written]
    assert len(keys) == len(set(keys)) > 1000
    assert all(english and text and seen for _, english, text, seen, _ in written)
    assert set(ORDER) <= set(folders(ROOT))


def test_where_a_message_is_seen_and_a_picture_of_it() -> None:
    """By the page's address, whose picture is named where one is there; files for programmers."""
    written = {key: (seen, picture) for key, _, _, seen, picture in rows(ROOT, "de")}
    seen, picture = written["web/messages/table story_before"]
    assert seen == "/table/:id, /learn/:lesson (table/trick/TrickStory.svelte)"
    assert (ROOT / picture).is_file()
    assert written["docs/rules 1"][0] == "/rules (docs/rules)"
    assert written["web/messages/table close"][0].startswith("many pages (")
    assert written["src/gangoffour/terminal/words over"][1] == "docs/images/terminal.svg"
    assert all((ROOT / picture).is_file() for _, picture in written.values() if picture)


@pytest.mark.long
def test_a_picture_that_was_taken_is_of_what_the_message_is_about(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "src").symlink_to(ROOT / "web" / "src")
    pictures = tmp_path / "build" / "screenshots"
    pictures.mkdir(parents=True)
    for name in ("table-playing", "table-leave", "table-waiting", "pad"):
        (pictures / f"{name}-phone-dark.png").touch()
    found = sights(tmp_path)
    assert found["leave_question"].picture == "build/screenshots/table-leave-phone-dark.png"
    assert found["waiting_host"].picture == "build/screenshots/table-waiting-phone-dark.png"
    assert found["pad_live"].picture == "build/screenshots/pad-phone-dark.png"
    assert found["nav_play"].picture == ""


def test_an_untouched_sheet_changes_nothing(copy: Path) -> None:
    sheet = copy / "de.csv"
    before = content(copy)
    assert write_sheet(copy, "de", sheet) > 1000
    assert read_sheet(copy, "de", sheet) == ([], [])
    assert content(copy) == before


def test_corrections_come_back_and_nothing_else_changes(copy: Path) -> None:
    """A message, a plural form, a lesson, one of a bot's lines."""
    sheet = copy / "de.csv"
    before = content(copy)
    write_sheet(copy, "de", sheet)
    corrected(
        sheet,
        say_passed='{name} sagt "Pass".',
        gangs_title="Alle Gangs",
        tiger_sad_0="Meine armen Pfoten.",
        **{"cards_left_0_match_countPlural=one": "{count} einzige Karte"},
    )
    done, troubles = read_sheet(copy, "de", sheet)
    assert not troubles
    after = content(copy)
    table = json.loads(after["web/messages/table"])
    assert table["say_passed"] == '{name} sagt "Pass".'
    lessons = json.loads(after["web/messages/lessons"])
    assert lessons["gangs.title"] == "Alle Gangs"
    assert json.loads(after["web/messages/bots"])["tiger"]["sad"][0] == "Meine armen Pfoten."
    changed = [
        line
        for folder in before
        for line in set(after[folder].splitlines()) - set(before[folder].splitlines())
    ]
    assert len(changed) == len(done) == 4
    assert table["cards_left"][0]["match"]["countPlural=one"] == "{count} einzige Karte"


def test_a_paragraph_comes_back(copy: Path) -> None:
    sheet = copy / "de.csv"
    write_sheet(copy, "de", sheet)
    first = phrases(copy, "docs/rules", "de")[0].text
    corrected(sheet, **{"1": f"{first} Neu"})
    done, troubles = read_sheet(copy, "de", sheet)
    assert "docs/rules 1" in done and not troubles


def test_a_lost_blank_and_an_unknown_key_are_told(copy: Path) -> None:
    sheet = copy / "de.csv"
    before = content(copy)
    write_sheet(copy, "de", sheet)
    corrected(sheet, say_passed="Jemand passt.")
    with sheet.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(["web/messages/table gone", "x", "y", ""])
    done, troubles = read_sheet(copy, "de", sheet)
    assert not done and len(troubles) == 2
    assert content(copy) == before


@pytest.mark.parametrize("parted", [";", "\t"])
def test_a_sheet_as_other_spreadsheets_save_it(copy: Path, parted: str) -> None:
    """Cells parted otherwise, lines as on Windows, within texts too; without the mark of UTF-8."""
    sheet = copy / "de.csv"
    before = content(copy)
    write_sheet(copy, "de", sheet)
    corrected(sheet, over="Das Spiel ist aus.")
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        table = [[cell.replace("\n", "\r\n") for cell in row] for row in csv.reader(file)]
    with sheet.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=parted).writerows(table)
    assert read_sheet(copy, "de", sheet) == (["src/gangoffour/terminal/words over"], [])
    assert sum(content(copy)[one] != before[one] for one in before) == 1


def test_a_text_that_got_lost_is_told(copy: Path) -> None:
    """Emptied, or taken for a formula because it begins with a dash."""
    sheet = copy / "de.csv"
    before = content(copy)
    write_sheet(copy, "de", sheet)
    corrected(sheet, over="", close="#NAME?")
    done, troubles = read_sheet(copy, "de", sheet)
    assert not done and len(troubles) == 2
    assert content(copy) == before


def test_what_is_no_sheet_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    for name, said in (("other.csv", "has no columns"), ("gone.csv", "No such file")):
        monkeypatch.setattr(
            sys, "argv", ["phrases", "de", "--read", "--sheet", f"{tmp_path / name}"]
        )
        with pytest.raises(SystemExit, match="2"):
            main()
        assert said in capsys.readouterr().err
