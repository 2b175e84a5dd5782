"""The address that a server listens on: bound, or one clear sentence why not, and what helps."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from typing import Final

HELP: Final = {
    errno.EADDRINUSE: "the port is in use; try --port 0 for a free one",
    errno.EADDRNOTAVAIL: "this machine has no such address; --host 0.0.0.0 means all it has",
    errno.EACCES: "such a port is for the system; take one above 1023, and a proxy before it",
}
"""What stands against an address, and what to do about it."""
ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: the way there begins where the way into the network does."""


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


def in_network(host: str) -> str | None:
    """The address, as it stands in a URL, under which others in its network reach a server that
    listens on ``host``; nothing if nobody else does. Nothing is sent."""
    family, (listens, *_) = _resolved(host, 0)
    found: str | None = str(listens)
    if ip_address(str(listens)).is_unspecified:  # whoever listens on :: takes IPv4, too
        found = _outgoing(socket.AF_INET)
        if found is None and family == socket.AF_INET6:
            found = _outgoing(family)
    if found is None or not _is_for_others(found):
        return None
    return _shown(found)


def _is_for_others(address: str) -> bool:
    parsed = ip_address(address)
    # To an IPv6 address of the line alone belongs the line's name, which no browser takes.
    return not (parsed.is_loopback or (parsed.version == 6 and parsed.is_link_local))


def _outgoing(family: socket.AddressFamily) -> str | None:
    """This machine's own address on the way to others."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[family], 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


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
