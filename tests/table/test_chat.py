"""Words at a table: plain, short, one line; phrases by code; nobody else but those who sit."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangoffour.table import commands as c
from gangoffour.table import events as e
from gangoffour.table.chat import MAX_MARKS, MAX_TEXT, PHRASES, clean
from gangoffour.table.options import Options
from tests.table.scene import Scene, seated


def test_those_who_sit_may_talk_and_spectators_may_not() -> None:
    scene = seated("bob")
    assert scene.do("bob", c.Say("well played")) == (e.Said("bob", "Bob", "well played"),)
    assert scene.do("ann", c.Phrase("hello")) == (e.Phrased("ann", "Ann", "hello"),)
    assert scene.refused("stranger", c.Say("psst")) == "spectators_silent"
    assert scene.refused("stranger", c.Phrase("hello")) == "spectators_silent"


def test_the_host_decides_what_may_be_said() -> None:
    scene = Scene(Options(chat="none"))
    assert scene.refused("ann", c.Say("hi")) == "no_chat_here"
    assert scene.refused("ann", c.Phrase("hello")) == "no_chat_here"
    scene = Scene(Options(chat="phrases"))
    assert scene.refused("ann", c.Say("hi")) == "phrases_only"
    for phrase in PHRASES:
        scene.do("ann", c.Phrase(phrase))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_text"),
        (" \n\t ", "empty_text"),
        ("\u202e\u200b", "empty_text"),
        ("\u3164", "empty_text"),
        ("\u2800 \u115f\uffa0 \U0001d159", "empty_text"),
        ("x" * (MAX_TEXT + 1), "text_too_long"),
        ("x" * 100_000, "text_too_long"),
    ],
)
def test_what_cannot_be_said(text: str, code: str) -> None:
    assert Scene().refused("ann", c.Say(text)) == code


def test_an_unknown_phrase_is_refused() -> None:
    assert Scene().refused("ann", c.Phrase("<b>hello</b>" * 50)) == "unknown_phrase"


def test_text_stays_text() -> None:
    scene = Scene()
    markup = '<img src=x onerror="alert(1)">'
    assert scene.do("ann", c.Say(markup)) == (e.Said("ann", "Ann", markup),)


@given(st.text(max_size=300))
def test_cleaned_text_is_one_line_without_tricks(raw: str) -> None:
    text = clean(raw)
    assert clean(text) == text or unicodedata.normalize("NFC", text) != text
    assert text == text.strip()
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        assert not kind.startswith("C")
        assert letter == " " or not kind.startswith("Z")
        marks = marks + 1 if kind.startswith("M") else 0
        assert marks <= MAX_MARKS


def test_stacked_marks_are_cut() -> None:
    assert clean("Z" + "\u0310" * 50 + "algo") == "Z" + "\u0310" * MAX_MARKS + "algo"
