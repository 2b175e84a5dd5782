"""What browsers are told to refuse: a strict policy without any other host, and who may connect."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
POCKET_POLICY: Final = CONTENT_SECURITY_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
)
"""The same for the worker in which Python runs: it compiles WebAssembly, from our own files."""
HEADERS: Final[dict[str, str]] = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


STRICT_TRANSPORT: Final = "max-age=31536000"


class SecurityHeaders:
    """Adds the headers to every HTTP answer. Who came over TLS is told to do so for a year: the
    address that people use is https (``always_tls``), or the proxy says so of this request."""

    def __init__(self, app: ASGIApp, always_tls: bool = False) -> None:
        self._app = app
        self._always_tls = always_tls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self._always_tls or scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def same_origin(headers: Headers, allowed: tuple[str, ...]) -> bool | None:
    """Whether the page that asks is ours; None if the client names no origin.

    Browsers always name one for sockets and for requests that change something. Programs do not:
    they may connect without an origin only with a token in a header, never with a cookie.
    """
    origin = headers.get("origin")
    if origin is None:
        return None
    if origin.rstrip("/") in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # not an origin at all
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == (
        headers.get("host", "").lower()
    )
