"""``make dist``: wheel and sdist in build/dist, and everything that shows that they are good.

They are built as an installer would (the wheel from the sdist), checked by twine and
check-wheel-contents, installed in empty environments of every Python of this machine, and their
examples are run there; the sdist passes a slice of its own tests. ``--only 3.12`` tries one Python.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from tools.dist.pythons import ROOT, Environment, pythons
from tools.dist.trials import try_core, try_lab, try_server

DIST: Final = ROOT / "build" / "dist"
IGNORED: Final = "W002,W004"
"""Equal files (a picture in two places), and folders of words that are no modules."""
SLICE: Final = ("tests/rules", "tests/engine", "tests/svg", "tests/docs/test_documents.py")


def build() -> tuple[Path, Path]:
    """The wheel and the sdist, made anew."""
    shutil.rmtree(DIST, ignore_errors=True)
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, sdist


def check(wheel: Path, sdist: Path) -> None:
    """What an index would say."""
    here = Path(sys.executable).parent
    subprocess.run([here / "twine", "check", "--strict", wheel, sdist], check=True)
    subprocess.run([here / "check-wheel-contents", "--ignore", IGNORED, wheel], check=True)


def try_source(sdist: Path, folder: Path) -> None:
    """The tests of the sdist, by its own code; the test environment lends what they need."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    variables = {**os.environ, "PYTHONPATH": str(source / "src")}
    words = [str(ROOT / ".venv" / "bin" / "python"), "-m", "pytest", "-n", "0", "-m", "not server"]
    words += ["-p", "no:cacheprovider"]
    subprocess.run([*words, *SLICE], cwd=source, env=variables, check=True)


def main() -> None:
    """Build, check, install, try; the first trouble ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="one Python, such as 3.12")
    parser.add_argument("--no-tests", action="store_true", help="without the sdist's own tests")
    wanted = parser.parse_args()
    wheel, sdist = build()
    for path in (sdist, wheel):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB\n")
    check(wheel, sdist)
    with tempfile.TemporaryDirectory() as name:
        for version, python in pythons().items():
            shown = ".".join(map(str, version))
            if wanted.only not in (None, shown):
                continue
            here = Path(name) / shown
            (here / "work").mkdir(parents=True)
            core = Environment(here / "core", python)
            core.install(str(wheel))
            try_core(core, here / "work")
            whole = Environment(here / "whole", python)
            whole.install(f"{wheel}[lab,server]")
            try_lab(whole, here / "work")
            try_server(whole, here / "work")
            sys.stdout.write(f"Python {shown}: installed, examples run\n")
        if not wanted.no_tests:
            try_source(sdist, Path(name) / "source")


if __name__ == "__main__":
    main()
