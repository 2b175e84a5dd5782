"""What counts as one address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

CUSTOMER_BITS = 48


@lru_cache(maxsize=4096)
def customer(network: str) -> str:
    """What turns count by: of IPv6 one customer may have a whole /48, with 65,536 households in it.
    Anything else stays."""
    try:
        parsed = IPv6Network(network, strict=False)
    except ValueError:
        return network
    return str(parsed.supernet(new_prefix=min(CUSTOMER_BITS, parsed.prefixlen)))


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
