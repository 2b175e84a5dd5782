"""Every rule has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = [
    *(f"R1.{n}" for n in range(1, 5)),
    "R2",
    *(f"R2.{n}" for n in range(1, 5)),
    *(f"R3.{n}" for n in range(1, 7)),
    *(f"R4.{n}" for n in range(1, 8)),
    *(f"R5.{n}" for n in range(1, 7)),
    *(f"R6.{n}" for n in range(1, 4)),
    "R7.1",
    "R8.1",
    "R8.2",
    "R9",
]
NUMBER = re.compile(r"\bR\d+(?:\.\d+)?\b")
PRINTED = HERE.parent.parent / "docs" / "rules.md"


def cited(test: ast.FunctionDef) -> list[str]:
    """The rules that a docstring names before its first colon (R10 further on is a card)."""
    head, colon, _ = (ast.get_docstring(test) or "").partition(":")
    return NUMBER.findall(head) if colon else []


def citations() -> dict[str, list[str]]:
    """For each rule, the tests whose docstring cites it."""
    found: dict[str, list[str]] = {}
    for file in sorted(HERE.glob("test_r[1-9]_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in cited(node):
                    found.setdefault(rule, []).append(f"{file.name}::{node.name}")
    return found


def test_every_rule_is_cited() -> None:
    """R1.1 to R9: none is without a test."""
    found = citations()
    assert [rule for rule in RULES if rule not in found] == []


def test_no_citation_of_a_rule_that_is_not_there() -> None:
    """R1.1 to R9: a citation is one of them, or a whole group."""
    groups = {f"R{n}" for n in range(1, 10)}
    assert set(citations()) <= {*RULES, *groups}


def test_every_test_cites_a_rule() -> None:
    """R1.1 to R9: each test of a group says which rule it proves."""
    silent = [
        f"{file.name}::{node.name}"
        for file in HERE.glob("test_r[1-9]_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not cited(node)
    ]
    assert not silent


def test_printed_rules_are_these() -> None:
    """R1.1 to R9: the rules as printed have headings with the same numbers."""
    headings = re.findall(r"^#+ (R[\d.]+) ", PRINTED.read_text(encoding="utf-8"), re.MULTILINE)
    groups = {f"R{n}" for n in range(1, 10)}
    assert len(headings) == len(set(headings))
    assert set(headings) == {*RULES, *groups}
