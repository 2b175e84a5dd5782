"""What may stand on a board: plain text of limited length, and how it is searched.

Nothing in it is markup: it is stored and sent as it is, and clients draw cards, rules and links to
matches where they find them.
"""

from __future__ import annotations

from typing import Final

from gangoffour.table.chat import clean
from gangoffour.table.refusals import TableRefusal

MAX_TITLE: Final = 100
MAX_POST: Final = 4_000
MAX_LINES: Final = 120


def checked_title(raw: str) -> str:
    """A title as one clean line, or a refusal."""
    if len(raw) > 4 * MAX_TITLE:
        raise TableRefusal("text_too_long", limit=MAX_TITLE)
    title = clean(raw)
    _require(title, MAX_TITLE)
    return title


def checked_post(raw: str) -> str:
    """Lines of visible text, at most one empty line between two of them; or a refusal.

    Invisible letters and those that turn the direction are taken out, as in chat and names.
    """
    if len(raw) > 4 * MAX_POST:
        raise TableRefusal("text_too_long", limit=MAX_POST)
    lines: list[str] = []
    for line in raw.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        kept = clean(line)
        if kept or (lines and lines[-1]):
            lines.append(kept)
    text = "\n".join(lines[:MAX_LINES]).strip()
    _require(text, MAX_POST)
    if len(lines) > MAX_LINES:
        raise TableRefusal("text_too_long", limit=MAX_POST)
    return text


def _require(text: str, limit: int) -> None:
    if not any(map(str.isprintable, text.replace("\n", ""))):
        raise TableRefusal("empty_text")
    if len(text) > limit:
        raise TableRefusal("text_too_long", limit=limit)
