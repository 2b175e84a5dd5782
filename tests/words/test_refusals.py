"""Every refusal reaches its reader as a sentence in their language; none is kept for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gangoffour.rules.errors import REASONS
from gangoffour.server.wire.refusals import SERVER_REASONS
from gangoffour.table.refusals import TABLE_REASONS
from gangoffour.terminal.languages import Words
from tests.support.languages import LOCALES
from tests.web.test_messages import NEVER_SEEN, blanks, messages

ROOT = Path(__file__).parents[2]
TABLES = (REASONS, TABLE_REASONS, SERVER_REASONS)
SENTENCES = {code: reason.sentence for table in TABLES for code, reason in table.items()}
LINE = re.compile(r'^    "\w+": (Reason\(|\d).*$', re.MULTILINE)
"""Where a code is only listed."""


def test_every_code_is_raised_somewhere() -> None:
    source = "".join(
        LINE.sub("", path.read_text(encoding="utf-8"))
        for path in (ROOT / "src" / "gangoffour").rglob("*.py")
    )
    assert not {code for code in SENTENCES if f'"{code}"' not in source}


def test_a_message_has_only_blanks_that_its_refusal_fills() -> None:
    known = messages("en")
    for code, sentence in SENTENCES.items():
        given = set(re.findall(r"\{(\w+)", sentence))
        assert blanks(known.get(f"refusal_{code}", "")) <= given, code


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
def test_each_is_said_in_the_language(locale: str) -> None:
    """From the client's messages, in the terminal too."""
    words = Words(locale, messages(locale))
    for code, sentence in SENTENCES.items():
        if code not in NEVER_SEEN:
            params = dict.fromkeys(re.findall(r"\{(\w+)", sentence), 7)
            told = words.refusal(code, params, "English")
            assert told not in ("English", sentence) and "{" not in told, code
