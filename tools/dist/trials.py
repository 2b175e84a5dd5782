"""What is tried of an installed wheel: the light core alone, then the examples with the lab."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from tools.dist.pythons import ROOT, Environment

DOCS: Final = ROOT / "docs"
CLIENT: Final = ROOT / "web" / "dist"
IMPORTS: Final = "import sys, gangoffour; print(gangoffour.__version__, len(sys.modules))"


def blocks(page: str) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def try_core(environment: Environment, here: Path) -> None:
    """The rules, the pictures and the engine, with nothing else installed."""
    assert environment.packages() == {"gangoffour"}, environment.packages()
    environment.run(environment.python, "-c", IMPORTS, here=here)
    tried = [one for one in blocks("library.md") if "gangoffour.bots" not in one]
    for block in tried:
        environment.run(environment.python, "-", here=here, text=block)
    asked = json.dumps({"op": "beats", "play": ["R3", "G3"], "table": ["Y3", "Y3"]})
    words = (environment.python, "-m", "gangoffour", "engine")
    answer = json.loads(environment.run(*words, here=here, text=asked + "\n"))
    assert answer["beats"] is True and len(tried) >= 4


def try_lab(environment: Environment, here: Path) -> None:
    """Every example of the library's pages, and the tutorial from its first command to its last."""
    for page in ("library.md", "bots.md", "lab.md", "tutorial.md"):
        for block in blocks(page):
            environment.run(environment.python, "-", here=here, text=block)
            named = re.match(r"# (\w+\.py)\n", block)
            if named:
                (here / named[1]).write_text(block, encoding="utf-8")
    tutorial = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    for command in re.findall(r"^gangoffour .*$", tutorial, re.MULTILINE):
        environment.run(*re.sub(r"--deals \d+", "--deals 2", command).split(), here=here)


def try_server(environment: Environment, here: Path) -> None:
    """The server's command is there, with the client in the package, as it was built."""
    assert "--docs" in environment.run("gangoffour", "serve", "--help", here=here)
    found = "from gangoffour.server.transport.static import client_folder as f; print(f())"
    folder = environment.run(environment.python, "-c", found, here=here).strip()
    assert (Path(folder) / "index.html").is_file(), folder
    environment.run("gangoffour", "site", "--out", "site", here=here)
    site = here / "site"
    for part in ("assets", "icons"):
        for path in (CLIENT / part).rglob("*"):
            if path.is_file() and path.suffix not in (".br", ".gz", ".map"):
                copy = site / path.relative_to(CLIENT)
                assert copy.read_bytes() == path.read_bytes(), copy
    for name, mark in (("index.html", " data-site>"), ("sw.js", "const SITE = true;")):
        assert mark in (site / name).read_text(encoding="utf-8"), name
