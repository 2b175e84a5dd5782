"""``make docs``: builds the site in build/docs; whatever is broken is told, and fails."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.gather import ROOT, examples, gather
from tools.site.strict import faults, outside


def main() -> int:
    """Gather, build, make strict, check."""
    gather(ROOT, ROOT / "build" / "docs-source")
    examples(ROOT / "src" / "gangoffour", ROOT / "build" / "docs-python" / "gangoffour")
    site = ROOT / "build" / "docs"
    shutil.rmtree(site, ignore_errors=True)
    zensical = Path(sys.executable).with_name("zensical")
    built = subprocess.run([zensical, "build", "--strict", "--clean"], cwd=ROOT)
    if built.returncode != 0:
        return built.returncode
    outside(site)
    found = list(faults(site))
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if not found:
        pages = len(list(site.rglob("*.html")))
        sys.stdout.write(
            f"{pages} pages in build/docs. gangoffour serve --docs build/docs shows them.\n"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
