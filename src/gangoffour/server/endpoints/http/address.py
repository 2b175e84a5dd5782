"""Where others reach this server, for links that are sent to them from a page at ``localhost``."""

from __future__ import annotations

import asyncio
import re
from ipaddress import ip_address
from typing import Final

from msgspec import Struct

from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.runtime.networks import FORWARDED, Networks
from gangoffour.server.transport.listening_address import in_network

LOOPBACK: Final = Networks("127.0.0.0/8,::1")
OWN_NAME: Final = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?", re.IGNORECASE)


class AddressForOthers(Struct, frozen=True):
    """No ``address``: nobody but this machine reaches the server (``here_only``), or that is not
    known, as for whoever does not sit at it, or through a container's own network."""

    address: str | None
    here_only: bool = False


async def get_address(call: Call) -> AddressForOthers:
    """What the settings say, and where the server listens: nothing of it comes from the request."""
    settings = call.server.settings
    if settings.public_url:
        return AddressForOthers(settings.public_url.rstrip("/"))
    port = (call.request.scope.get("server") or (None, None))[1]
    if port is None or not _asked_here(call):
        return AddressForOthers(None)
    try:
        found = await asyncio.to_thread(in_network, settings.host)
    except ValueError:  # the name it was given means nothing any more
        return AddressForOthers(None)
    if found is None:
        return AddressForOthers(None, here_only=True)
    if not ip_address(found.strip("[]")).is_private:
        return AddressForOthers(None)
    return AddressForOthers(f"http://{found}:{port}")


def _asked_here(call: Call) -> bool:
    """Whether a page asks, by all appearances, that was opened on this machine by its own name for
    itself. A forwarder on it looks the same, so an address of the internet is told to nobody."""
    client, headers = call.request.client, call.request.headers
    if client is None or client.host not in LOOPBACK or any(one in headers for one in FORWARDED):
        return False
    return OWN_NAME.fullmatch(headers.get("host", "")) is not None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/address",
        get_address,
        "Where others reach this server, for who sits at it",
        AddressForOthers,
    ),
)
