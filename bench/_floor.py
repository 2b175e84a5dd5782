"""The floor: a bare Starlette WebSocket room of four. Each message goes to all four, and no more.

No rules, no views, no storage: what any server on these parts must pay. ``python -m bench._floor
PORT`` serves it.
"""

from __future__ import annotations

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

rooms: dict[str, set[WebSocket]] = {}


async def room(socket: WebSocket) -> None:
    await socket.accept()
    here = rooms.setdefault(socket.path_params["room"], set())
    here.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            for one in here:
                await one.send_text(text)
    except WebSocketDisconnect:
        here.discard(socket)


app = Starlette(routes=[WebSocketRoute("/ws/{room}", room)])

if __name__ == "__main__":
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
    )
