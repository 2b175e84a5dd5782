"""Frames by hand and frames by the library are the same frames."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from gangoffour.server.transport.frames import end_of_frame, framed, text_in
from tests.support.live import live

LIMIT = 20_000
texts = st.text(max_size=300) | st.integers(0, 70_000).map(lambda size: "x" * size)
kinds = st.sampled_from((Opcode.TEXT, Opcode.BINARY, Opcode.CONT))


def by_library(opcode: Opcode, data: bytes, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


BORDERS = (0, 1, 125, 126, 127, 128, 65_535, 65_536)
"""Sizes around which a frame's head is written in another way."""


@pytest.mark.parametrize("size", BORDERS)
def test_heads_change_where_the_librarys_do(size: int) -> None:
    data = b"x" * size
    assert framed(data) == by_library(Opcode.TEXT, data, mask=False)
    masked = by_library(Opcode.TEXT, data)
    assert end_of_frame(masked) == len(masked)
    assert text_in(masked, 100_000) == (data.decode() if size < 65_536 else None)


@given(texts)
def test_what_is_sent_is_framed_as_by_the_library(text: str) -> None:
    assert framed(text.encode()) == by_library(Opcode.TEXT, text.encode(), mask=False)


@given(texts, kinds, st.booleans(), st.booleans())
def test_only_a_whole_text_message_is_taken_out_of_its_frame(
    text: str, kind: Opcode, fin: bool, mask: bool
) -> None:
    data = text.encode()
    frame = by_library(kind, data, fin, mask)
    whole = kind is Opcode.TEXT and fin and mask and len(data) <= LIMIT
    assert text_in(frame, LIMIT) == (text if whole else None)
    assert text_in(frame + b"\x81", LIMIT) is None
    assert text_in(frame[:-1], LIMIT) is None


@given(st.binary(max_size=200))
def test_what_is_no_text_is_left_to_the_library(data: bytes) -> None:
    try:
        text: str | None = data.decode()
    except UnicodeDecodeError:
        text = None
    assert text_in(by_library(Opcode.TEXT, data), LIMIT) == text


@given(kinds, texts, st.binary(max_size=20))
def test_where_a_frame_ends_is_known(kind: Opcode, text: str, more: bytes) -> None:
    frame = by_library(kind, text.encode())
    head = 2 if len(text.encode()) < 126 else 4 if len(text.encode()) < 65_536 else 10
    for size in range(head):
        assert end_of_frame(frame[:size]) is None
    assert end_of_frame(frame[:head]) == end_of_frame(frame + more) == len(frame)


@pytest.mark.anyio
@pytest.mark.parametrize("seed", range(4))
async def test_messages_arrive_however_they_are_cut(tmp_path: Path, seed: int) -> None:
    """Frames in pieces, several at once, a message in several frames, pings in between."""
    rng = random.Random(seed)
    stream = b""
    ids = [f"{number}{rng.choice(('', '', 'x' * 60))}" for number in range(120)]
    for one in ids:
        message = json.dumps({"type": "ping", "id": one}).encode()
        if rng.random() < 0.2:
            middle = rng.randrange(len(message))
            stream += by_library(Opcode.TEXT, message[:middle], fin=False)
            stream += by_library(Opcode.PING, b"?") if rng.random() < 0.5 else b""
            stream += by_library(Opcode.CONT, message[middle:])
        else:
            stream += by_library(Opcode.TEXT, message)
    async with live(tmp_path / "one.db", messages_per_second=100_000) as server:
        token = await server.token("Ann")
        place = urlsplit(server.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        while stream:
            size = rng.choice((1, 2, 5, 50, 51, 52, 53, 200, 2000))
            writer.write(stream[:size])
            stream = stream[size:]
            await asyncio.sleep(0.001)
        heard: list[str] = []
        async with asyncio.timeout(60):
            while len(heard) < len(ids):
                opcode, size = await reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await reader.readexactly(2), "big")
                data = await reader.readexactly(size)
                if opcode == 0x81 and b'"pong"' in data:
                    heard.append(json.loads(data)["id"])
        assert heard == ids
        writer.close()
