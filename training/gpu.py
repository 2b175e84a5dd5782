"""The environment on the GPU: its kernels through ctypes, its arrays as torch tensors.

No call here waits for the GPU, except where a docstring says so; whole iterations can be captured.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_float, c_int, c_void_p
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gangoffour.bots import network
from training.build import (
    CRITIC_WORDS,
    EVENT_WORDS,
    LIST,
    POLICY_WORDS,
    TABLE,
    Catalogue,
    Settings,
    catalogue_arrays,
    compile_library,
)

ACTIONS = network.GIVE + 34
POLICY, CRITIC, EVENT, PLAY = 64 * POLICY_WORDS, 64 * CRITIC_WORDS, 64 * EVENT_WORDS, 288
"""Widths of the feature rows, padded so that matrix products run fast."""
LEAVES = 128
"""What a play leaves: its outline (90 bits, padded to 96), then cards left and three flags (20)."""
NODE, OUTCOME = 8, 20
PARTS = 64
"""So many arrays of weights there may be."""
RING = 2048
"""So many of the last rounds played for a match are kept, to learn what totals are worth."""


_STEP = (
    *("settings", "from", "to", "chosen", "peeked", "policy", "critic", "peek_critic", "events"),
    *("nodes", "peek_nodes", "outcomes", "peek_outcomes", "base", "count", "fallback", "owner"),
    *("action", "left", "rest", "more", "total", "lost", "hands"),
    *("tasks", "tasks_n", "words", "leaves", "ring", "ring_at"),
)
_CHOICE = (
    *("settings", "tables", "nodes", "base", "count", "fallback", "action", "left", "rest", "more"),
    *("score", "other", "chosen", "kept_action", "kept_left", "kept_rest", "kept_more", "valid"),
    *("peeked", "peek_action", "peek_left", "peek_rest", "peek_more"),
)


class Step(ctypes.Structure):
    """``struct Step`` of kernels.cu."""

    _fields_ = [
        *((name, c_void_p) for name in _STEP),
        *((name, c_int) for name in ("n", "cap", "ring_size", "peek")),
    ]


class Choice(ctypes.Structure):
    """``struct Choice`` of kernels.cu."""

    _fields_ = [*((name, c_void_p) for name in _CHOICE), ("n", c_int)]


class Gradients(ctypes.Structure):
    """``struct Gradients`` of kernels.cu."""

    _fields_ = [("at", c_void_p * PARTS), ("n", c_int), ("begin", c_int * (PARTS + 1))]


class Course(ctypes.Structure):
    """``struct Course`` of kernels.cu."""

    _fields_ = [
        *((name, c_void_p) for name in ("events", "w", "places", "begins", "counts", "total")),
        *(("out", c_void_p), ("n", c_int)),
    ]


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
        self._kept = [_upload(array) for array in catalogue_arrays()]
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

    def adam(self, arrays: Sequence[Tensor], gradients: Sequence[Tensor]) -> None:
        """One step of the optimiser: weights, moments, mean, bf16 weights, rates."""
        kept = [one.contiguous() for one in gradients]
        begins = np.cumsum([0, *(one.numel() for one in kept)])
        some = Gradients((c_void_p * PARTS)(*(x.data_ptr() for x in kept)), len(kept))
        some.begin[: len(begins)] = begins.tolist()
        self.call("adam", *(_at(x) for x in arrays), byref(some))

    def take(self, rows: Tensor, part: slice, steps: int, out: Tensor | None = None) -> Tensor:
        """The rows of some tables, step after step."""
        few = part.stop - part.start
        if out is None:
            out = torch.empty((steps * few, *rows.shape[2:]), dtype=rows.dtype, device="cuda")
        size = rows[0, 0].numel() * rows.element_size()
        sizes = (steps, few, rows.shape[1], size // 16)
        self.call("take", _at(rows[0, part.start]), _at(out), *map(c_int, sizes))
        return out

    def check(self) -> None:
        """Wait, and raise if any launch failed."""
        torch.cuda.synchronize()
        error = self.library.last_error()
        assert error == 0, f"CUDA error {error}"


def _upload(array: NDArray[Any]) -> Tensor:
    raw = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
    return torch.from_numpy(raw.copy()).cuda()


def _ints(*shape: int) -> Tensor:
    return torch.zeros(shape, dtype=torch.int32, device="cuda")


def _bytes(*shape: int) -> Tensor:
    return torch.zeros(shape, dtype=torch.uint8, device="cuda")


def _longs(*shape: int) -> Tensor:
    return torch.zeros(shape, dtype=torch.int64, device="cuda")


def _shorts(*shape: int) -> Tensor:
    return torch.zeros(shape, dtype=torch.int16, device="cuda")


class Window:
    """Some steps of all tables, as learning reads them: rows by step and table.

    The step after the last holds where play goes on from.
    """

    def __init__(self, n: int, steps: int) -> None:
        self.n, self.steps = n, steps
        half = torch.bfloat16
        self.policy = torch.zeros((steps + 1, n, POLICY), dtype=half, device="cuda")
        self.critic = torch.zeros((steps + 1, n, CRITIC), dtype=half, device="cuda")
        self.peek_critic = torch.zeros_like(self.critic)
        self.events = _longs(steps + 1, n, network.EVENTS, EVENT_WORDS)
        self.nodes, self.peek_nodes = _bytes(steps + 1, n, NODE), _bytes(steps + 1, n, NODE)
        self.outcomes = torch.zeros((steps + 1, n, OUTCOME), dtype=torch.int16, device="cuda")
        self.peek_outcomes = torch.zeros_like(self.outcomes)
        self.kept_action, self.kept_left = _ints(steps + 1, n), _bytes(steps + 1, n)
        self.peek_action, self.peek_left = _ints(steps + 1, n), _bytes(steps + 1, n)
        self.kept_rest, self.peek_rest = _longs(steps + 1, n), _longs(steps + 1, n)
        self.kept_more, self.peek_more = _shorts(steps + 1, n), _shorts(steps + 1, n)
        self.valid = torch.zeros((steps + 1, n), device="cuda")
        self.before = torch.zeros((steps + 1, n, 4), device="cuda")
        self.after, self.peek_before = torch.zeros_like(self.before), torch.zeros_like(self.before)
        self.peek_after = torch.zeros_like(self.before)

    def follow(self, past: Window) -> None:
        """Begin where the window before this one ended."""
        self.policy[0].copy_(past.policy[past.steps])
        self.critic[0].copy_(past.critic[past.steps])
        self.events[0].copy_(past.events[past.steps])
        self.nodes[0].copy_(past.nodes[past.steps])


class Tables:
    """Many tables in device memory, and the legal plays of the decisions they wait for."""

    def __init__(
        self, kernels: Kernels, tables: NDArray[Any], settings: Settings, rows: int
    ) -> None:
        self.kernels, self.n, self.rows = kernels, len(tables), rows
        self.states = (_upload(tables), _upload(tables))
        self.now = 0
        self.settings = _upload(np.frombuffer(bytes(settings), np.float32)).view(torch.float32)
        n = self.n
        self.chosen = torch.full((n,), -1, dtype=torch.int32, device="cuda")
        self.peeked = torch.full((n,), -1, dtype=torch.int32, device="cuda")
        self.base, self.count, self.fallback = _ints(n), _ints(n), _ints(n)
        self.owner, self.action, self.left = _ints(rows), _ints(rows), _bytes(rows)
        self.rest, self.more = _longs(rows), _shorts(rows)
        self.total, self.lost, self.ring_at = _ints(1), _ints(1), _ints(1)
        self.hands = _bytes(n, kernels.library.hand_size())
        self.tasks, self.tasks_n = _bytes(8 * n, kernels.library.task_size()), _ints(1)
        self.words = _longs(2 * n, POLICY_WORDS + CRITIC_WORDS)
        self.leaves = torch.zeros((rows, LEAVES), dtype=torch.bfloat16, device="cuda")
        self.ring = torch.zeros((RING, OUTCOME), dtype=torch.int16, device="cuda")

    def set(self, settings: Settings) -> None:
        """New settings for the tables, effective from the next launch."""
        self.settings.copy_(torch.tensor(np.frombuffer(bytes(settings), np.float32)))

    @property
    def state(self) -> Tensor:
        """The tables as they are now."""
        return self.states[self.now]

    def step(self, w: Window, slot: int, *, peek: bool = False) -> None:
        """Apply what was chosen; the next decisions are described in the window's ``slot``."""
        past, old = slot - 1, self.state
        self.now = 1 - self.now
        arrays = (
            *(self.settings, old, self.state, self.chosen, self.peeked, w.policy[slot]),
            *(
                w.critic[slot],
                w.peek_critic[past],
                w.events[slot],
                w.nodes[slot],
                w.peek_nodes[past],
            ),
            *(w.outcomes[past], w.peek_outcomes[past], self.base, self.count, self.fallback),
            *(self.owner, self.action, self.left, self.rest, self.more, self.total, self.lost),
            *(self.hands, self.tasks, self.tasks_n, self.words, self.leaves),
            *(self.ring, self.ring_at),
        )
        step = Step(*(_at(x) for x in arrays), self.n, self.rows, RING, peek)
        self.kernels.call("step", byref(self.kernels.catalogue), byref(step))

    def choose(self, w: Window, slot: int, score: Tensor, other: Tensor | None = None) -> None:
        """Choose one legal play a table by score, as the settings say, and one to peek at."""
        arrays = (
            *(self.settings, self.state, w.nodes[slot], self.base, self.count, self.fallback),
            *(self.action, self.left, self.rest, self.more, score),
            *(score if other is None else other, self.chosen),
            *(w.kept_action[slot], w.kept_left[slot], w.kept_rest[slot], w.kept_more[slot]),
            *(w.valid[slot], self.peeked, w.peek_action[slot], w.peek_left[slot]),
            *(w.peek_rest[slot], w.peek_more[slot]),
        )
        self.kernels.call("choose", byref(Choice(*(_at(x) for x in arrays), self.n)))

    @property
    def legal_rows(self) -> tuple[Tensor, ...]:
        """All legal plays, as ``layer.joint`` reads them."""
        return self.owner, self.action, self.leaves, self.total

    def chosen_rows(self, w: Window, part: slice) -> Tensor:
        """The chosen plays of some tables as feature rows, then those that were peeked at."""
        few = part.stop - part.start
        out = torch.empty((2, w.steps * few, PLAY), dtype=torch.bfloat16, device="cuda")
        kept = (w.kept_action, w.kept_left, w.kept_rest, w.kept_more)
        peek = (w.peek_action, w.peek_left, w.peek_rest, w.peek_more)
        for half, arrays in zip(out, (kept, peek), strict=True):
            self._play_rows([one[0, part.start :] for one in arrays], half, few, w.n)
        return out.flatten(0, 1)

    def play_rows(
        self, action: Tensor, left: Tensor, rest: Tensor, more: Tensor, out: Tensor
    ) -> None:
        """The chosen plays as feature rows."""
        self._play_rows((action, left, rest, more), out, len(out), len(out))

    def _play_rows(self, arrays: Sequence[Tensor], out: Tensor, few: int, stride: int) -> None:
        sizes = (*out.shape, few, stride)
        some = (_at(x) for x in (self.kernels.play_bits, *arrays))
        self.kernels.call("play_rows", *some, *map(c_int, sizes), _at(out))

    def chances(self, w: Window, weights: Sequence[Tensor]) -> None:
        """What the totals before and after each round are worth, by the totals' network."""
        for arrays in (
            (w.outcomes, w.before, w.after),
            (w.peek_outcomes, w.peek_before, w.peek_after),
        ):
            rows = c_int(w.steps * w.n)
            few = (_at(x) for x in weights)
            self.kernels.call("chances", _at(arrays[0]), rows, *few, _at(arrays[1]), _at(arrays[2]))

    def returns(
        self, w: Window, part: slice, scale: float, values: Tensor, peeks: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """λ-returns of all places, advantages of the chosen plays and of the peeked ones.

        All at ``scale`` times the shipped units. ``values`` are the critic's along the steps of
        the tables in ``part``, ``peeks`` where the peeked plays led.
        """
        first, n = part.start, part.stop - part.start
        rows = w.steps * n
        target, gain = torch.empty((rows, 4), device="cuda"), torch.empty((2, rows), device="cuda")

        def start(tensor: Tensor) -> c_void_p:
            return c_void_p(tensor[0, first].data_ptr())

        self.kernels.call(
            "returns",
            *(_at(self.settings), start(w.nodes), start(w.outcomes), _at(values)),
            *(start(w.before), start(w.after)),
            *(c_int(w.steps), c_int(n), c_int(w.n)),
            *(c_float(network.POINTS / scale), c_float(network.WINS * scale)),
            *(_at(target), _at(gain[0]), start(w.peek_nodes), start(w.peek_outcomes)),
            *(_at(peeks), start(w.peek_before), start(w.peek_after), _at(gain[1])),
        )
        return target, gain[0], gain[1]

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
