"""The client's source and its English messages, as texts to look through."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
TYPES: Final = WEB / "src" / "wire" / "types.ts"


@cache
def source() -> str:
    """All of the client's TypeScript and Svelte that was written by hand."""
    return "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in ("*.ts", "*.svelte")
        for path in sorted((WEB / "src").rglob(pattern))
        if "paraglide" not in path.parts and path != TYPES
    )


@cache
def messages_in_english() -> frozenset[str]:
    """The keys of all messages."""
    return frozenset(
        key
        for path in (WEB / "messages").rglob("en.json")
        for key in json.loads(path.read_text(encoding="utf-8"))
    )
