"""``gangoffour rules``: the same texts as docs/rules, by number, edition and language."""

import re
from pathlib import Path
from typing import Any

import pytest

from gangoffour import EDITIONS, terminal
from gangoffour.rules.editions import FIELDS
from gangoffour.rules.errors import REASONS
from gangoffour.terminal.languages import LANGUAGES
from gangoffour.terminal.rulebook import rule_texts, rules_text
from tests.support.languages import LOCALES
from tests.terminal.running import run

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
RULES = {1: 4, 2: 4, 3: 6, 4: 7, 5: 6, 6: 3, 7: 1, 8: 2, 9: 0}
"""How many numbered rules each chapter has."""
NUMBERS = [
    number
    for chapter, rules in RULES.items()
    for number in (f"R{chapter}", *(f"R{chapter}.{rule}" for rule in range(1, rules + 1)))
]


def test_every_rule_has_its_text_and_its_anchor() -> None:
    assert list(rule_texts()) == NUMBERS
    anchors = re.findall(r'<a id="([^"]+)"></a>', PAGE.read_text(encoding="utf-8"))
    assert anchors == NUMBERS


def test_the_command_line_reads_the_pages_themselves() -> None:
    installed = Path(terminal.__file__).with_name("rules")
    assert (installed / "en.md").read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")
    assert {page.stem for page in installed.glob("*.md")} == set(LANGUAGES) == set(LOCALES)
    offered = run("rules", "--help").output
    assert f" {'|'.join(LANGUAGES)}\n" in offered
    for language in LANGUAGES:
        assert "<a id" not in rules_text(language)


def test_every_refusal_cites_a_rule_that_can_be_read() -> None:
    for reason in REASONS.values():
        assert reason.rule in rule_texts() or reason.rule == "notation"


def test_every_field_and_edition_is_explained() -> None:
    text = rule_texts()["R9"]
    for name in (*FIELDS, *EDITIONS):
        assert f"`{name}`" in text


@pytest.mark.parametrize("number", ["R5.4", "r5.4", "5.4", " R5.4 "])
def test_one_rule(number: Any) -> None:
    result = run("rules", number)
    assert result.exit_code == 0
    assert "The duty to block" in result.output and "R5.5 Alone" not in result.output


def test_a_chapter_has_all_its_rules() -> None:
    output = run("rules", "R5").output
    assert "R5.1" in output and "R5.6" in output and "R6" not in output.replace("R6.", "")


def test_all_rules() -> None:
    output = run("rules").output
    assert all(number in output for number in NUMBERS)


@pytest.mark.parametrize("words", [(), ("R2",), ("german",)])
def test_lines_in_a_pipe_end_with_their_last_letter(words: Any) -> None:
    lines = run("rules", *words).output.splitlines()
    assert len(lines) > 20 and not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition(edition: str) -> None:
    result = run("rules", edition)
    assert result.exit_code == 0
    assert f"R9 Editions: {edition}" in result.output
    assert all(field in result.output for field in FIELDS)
    assert "barred_extra" in result.output


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "L’obligation de bloquer"), ("pl", "Obowiązek blokowania"), ("de", "zu blocken")],
)
def test_one_rule_in_another_language(language: str, words: Any) -> None:
    result = run("rules", "R5.4", "--language", language)
    assert result.exit_code == 0
    assert words in result.output and "The duty to block" not in result.output


def test_an_edition_in_another_language() -> None:
    output = run("rules", "finnish", "-l", "fi").output
    assert "R9 Sääntöversiot: finnish" in output and "yhteensä kaksi" in output
    assert "rules R9 --language fi" in output


def test_a_language_that_is_not_there() -> None:
    result = run("rules", "--language", "tlh")
    assert result.exit_code == 2


def test_an_edition_shows_numbers_as_numbers() -> None:
    line = next(one for one in run("rules", "finnish").output.splitlines() if "barred_extra" in one)
    assert re.findall(r"\d+", line) == ["0", "1"]


@pytest.mark.parametrize("number", ["R99", "R5.9", "klingon", "", "R", "5.4.3", "x" * 200])
def test_no_such_rule(number: Any) -> None:
    result = run("rules", number)
    assert result.exit_code == 1
    assert "There is no rule or edition" in result.stderr and len(result.stderr) < 300
