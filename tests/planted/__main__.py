"""Plant the faults one by one in copies of the tree, and see whether the tests notice.

``python -m tests.planted`` plants all; words after it plant those that have them in their file,
their tests or their description. First the tests must be green without any fault.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from tests.planted.fault import Fault
from tests.planted.faults import FAULTS

ROOT: Final = Path(__file__).parents[2]
LENT: Final = (".venv", "web/node_modules", "web/dist", "web/src/paraglide")
"""What is not under version control and is too large to be copied."""
PYTEST: Final = (sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "no:xdist")
GREEN, RED = 0, 1
"""How pytest ends if all tests passed, and if some did not; all else is no answer."""
_moment = count(int(time.time()) + 10, 10)
"""Each writing of a file has a time of its own, so that no compiled module is taken for it."""


class Copy:
    """A copy of the tree, for one fault at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
        for name in filter(None, names.stdout.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
        for name in LENT:
            (folder / name).symlink_to(ROOT / name)

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[None]:
        """The fault is there inside the block."""
        path = self.folder / fault.file
        good = path.read_text(encoding="utf-8")
        assert good.count(fault.before) == 1, f"{fault.file} has changed: {fault.before!r}"
        try:
            self._write(path, good.replace(fault.before, fault.after))
            yield
        finally:
            self._write(path, good)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        moment = next(_moment)
        os.utime(path, (moment, moment))

    def test(self, selection: str) -> tuple[int, str]:
        """How some tests end, and the last that pytest says."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
        done = subprocess.run(
            [*PYTEST, *shlex.split(selection)],
            cwd=self.folder,
            env={**kept, "PYTHONPATH": f"{self.folder / 'src'}:{self.folder}"},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout[-3000:] + done.stderr[-1000:]


def try_all(faults: Sequence[Fault], copies: Sequence[Copy]) -> list[tuple[Fault, int, str]]:
    """Each fault with how the tests ended, in order; as many at once as there are copies."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for one in copies:
        free.put(one)

    def tried(fault: Fault) -> tuple[Fault, int, str]:
        copy = free.get()
        try:
            with copy.planted(fault):
                return (fault, *copy.test(fault.tests))
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        return [_told(one) for one in pool.map(tried, faults)]


def _told(result: tuple[Fault, int, str]) -> tuple[Fault, int, str]:
    fault, code, _ = result
    how = {GREEN: "SURVIVED", RED: "caught"}.get(code, f"NO ANSWER ({code})")
    sys.stdout.write(f"{how:10} {fault.package:20} {fault.why}\n")
    sys.stdout.flush()
    return result


def main(words: Sequence[str]) -> int:
    """Plant all faults that the words are about; 0 if all were caught."""
    faults = [one for one in FAULTS if all(word in " ".join(one) for word in words)]
    with tempfile.TemporaryDirectory(prefix="gangoffour-planted-") as folder:
        copies = [Copy(Path(folder) / str(number)) for number in range(min(2, len(faults)))]
        if not copies:
            sys.stderr.write("No fault is about that.\n")
            return 2
        code, said = copies[0].test(" ".join(sorted({one.tests for one in faults})))
        if code != GREEN:
            sys.stderr.write(f"Without any fault the tests are not green:\n{said}\n")
            return 2
        results = try_all(faults, copies)
    missed = [(fault, said) for fault, code, said in results if code != RED]
    sys.stdout.write(f"{len(results) - len(missed)} of {len(results)} caught\n")
    for fault, said in missed:
        sys.stdout.write(f"\n{fault.why}: {fault.file}\n  {fault.tests}\n{said[-600:]}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
