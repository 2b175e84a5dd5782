"""What has arrived on a line waits for the application, whatever becomes of who waited for it."""

from __future__ import annotations

import asyncio
from typing import Any

from gangoffour.server.transport.arrived_messages import Mailbox


def _message(text: str) -> Any:
    return {"type": "websocket.receive", "text": text}


async def _taken(mail: Mailbox) -> str:
    while not mail.messages:
        await mail.arrival()
    return str(mail.messages.popleft()["text"])  # type: ignore[typeddict-item]


def test_messages_come_in_order_and_none_is_lost_with_who_waited() -> None:
    async def scene() -> None:
        mail = Mailbox(asyncio.get_running_loop())
        first = asyncio.create_task(_taken(mail))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        mail.put_nowait(_message("a"))
        second = asyncio.create_task(_taken(mail))
        assert await second == "a"
        third = asyncio.create_task(_taken(mail))
        await asyncio.sleep(0)
        assert mail.empty()
        mail.put_nowait(_message("b"))
        mail.put_nowait(_message("c"))
        assert mail.qsize() == 2
        assert (await third, await _taken(mail)) == ("b", "c")

    asyncio.run(scene())
