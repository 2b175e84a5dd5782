"""Files of weights as they are shipped: packed, and as differences from others.

A number of 16 bits is two bytes, of which one hardly tells anything about the other: first all even
bytes, then all odd ones pack into less room. Unpacked, a file is byte by byte what it was.

Weights that were trained on from others are kept as whole numbers of eight bits, how many units
each weight has moved; a unit is as much as the weights of an array have moved as a rule.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots.network.features import Floats

PACKED = ".packed"
"""How the name of a packed file ends."""
Arrays = dict[str, NDArray[np.generic]]


def pack(whole: bytes) -> bytes:
    """The bytes in less room: letters are shortened by how frequent they are, nothing else."""
    squeezing = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_HUFFMAN_ONLY)
    return squeezing.compress(whole[0::2] + whole[1::2]) + squeezing.flush()


def unpack(packed: bytes) -> bytes:
    """The bytes as they were.

    >>> unpack(pack(b"dragon!"))
    b'dragon!'
    """
    apart = np.frombuffer(zlib.decompress(packed), np.uint8)
    even = (len(apart) + 1) // 2
    whole = np.empty_like(apart)
    whole[0::2], whole[1::2] = apart[:even], apart[even:]
    return whole.tobytes()


def moved(old: Mapping[str, Floats], new: Mapping[str, Floats]) -> Arrays:
    """How far the new weights have moved from the old ones; arrays that have not are left out."""
    found: Arrays = {}
    for name in new:
        apart = new[name].astype(np.float32) - old[name].astype(np.float32)
        unit = np.float32(np.sqrt((apart**2).mean()))
        if unit:
            found[name] = np.clip(np.rint(apart / unit), -127, 127).astype(np.int8)
            found[f"{name}/unit"] = np.array(unit)
    return found


def moving(old: Mapping[str, Floats], by: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """The old weights, moved so far."""
    found = dict(old)
    for name in old:
        if name in by:
            found[name] = old[name] + by[name].astype(np.float32) * np.float32(by[f"{name}/unit"])
    return found
