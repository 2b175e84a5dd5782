"""The languages the rules can be read in: those whose pages are here."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

PAGES: Final = files("gangoffour.terminal") / "rules"
"""One page a language, by its code."""


def _codes() -> tuple[str, ...]:
    """English, in which the rules are written first, then the others by their codes."""
    codes = {page.name.removesuffix(".md") for page in PAGES.iterdir() if page.name[-3:] == ".md"}
    return ("en", *sorted(codes - {"en"}))


LANGUAGES: Final = _codes()
