"""Build hooks: the wheel and the sdist carry the built web client, so that users need no Node.js;
the README is told as an index shows it, where a link to a file of the source leads nowhere."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HOME = "PROJECT_HOME"
"""The variable with the address of the repository's pages, if it has some."""
LARGE = 100_000
"""Bytes from which on a wheel has a file of the client once, and not plain and compressed."""


class ClientHook(BuildHookInterface[Any]):
    """Builds web/dist if it is missing, and puts it into the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        dist = root / "web" / "dist"
        if not (dist / "index.html").is_file():
            subprocess.run([str(root / "tools" / "web")], check=True)
        if self.target_name == "wheel":
            for path in packed_once(dist):
                inside = path.relative_to(dist).as_posix()
                build_data["force_include"][str(path)] = f"gangoffour/server/client/{inside}"


def packed_once(dist: Path) -> list[Path]:
    """The client's files for a wheel: of what is large and compressed, not the plain form besides.

    The server unpacks it for who reads nothing compressed, ``gangoffour site`` for its folder.
    """
    files = sorted(path for path in dist.rglob("*") if path.is_file())
    return [
        path
        for path in files
        if path.stat().st_size < LARGE or not path.with_name(f"{path.name}.gz").is_file()
    ]


class IndexHook(MetadataHookInterface):
    """The README, and the addresses of the project, if it has a home."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        home = os.environ.get(HOME, "").rstrip("/")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_an_index(text, home)}
        if home:
            metadata["urls"] = {
                "Homepage": home,
                "Documentation": f"{home}/blob/main/docs/index.md",
                "Changelog": f"{home}/blob/main/CHANGELOG.md",
                "Source": home,
                "Issues": f"{home}/issues",
            }


def for_an_index(text: str, home: str = "") -> str:
    """A page whose links to files of the source lead to its home; without one they are words.

    >>> for_an_index("See [the rules](docs/rules.md), [more](https://a.example/).")
    'See the rules, [more](https://a.example/).'
    >>> for_an_index("[a](docs/a.md) ![b](docs/b.png)", "https://a.example/g")
    '[a](https://a.example/g/blob/main/docs/a.md) ![b](https://a.example/g/raw/main/docs/b.png)'
    """
    if home:
        text = re.sub(r"(!\[[^\]]*\]\()(?!\w+:|#)", rf"\1{home}/raw/main/", text)
        return re.sub(r"((?<!!)\[[^\]]*\]\()(?!\w+:|#)", rf"\1{home}/blob/main/", text)
    picture = r"!\[[^\]]*\]\((?!\w+:)[^)]*\)"
    text = re.sub(rf"^\|[^\n]*\|\n\|[-|]+\|\n\|(?: {picture} \|)+\n\n", "", text, flags=re.M)
    text = re.sub(rf"^{picture}\n\n", "", text, flags=re.M)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)[^)]*\)", r"\1", text)
