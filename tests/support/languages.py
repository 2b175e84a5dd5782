"""The languages of the game, from the one list of them: that of the client's messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

LIST: Final = Path(__file__).parents[2] / "web" / "project.inlang" / "settings.json"
_settings: dict[str, Any] = json.loads(LIST.read_text(encoding="utf-8"))

LOCALES: Final[tuple[str, ...]] = tuple(_settings["locales"])
MESSAGES: Final[tuple[str, ...]] = tuple(_settings["plugin.inlang.messageFormat"]["pathPattern"])
"""Where the messages of a language lie, as ``./messages/table/{locale}.json``."""
