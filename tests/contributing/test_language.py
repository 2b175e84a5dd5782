"""A new language is whole: every text has it, and every list knows it.

The one list is ``locales`` in ``web/project.inlang/settings.json``; the client and the terminal
take theirs from it or from the files that are there. Wherever a text lies as ``en.json`` or
``en.md``, the other languages lie beside it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.test_rules_languages import WORDS
from tests.support.languages import LIST, LOCALES
from tests.web.test_messages import FORMS

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
TEXTS = [
    path
    for folder in ("docs", "src/gangoffour", "web/messages", "web/src")
    for path in sorted((ROOT / folder).rglob("en.*"))
    if path.suffix in (".json", ".md") and "paraglide" not in path.parts
]
(NAMES,) = (
    path
    for path in sorted((WEB / "src").rglob("*.ts"))
    if "export const languageNames" in path.read_text(encoding="utf-8")
)
OFFLINE = WEB / "public" / "offline.html"
FONT = WEB / "scripts" / "subset-font.sh"


def said(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_texts_were_found() -> None:
    assert len(TEXTS) >= 12, [said(path) for path in TEXTS]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_has_the_language(locale: str) -> None:
    files = [english.with_stem(locale) for english in TEXTS]
    missing = [said(path) for path in files if not path.is_file()]
    assert not missing, (
        f"{locale} is in {said(LIST)}, but these files are missing: {', '.join(missing)}"
    )


def test_no_text_is_in_a_language_that_is_not_on_the_list() -> None:
    strangers = {
        said(path)
        for english in TEXTS
        for path in english.parent.glob(f"??{english.suffix}")
        if path.stem not in LOCALES
    }
    assert not strangers, f"not a language of {said(LIST)}: {', '.join(sorted(strangers))}"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_list_knows_the_language(locale: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lists = {
        f"{said(NAMES)}: its own name in languageNames": re.search(
            rf"^  {locale}: '", NAMES.read_text(encoding="utf-8"), re.MULTILINE
        ),
        f'{said(OFFLINE)}: a paragraph with lang="{locale}"': re.search(
            rf'<p lang="{locale}">', OFFLINE.read_text(encoding="utf-8")
        ),
        f"README.md: a link to docs/rules/{locale}.md": (
            locale == "en" or f"(docs/rules/{locale}.md)" in readme
        ),
        "tests/web/test_messages.py: its plural forms in FORMS": locale in FORMS,
        "tests/docs/test_rules_languages.py: some words of the game in WORDS": locale in WORDS,
    }
    missing = [name for name, found in lists.items() if not found]
    assert not missing, f"{locale} is missing in {'; '.join(missing)}"


def letters(value: Any) -> set[str]:
    """The letters of all texts in a value."""
    if isinstance(value, str):
        return {letter for letter in value if letter.isalpha()}
    inner = value.values() if isinstance(value, dict) else value
    return set().union(*(letters(one) for one in inner))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_font_of_the_titles_has_its_letters(locale: str) -> None:
    found = re.search(r"^letters='(.*)'$", FONT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    used: set[str] = set()
    for path in WEB.glob(f"messages/**/{locale}.json"):
        used |= letters(json.loads(path.read_text(encoding="utf-8")))
    missing = "".join(sorted(used - set(found[1])))
    assert not missing, f"{said(FONT)}: the titles' font lacks {missing!r} ({locale})"
