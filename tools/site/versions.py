"""Sites of several versions side by side in one folder, with a choice among them on every page.

The theme reads ``versions.json`` beside the versions' folders; the folder itself leads to the
newest. Each version is put there once, when it is built.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

PLAIN: Final = "extra:\n"
WITH_CHOICE: Final = "extra:\n  version: {provider: mike}\n"
LEADS: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{version}</title>'
    '<meta http-equiv="refresh" content="0; url={version}/index.html"></head>'
    '<body><a href="{version}/index.html">{version}</a></body></html>\n'
)


def with_choice(settings: str) -> str:
    """The site's settings for a page that offers the other versions."""
    assert PLAIN in settings
    return settings.replace(PLAIN, WITH_CHOICE, 1)


def place(site: Path, folder: Path, version: str) -> list[str]:
    """Put a built site among those of other versions; all that are there, the newest first."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    there = [one.parent.name for one in folder.glob("*/index.html")]
    there.sort(key=lambda name: [int(part) for part in re.findall(r"\d+", name)], reverse=True)
    told = [{"version": one, "title": one, "aliases": []} for one in there]
    (folder / "versions.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    (folder / "index.html").write_text(LEADS.format(version=there[0]), encoding="utf-8")
    return there
