"""The worked examples and the notebooks run, learn, and repeat."""

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.notebooks import FOLDER, run

EXAMPLES = Path(__file__).parents[3] / "examples"


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """An example's names; dataclasses look for their module among those that are loaded."""
    monkeypatch.setitem(sys.modules, "<run_path>", sys)
    return runpy.run_path(str(EXAMPLES / name))


@pytest.mark.long
def test_the_example_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    made = example("train_linear.py", monkeypatch)
    weights = made["train"](steps=400)
    assert (weights == made["train"](steps=400)).all()
    assert made["measure"](weights, steps=300) > 0.5


@pytest.mark.long
def test_ppo_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    made = example("ppo.py", monkeypatch)
    weights = made["train"](made["Args"](num_envs=8, num_steps=110, iterations=2, epochs=2))
    assert weights.shape == (5, 8) and np.abs(weights).max() > 0.01
    assert weights[0, 0] > 0, "many cards at once are worth more than few"


def test_deep_monte_carlo_learns_in_sixty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len((EXAMPLES / "dmc.py").read_text().splitlines()) <= 60
    weights = example("dmc.py", monkeypatch)["train"](steps=150, number=16)
    assert weights[1, 0] < 0, "a hand of many cards will cost"


def test_the_configuration_for_rllib_has_an_environment_that_keeps_its_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = example("rllib.py", monkeypatch)
    table = made["Masked"]({"opponents": "random"})
    seen, _ = table.reset(seed=1)
    assert table.observation_space.contains(seen)
    seen, *_ = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert table.observation_space.contains(seen)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SystemExit, match="pip install"):
        made["configuration"]()


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.ipynb")))
def test_notebooks_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = run(FOLDER / f"{name}.ipynb")
    assert capsys.readouterr().out
    if name == "learn":
        assert made["after"] > max(0, made["before"]), "it has learnt what it says"
