"""What a camera reads in a QR code: one block of bytes, level L, mask 2, checked before it is
believed."""

from __future__ import annotations

from collections.abc import Iterator

CHECK = {1: 7, 2: 10, 3: 15, 4: 20, 5: 26}
"""How many of the bytes of each version check the others."""


def read(squares: list[list[bool]]) -> str:
    """The text of rows of dark and light squares."""
    version = (len(squares) - 17) // 4
    bits = "".join(str(int(bit)) for bit in _bits(squares, version > 1))
    block = [int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)]
    if any(_remainder(block, root) for root in range(CHECK[version])):
        raise ValueError("the code is damaged")
    kind, count = int(bits[:4], 2), int(bits[4:12], 2)
    if kind != 4:
        raise ValueError(f"not bytes: kind {kind}")
    return bytes(int(bits[12 + 8 * i : 20 + 8 * i], 2) for i in range(count)).decode()


def _bits(squares: list[list[bool]], aligned: bool) -> Iterator[bool]:
    """What is written, in its order: up and down in columns of two, from the right."""
    size = len(squares)
    columns = (*range(size - 1, 6, -2), 5, 3, 1)
    for at, right in enumerate(columns):
        for y in range(size) if at % 2 else range(size - 1, -1, -1):
            for x in (right, right - 1):
                if not _fixed(x, y, size, aligned):
                    yield squares[y][x] != (x % 3 == 0)


def _fixed(x: int, y: int, size: int, aligned: bool) -> bool:
    """Part of a pattern by which the code is found, or of its format."""
    corner = (x < 9 and (y < 9 or y >= size - 8)) or (x >= size - 8 and y < 9)
    small = aligned and abs(x - size + 7) <= 2 and abs(y - size + 7) <= 2
    return corner or small or x == 6 or y == 6


def _remainder(block: list[int], root: int) -> int:
    """The block as a polynomial over GF(256), at the given power of two; 0 if it is sound."""
    total = 0
    for byte in block:
        for _ in range(root):
            total = (total << 1) ^ (0x11D if total & 0x80 else 0)
        total ^= byte
    return total
