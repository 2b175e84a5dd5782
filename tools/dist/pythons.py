"""The Pythons of this machine, and empty environments of them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
UV: Final = ROOT / ".venv" / "bin" / "uv"
OLDEST: Final = (3, 11)


def pythons() -> dict[tuple[int, int], str]:
    """One Python of each version that the package supports, as far as there is one here."""
    places = [Path(one) for one in os.environ["PATH"].split(os.pathsep) if one]
    places += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found: dict[tuple[int, int], str] = {}
    for place in places:
        for path in sorted(place.glob("python3.*")):
            named = re.fullmatch(r"python3\.(\d+)", path.name)
            version = (3, int(named[1])) if named else (0, 0)
            if version >= OLDEST and version not in found and _answers(path):
                found[version] = str(path)
    return dict(sorted(found.items()))


def _answers(path: Path) -> bool:
    """Whether it is a Python at all, and no stand-in for one that is not installed."""
    return subprocess.run([path, "--version"], capture_output=True).returncode == 0


class Environment:
    """An environment with nothing in it but what is installed here."""

    def __init__(self, folder: Path, python: str) -> None:
        self.bin = folder / "bin"
        self.python = str(self.bin / "python")
        subprocess.run([UV, "venv", "--quiet", "--clear", "--python", python, folder], check=True)

    def install(self, *words: str) -> None:
        """As ``pip install`` would."""
        subprocess.run([UV, "pip", "install", "--quiet", "--python", self.python, *words], check=True)

    def packages(self) -> set[str]:
        """What is installed."""
        listed = subprocess.run(
            [UV, "pip", "freeze", "--quiet", "--python", self.python],
            capture_output=True,
            text=True,
            check=True,
        )
        return {re.split(r"[ =@]", line)[0] for line in listed.stdout.splitlines()}

    def run(self, *words: str, here: Path, text: str = "") -> str:
        """What a command prints; one that fails ends everything."""
        variables = {**os.environ, "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}"}
        for name in ("PYTHONPATH", "VIRTUAL_ENV"):
            variables.pop(name, None)
        ran = subprocess.run(
            words, input=text, cwd=here, env=variables, capture_output=True, text=True
        )
        if ran.returncode != 0:
            raise SystemExit(f"{' '.join(words)}\n{ran.stdout}{ran.stderr}")
        return ran.stdout
