"""The balancer of the local cluster: takes turns, and leaves out who does not answer."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from tools.free_ports import free_port

pytestmark = pytest.mark.anyio
TOOL = Path(__file__).parents[2] / "tools" / "balancer.py"


def balancer(ports: list[int]) -> Any:
    spec = importlib.util.spec_from_file_location("balancer", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Balancer(ports)


async def ask(port: int) -> bytes:
    """What the server behind a new connection says to a greeting."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"hello\n")
    answer = await reader.readline()
    writer.close()
    return answer


async def test_connections_take_turns_between_those_who_answer() -> None:
    async def serve(name: bytes) -> asyncio.Server:
        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(name + b" heard " + await reader.readline())
            await writer.drain()
            writer.close()

        return await asyncio.start_server(greet, "127.0.0.1", 0)

    servers = [await serve(name) for name in (b"one", b"two")]
    ports = [int(one.sockets[0].getsockname()[1]) for one in servers]
    tool = balancer([*ports, free_port()])
    port = await tool.start(0)
    try:
        heard = {await ask(port) for _ in range(6)}
        assert heard == {b"one heard hello\n", b"two heard hello\n"}
        servers[0].close()
        assert {await ask(port) for _ in range(4)} == {b"two heard hello\n"}
        servers[1].close()
        assert await ask(port) == b""
    finally:
        await tool.close()
        for one in servers:
            one.close()
