"""Where the tables lie: in the processor's memory as numpy arrays, in the GPU's as torch tensors.

Both speak DLPack (``from_dlpack``), so other libraries take them without a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gangoffour.lab.errors import LabError

OLDEST: Final = (8, 0)
"""The compute capability that the source needs: warps that reduce in one instruction."""


class Memory(Protocol):
    """What the tables ask of a memory."""

    architecture: str | None

    def zeros(self, shape: Sequence[int], dtype: DTypeLike) -> Any: ...
    def room(self, shape: Sequence[int], dtype: DTypeLike) -> Any: ...
    def hold(self, array: NDArray[Any]) -> Any: ...
    def numbers(self, actions: Any) -> Any: ...
    def described(self, rows: Any) -> str: ...
    def address(self, array: Any) -> int: ...
    def stream(self) -> int | None: ...
    def active(self) -> AbstractContextManager[Any]: ...
    def fetch(self, array: Any) -> NDArray[Any]: ...
    def starts(self, counts: Any) -> Any: ...
    def wait(self) -> None: ...


class Processor:
    """Numpy arrays."""

    architecture: str | None = None

    def zeros(self, shape: Sequence[int], dtype: DTypeLike) -> NDArray[Any]:
        """An array of zeros."""
        return np.zeros(shape, dtype)

    def room(self, shape: Sequence[int], dtype: DTypeLike) -> NDArray[Any]:
        """An array that is yet to be written."""
        return np.empty(shape, dtype)

    def hold(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array's content, here."""
        return np.ascontiguousarray(array)

    def described(self, rows: Any) -> str:
        """What rows are, in words: whoever writes into them asks first. Empty if they are none."""
        if not isinstance(rows, np.ndarray):
            return ""
        whole = "contiguous" if rows.flags.c_contiguous and rows.flags.aligned else "in pieces"
        free = "writable" if rows.flags.writeable else "read-only"
        return f"{rows.dtype} of shape {rows.shape}, {whole} and {free}"

    def numbers(self, actions: Any) -> NDArray[Any]:
        """Whole numbers of any kind, of any library."""
        given = np.ascontiguousarray(actions)
        return given.astype(np.int64) if given.dtype.kind in "iu" else given

    def address(self, array: NDArray[Any]) -> int:
        """Where an array lies."""
        return array.ctypes.data

    def stream(self) -> None:
        """There is no stream: a call returns when its work is done."""

    def active(self) -> AbstractContextManager[None]:
        """Within this, calls go to this memory's device."""
        return nullcontext()

    def fetch(self, array: NDArray[Any]) -> NDArray[Any]:
        """The content as a numpy array."""
        return array

    def starts(self, counts: NDArray[Any]) -> NDArray[Any]:
        """Where each table's entries begin, and where the last one's end."""
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    def wait(self) -> None:
        """Nothing is under way."""


class Device:
    """Torch tensors in a GPU's memory; work goes to torch's current stream."""

    def __init__(self, name: str) -> None:
        try:
            import torch
        except ImportError as problem:
            raise LabError("no_torch") from problem
        if not torch.cuda.is_available():
            raise LabError("no_gpu")
        self._torch, self.device = torch, torch.empty(0, device=name).device
        capability = torch.cuda.get_device_capability(self.device)
        if capability < OLDEST:
            raise LabError("old_gpu", name=torch.cuda.get_device_name(self.device))
        self.architecture: str | None = f"sm_{capability[0]}{capability[1]}"

    def zeros(self, shape: Sequence[int], dtype: DTypeLike) -> Any:
        """A tensor of zeros."""
        return self.room(shape, dtype).zero_()

    def room(self, shape: Sequence[int], dtype: DTypeLike) -> Any:
        """A tensor that is yet to be written."""
        kind = getattr(self._torch, np.dtype(dtype).name)
        return self._torch.empty(tuple(shape), dtype=kind, device=self.device)

    def hold(self, array: NDArray[Any]) -> Any:
        """An array's bytes, there."""
        raw = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
        return self._torch.from_numpy(raw.copy()).to(self.device)

    def described(self, rows: Any) -> str:
        """What rows are, in words: whoever writes into them asks first. Empty if they are none."""
        if not isinstance(rows, self._torch.Tensor) or rows.device != self.device:
            return ""
        whole = "contiguous" if rows.is_contiguous() else "in pieces"
        kind = str(rows.dtype).removeprefix("torch.")
        return f"{kind} of shape {tuple(rows.shape)}, {whole} and writable"

    def numbers(self, actions: Any) -> Any:
        """Whole numbers of any kind, of any library."""
        given = self._torch.as_tensor(actions, device=self.device)
        whole = not given.dtype.is_floating_point and not given.dtype.is_complex
        return given.to(self._torch.int64).contiguous() if whole else given

    def address(self, array: Any) -> int:
        """Where a tensor lies."""
        return int(array.data_ptr())

    def stream(self) -> int:
        """Torch's current stream."""
        return int(self._torch.cuda.current_stream(self.device).cuda_stream)

    def active(self) -> AbstractContextManager[Any]:
        """Within this, calls go to this memory's device."""
        found: AbstractContextManager[Any] = self._torch.cuda.device(self.device)
        return found

    def fetch(self, array: Any) -> NDArray[Any]:
        """The content as a numpy array. Waits."""
        found: NDArray[Any] = array.cpu().numpy()
        return found

    def starts(self, counts: Any) -> Any:
        """Where each table's entries begin, and where the last one's end."""
        return self._torch.nn.functional.pad(counts.cumsum(0), (1, 0))

    def wait(self) -> None:
        """Wait until the current stream has done all of its work."""
        self._torch.cuda.current_stream(self.device).synchronize()


def memory_of(device: str) -> Memory:
    """The memory of a device: ``cpu``, ``cuda`` or ``cuda:1``."""
    if device == "cpu":
        return Processor()
    if device.split(":")[0] != "cuda":
        raise LabError("bad_device", given=device)
    return Device(device)
