"""What needs more than Python says what to install, wherever it is imported or run."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gangoffour.extras import BRINGS, NEEDS

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
PLAY = ("numpy", "rich", "typer")
LAB_NAME = "gangoffour.lab"
LAB = (*BRINGS["lab"], "torch", "pyspiel")

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}.split():
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
ASK = """
import json
told = {{}}
for name in {names!r}:
    try:
        exec(name)
    except ImportError as problem:
        told[name] = str(problem)
    for loaded in [one for one in sys.modules if one.startswith("gangoffour")]:
        del sys.modules[loaded]
    for one in [one for one in sys.meta_path if type(one).__name__ == "_Finder"]:
        sys.meta_path.remove(one)
print(json.dumps(told))
"""


def told(hidden: tuple[str, ...], names: list[str]) -> dict[str, str]:
    """What is said of each import where some packages cannot be had."""
    program = HIDE.format(hidden=" ".join(hidden)) + ASK.format(names=names)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def test_the_packages_of_an_extra_are_those_that_it_installs() -> None:
    for extra, packages in BRINGS.items():
        said = [one.partition(">")[0].replace("-", "_") for one in EXTRAS[extra]]
        assert sorted(one for one in said if "gangoffour" not in one) == sorted(packages)
    assert set(NEEDS.values()) <= set(BRINGS)


def test_with_the_core_only_each_module_names_itself_and_its_extra() -> None:
    lab = ["environment", "vector", "spiel", "one_seat", "tables", "observation", "agreement"]
    wanted = {f"import gangoffour.lab.{one}": "lab" for one in lab}
    wanted |= {"import gangoffour.lab.gpu": "gpu", "import gangoffour.bots.review": "play"}
    wanted |= {"from gangoffour.bots import hint": "play", "import gangoffour.lab.puzzles": "play"}
    wanted |= {"from gangoffour.lab.arena import run": "play"}
    answer = told((*PLAY, *LAB), list(wanted))
    for asked, extra in wanted.items():
        module = asked.split()[1] + (".hint" if asked.endswith("hint") else "")
        needs, install = answer[asked].split(": ")
        assert needs.startswith(f"{module} needs ") and len(needs.split()) == 3
        assert install == f"pip install 'gangoffour[{extra}]'"


@pytest.mark.long
def test_with_what_playing_needs_the_lab_asks_for_the_rest() -> None:
    gymnasium = ["environment", "gang_of_four_v1", "one_seat", "tables", "spiel", "observation"]
    wanted: dict[str, tuple[str, ...]] = dict.fromkeys(
        gymnasium, ("gymnasium", "numba", "pettingzoo")
    )
    wanted |= dict.fromkeys(["vector", "random_play", "agreement"], ("numba",))
    answer = told(LAB, [f"import gangoffour.lab.{one}" for one in wanted])
    for name, packages in wanted.items():
        said = [
            f"gangoffour.lab.{name} needs {package}: pip install 'gangoffour[lab]'"
            for package in packages
        ]
        assert answer[f"import gangoffour.lab.{name}"] in said
    assert not told(LAB, ["import gangoffour.lab.arena", "import gangoffour.lab.puzzles"])


def test_what_is_looked_for_in_the_wrong_place_is_told_the_right_one() -> None:
    places = {package: importlib.import_module(package) for package in ("gangoffour", LAB_NAME)}
    for package, module in places.items():
        for name in module._HOMES:
            with pytest.raises(ImportError, match=f"{name} is in gangoffour.* import ") as told:
                exec(f"from {package} import {name}")
            right = str(told.value).partition(": ")[2]
            exec(right)
        assert not hasattr(module, "nothing_of_this_name")


@pytest.mark.parametrize(
    ("hidden", "module", "line"),
    [
        (PLAY, "gangoffour.lab.rounds", "gangoffour.lab.rounds needs "),
        (PLAY, "gangoffour.lab.gpu", "gangoffour.lab.gpu needs numpy: pip install"),
        (("pyspiel",), "gangoffour.lab.spiel", "needs pyspiel: pip install open_spiel"),
    ],
)
def test_a_module_that_is_run_says_it_in_a_line(
    tmp_path: Path, hidden: tuple[str, ...], module: str, line: str
) -> None:
    (tmp_path / "sitecustomize.py").write_text(HIDE.format(hidden=" ".join(hidden)))
    done = subprocess.run(
        [sys.executable, "-m", module],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2 and line in done.stderr
    assert len(done.stderr.splitlines()) == 1, "one line, no traceback"
