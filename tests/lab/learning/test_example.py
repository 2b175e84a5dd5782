"""The worked training example runs, learns, and repeats."""

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parents[3] / "examples" / "train_linear.py"


def test_the_example_learns() -> None:
    example = runpy.run_path(str(EXAMPLE))
    weights = example["train"](steps=400)
    assert (weights == example["train"](steps=400)).all()
    assert example["measure"](weights, steps=300) > 0.5
