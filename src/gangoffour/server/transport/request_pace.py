"""How fast requests of one address are begun, whatever they ask for.

What is more than its budget is not refused but waits, so that a whole class that opens the page at
once behind one address is served a little later. A line on which thousands of requests were sent in
one go has one of them looked at at a time: while that one waits, nothing more is read from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from gangoffour.server.runtime.household import household
from gangoffour.server.runtime.networks import Networks
from gangoffour.server.runtime.rate_limits import Limits


class RequestPace:
    """Lets requests begin in the pace of their address; those of a proxy itself, as its health
    checks are, at once."""

    def __init__(self, app: ASGIApp, limits: Callable[[], Limits], proxies: str) -> None:
        self._app = app
        self._limits = limits
        self._proxies = Networks(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            address = scope["client"][0] if scope["client"] else "unknown"
            if address not in self._proxies:
                wait = self._limits().queue("answer", household(address))
                if wait > 0:
                    await asyncio.sleep(wait)
        await self._app(scope, receive, send)
