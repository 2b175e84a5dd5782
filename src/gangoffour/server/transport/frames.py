"""WebSocket frames by hand (RFC 6455): what is sent, and where a client's frames end."""

from __future__ import annotations

from struct import Struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask


_HEAD: Final = Struct(">BBH").pack
_LONG_HEAD: Final = Struct(">BBQ").pack


def framed(text: bytes) -> bytes:
    """A text message in one frame, as servers send them: whole, unmasked."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65_536:
        return _HEAD(0x81, 126, size) + text
    return _LONG_HEAD(0x81, 127, size) + text


def end_of_frame(data: bytes | bytearray) -> int | None:
    """Where the first frame of a client ends in some bytes or will end, once enough of them are
    there to know; None until then. Of an unmasked one, which no client may send, two are enough."""
    if len(data) < 2:
        return None
    size = data[1] & 0x7F
    if not data[1] & 0x80:
        return 2
    if size < 126:
        return size + 6
    if size == 126:
        return None if len(data) < 4 else int.from_bytes(data[2:4], "big") + 8
    return None if len(data) < 10 else int.from_bytes(data[2:10], "big") + 14


def text_in(frame: bytes, limit: int) -> str | None:
    """The text of a client's frame, if that is a whole message, masked as it must be, and short
    enough; None for anything else, also for what is no text."""
    if len(frame) < 6 or frame[0] != 0x81 or not frame[1] & 0x80:
        return None
    size, head = frame[1] & 0x7F, 6
    if size == 127:  # far more than any limit
        return None
    if size == 126:
        size, head = int.from_bytes(frame[2:4], "big"), 8
    if size > limit or len(frame) != head + size:
        return None
    try:
        return apply_mask(frame[head:], frame[head - 4 : head]).decode()
    except UnicodeDecodeError:
        return None
