"""The network's weights: their shapes, and how they are read."""

from __future__ import annotations

import zlib
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from gangoffour.bots.network.differences import UNIT, Arrays, applied
from gangoffour.bots.network.events import EVENT_BITS
from gangoffour.bots.network.features import (
    CRITIC_BITS,
    DIRECT_BITS,
    OUTLINE_BITS,
    PLAY_BITS,
    Floats,
)
from gangoffour.bots.network.packed import PACKED, unpack
from gangoffour.bots.position.seen_bits import POLICY_BITS

MATCH_INPUTS: Final = 13
"""What a chance to win the match is judged by: totals, three players, last winner and loser."""
SHIPPED: Final = "network.npz" + PACKED
TRAINED_ON: Final = "typhoon.npz" + PACKED
FORMAT: Final = 3
"""The version of the weights' layout; weights of another version are refused."""


class Shape(NamedTuple):
    """How wide the layers are."""

    trunk: int = 640
    joint: int = 768
    hidden: int = 512
    critic: int = 448
    totals: int = 64
    event: int = 256
    outline: int = OUTLINE_BITS

    @property
    def arrays(self) -> dict[str, tuple[int, ...]]:
        """Every array of the weights with its shape."""
        trunk, joint, hidden, critic, totals, event, outline = self
        return {
            "trunk.w": (POLICY_BITS + outline, trunk),
            "trunk.b": (trunk,),
            "event0.w": (EVENT_BITS, event),
            "event1.w": (event, event),
            "course.w": (event, trunk),
            "course.s": (event, joint),
            "deep.w": (trunk, trunk),
            "deep.b": (trunk,),
            "state.w": (trunk, joint),
            "state.b": (joint,),
            "direct.w": (DIRECT_BITS, joint),
            "play.w": (PLAY_BITS + outline, joint),
            "first.w": (joint, hidden),
            "first.b": (hidden,),
            "second.w": (hidden, hidden),
            "second.b": (hidden,),
            "advantage.w": (hidden,),
            "advantage.b": (1,),
            "value.w": (joint, 4),
            "value.b": (4,),
            "belief.w": (joint, 102),
            "belief.b": (102,),
            "critic0.w": (CRITIC_BITS, critic),
            "critic0.b": (critic,),
            "critic1.w": (critic, critic),
            "critic1.b": (critic,),
            "critic2.w": (critic, critic),
            "critic2.b": (critic,),
            "critic3.w": (critic, 4),
            "critic3.b": (4,),
            "totals0.w": (MATCH_INPUTS, totals),
            "totals0.b": (totals,),
            "totals1.w": (totals, totals),
            "totals1.b": (totals,),
            "totals2.w": (totals, 1),
        }


REFLEX: Final = Shape(trunk=256, joint=64, hidden=32)
"""The small network that plays imagined rounds; it has the policy's arrays only."""
POLICY_ARRAYS: Final = tuple(
    name
    for name in Shape().arrays
    if name.split(".")[0] in ("trunk", "state", "direct", "play", "first", "second", "advantage")
)


_UNREADABLE: Final = (
    *(OSError, EOFError, BadZipFile, zlib.error),  # cut off, or changed on the way
    *(ValueError, TypeError, RuntimeError),  # something else altogether
)


class WeightsMismatch(ValueError):
    """The weights do not fit this version of the network."""


def read(source: str | Path | None = None) -> dict[str, Floats]:
    """Read weights, the shipped ones if no file is named; refuse what does not fit."""
    file = shipped_file(SHIPPED) if source is None else Path(source)
    shapes = {name: shape for name, shape in Shape().arrays.items() if in_play(name)}
    return fitted(unpacked(file), shapes, file.name)


def read_trained_on(weights: dict[str, Floats]) -> dict[str, Floats]:
    """The weights that level 6 plays with, which were trained on from these."""
    file = shipped_file(TRAINED_ON)
    by = unpacked(file)
    if str(by.get("weights")) != fingerprint(weights):
        raise WeightsMismatch(f"{file.name} was made from other weights.")
    moved = [name for name in weights if name + UNIT in by]
    shapes: dict[str, tuple[int, ...]] = {name: weights[name].shape for name in moved}
    shapes |= {name + UNIT: () for name in moved}
    return applied(weights, fitted(by, shapes, file.name))


def in_play(name: str) -> bool:
    """Whether an array is used in play; the critic, who sees all hands, is for training alone."""
    return not name.startswith("critic")


def shipped_file(name: str) -> Traversable:
    """A file of weights that comes with the game."""
    return resources.files("gangoffour.bots") / "weights" / name


def whole_file(file: Traversable) -> bytes:
    """The bytes of a file as they were before it was packed."""
    found = file.read_bytes()
    return unpack(found) if file.name.endswith(PACKED) else found


def unpacked(file: Traversable) -> Arrays:
    """The arrays of a file in this version's format; a damaged or a foreign one is refused."""
    try:
        with np.load(BytesIO(whole_file(file)), allow_pickle=False) as data:
            arrays = {key: data[key] for key in data.files}
    except FileNotFoundError:
        raise
    except _UNREADABLE as error:
        raise WeightsMismatch(f"{file.name} is damaged, or not a file of weights.") from error
    version = str(arrays.get("format", "none"))
    if version != str(FORMAT):
        raise WeightsMismatch(f"{file.name} has format {version}, this version reads {FORMAT}.")
    return arrays


def fitted(arrays: Arrays, shapes: dict[str, tuple[int, ...]], name: str) -> dict[str, Floats]:
    """The arrays of these names, which must have these shapes."""
    for key, shape in shapes.items():
        if key not in arrays or arrays[key].shape != shape:
            found = "nothing" if key not in arrays else str(arrays[key].shape)
            raise WeightsMismatch(f"{name} holds {found} for {key}, {shape} is needed.")
    return {key: arrays[key].astype(np.float32) for key in shapes}


def fingerprint(weights: dict[str, Floats]) -> str:
    """What tells one set of weights from another."""
    some = np.concatenate([weights[name].ravel() for name in ("state.b", "first.b", "advantage.w")])
    return f"{zlib.crc32(some.tobytes()):08x}"
