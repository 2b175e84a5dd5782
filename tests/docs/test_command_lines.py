"""Every command of ``gangoffour`` in the documents is one that its command line understands."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tools.doc_examples import PAGES, blocks, name

from gangoffour.cli import load
from gangoffour.command_table import COMMANDS

INLINE = re.compile(r"`gangoffour ([^`\n]+)`")
LINE = re.compile(r"^(?:\$ )?gangoffour (.+)$", re.MULTILINE)


def shown(page: Path) -> list[str]:
    """What follows ``gangoffour`` in a page's backticks and in its blocks for a shell."""
    text = page.read_text(encoding="utf-8")
    found = INLINE.findall(re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    for kind in ("sh", "console"):
        for _, block in blocks(page, kind):
            found += LINE.findall(block.replace("\\\n", " "))
    return found


@cache
def parser_of(path: tuple[str, ...]) -> Any:
    """The parser of a command, or of a command of a command."""
    command, where = load(path[0]), None
    for inner in path[1:]:
        where = command.context_class(command, info_name=path[0])
        command = command.get_command(where, inner)
    return command.make_parser(command.context_class(command, info_name=path[-1], parent=where))


def problem(line: str) -> str:
    """What the command line would not understand of it; nothing if all is well."""
    line = re.sub(r"[\[\]]", "", re.split(r" (?:[|&;<>]|#) ?", line)[0])
    first, *words = shlex.split(line)
    if first.startswith("-"):
        return "" if first in ("--help", "-h", "--version") else f"no option {first}"
    if first not in COMMANDS:
        return f"no command {first}"
    if {"--help", "-h"} & set(words) or (first == "admin" and not words):
        return ""
    path = (first, words.pop(0)) if first == "admin" else (first,)
    try:
        given, _, _ = parser_of(path).parse_args(list(words))
    except Exception as wrong:  # noqa: BLE001 - whatever the parser says of it
        return str(wrong)
    odd = [one for one in given.values() if isinstance(one, str) and one.startswith("--")]
    return f"{odd[0]} is no value" if odd else ""


WITH_LINES = [page for page in PAGES if shown(page) and page.stem != "CHANGELOG"]
"""A list of changes names an option without its value."""


@pytest.mark.parametrize("page", WITH_LINES, ids=name)
def test_commands_are_understood(page: Path) -> None:
    wrong = {line: told for line in shown(page) if (told := problem(line))}
    assert not wrong


def test_what_is_wrong_is_seen() -> None:
    assert len(WITH_LINES) > 5
    assert "requires" in problem("arena human:hasty tiger --records DIR --blind")
    assert problem("arena greedy random --records bl --blind --deals 1")
    assert problem("arena greedy --no-such") and problem("arenas") and problem("admin bann x")
    assert not problem("admin ban NAME --reason … [--days N]")
