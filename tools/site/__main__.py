"""``make docs``: builds the site in build/docs; whatever is broken is told, and fails."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.site.gather import PLAY, ROOT, examples, gather, version
from tools.site.strict import faults, outside
from tools.site.versions import place, with_choice

GAME: Final = ROOT / ".venv" / "bin" / "gangoffour"
"""Which writes the game as a folder of files, into the site."""


def main() -> int:
    """Gather, build, make strict, check; and put it among other versions, if that is asked."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--versions", type=Path, help="a folder with the sites of other versions")
    folder = parser.parse_args().versions
    gather(ROOT, ROOT / "build" / "docs-source")
    examples(ROOT / "src" / "gangoffour", ROOT / "build" / "docs-python" / "gangoffour")
    site = ROOT / "build" / "docs"
    shutil.rmtree(site, ignore_errors=True)
    if not _built(choice=folder is not None):
        return 1
    outside(site)
    subprocess.run([GAME, "site", "--out", site / PLAY, "--docs", ROOT / "nowhere"], check=True)
    found = list(faults(site))
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if found:
        return 1
    pages = len(list(site.rglob("*.html")))
    told = f"{pages} pages in build/docs. gangoffour serve --docs build/docs shows them."
    if folder is not None:
        own = version(ROOT)
        there = place(site, folder, own)
        told = f"{pages} pages in {folder / own}; versions there: {', '.join(there)}."
    sys.stdout.write(f"{told}\n")
    return 0


def _built(*, choice: bool) -> bool:
    """Whether the pages could be built, with a choice of versions on them if that is wanted."""
    settings = ROOT / "mkdocs.yml"
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict", "--clean"]
    if not choice:
        return subprocess.run(command, cwd=ROOT).returncode == 0
    other = ROOT / "mkdocs-versions.yml"  # beside the other one: paths in it are the same
    try:
        other.write_text(with_choice(settings.read_text(encoding="utf-8")), encoding="utf-8")
        return subprocess.run([*command, "-f", str(other)], cwd=ROOT).returncode == 0
    finally:
        other.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
