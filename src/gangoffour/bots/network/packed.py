"""Files of weights as they are shipped: packed.

A number of 16 bits is two bytes, of which one hardly tells anything about the other: first all even
bytes, then all odd ones pack into less room. Unpacked, a file is byte by byte what it was.
"""

from __future__ import annotations

import zlib
from typing import Final

import numpy as np

PACKED: Final = ".packed"
"""How the name of a packed file ends."""


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
