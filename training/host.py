"""The environment on the CPU: the GPU's own source compiled by g++, for checks and tests."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_void_p
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


class HostTables:
    """Some tables, stepped together. The arrays describe the decisions they wait for."""

    def __init__(self, tables: NDArray[Any], settings: Settings | None = None) -> None:
        self.library = ctypes.CDLL(str(compile_library(gpu=False)))
        assert self.library.table_size() == TABLE.itemsize, "struct Table and its dtype differ"
        self._kept = catalogue_arrays()
        self._catalogue = Catalogue(*(array.ctypes.data for array in self._kept))
        self.settings = settings or Settings(0.3, 0.4, 0.15, 0.5, 0.1, 0.0, 0.0, 0.9)
        self.tables = np.ascontiguousarray(tables)
        n = len(tables)
        self.list = np.zeros((n, LIST), np.int16)
        self.left = np.zeros((n, LIST), np.uint8)
        self.count = np.zeros(n, np.int32)
        self.rest = np.zeros((n, LIST), np.uint64)
        self.more = np.zeros((n, LIST), np.uint16)
        self.policy = np.zeros((n, POLICY_WORDS), np.uint64)
        self.critic = np.zeros((n, CRITIC_WORDS), np.uint64)
        self.events = np.zeros((n, network.EVENTS, EVENT_WORDS), np.uint64)

    def step(self, chosen: NDArray[np.int32] | None = None) -> None:
        """Apply one action a table (None at the start) and play on to the next decision."""
        if chosen is None:
            chosen = np.full(len(self.tables), -1, np.int32)
        chosen = np.ascontiguousarray(chosen, np.int32)
        arrays = (
            *(self.list, self.left, self.count, self.policy, self.critic, self.events),
            *(self.rest, self.more),
        )
        self.library.step(
            byref(self._catalogue),
            byref(self.settings),
            c_void_p(self.tables.ctypes.data),
            c_int(len(self.tables)),
            c_void_p(chosen.ctypes.data),
            *(c_void_p(array.ctypes.data) for array in arrays),
        )

    def greedy(self, index: int) -> int:
        """What the fixed greedy opponent would do at one table."""
        return int(
            self.library.greedy_choice(
                byref(self._catalogue),
                c_void_p(self.tables.ctypes.data + index * TABLE.itemsize),
                c_void_p(self.list.ctypes.data + index * LIST * 2),
                c_int(int(self.count[index])),
            )
        )
