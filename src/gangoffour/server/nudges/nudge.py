"""What somebody can be nudged about, as values."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

Kind = Literal["turn", "challenge", "answer", "daily"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
DAY_MS: Final = 86_400_000
KEPT_MS: Final[dict[Kind, int]] = {
    "turn": 3 * DAY_MS,
    "challenge": 2 * DAY_MS,
    "answer": 2 * DAY_MS,
    "daily": DAY_MS // 2,
}
"""How long a nudge is of use, unless its sender says when it ends."""


class Nudge(Struct, frozen=True):
    """One thing to tell one person, once.

    ``about`` says what it is about (a table's turn, a challenge, an answer): of several with the
    same person, kind and ``about`` there is one. ``link`` is the page to open, as ``/table/ab12``.
    ``words`` fill in the text (``nudges/words``): ``names`` for ``turn``, ``name`` for
    ``challenge``, ``name`` and ``topic`` for ``answer``, none for ``daily``.
    """

    person: str
    kind: Kind
    about: str
    link: str
    words: dict[str, str] = {}
    due_at: int = 0
    """Not before; 0 for now."""
    expires_at: int = 0
    """Not after; 0 for what is usual."""

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.person}/{self.about}"[:160]
