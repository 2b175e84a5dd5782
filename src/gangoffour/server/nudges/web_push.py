"""Web Push: a nudge on its way to one browser, by the push service that its maker runs.

Everything is bounded: the time, what is read of the answer, and where the connection may go
(``PushAddresses``). ``mark`` is called when the line is open and before the first byte is sent:
what fails before it has surely not arrived, of what fails after it nobody knows. The topic is the
same whenever the same is sent, so that the later one takes the place of the earlier.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from time import time
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from gangoffour.server.nudges.devices import Device
from gangoffour.server.nudges.places import AT_ONCE, SLOW
from gangoffour.server.nudges.push_addresses import PushAddresses
from gangoffour.server.nudges.push_encryption import sealed, signed

if TYPE_CHECKING:
    import httpcore

TOTAL_S: Final = 15.0
"""For all browsers of one person together."""
STEP_S: Final = 6.0
MAX_ANSWER: Final = 4_096
SENDING: Final = ("http11.send_request_headers.started", "http2.send_request_headers.started")
log = logging.getLogger("gangoffour.push")

Mark = Callable[[], Awaitable[bool]]
"""Notes that the first byte leaves now; False if it is there already."""
Outcome = Literal["sent", "gone", "later", "unknown", "twice"]
"""``later``: surely not delivered. ``unknown``: nobody knows. ``twice``: it was sent before."""


class SentBefore(Exception):
    """Another process has put this on its way."""


class WebPush:
    """Sends to push services."""

    def __init__(self, secret: bytes, contact: str, addresses: PushAddresses) -> None:
        self._secret = secret
        self._contact = contact
        self._addresses = addresses
        self._pool: httpcore.AsyncConnectionPool | None = None

    def _open(self) -> httpcore.AsyncConnectionPool:
        """The connections; made when the first nudge is sent, as most servers send none."""
        if self._pool is None:
            import httpcore

            self._pool = httpcore.AsyncConnectionPool(
                max_connections=AT_ONCE + SLOW,
                max_keepalive_connections=0,
                network_backend=_checked_network(self._addresses),
            )
        return self._pool

    async def send(
        self, device: Device, text: bytes, *, topic: str, lasts_s: int, mark: Mark, until: float
    ) -> Outcome:
        """Put a text on its way to a browser, by a moment of the loop's clock."""
        import httpcore

        marked = False

        async def trace(event: str, _: dict[str, Any]) -> None:
            nonlocal marked
            if event in SENDING:
                if not await mark():
                    raise SentBefore
                marked = True

        try:
            self._addresses.require_fit(device.endpoint)
            content = sealed(text, device.key, device.auth)
            request = (device.endpoint, self._headers(device.endpoint, topic, lasts_s))
            async with asyncio.timeout_at(until):
                status = await self._post(*request, content, trace)
        except SentBefore:
            return "twice"
        except (
            *(httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError),
            *(TimeoutError, OSError),
        ) as error:
            log.info("a push service was not reached: %s", type(error).__name__)
            return "unknown" if marked else "later"
        except ValueError:  # a key that is no point of the curve
            return "gone"
        return _outcome(status)

    async def _post(
        self, url: str, headers: Iterable[tuple[str, str]], content: bytes, trace: Any
    ) -> int:
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), STEP_S)
        extensions = {"timeout": timeouts, "trace": trace}
        asked = self._open().stream(
            "POST", url, headers=list(headers), content=content, extensions=extensions
        )
        async with asked as response:
            read = 0
            async for chunk in response.aiter_stream():
                read += len(chunk)
                if read > MAX_ANSWER:
                    break
            return response.status

    def _headers(self, endpoint: str, topic: str, lasts_s: int) -> list[tuple[str, str]]:
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        return [
            ("Host", parts.netloc),
            ("Authorization", signed(self._secret, audience, self._contact, int(time()))),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("TTL", str(max(60, lasts_s))),
            ("Topic", topic),
            ("Urgency", "normal"),
        ]

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    log.warning("a push service refused a nudge", extra={"status": status})
    return "later"  # perhaps it is us: a device is forgotten when that goes on


def _checked_network(addresses: PushAddresses) -> httpcore.AsyncNetworkBackend:
    """Connects to addresses that were judged, and to no other."""
    import httpcore

    class Checked(httpcore.AsyncNetworkBackend):
        def __init__(self) -> None:
            self._plain = httpcore.AnyIOBackend()

        async def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: str | None = None,
            socket_options: Any = None,
        ) -> httpcore.AsyncNetworkStream:
            found = await addresses.resolve(host, port)
            return await self._plain.connect_tcp(found[0], port, timeout, local_address)

        async def sleep(self, seconds: float) -> None:
            await self._plain.sleep(seconds)

    return Checked()
