"""The languages of the terminal: the rules' pages, and the game's words.

What the client says too, such as refusals, reasons, cards and kinds, is read from the client's
messages through the links in ``messages``, ``pages``, ``names`` and ``reviews``; ``words`` has what
only a terminal says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gangoffour.rules.errors import Refusal

if TYPE_CHECKING:
    from rich.text import Text

    from gangoffour.bots import BotError

HERE: Final = Path(__file__).parent
PAGES: Final = HERE / "rules"
"""One page a language, by its code."""
FOLDERS: Final = {"names": "", "pages": "", "messages": "", "reviews": "review_", "words": ""}
"""Where words are, and what their keys begin with here."""
PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’", "'"),
        "…": "...",
        "\u00a0": " ",
        "\u202f": " ",
    }
)
"""What a terminal with few characters shows instead."""
BLANK: Final = re.compile(r"\{(\w+)\}")


def _codes() -> tuple[str, ...]:
    """English, in which the rules are written first, then the others by their codes."""
    codes = {page.name.removesuffix(".md") for page in PAGES.iterdir() if page.name[-3:] == ".md"}
    return ("en", *sorted(codes - {"en"}))


LANGUAGES: Final = _codes()


def local_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English if it is none of ours.

    >>> local_language({"LANG": "de_CH.UTF-8"}), local_language({"LC_ALL": "C", "LANG": "fr_FR"})
    ('de', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = environment[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def plural(language: str, count: int) -> str:
    """Which form a whole number takes (CLDR).

    >>> [plural("pl", count) for count in (1, 3, 5, 12, 22)], plural("fr", 0), plural("en", 0)
    (['one', 'few', 'many', 'many', 'few'], 'one', 'other')
    """
    if count == 1 or (language == "fr" and count == 0):
        return "one"
    if language != "pl":
        return "other"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


class Words(NamedTuple):
    """What the terminal says, in one language."""

    language: str
    texts: Mapping[str, Any]
    plain: bool = False
    """Only characters that every terminal has."""

    def _template(self, key: str, count: object) -> str:
        text = self.texts[key]
        if not isinstance(text, str):
            (variants,) = text
            form = plural(self.language, int(str(count)))
            text = next(one for when, one in variants["match"].items() if when.endswith(f"={form}"))
        return str(text).translate(PLAIN) if self.plain else str(text)

    def __call__(self, key: str, **blanks: object) -> str:
        """A text with its blanks filled; ``count`` or ``limit`` chooses the plural form."""
        template = self._template(key, blanks.get("count", blanks.get("limit", 0)))
        return BLANK.sub(lambda blank: str(blanks[blank[1]]), template)

    def text(self, key: str, style: str = "", **blanks: str | Text) -> Text:
        """The same, with blanks that may be drawn, such as cards."""
        from rich.text import Text

        line = Text(style=style)
        for part in re.split(r"(\{\w+\})", self._template(key, 0)):
            blank = BLANK.fullmatch(part)
            drawn = blanks[blank[1]] if blank else part
            line.append_text(Text(drawn) if isinstance(drawn, str) else drawn)
        return line

    def about(self, key: str, you: bool, **blanks: object) -> str:
        """What is said of somebody, or to the reader: grammar, not a name put in."""
        return self(f"{key}_you" if you else key, **blanks)

    def refusal(self, code: str, params: Mapping[str, object], message: str) -> str:
        """A refusal as the client says it; in English as the rules say it, with the input."""
        key = f"refusal_{code}"
        if self.language == "en" or key not in self.texts:
            return message
        try:
            return self(key, **params)
        except (KeyError, ValueError):
            return message

    def refused(self, refusal: Refusal) -> str:
        """A whole refusal, with its rule. In a record, the line, and what the rules say of it."""
        said = self.refusal(refusal.code, refusal.params, refusal.message)
        cause = refusal.__cause__
        if refusal.code == "bad_record" and self.language != "en":
            line = refusal.params["line"]
            if isinstance(cause, Refusal) and f"refusal_{cause.code}" in self.texts:
                problem = self.refusal(cause.code, cause.params, cause.message)
                said = self("record_line", line=line, problem=problem)
            else:
                said = self("record_line_bad", line=line)
        return f"{said} ({refusal.rule})" if refusal.rule else said

    def bot_error(self, problem: BotError) -> str:
        """What is wrong with a bot, by its code."""
        if self.language == "en":
            return problem.message
        return self(f"bot_error_{problem.code}", **problem.params)

    def percent(self, hundredths: float) -> str:
        """A share with one digit behind the point, as the language writes it."""
        gap = {"de": "\u00a0", "es": "\u00a0", "fi": "\u00a0", "fr": "\u202f"}.get(
            self.language, ""
        )
        return f"{self.decimal(hundredths).lstrip('+')}{gap}%"

    def decimal(self, value: float) -> str:
        """A signed number with one digit behind the point, or the comma."""
        text = f"{value:+.1f}"
        return text if self.language == "en" else text.replace(".", ",")

    def listed(self, names: list[str]) -> str:
        """Names one after the other: ``Ada, Bo and Cleo``."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"


@cache
def words_in(language: str, *, plain: bool = False) -> Words:
    """All words of a language."""
    import json

    texts: dict[str, Any] = {}
    for folder, prefix in FOLDERS.items():
        found = json.loads((HERE / folder / f"{language}.json").read_text(encoding="utf-8"))
        texts |= {f"{prefix}{key}": text for key, text in found.items()}
    return Words(language, texts, plain)
