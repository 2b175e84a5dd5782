"""The address that a server listens on: bound, or one clear sentence why not, and what helps."""

from __future__ import annotations

import errno
import socket
from typing import Final

HELP: Final = {
    errno.EADDRINUSE: "the port is in use; try --port 0 for a free one",
    errno.EADDRNOTAVAIL: "this machine has no such address; --host 0.0.0.0 means all it has",
    errno.EACCES: "such a port is for the system; take one above 1023, and a proxy before it",
}
"""What stands against an address, and what to do about it."""


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to an address of this machine."""
    family, address = _resolved(host, port)
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        why = HELP.get(error.errno or 0, error.strerror)
        raise ValueError(f"Cannot listen on {_shown(host)}:{port}: {why}.") from None
    return listener


def _resolved(host: str, port: int) -> tuple[socket.AddressFamily, tuple[object, ...]]:
    """A host's family and address; one of IPv4 if it has both."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is no name of a host"
        raise ValueError(
            f"Cannot listen on {host}: {why}; --host is an address of this machine, or its name."
        ) from None
    family, _, _, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    return family, address


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
