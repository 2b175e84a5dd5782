"""Which addresses of push services are used: clients give them, so none may lead into the house.

Only https, only the usual port, only public addresses: the name is looked up here, every address
found is judged, and the connection goes to one of those and to no other. A host may allow others
(``push_local``), for tests and for push services of their own.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from gangoffour.server.wire.refusals import ServerRefusal

MAX_LENGTH: Final = 1_000
HTTPS_PORT: Final = 443
LOOK_UP_S: Final = 5.0
LOOK_UPS: Final = 4
"""So many names at once; others wait, and nobody else waits for them."""


class Forbidden(OSError):
    """A name leads to where nobody outside has to knock."""


def is_public(text: str) -> bool:
    """Whether an address is one of the open Internet, also if it is wrapped in another.

    >>> [is_public(one) for one in ("8.8.8.8", "10.1.2.3", "127.0.0.1", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False]
    >>> [is_public(one) for one in ("64:ff9b::7f00:1", "169.254.169.254", "224.0.0.1", "fe80::1%1")]
    [False, False, False, False]
    >>> is_public("fec0::1")  # a site's own, as it once was
    False
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in _NAT64:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


class _Nat64:
    """The addresses by which IPv6 reaches IPv4."""

    def __contains__(self, one: IPv6Address) -> bool:
        return int(one) >> 32 == 0x64FF9B << 64


_NAT64: Final = _Nat64()


class PushAddresses:
    """Judges addresses when they are given, and again whenever one is used."""

    def __init__(self, local: bool) -> None:
        self._local = local
        self._pool = ThreadPoolExecutor(LOOK_UPS, "push name")

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def require_fit(self, endpoint: str) -> None:
        """Refuse what cannot be the address of a push service."""
        if not self._fits(endpoint):
            raise ServerRefusal("bad_push_address")

    def _fits(self, endpoint: str) -> bool:
        if len(endpoint) > MAX_LENGTH or not endpoint.isascii() or not endpoint.isprintable():
            return False
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            return False
        if not parts.hostname or parts.username or parts.password or " " in endpoint:
            return False
        if self._local:
            return parts.scheme in ("http", "https")
        named = "." in parts.hostname.strip(".") and not _is_address(parts.hostname)
        return parts.scheme == "https" and port in (None, HTTPS_PORT) and named

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a name, all of which may be used; ``Forbidden`` if one may not."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(LOOK_UP_S):
            found = await loop.run_in_executor(self._pool, _look_up, host, port)
        addresses = list(dict.fromkeys(_address(one) for one in found))
        self._require_public(addresses)
        return addresses

    def _require_public(self, addresses: Iterable[str]) -> None:
        if not self._local and not all(map(is_public, addresses)):
            raise Forbidden("a push service has no address of this network")


def _look_up(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


def _address(found: Any) -> str:
    return str(found[4][0])


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
