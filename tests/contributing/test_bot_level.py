"""A new bot level is whole: somebody plays it, and every list of levels has it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from gangoffour.bots import BotInfo, bots
from gangoffour.bots.levels import LEVELS
from gangoffour.server.wire.messages import Quick
from tests.contributing.client import messages_in_english, source

ROOT = Path(__file__).parents[2]


def named(info: BotInfo) -> str:
    return info.name


@pytest.mark.parametrize("info", bots(), ids=named)
def test_somebody_plays_the_level(info: BotInfo) -> None:
    assert info.name in LEVELS, f"bots/levels.py: LEVELS does not say who plays {info.name}"


def test_levels_are_numbered_without_a_gap() -> None:
    numbers = [info.level for info in bots()]
    assert numbers == list(range(1, len(numbers) + 1)), f"bots/registry.py: levels {numbers}"


@pytest.mark.parametrize("info", bots(), ids=named)
def test_the_level_is_documented(info: BotInfo) -> None:
    row = f"| {info.level} | `{info.name}` | {info.description} |"
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert any(line.startswith(row) for line in page.splitlines()), (
        f"docs/bots.md lacks the row {row}"
    )
    ladder = page.partition("## The ladder")[2]
    assert f"| {info.level} `{info.name}` |" in ladder, (
        f"docs/bots.md, The ladder: no figure of {info.level} `{info.name}`"
    )


@pytest.mark.parametrize("info", bots(), ids=named)
def test_the_client_has_words_for_the_level(info: BotInfo) -> None:
    keys = (f"bot_{info.name}", f"bot_{info.name}_note")
    missing = [key for key in keys if key not in messages_in_english()]
    assert not missing, f"web/messages lacks {', '.join(missing)}"
    unused = [key for key in keys if f"m.{key}(" not in source()]
    assert not unused, f"nothing in web/src says {', '.join(unused)}"


@pytest.mark.parametrize("info", bots(), ids=named)
def test_a_quick_match_can_be_asked_for_at_the_level(info: BotInfo) -> None:
    levels = get_args(get_type_hints(Quick)["level"])
    assert info.level in levels, f"server/wire/messages.py: Quick.level has no {info.level}"
