"""What counts as one address, and which addresses are meant by a list of them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


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


class Networks:
    """Some addresses and networks, as a setting names them with commas between."""

    def __init__(self, named: str) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        for one in filter(None, (one.strip() for one in named.split(","))):
            try:
                self._networks.append(ip_network(one))
            except ValueError:
                raise ValueError(f"{one!r} is neither an address nor a network.") from None

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in one for one in self._networks)
