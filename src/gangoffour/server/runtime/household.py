"""What counts as one address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """What limits for each address count by: an IPv6 network of one household (/64) is one address,
    as its owner has all of it; an IPv4 address written as IPv6 is itself. Anything else stays."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or IPv6Network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
