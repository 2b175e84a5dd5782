"""The rules as text: ``docs/rules.md``, the one source for readers, the game and the web."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gangoffour.rules.editions import EDITIONS, RuleSet
from gangoffour.terminal.failure import Failure

_HEADING: Final = re.compile(r"^(#{1,4}) (R\d+(?:\.\d+)?)\b")
_ANCHOR: Final = re.compile(r'^<a id="[^"]*"></a>\n+', re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?!http)[^)]+\)")


@cache
def rules_text() -> str:
    """The whole text, without the anchors and links that only a browser needs."""
    text = files("gangoffour.terminal").joinpath("rules.md").read_text(encoding="utf-8")
    return _LINK.sub(r"\1", _ANCHOR.sub("", text))


@cache
def rule_texts() -> dict[str, str]:
    """The text of each rule by its number, ``R5`` with all that belongs to it."""
    found: dict[str, list[str]] = {}
    open_rules: dict[int, str] = {}
    for line in rules_text().splitlines():
        heading = _HEADING.match(line)
        level = len(line) - len(line.lstrip("#")) if re.match(r"#{1,4} ", line) else 0
        if level:
            open_rules = {depth: rule for depth, rule in open_rules.items() if depth < level}
        if heading:
            open_rules[level] = heading[2]
            found[heading[2]] = []
        for rule in open_rules.values():
            found[rule].append(line)
    return {rule: "\n".join(lines).strip() + "\n" for rule, lines in found.items()}


def rule_number(text: str) -> str | None:
    """``r5.4``, ``5.4`` and ``R5.4`` are the same number; None if there is no such rule."""
    number = "R" + text.strip().upper().removeprefix("R")
    return number if number in rule_texts() else None


def rule_drawing(text: str) -> RenderableType:
    """One rule by its number, or an edition by its name."""
    if text.lower() in EDITIONS:
        return _edition(EDITIONS[text.lower()])
    number = rule_number(text)
    if number is None:
        raise Failure(
            f"There is no rule or edition {text[:40]!r}: try R1 to R9, a number such as R5.4, "
            f"or {', '.join(EDITIONS)}."
        )
    return markdown(rule_texts()[number])


def markdown(text: str) -> RenderableType:
    """A text as it is shown. The parser is heavy, so only readers wait for it."""
    from rich.markdown import Markdown

    return Markdown(text)


def _edition(rules: RuleSet) -> RenderableType:
    """An edition, field by field, next to the official one."""
    plain = EDITIONS["official"]
    table = Table(title=f"The {rules.edition} edition", title_justify="left", pad_edge=False)
    table.add_column("field")
    table.add_column("official")
    if rules is not plain:
        table.add_column(rules.edition)
    for field in fields(RuleSet):
        if field.name == "edition":
            continue
        values = [_said(getattr(one, field.name)) for one in (plain, rules)]
        differs = values[0] != values[1]
        shown = values[:1] if rules is plain else values
        style = "good" if differs else ""
        table.add_row(Text(field.name, style), *(Text(value, style) for value in shown))
    return Group(table, Text("\ngangoffour rules R9 says what each field means."))


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " or ".join(str(one) for one in value)
    return "any" if value is None else str(value)
