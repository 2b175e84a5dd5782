"""The environment on the GPU: its kernels through ctypes, its arrays as torch tensors.

No call here waits for the GPU, except where a docstring says so; whole iterations can be captured.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_float, c_int, c_void_p
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gangoffour.bots import network
from training.build import (
    CRITIC_WORDS,
    LIST,
    POLICY_WORDS,
    TABLE,
    Settings,
    block_needs,
    compile_library,
)
from training.host import Catalogue

ACTIONS = network.GIVE + 34
POLICY, CRITIC, PLAY = 64 * POLICY_WORDS, 64 * CRITIC_WORDS, 200
"""Widths of the feature rows, padded so that matrix products run fast."""
NODE, OUTCOME = 8, 16


def _at(tensor: Tensor | None) -> c_void_p:
    return c_void_p(None if tensor is None else tensor.data_ptr())


def static_bits() -> NDArray[np.uint64]:
    """The unchanging bits of every action, three words each."""
    rows = np.zeros((ACTIONS, 3), np.uint64)
    mask = (1 << network.STATIC_BITS) - 1
    for action in range(ACTIONS):
        value = network.play_bits(action, 0) & mask
        rows[action] = np.frombuffer(value.to_bytes(24, "little"), np.uint64)
    return rows


class Kernels:
    """The compiled kernels and the catalogue in device memory."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL(str(compile_library(gpu=True)))
        assert self.library.table_size() == TABLE.itemsize, "struct Table and its dtype differ"
        known = network.tables()
        arrays = (known.word, block_needs(), known.after, known.kind, known.level)
        self._kept = [_upload(array) for array in arrays]
        self.catalogue = Catalogue(*(tensor.data_ptr() for tensor in self._kept))
        self.play_bits = _upload(static_bits())
        bytes_ = self.play_bits.view(torch.uint8).reshape(ACTIONS, 24).to(torch.int32)
        shifts = torch.arange(8, device="cuda", dtype=torch.int32)
        bits = (bytes_[:, :, None] >> shifts & 1).reshape(ACTIONS, 192)
        self.play_features = bits[:, : network.STATIC_BITS].to(torch.bfloat16).contiguous()

    def call(self, name: str, *arguments: Any) -> None:
        """Launch on torch's current stream."""
        stream = c_void_p(torch.cuda.current_stream().cuda_stream)
        getattr(self.library, name)(stream, *arguments)

    def check(self) -> None:
        """Wait, and raise if any launch failed."""
        torch.cuda.synchronize()
        error = self.library.last_error()
        assert error == 0, f"CUDA error {error}"


def _upload(array: NDArray[Any]) -> Tensor:
    raw = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
    return torch.from_numpy(raw.copy()).cuda()


class Tables:
    """Many tables in device memory, the decisions they wait for, and their legal plays."""

    def __init__(
        self, kernels: Kernels, tables: NDArray[Any], settings: Settings, steps: int, rows: int
    ) -> None:
        self.kernels, self.n, self.steps, self.rows = kernels, len(tables), steps, rows
        self.state = _upload(tables)
        self.settings = _upload(np.frombuffer(bytes(settings), np.float32)).view(torch.float32)

        def ints(*shape: int) -> Tensor:
            return torch.zeros(shape, dtype=torch.int32, device="cuda")

        def bytes_(*shape: int) -> Tensor:
            return torch.zeros(shape, dtype=torch.uint8, device="cuda")

        n = self.n
        self.chosen = torch.full((n,), -1, dtype=torch.int32, device="cuda")
        half = torch.bfloat16
        self.policy = torch.zeros((steps + 1, n, POLICY), dtype=half, device="cuda")
        self.critic = torch.zeros((steps + 1, n, CRITIC), dtype=half, device="cuda")
        self.nodes = bytes_(steps + 1, n, NODE)
        self.outcomes = torch.zeros((steps + 1, n, OUTCOME), dtype=torch.int16, device="cuda")
        self.kept_action, self.kept_left = ints(steps + 1, n), bytes_(steps + 1, n)
        self.valid = torch.zeros((steps + 1, n), dtype=torch.float32, device="cuda")
        self.base, self.count, self.fallback = ints(n), ints(n), ints(n)
        self.owner, self.action, self.left = ints(rows), ints(rows), bytes_(rows)
        self.total, self.lost = ints(1), ints(1)

    def set(self, settings: Settings) -> None:
        """New settings for the tables, effective from the next launch."""
        self.settings.copy_(torch.tensor(np.frombuffer(bytes(settings), np.float32)))

    def step(self, slot: int) -> None:
        """Apply what was chosen; the next decisions are described in ``slot``."""
        self.kernels.call(
            "step",
            byref(self.kernels.catalogue),
            _at(self.settings),
            _at(self.state),
            c_int(self.n),
            _at(self.chosen),
            _at(self.policy[slot]),
            _at(self.critic[slot]),
            _at(self.nodes[slot]),
            _at(self.outcomes[slot - 1] if slot else self.outcomes[-1]),
            *(_at(x) for x in (self.base, self.count, self.fallback)),
            *(_at(x) for x in (self.owner, self.action, self.left, self.total)),
            c_int(self.rows),
            _at(self.lost),
        )

    def choose(self, slot: int, score: Tensor, other: Tensor | None = None) -> None:
        """Choose one legal play a table by score, as the settings say."""
        self.kernels.call(
            "choose",
            _at(self.settings),
            _at(self.state),
            c_int(self.n),
            _at(self.nodes[slot]),
            *(_at(x) for x in (self.base, self.count, self.fallback, self.action, self.left)),
            _at(score),
            _at(score if other is None else other),
            *(_at(x) for x in (self.chosen, self.kept_action[slot], self.kept_left[slot])),
            _at(self.valid[slot]),
        )

    def gather(self, state: Tensor, plays: Tensor, leaves: Tensor, out: Tensor) -> None:
        """The plays' layer for every legal play."""
        self.kernels.call(
            "gather",
            *(_at(x) for x in (state, plays, leaves, self.owner, self.action, self.left)),
            _at(self.total),
            c_int(self.rows),
            c_int(out.shape[1]),
            _at(out),
        )

    def head(self, first: Tensor, second: Tensor, weight: Tensor, out: Tensor) -> None:
        """The advantage of every legal play."""
        self.kernels.call(
            "head",
            *(_at(x) for x in (first, second, weight, self.total)),
            c_int(self.rows),
            c_int(first.shape[1]),
            _at(out),
        )

    def play_rows(self, action: Tensor, left: Tensor, out: Tensor) -> None:
        """The chosen plays as feature rows."""
        bits = self.kernels.play_bits
        n, width = out.shape
        self.kernels.call(
            "play_rows", _at(bits), _at(action), _at(left), c_int(n), c_int(width), _at(out)
        )

    def returns(
        self, part: slice, values: Tensor, before: Tensor, after: Tensor, out: Tensor, gain: Tensor
    ) -> None:
        """λ-returns and advantages of some tables' steps."""
        first, n = part.start, part.stop - part.start
        self.kernels.call(
            "returns",
            _at(self.settings),
            c_void_p(self.nodes.data_ptr() + first * NODE),
            c_void_p(self.outcomes.data_ptr() + first * OUTCOME * 2),
            *(_at(x) for x in (values, before, after)),
            c_int(self.steps),
            c_int(n),
            c_int(self.n),
            c_float(network.POINTS),
            c_float(network.WINS),
            _at(out),
            _at(gain),
        )

    def download(self) -> NDArray[Any]:
        """The tables' states on the host. Waits."""
        found: NDArray[Any] = self.state.cpu().numpy().view(TABLE)
        return found

    def legal(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The legal actions of every table, for checks. Waits."""
        lists = torch.zeros((self.n, LIST), dtype=torch.int16, device="cuda")
        counts = torch.zeros(self.n, dtype=torch.int32, device="cuda")
        arguments = (byref(self.kernels.catalogue), _at(self.state), c_int(self.n))
        self.kernels.call("list_legal", *arguments, _at(lists), _at(counts))
        return lists.cpu().numpy(), counts.cpu().numpy()

    def random_play(self, moves: int) -> None:
        """So many random moves at every table."""
        arguments = (byref(self.kernels.catalogue), _at(self.settings), _at(self.state))
        self.kernels.call("random_play", *arguments, c_int(self.n), c_int(moves))
