"""People with accounts who talk on boards, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.server.house import House

WORDS: dict[str, Any] = {"title": "Two gangs", "text": "Which one first?", "language": "en"}


@asynccontextmanager
async def people(house: House, *names: str) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Browsers of accounts with these names, each at an address of its own."""
    clients = []
    for number, name in enumerate(names):
        _, token = await house.people.register(name, f"password of {name}")
        header = {"authorization": f"Bearer {token}"}
        clients.append(house.client(f"10.0.0.{number + 1}", headers=header))
    try:
        yield clients
    finally:
        for client in clients:
            await client.aclose()


async def begin(client: httpx.AsyncClient, board: str = "rules", **changed: Any) -> dict[str, Any]:
    """A new thread: its id, its first post's id and number."""
    answer = await client.post(f"/api/boards/{board}/threads", json={**WORDS, **changed})
    assert answer.is_success, answer.text
    return dict(answer.json())


async def say(client: httpx.AsyncClient, thread: str, text: str) -> dict[str, Any]:
    answer = await client.post(f"/api/threads/{thread}/posts", json={"text": text})
    assert answer.is_success, answer.text
    return dict(answer.json())


async def posts(client: httpx.AsyncClient, thread: str) -> list[dict[str, Any]]:
    return list((await client.get(f"/api/threads/{thread}")).json()["posts"])


async def found(client: httpx.AsyncClient, words: str, **more: str) -> list[str]:
    """The excerpts that a search gives."""
    answer = await client.get("/api/search", params={"words": words, **more})
    assert answer.is_success, answer.text
    return [one["excerpt"] for one in answer.json()["found"]]
