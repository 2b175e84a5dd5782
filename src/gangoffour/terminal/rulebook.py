"""The rules as text: ``docs/rules``, one file a language for readers, the game and the web."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gangoffour.rules.editions import EDITIONS, RuleSet
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.languages import PAGES, Words, words_in

_HEADING: Final = re.compile(r"^(#{1,4}) (R\d+(?:\.\d+)?)\b")
_ANCHOR: Final = re.compile(r'^<a id="[^"]*"></a>\n+', re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?!http)[^)]+\)")


@cache
def rules_text(language: str = "en") -> str:
    """The whole text, without the anchors and links that only a browser needs."""
    text = (PAGES / f"{language}.md").read_text(encoding="utf-8")
    return _LINK.sub(r"\1", _ANCHOR.sub("", text))


@cache
def rule_texts(language: str = "en") -> dict[str, str]:
    """The text of each rule by its number, ``R5`` with all that belongs to it."""
    found: dict[str, list[str]] = {}
    open_rules: dict[int, str] = {}
    for line in rules_text(language).splitlines():
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


def rule_drawing(text: str, language: str = "en") -> RenderableType:
    """One rule by its number, or an edition by its name."""
    if text.lower() in EDITIONS:
        return _edition(EDITIONS[text.lower()], language)
    number = rule_number(text)
    if number is None:
        raise Failure("no_rule", input=repr(text[:40]), editions=", ".join(EDITIONS))
    return markdown(rule_texts(language)[number])


def markdown(text: str) -> RenderableType:
    """A text as it is shown. The parser is heavy, so only readers wait for it."""
    from rich.markdown import Markdown

    return Markdown(text)


def edition_words(edition: str, language: str = "en") -> tuple[str, str]:
    """Where an edition is printed and what differs in it, as R9 says."""
    row = re.search(rf"^\| `{edition}` \|(.+)\|(.+)\|$", rule_texts(language)["R9"], re.MULTILINE)
    if row is None:
        raise LookupError(f"R9 has no row for {edition} in {language}")
    return row[1].strip(), row[2].strip()


def _edition(rules: RuleSet, language: str) -> RenderableType:
    """An edition in words, then field by field next to the official one."""
    plain = EDITIONS["official"]
    heading = rule_texts(language)["R9"].splitlines()[0].removeprefix("## ")
    printed, differs_in = edition_words(rules.edition, language)
    words = markdown(f"**{heading}: {rules.edition}** ({printed})\n\n{differs_in}\n")
    table = Table(pad_edge=False)
    table.add_column("")
    table.add_column("official")
    if rules is not plain:
        table.add_column(rules.edition)
    for field in fields(RuleSet):
        if field.name == "edition":
            continue
        values = [_said(getattr(one, field.name), words_in(language)) for one in (plain, rules)]
        differs = values[0] != values[1]
        shown = values[:1] if rules is plain else values
        style = "good" if differs else ""
        table.add_row(Text(field.name, style), *(Text(value, style) for value in shown))
    option = "" if language == "en" else f" --language {language}"
    return Group(words, Text(), table, Text(f"\n→ gangoffour rules R9{option}"))


def _said(value: object, words: Words) -> str:
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, tuple):
        return " / ".join(str(one) for one in value)
    return words("any") if value is None else str(value)
