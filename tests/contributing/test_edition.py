"""A new edition is whole: rules in every language, names in the client, an oracle, a playthrough.

``tests/rules/test_r9_editions.py`` says what each edition's fields are, and
``tests/docs/test_rules_languages.py`` that the tables of R9 are the library's.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gangoffour import EDITIONS
from gangoffour.terminal.languages import LANGUAGES
from gangoffour.terminal.rulebook import rule_texts
from tests.contributing.client import messages_in_english, source
from tests.rules import oracle
from tests.rules.test_r9_editions import DIFFERENCES
from tools import sheet, typescript

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_language_has_the_edition_in_r9(edition: str) -> None:
    row = re.compile(rf"^\| `{edition}` \|.+\|.+\|$", re.MULTILINE)
    missing = [code for code in LANGUAGES if not row.search(rule_texts(code)["R9"])]
    assert not missing, (
        f"R9 has no row for `{edition}` in the rules in {', '.join(missing)} "
        "(docs/rules.md, docs/rules/*.md)"
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_client_has_words_for_the_edition(edition: str) -> None:
    keys = (f"edition_{edition}", f"edition_{edition}_note")
    missing = [key for key in keys if key not in messages_in_english()]
    assert not missing, f"web/messages lacks {', '.join(missing)}"
    unused = [key for key in keys if f"m.{key}(" not in source()]
    assert not unused, f"nothing in web/src says {', '.join(unused)} (src/options)"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_edition_is_proved(edition: str) -> None:
    assert edition in oracle.RULES, f"tests/rules/oracle.py: RULES lacks {edition}"
    assert edition in DIFFERENCES, f"tests/rules/test_r9_editions.py: DIFFERENCES lacks {edition}"
    golden = list((ROOT / "tests" / "golden").glob(f"{edition}-*.txt"))
    assert golden, f"tests/golden has no playthrough of {edition}: add it there, make golden"


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_written_from_the_library_has_the_edition(edition: str) -> None:
    for written in (typescript.TARGET, sheet.TARGET):
        text = written.read_text(encoding="utf-8")
        assert re.search(rf"^  {edition}: {{", text, re.MULTILINE), (
            f"{written.relative_to(ROOT)} does not know {edition}: run make types"
        )


def test_the_engine_names_every_edition() -> None:
    shown = json.dumps(list(EDITIONS))
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert f'"editions": {shown}' in page, f"docs/engine.md: hello answers with {shown}"
