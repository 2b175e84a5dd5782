"""What cards and matches are asked of modules above them: asked, never imported."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gangoffour import Cards, Match, combinations_in, retrace, rules
from gangoffour.rules.answers import Question


def test_values_are_answered_by_the_modules_above_them() -> None:
    cards, match = Cards("G3 Y3 R9"), Match.new(seed=7)
    later = match.act(match.turn, match.view(match.turn).actions[0])
    assert cards.combinations() == combinations_in(cards)
    assert list(later.moves()) == list(retrace(later))


def test_nothing_of_the_rules_is_imported_by_a_function() -> None:
    """An import that waits until it is called hides a circle from whoever looks for them."""
    hidden = [
        f"{path.name}: {function.name}"
        for path in Path(rules.__path__[0]).rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for part in ast.walk(function)
        if isinstance(part, ast.Import | ast.ImportFrom)
        or (isinstance(part, ast.Name) and part.id in ("import_module", "__import__"))
    ]
    assert not hidden


def test_a_question_has_one_answer() -> None:
    length: Question[int] = Question()
    assert length.answered_by(len) is len
    with pytest.raises(ValueError, match="answers already"):
        length.answered_by(len)
    assert length("G3") == 2
