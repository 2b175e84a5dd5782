"""The sheet of phrases: every text is on it, and a corrected one comes back whole."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from tools.phrases import ORDER, file_of, folders, phrases, read_sheet, rows, write_sheet

from tests.support.languages import LOCALES

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


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_is_on_the_sheet(locale: str) -> None:
    written = list(rows(ROOT, locale))
    keys = [key for key, *_ in written]
    assert len(keys) == len(set(keys)) > 1000
    assert all(english and text for _, english, text, _ in written)
    assert set(ORDER) <= set(folders(ROOT))


def test_where_a_message_is_seen() -> None:
    places = {key: where for key, _, _, where in rows(ROOT, "de")}
    assert places["web/messages/table say_passed"] == "game/sentences.ts"
    assert places["docs/rules 1"] == "docs/rules"


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
