"""The sentences of the game: advice before a move, the exchange and its tie-breaks (R6.3)."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gangoffour import parse_position
from gangoffour.rules.combinations import classify
from gangoffour.rules.editions import EDITIONS
from gangoffour.rules.events import CardTaken, Played, RoundResult
from gangoffour.terminal.advice import advice
from gangoffour.terminal.console import THEME, UNICODE, Screen
from gangoffour.terminal.languages import LANGUAGES, words_in
from gangoffour.terminal.seating import Seating, clean_name, seat_bots
from gangoffour.terminal.story import exchange_story
from gangoffour.terminal.story import told as told_event

NAMES = ("You", "Bao", "Chiara", "Dmitri")


def advised(hand: str, more: str = "", edition: str = "official") -> str:
    line = f"{edition} round 2 - dealer 1 hands {hand}/G1,Y9/Y1,Y8/R8 turn 0{more} totals 0,0,0,0"
    return advice(parse_position(line).view(0), NAMES, words_in("en"))


@pytest.mark.parametrize(
    ("hand", "more", "said"),
    [
        ("G3,Y4", "", "You lead: play any combination"),
        ("G3,Y4", " table 1:G2", "2 of your combinations beat it; ? lists them."),
        ("G3,Y4", " table 1:Y3", "1 of your combinations beats it; ? shows it."),
        ("G3,Y4", " table 1:RD", "Nothing you hold beats it: press Enter to pass."),
        ("G3,Y4", " called 3", "Dmitri has one card left: lead two or more cards if you can"),
        ("G3,Y4", " table 1:G2 called 3", "Dmitri has one card left: play Y4 or a gang (R5.4)."),
        ("G3,Y4", " table 1:RD called 3", "does not beat the table: press Enter to pass (R5.4)."),
        (
            "G3,G3,Y3,R3,Y4",
            " table 1:RD called 3",
            "does not beat the table: play a gang or pass (R5.4).",
        ),
    ],
)
def test_advice(hand: Any, more: Any, said: str) -> None:
    assert said in advised(hand, more)


def test_advice_where_a_gang_is_a_duty() -> None:
    """R9 german"""
    said = advised("G3,G3,Y3,R3,Y4", " table 1:RD called 3", "german")
    assert said == "Dmitri has one card left: play a gang (R5.4)."


def told(
    left: tuple[int, ...],
    totals: tuple[int, ...],
    loser: int,
    edition: str = "official",
    language: str = "en",
    winner: int = 0,
) -> str:
    result = RoundResult(1, 1, winner, loser, left, left, totals, ())
    out = io.StringIO()
    words = words_in(language)
    screen = Screen(Console(theme=THEME, file=out, width=300), UNICODE, False, words)
    event = CardTaken(loser, winner, "RD")
    seating = Seating(NAMES, (), (), [])
    screen.console.print(exchange_story(event, result, EDITIONS[edition], seating, screen))
    return out.getvalue().strip()


def test_the_exchange_without_a_tie() -> None:
    assert told((0, 3, 5, 2), (0, 3, 5, 2), 2) == (
        "Chiara lost round 1 with the most cards (5), so their best new card, RD◆ (red dragon), "
        "goes to you, the winner; you then give back any card. (R7.1)"
    )


def test_ties_are_explained() -> None:
    """R6.3: the higher total, then the seat; R9 riva: the higher card."""
    assert "(5, the same as Bao, but with the higher total, 9)" in told(
        (0, 5, 5, 2), (0, 5, 9, 2), 2
    )
    said = told((0, 5, 5, 2), (0, 5, 5, 2), 1)
    assert "(5, the same as Chiara, but first counter-clockwise from the winner)" in said
    said = told((0, 5, 5, 2), (0, 5, 9, 2), 1, "riva")
    assert "highest card left decides, and then the seat" in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the same as you and Bao,"),
        ("de", "wie du und Bao,"),
        ("nl", "net als jij en Bao,"),
        ("fr", "comme vous et Bao,"),
        ("es", "como tú y Bao,"),
        ("it", "come te e Bao,"),
        ("fi", "kuten sinä ja Bao,"),
        ("pl", "tyle co ty i Bao,"),
    ],
)
def test_a_tie_with_the_reader(language: str, said: str) -> None:
    """R6.3: within the sentence, and in the case that it asks for."""
    tied = told((5, 5, 5, 0), (5, 5, 9, 0), 2, language=language, winner=3)
    assert said in tied


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_that_the_reader_loses(language: str) -> None:
    """No verb that would say of the reader what is said of others."""
    mine = told((5, 5, 2, 0), (5, 5, 2, 0), 0, language=language, winner=3)
    theirs = told((2, 5, 5, 0), (2, 5, 5, 0), 2, language=language, winner=3)
    why = mine.split("(", 1)[1].split(")")[0], theirs.split("(", 1)[1].split(")")[0]
    assert why[0] == why[1]
    assert not re.search(r"\b(sits|sitzt|zit)\b", why[0])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Bao plays a pair: G4♠ Y4●"),
        ("de", "Bao spielt: Pärchen G4♠ Y4●"),
        ("nl", "Bao speelt een paar: G4♠ Y4●"),
        ("fr", "Bao joue\u202f: paire G4♠ Y4●"),
        ("es", "Bao juega: pareja G4♠ Y4●"),
        ("it", "Bao gioca: coppia G4♠ Y4●"),
        ("fi", "Bao pelaa: pari G4♠ Y4●"),
        ("pl", "Bao zagrywa: para G4♠ Y4●"),
    ],
)
def test_a_combination_within_a_sentence(language: str, said: str) -> None:
    """Its name has a capital letter in German only."""
    pair = classify("G4 Y4")
    assert pair
    screen = Screen(Console(), UNICODE, False, words_in(language))
    line = told_event(Played(1, pair, False, False), Seating(NAMES, (), (), []), screen)
    assert line
    assert line.plain.strip() == said


def test_names() -> None:
    assert clean_name("  Anna  ") == "Anna"
    assert clean_name("\x1b\n") == "You"
    assert seat_bots(("2",), 4, "You").names == ("You", "Sparrow", "Sparrow 2", "Sparrow 3")
    assert seat_bots((), 3, "Dumpling").names == ("Dumpling", "Dumpling 2", "Sparrow")


def test_a_bot_from_a_file_is_called_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from gangoffour.bots.players.greedy import Greedy\nclass MyCrash(Greedy): pass\n"
    )
    seated = seat_bots([f"{tmp_path}/bad.py:MyCrash", "human:timid"], 3, "You")
    assert seated.names == ("You", "bad.py:MyCrash", "Human:timid")
