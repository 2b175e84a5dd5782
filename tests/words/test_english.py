"""English outside the messages keeps to the same words: what programs say, and the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gangoffour.bots.advice.reasons import REASONS as HINT_REASONS
from gangoffour.bots.advice.review_reasons import COMPARISONS
from gangoffour.bots.errors import REASONS as BOT_REASONS
from tests.words.test_glossary import offences
from tests.words.test_refusals import SENTENCES

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(path for path in (ROOT / "docs").glob("*.md") if path.stem != "training"),
]
WRONG = {
    "a space before a percent sign": re.compile(r"\d %"),
    "a bare who": re.compile(
        r"(^|[.;:] |\n)(Who|Only who|For who) (does|has|holds|is|knows|plays|passes|wins|shared)\b"
        r"(?![^.]*\?)"
    ),
    "a for per": re.compile(r"\b(points?|cards?|seconds|minutes) a (round|move|match|trick)\b"),
}


def test_sentences_that_programs_say() -> None:
    said = {**SENTENCES, **BOT_REASONS, **HINT_REASONS, **COMPARISONS}
    assert not {code: wrong for code, text in said.items() if (wrong := offences("en", text))}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_documents(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "x", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = {name: match[0] for name, wrong in WRONG.items() if (match := wrong.search(text))}
    assert not found
