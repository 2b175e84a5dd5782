"""Checkpoints: the weights, their running mean, the optimiser's moments and the clock.

Each array set is a file of its own (about 11 MB), so that a run can be moved in pieces.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch

from training import model
from training.learn import Learner


def save(folder: Path, learner: Learner, clock: dict[str, float]) -> None:
    """Write a checkpoint, replacing the last one only when complete."""
    folder.mkdir(parents=True, exist_ok=True)
    flat = learner.flat
    sets = {
        "weights": flat.all(flat.weight),
        "mean": flat.views(flat.mean),
        "m": flat.views(flat.m),
        "v": flat.views(flat.v),
    }
    for name, arrays in sets.items():
        draft = folder / f"{name}.draft.npz"
        plain = {key: value.detach().cpu().numpy() for key, value in arrays.items()}
        np.savez(draft, **plain)  # type: ignore[arg-type]
        draft.replace(folder / f"{name}.npz")
    (folder / "clock.json").write_text(json.dumps(clock))


def exists(folder: Path) -> bool:
    """Whether there is a checkpoint to resume."""
    return (folder / "clock.json").exists()


def read(folder: Path, name: str) -> model.Weights:
    """One array set of a checkpoint, on the GPU."""
    with np.load(folder / f"{name}.npz") as data:
        return {key: torch.from_numpy(data[key]).cuda() for key in data.files}


def resume(folder: Path, learner: Learner) -> dict[str, float]:
    """Put the optimiser back where it was; the weights are read when the learner is made."""
    clock: dict[str, float] = json.loads((folder / "clock.json").read_text())
    flat = learner.flat
    for name, array in (("mean", flat.mean), ("m", flat.m), ("v", flat.v)):
        for key, value in read(folder, name).items():
            if key in flat.shapes:
                flat.views(array)[key].copy_(value)
    flat.now[2] = float(clock["updates"])
    return clock
