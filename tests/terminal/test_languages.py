"""The game in eight languages: by option or by locale, whole, and with grammar for "you"."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from gangoffour.bots.errors import REASONS as BOT_REASONS
from gangoffour.cli import app, load
from gangoffour.command_table import COMMANDS
from gangoffour.rules.errors import REASONS
from gangoffour.terminal.languages import HERE, LANGUAGES, local_language, words_in
from gangoffour.terminal.usage import EXAMPLES
from tests.support.length import first_of
from tests.terminal.running import TEA_5, run
from tests.web.test_messages import FORMS, blanks, variants
from tests.web.test_readers import WRONG

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(r"\b(the|and|you|your|with|lowest|which|cards?|round|trick|plays?)\b", re.I)
TYPED = re.compile(
    r"full, straight, gang|rules R5.4, why|score, table|(pair|--call|play) \w+|--\w+"
)
"""What is typed is English in every language."""
LABELS = {"versus", "on_table", "on_table_passed", "share_win"}
"""A name as a label; it may be the reader's."""


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "words" / f"{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_words_blanks_and_plural_forms(language: str) -> None:
    english, here = words("en"), words(language)
    assert list(here) == list(english)
    for key, text in here.items():
        assert blanks(text) == blanks(english[key]), key
        assert "" in variants(text) or set(variants(text)) == FORMS[language], key
        assert all(one.strip() for one in variants(text).values()), key


def test_what_names_somebody_has_a_form_for_the_reader() -> None:
    keys = words("en")
    for key, text in keys.items():
        if blanks(text) & {"name", "names", "loser", "winner"} and not key.endswith("_you"):
            others = key.startswith(("advice_", "bot_error_"))
            assert f"{key}_you" in keys or key in LABELS or others, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_may_be_the_reader(language: str) -> None:
    """Only "You against …" looks like a verb of the third person in some languages, and is none."""
    here = words_in(language)
    for key in LABELS - {"versus"}:
        names = dict.fromkeys(("name", "names"), here("you"))
        told = here(key, **names, play="7", points="7")
        assert not re.search(WRONG[language], told), told


def test_every_word_is_used() -> None:
    folder = Path(str(HERE))
    files = [*folder.glob("*.py"), folder.parent / "cli.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    made: tuple[str, ...] = ("advice_", "gang_", "sort_", "tie_", "exchange", "what_", "verify_")
    made += ("cli_argument",)
    made += tuple(f"bot_error_{code}" for code in BOT_REASONS)
    made += tuple(f"refusal_{code}" for code in REASONS)
    made += tuple(f"command_{name}" for name in COMMANDS) + tuple(
        f"cli_{name}" for name in EXAMPLES
    )
    for name in ("", *EXAMPLES):
        params = get_command(app).params if not name else load(name).params
        spoken = {f"{kind}_{one.name}" for one in params for kind in ("option", "blank")}
        made += (*spoken, *(f"option_{name}_{one.name}" for one in params), "option_help")
    for key in words("en"):
        plain = re.sub(r"(_to)?_you$", "", key)
        assert plain in source or key.startswith(made), key


@pytest.mark.parametrize("language", first_of(OTHERS))
def test_a_game_in_the_language(language: str, tmp_path: Path) -> None:
    """Help, a hint, refusals, an unclear word, plays and the end: no English is left."""
    lines = ["?", "h", "xyz", "rd rd", "g2 y4", "sort moon", "p", "score", "quit"]
    result = run(
        *("play", "--language", language, *TEA_5, "--pace", "0"),
        lines=lines,
        XDG_STATE_HOME=str(tmp_path),
    )
    assert result.exit_code == 0, result.output
    shown = TYPED.sub("", result.output)
    shown = "\n".join(one for one in shown.splitlines() if " > " not in one)
    assert not ENGLISH.findall(re.sub(r"gangoffour \w+", "", shown).replace("GANG OF FOUR", "")), (
        shown
    )
    assert "{" not in result.output
    assert words_in(language)("edition_official") in result.output
    kept = run("play", "--resume", "-l", language, lines=["quit"], XDG_STATE_HOME=str(tmp_path))
    assert words(language)["kept"][:12] in " ".join(kept.output.split())


def test_the_locale_chooses(tmp_path: Path) -> None:
    said = run("play", *TEA_5, lines=["quit"], XDG_STATE_HOME=str(tmp_path), LC_ALL="fr_FR.UTF-8")
    assert "Votre main" in said.output
    said = run("play", "-l", "it", *TEA_5, lines=["quit"], XDG_STATE_HOME=str(tmp_path), LANG="pl")
    assert "Le tue carte" in said.output
    assert "Wymiana" in run("rules", "R7", LC_ALL="pl_PL").output
    assert local_language({"LANG": "tlh"}) == local_language({}) == "en"


@pytest.mark.parametrize("language", OTHERS)
def test_refusals_are_the_clients(language: str) -> None:
    known = words_in(language)
    assert known.refusal("leader_must_play", {}, "no") == known.texts["refusal_leader_must_play"]
    assert known.refusal("opening_too_large", {"limit": 5, "size": 6}, "no") != "no"
    assert known.refusal("unheard_of", {}, "no") == "no"
    assert "bad_deal" in REASONS and known.refusal("bad_deal", {}, "as is") == "as is"


@pytest.mark.parametrize("language", first_of(OTHERS))
def test_a_seed_that_no_record_could_hold_is_refused_before_anything_is_played(
    language: str,
) -> None:
    told = run("play", "-l", language, "--seed", "a\tb")
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == f"gangoffour: {words(language)['refusal_bad_seed']} (R4.2)\n"


def test_few_characters_are_enough() -> None:
    """Where a terminal has ASCII alone, English is spoken without fine signs."""
    plain = words_in("en", plain=True)
    assert all(
        one.isascii() for one in (plain("looks"), plain("call_quoted"), plain("seed", hash=""))
    )
